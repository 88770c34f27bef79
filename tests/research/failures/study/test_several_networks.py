"""``netfloor topology failures`` of several networks: table, report, and what an interrupt leaves."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.failures.run import link_failures

SPECS = ("slimfly:3", "random:20,4", "fattree:3,2")
QUICK = ("--proportions", "0,0.3", "--max-trials", 10)
FILES = {"report.html", "report.json", "failures.svg", "failures.csv", ".netfloor-output"}
RUN = "netfloor.research.failures.study.random_links.link_failures"


def test_each_network_has_the_curve_that_it_has_alone(cli: Any) -> None:
    """A row for each network and proportion; the document has the points of the single runs."""
    shown = cli("topology", "failures", *SPECS, *QUICK).out
    assert [line.split()[0] for line in shown.splitlines()[-6:]] == [one for one in SPECS for _ in range(2)]
    networks = cli("topology", "failures", *SPECS, *QUICK, "--json").json()["networks"]
    assert [one["network"] for one in networks] == list(SPECS)
    (alone,) = cli("topology", "failures", SPECS[1], *QUICK, "--json").json()["networks"]
    assert networks[1] == alone


def test_the_report_appears_as_a_whole(cli: Any, here: Path) -> None:
    """All files, named on stderr; stdout stays the same; any number of workers writes the same bytes."""
    plain = cli("topology", "failures", *SPECS, *QUICK, "--json")
    for workers in (1, 3):
        line = ("topology", "failures", *SPECS, *QUICK, "--out", f"out{workers}", "--workers", workers)
        ran = cli(*line, "--json")
        assert ran.code == 0
        assert "written: report.html" in ran.err
        assert ran.json() == plain.json() == json.loads((here / f"out{workers}/report.json").read_text())
    assert {path.name for path in (here / "out1").iterdir()} == FILES
    for path in (here / "out1").iterdir():
        assert path.read_bytes() == (here / "out3" / path.name).read_bytes(), path.name


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("slimfly:6",), 3, "slimfly:6"),
        (("slimfly:3", "--proportions", "2"), 3, "--proportions"),
        (("file:parts.edges",), 3, "not connected"),
        (("slimfly:3", "complete:4", "--checkpoint", "c.json"), 2, "--checkpoint"),
        (("slimfly:3", "complete:4", "--element", "switch"), 2, "--element"),
    ],
)
def test_bad_input_writes_nothing(
    arguments: tuple[str, ...], code: int, word: str, cli: Any, here: Path
) -> None:
    """One message names what is wrong; there is no folder. A checkpoint and an element take one network."""
    (here / "parts.edges").write_text("a b\nc d\n")
    ran = cli("topology", "failures", *arguments, "--out", "out")
    assert (ran.code, ran.out) == (code, "")
    assert word in ran.err
    assert not (here / "out").exists()


@pytest.mark.parametrize("points", [[1], [2], [2, 1]])
def test_an_interrupt_keeps_what_is_finished(
    points: list[int], cli: Any, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 130, and a report of the finished proportions that says so, whenever it comes.

    It comes within the first network, between two, and within the second.
    """
    asked = Interrupt()

    def failures(*arguments: Any, **more: Any) -> Any:
        curve = link_failures(*arguments, **more)
        left = next(wanted)
        if left == points[-1]:
            asked.ask()
        return replace(curve, points=curve.points[:left], interrupted=left < len(curve.points))

    wanted = iter(points)
    monkeypatch.setattr(RUN, failures)
    monkeypatch.setattr("netfloor.process.signals.Interrupt", lambda: asked)
    ran = cli(
        "topology", "failures", "complete:4", "complete:5", "complete:6", *QUICK, "--out", "out", "--json"
    )
    assert ran.code == 130
    assert [len(one["points"]) for one in ran.json()["networks"]] == points
    assert "INTERRUPTED" in ran.err
    assert "INTERRUPTED" in (here / "out/report.html").read_text()
    assert json.loads((here / "out/report.json").read_text()) == ran.json()


def test_an_interrupt_after_the_last_trial_costs_nothing(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """All trials are there: exit code 0."""
    asked = Interrupt()

    def failures(*arguments: Any, **more: Any) -> Any:
        curve = link_failures(*arguments, **more)
        asked.ask()
        return curve

    monkeypatch.setattr(RUN, failures)
    monkeypatch.setattr("netfloor.process.signals.Interrupt", lambda: asked)
    assert cli("topology", "failures", "complete:4", *QUICK).code == 0
