"""Static routing as users meet it: combinations, files that agree with each other, prices, refusals."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.reports.formats.head import ReportHead
from netfloor.research.traffic.report import static as reported
from netfloor.research.traffic.report.static import notes
from netfloor.research.traffic.report.static_charts import heat_svg
from netfloor.research.traffic.study import static as studied
from netfloor.research.traffic.study.static import StaticRequest, score_static
from netfloor.research.traffic.study.static_file import read_static_study, study_of
from tests.fixtures.commands import Cli

FIVE = Path(__file__).parents[4] / "examples/tsubame2/static.toml"


def test_the_files_of_a_report_agree(tmp_path: Path) -> None:
    """Walking the ports of the CSV tables reaches every address over as many links as the report says."""
    study = study_of(["hyperx:4x3,t=2"], {"routing": "sssp,parx", "ranks": "6,24", "matchings": 20})
    report = score_static(StaticRequest(study, out=tmp_path / "out"), SILENT, Interrupt())
    out = tmp_path / "out"
    document = json.loads((out / "report.json").read_text())
    means = {one["name"]: one["bandwidth"][-1]["mean_share"] for one in document["combinations"]}
    assert document["best"] == max(means, key=means.__getitem__)
    for one, record in zip(report.combinations, document["combinations"], strict=True):
        channels = one.routed.tables.channels
        far = {
            (int(tail), int(port)): int(head)
            for tail, port, head in zip(channels.tail, one.routed.ports, channels.head, strict=True)
        }
        rows = csv.DictReader(io.StringIO((out / f"tables-{one.number}.csv").read_text()))
        port = {(int(row["switch"]), int(row["lid"])): int(row["port"]) for row in rows}
        per, longest = record["addresses_per_endpoint"], 0
        for (switch, lid), taken in port.items():
            at, hops = switch, 0
            while (at, taken) in far:
                at, hops = far[at, taken], hops + 1
                taken = port[at, lid]  # noqa: PLW2901 - the next step
            assert (at, taken) == ((lid - 1) // per // 2, (lid - 1) // per % 2 + 1)
            longest = max(longest, hops)
        assert longest == record["longest_path_links"]
        arrays = np.load(out / f"tables-{one.number}.npz")
        assert arrays["port"].shape == (12, 24 * per)
        assert sum(part["paths"] for part in record["lanes"]) == len(arrays["path_lane"])
    shares = [float(row["share"]) for row in csv.DictReader(io.StringIO((out / "pairs.csv").read_text()))]
    assert np.mean(shares[: 24 * 23]) == pytest.approx(document["combinations"][0]["map_mean_share"])
    assert document["deadlock_free"] is False
    assert any("can deadlock" in note for note in document["notes"])


def test_one_network_is_routed_once_whatever_the_placements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three placements of two routings have two sets of tables."""
    made: list[str] = []
    routed = studied._routed
    monkeypatch.setattr(studied, "_routed", lambda *given: made.append("") or routed(*given))
    asked = {"routing": "sssp,dfsssp", "placement": "linear,clustered,random", "matchings": 5}
    study = study_of(["torus:4x4,endpoints=2"], asked)
    report = score_static(StaticRequest(study), SILENT, Interrupt())
    assert (len(report.combinations), len(made), list(report.routed)) == (6, 2, [1, 2])


def test_small_messages_take_the_short_paths() -> None:
    """Of parx they are the network's distances, below the threshold alone."""
    names = {"routing": "parx,dfsssp", "matchings": 50}
    studies = [study_of(["hyperx:4x4,t=4"], names | {"message_kib": size}) for size in (511.9, 512.0)]
    found = [score_static(StaticRequest(study), SILENT, Interrupt()) for study in studies]
    assert [report.large for report in found] == [False, True]
    short, long = (report.combinations[0].full.mean for report in found)
    assert short > long
    assert found[0].combinations[1].full == found[1].combinations[1].full


def test_the_example_names_the_five_combinations_of_the_paper() -> None:
    """Section 4, in its order."""
    study = read_static_study(FIVE)
    assert [(one.network[0], one.routing, one.placement) for one in study.combinations] == [
        ("l", "d-mod-k", "linear"),
        ("l", "sssp", "clustered"),
        ("h", "dfsssp", "linear"),
        ("h", "dfsssp", "random"),
        ("h", "parx", "clustered"),
    ]


def test_prices_of_a_plan_are_those_of_its_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    """Money per Gb/s is the price over what all ranks get together; a spec has no price."""
    monkeypatch.chdir(tmp_path)
    line = "layout hyperx:3x3,t=2 --room grid:3x4 --iterations 5 -q --out p.json"
    assert cli(*line.split()).code == 0
    study = study_of(["p.json", "hyperx:3x3,t=2"], {"matchings": 10})
    plan, spec = score_static(StaticRequest(study), SILENT, Interrupt()).combinations
    assert spec.network_cents is spec.cents_per_gbps is None
    assert plan.network_cents > 0
    assert plan.cents_per_gbps * plan.full.mean * 18 * 100 == pytest.approx(plan.network_cents)


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("hyperx:12x8,t=7 --routing parx --lanes 6", 4, "needs 8 virtual lanes, and the switches have 6"),
        ("torus:4x4 --endpoints 1 --routing parx", 3, "parx needs a HyperX of two dimensions"),
        ("hyperx:4x4,t=1 --routing d-mod-k", 3, "d-mod-k needs a tree"),
        ("hyperx:4x4,t=1 --routing best", 3, "--routing: unknown static routing 'best'"),
        ("hyperx:4x4,t=1 --placement far", 3, "--placement: unknown placement 'far'"),
        ("hyperx:4x4,t=1 --ranks 17", 3, "--ranks: 17 ranks on 16 endpoints"),
        ("hyperx:4x4,t=1 --ranks many", 3, "--ranks: 'many' is not a number of ranks"),
        ("hyperx:4x4,t=1 --matchings 0", 3, "--matchings:"),
        ("hyperx:4x4 --matchings 1", 3, "has 0 endpoints"),
        ("hyperx:4x4,t=1 --catalogue slimfly-2014", 3, "--catalogue: prices need plans"),
        ("five.toml --routing sssp", 3, "--routing: five.toml is a study file"),
        ("five.toml hyperx:4x4", 3, "a study file names its own networks"),
        ("hyperx:40x40,t=40 --routing parx", 3, "and 20,000,000 are the most"),
        ("torus:6 --endpoints 1 --routing sssp", 6, "can deadlock"),
    ],
)
def test_refusals(line: str, code: int, says: str, cli: Cli) -> None:
    """Each by its exit code, and with what is wrong."""
    ran = cli("traffic", "static", *line.split())
    assert ran.code == code, ran.err
    assert says in ran.err


def test_opensm_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    """Exit code 5 with the package."""
    monkeypatch.setattr("netfloor.exchange.opensm.programs.shutil.which", lambda *_, **__: None)
    ran = cli("traffic", "static", "hyperx:4x4,t=1", "--opensm", "ftree")
    assert ran.code == 5
    assert "Debian package ibsim-utils" in ran.err


def test_a_study_file_that_names_both_or_no_routing_is_refused(tmp_path: Path) -> None:
    """And a combination that is given twice."""
    for text, says in (
        ("[[combinations]]\nname='a'\nnetwork='torus:4'\n", "give routing or opensm"),
        ("[[combinations]]\nname='a'\nnetwork='t'\nrouting='sssp'\n" * 2, "'a' is given twice"),
    ):
        (tmp_path / "study.toml").write_text(text)
        with pytest.raises(InputError, match=says):
            read_static_study(tmp_path / "study.toml")


def test_an_interrupt_writes_nothing(tmp_path: Path) -> None:
    """The report says so."""
    interrupt = Interrupt()
    interrupt.ask()
    study = study_of(["hyperx:3x3,t=2"], {})
    report = score_static(StaticRequest(study, out=tmp_path / "out"), SILENT, interrupt)
    assert report.interrupted
    assert not (tmp_path / "out").exists()


def test_a_heat_map_says_its_mean_in_words() -> None:
    """For whoever cannot see it."""
    shares = np.array([[np.nan, 0.5], [0.25, np.nan]])
    assert "on average 0.3750 of a link, least 0.2500" in heat_svg(shares, "a", "p-")


@pytest.mark.parametrize(("routing", "entries"), [("sssp", 8 * 16), ("parx", 4 * 8 * 16)])
def test_tables_of_more_entries_than_the_most_are_refused(
    routing: str, entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One for each switch and address, four an endpoint with parx; as many as the most are made."""
    study = study_of(["hyperx:4x2,t=2"], {"routing": routing, "matchings": 1})
    monkeypatch.setattr(studied, "MAX_ENTRIES", entries)
    report = score_static(StaticRequest(study), SILENT, Interrupt())
    assert report.combinations[0].routed.tables.out.size == entries
    monkeypatch.setattr(studied, "MAX_ENTRIES", entries - 1)
    with pytest.raises(InputError, match=f"has tables of {entries:,} entries, and {entries - 1:,} are"):
        score_static(StaticRequest(study), SILENT, Interrupt())


def test_a_folder_in_use_is_refused_before_anything_is_routed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that is a file's: nothing is worked out that could not be written."""
    (tmp_path / "out").write_text("mine")
    monkeypatch.setattr(studied, "_routed", lambda *_: pytest.fail("routed"))
    study = study_of(["hyperx:4x2,t=2"], {})
    with pytest.raises(InputError, match="out"):
        score_static(StaticRequest(study, out=tmp_path / "out"), SILENT, Interrupt())


def test_notes_say_which_paths_and_which_cycles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The paths of parx where it is one routing, a cycle's first channels, tables too long for CSV."""
    noted = {}
    for routing, size in (("sssp,parx", 512), ("sssp,parx", 1.5), ("sssp", 1.5), ("dfsssp", 512)):
        study = study_of(["hyperx:4x2,t=2"], {"routing": routing, "matchings": 1, "message_kib": size})
        noted[routing, size] = notes(score_static(StaticRequest(study), SILENT, Interrupt()))
    paths = {key: [one for one in found if "KiB" in one] for key, found in noted.items()}
    assert paths == {
        ("sssp,parx", 512): ["messages of 512 KiB take the long paths of parx"],
        ("sssp,parx", 1.5): ["messages of 1.5 KiB take the short paths of parx"],
        ("sssp", 1.5): [],
        ("dfsssp", 512): [],
    }
    for routers, more in ((8, ""), (10, ", 2 more")):
        study = study_of([f"torus:{routers}"], {"endpoints": 1, "routing": "sssp", "matchings": 1})
        report = score_static(StaticRequest(study), SILENT, Interrupt())
        cycle = report.combinations[0].routed.cycle
        (note,) = (one for one in notes(report) if "can deadlock" in one)
        assert len(cycle) == routers
        first = f"{', '.join(cycle[:8])}{more}; dfsssp takes the same paths on more lanes"
        assert note.endswith(f" on one lane: {routers} channels wait for each other: {first}")
        monkeypatch.setattr(reported, "MAX_LINES", routers**2)
        assert not any("npz" in one for one in notes(report))
        assert "tables-1.csv" in reported.static_files(report, ReportHead())
        monkeypatch.setattr(reported, "MAX_LINES", routers**2 - 1)
        assert f"tables-1.npz alone holds tables 1: {routers**2} entries" in notes(report)
        assert "tables-1.csv" not in reported.static_files(report, ReportHead())


def test_money_is_per_what_the_largest_job_gets_together() -> None:
    """In every form of the report; nothing stands there for a network without a price."""
    names = {"routing": "sssp,parx", "ranks": "4,16", "gbps": 40.0, "matchings": 3}
    report = score_static(StaticRequest(study_of(["hyperx:4x2,t=2"], names)), SILENT, Interrupt())
    first, second = report.combinations
    heads, _ = reported.combination_table(report).texts()
    assert "per Gb/s" not in heads[-1]
    priced = replace(report, combinations=(replace(first, network_cents=123_456), second), currency="EUR")
    one = priced.combinations[0]
    carried = one.bandwidths[-1].mean * 16 * 40
    assert [point.ranks for point in one.bandwidths] == [4, 16]
    assert (one.carried_gbps, one.cents_per_gbps) == pytest.approx((carried, 123_456 / carried))
    assert second.cents_per_gbps is None
    records = reported.static_document(priced)["combinations"]
    assert [record["network_cost"] for record in records] == [1234.56, None]
    assert records[0]["network_cost_per_gbps"] == pytest.approx(1234.56 / carried)
    assert records[1]["network_cost_per_gbps"] is None
    heads, rows = reported.combination_table(priced).texts()
    assert heads[-1] == "cost per Gb/s (EUR)"
    assert [row[-1] for row in rows] == [f"{1234.56 / carried:,.2f}", "-"]
