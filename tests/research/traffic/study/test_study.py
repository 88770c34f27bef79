"""Studies of traffic: the same bytes after an interrupt, speedups, use of global channels, refusals."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT, Observer
from netfloor.research.traffic.report import study_charts
from netfloor.research.traffic.report.study_charts import panel_svg
from netfloor.research.traffic.report.study_types import Chart, StudyReport
from netfloor.research.traffic.simulation.settings import SwitchOptions, Watch
from netfloor.research.traffic.study.simulate import SimulationRequest, prepare, simulate_traffic
from netfloor.research.traffic.study.study import StudyRequest, run_traffic_study
from netfloor.research.traffic.study.study_file import read_traffic_study, series_of
from netfloor.studies.named_network import NetworkRequest

STUDY = Path(__file__).parents[3] / "reliability/same_bytes/inputs/traffic.toml"


class AsksAt(Observer):
    """Asks for an interrupt when a series begins."""

    def __init__(self, interrupt: Interrupt, series: int) -> None:
        self.interrupt, self.series = interrupt, series

    def advanced(self, task: str, done: float, note: str = "") -> None:  # noqa: ARG002
        """Ask where so many series are done."""
        if task == "series" and done == self.series:
            self.interrupt.ask()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, StudyReport]:
    """Return the folder and the report of a study that ran at once."""
    out = tmp_path_factory.mktemp("study") / "whole"
    return out, run_traffic_study(StudyRequest(STUDY, out), SILENT, Interrupt(), force=False)


def test_a_study_that_was_interrupted_ends_in_the_same_bytes(
    whole: tuple[Path, StudyReport], tmp_path: Path
) -> None:
    """Runs that were finished are taken over; nothing is written before all are."""
    kept = StudyRequest(STUDY, tmp_path / "out", tmp_path / "runs", workers=2)
    interrupt = Interrupt()
    stopped = run_traffic_study(kept, AsksAt(interrupt, 2), interrupt, force=False)
    assert stopped.interrupted
    assert not kept.out.exists()
    assert len(list((tmp_path / "runs").iterdir())) == 2
    run_traffic_study(kept, SILENT, Interrupt(), force=False)
    names = sorted(path.name for path in whole[0].iterdir())
    assert names == sorted(path.name for path in kept.out.iterdir())
    assert all((whole[0] / name).read_bytes() == (kept.out / name).read_bytes() for name in names)


def test_a_series_is_what_simulate_gives(whole: tuple[Path, StudyReport]) -> None:
    """A study is no second path: its runs are those of the single command."""
    series = whole[1].panels[0].series[0]
    request = SimulationRequest(
        NetworkRequest("dragonfly:a=4,p=2,h=2"), "group-ugal-l", "next-group", (0.1, 0.6), seeds=2,
        model=SwitchOptions(4), watch=Watch(None, 2000, 300, 2000),
    )  # fmt: skip
    alone = simulate_traffic(request)
    for ours, theirs in zip(series.report.points, alone.points, strict=True):
        assert ours.latency() == theirs.latency()
        assert ours.accepted == theirs.accepted


def test_speedups_are_ratios_of_longest_latencies(whole: tuple[Path, StudyReport]) -> None:
    """Against itself a network is once as fast; a saturated load has no speedup."""
    panels = json.loads((whole[0] / "report.json").read_text())["panels"]
    dragonfly, torus = panels[1]["series"]
    for mine, base in zip(dragonfly["loads"], torus["loads"], strict=True):
        assert base["speedup"] == 1
        assert mine["speedup"] == pytest.approx(base["longest"] / mine["longest"])
    assert dragonfly["loads"][0]["speedup"] > 1
    full = panels[0]["series"][0]["loads"][1]
    assert (full["saturated"] != "", full["latency"], full["speedup"]) == (True, None, None)


def test_global_channels_by_place(whole: tuple[Path, StudyReport]) -> None:
    """In the worst case each group has one direct channel; the places' flits are those of all channels."""
    for series in whole[1].panels[0].series:
        for point in series.report.points:
            between = series.report.task.network.channels.global_
            use = series.global_use(point)
            # 9 groups of 4 switches, 2 global channels each: one direct, one beside it, six others.
            total = 9 * (use["direct"] + use["same switch"] + 6 * use["others"])
            assert total == pytest.approx(float(point.channel_load[between].sum()))
            assert use["direct"] >= use["others"]


@pytest.mark.parametrize("show", ["latency", "kinds", "longest", "speedup", "histogram", "global channels"])
def test_a_chart_shows_every_figure_of_its_panel(
    show: Chart, whole: tuple[Path, StudyReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line for each series, kind or load, without what is not known, and a cross when it is full."""
    drawn = list[Any]()
    monkeypatch.setattr(study_charts, "svg_text", lambda figure, *_, **__: drawn.append(figure))
    panel = replace(whole[1].panels[show == "speedup"], show=show)
    panel_svg(panel, "p-")
    expected, named = list[list[float]](), 0
    for one in panel.series:
        points = one.report.points
        of_latency = [[point.latency(kind) for point in points] for kind in (None, 0, 1)]
        means = [[latency and latency.mean for latency in kind] for kind in of_latency]
        lines: dict[str, Any] = {
            "latency": means[:1],
            "kinds": means,
            "longest": [[point.longest for point in points]],
            "speedup": [[panel.speedup(one, point.load) for point in points]],
            "histogram": [[100.0]],
            "global channels": [list(one.global_use(point).values()) for point in points],
        }
        full = [
            [1.0] for point in points if point.saturated and show not in ("histogram", "global channels")
        ]
        for line in lines[show]:
            expected += [[figure for figure in line if figure is not None], *full[:1]]
        named += len(lines[show])
    (axes,) = drawn[0].axes
    shown = [list(line.get_ydata()) for line in axes.lines]
    shown = [[sum(line)] for line in shown] if show == "histogram" else shown
    assert shown == [pytest.approx(line) for line in expected]
    assert len(drawn[0].legends[0].get_texts()) == named


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('against = "torus"', 'against = "ring"', "'ring' is not in it"),
        ('show = "speedup"', 'show = "longest"', "against"),
        ('networks = ["dragonfly"]', 'networks = ["mesh"]', "there is no network 'mesh'"),
        ("loads = [0.1, 0.6]", "loads = [0.1, 1.6]", "loads"),
        ("seeds = 2", "sedes = 2", "sedes"),
        ('routings = ["group-ugal-l"]', 'routings = ["fastest"]', "fastest"),
        ('name = "torus"', 'name = "dragonfly"', "given twice"),
    ],
)
def test_a_study_that_cannot_run_is_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    """The sentence names the field, and nothing is written."""
    study = tmp_path / "study.toml"
    study.write_text(STUDY.read_text().replace(old, new))
    with pytest.raises(InputError, match=message):
        run_traffic_study(StudyRequest(study, tmp_path / "out"), SILENT, Interrupt(), force=False)
    assert not (tmp_path / "out").exists()


def test_a_panel_names_a_rule_of_virtual_channels(tmp_path: Path) -> None:
    """It is that of all its series; other panels keep the routing's own, and an unknown rule is refused."""
    path = tmp_path / "study.toml"
    panel = (
        '[[panels]]\ntitle = "{}"\nroutings = ["group-minimal"]\npatterns = ["uniform"]\nloads = [0.1]\n'
    )
    network = '[[networks]]\nname = "d"\nnetwork = "dragonfly:a=4,p=2,h=2"\n'
    for rule in ("by-hop", "by-magic"):
        path.write_text(f'{network}{panel.format("a")}{panel.format("b")}virtual_channels = "{rule}"\n')
        study = read_traffic_study(path)
        own, named = (next(series_of(study, panel, 1)).request for panel in study.panels)
        assert prepare(own).task.network.virtual.name == "by-group"
        if rule == "by-hop":
            assert prepare(named).task.network.virtual.name == rule
        else:
            with pytest.raises(InputError, match="unknown rule 'by-magic'"):
                prepare(named)


def test_plans_are_found_beside_the_study(tmp_path: Path) -> None:
    """As files of other studies are: from its folder where the file is there, specs as they are."""
    (tmp_path / "placed.json").write_text("{}")
    text = STUDY.read_text()
    networks = (
        '[[networks]]\nname = "A"\nnetwork = "placed.json"\n[[networks]]\nname = "B"\nnetwork = "torus:4"\n'
    )
    head = text[: text.index("[[networks]]")]
    panel = '[[panels]]\ntitle = "t"\nroutings = ["minimal"]\npatterns = ["uniform"]\nloads = [0.1]\n'
    (tmp_path / "study.toml").write_text(head + networks + panel)
    found = [one.network for one in read_traffic_study(tmp_path / "study.toml").networks]
    assert found == [str(tmp_path / "placed.json"), "torus:4"]
