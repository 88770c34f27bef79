"""Studies, racks and lists of the library: what the commands say, as tables and charts."""

import csv
import signal
import threading
from pathlib import Path

import matplotlib as mpl
import networkx as nx
import pytest

import netfloor as nf
from netfloor.foundation.interrupt import Interrupt
from tests.fixtures.commands import ROOT

mpl.use("Agg")
ROOM = ROOT / "examples/room"


@pytest.fixture(scope="module")
def study() -> nf.Study:
    """Return a study of a graph, a spec and a plan."""
    placed = nf.place("slimfly:3", iterations=2000)
    networks = {"mine": nx.circulant_graph(18, [1, 4]), "formula": "slimfly:3", "placed": placed}
    return nf.study(networks, iterations=2000, unplaced=2, placed=1)


def test_a_study_keeps_the_users_names_and_the_commands_figures(study: nf.Study, tmp_path: Path) -> None:
    """Its rows are those of the report that it writes."""
    assert study["network"] == ["mine", "formula", "placed"]
    written = study.to_dict()["rows"]
    assert [row["figures"]["mean_cable_m"] for row in written] == list(study["mean_cable_m"])
    assert all(gap >= 0 for gap in study["gap"])
    assert {row["baseline"] for row in study.baselines} == {"random", "skywalk"}
    assert study["mean_cable_m"][2] == pytest.approx(study.plans["placed"].mean_cable_m)
    folder = study.write(tmp_path / "report")
    assert "mine" in (folder / "report.html").read_text()
    with (folder / "rows.csv").open(newline="") as file:
        assert [row["network"] for row in csv.DictReader(file) if row["kind"] == "network"] == study[
            "network"
        ]


@pytest.mark.parametrize(
    ("networks", "options", "match"),
    [
        ([], {}, "is empty"),
        (["slimfly:3"], {"iterations": 0}, "solver.iterations"),
        (["slimfly:3"], {"baselines": ["best"]}, "baselines.kinds"),
        ("slimfly:3", {}, "a list"),
    ],
)
def test_what_no_study_can_be_made_of_is_refused(networks, options, match: str) -> None:
    """As an input error that names the setting."""
    with pytest.raises(nf.InputError, match=match):
        nf.study(networks, **options)


def test_a_chart_has_the_figures_and_their_unit(study: nf.Study) -> None:
    """One bar a network, by name; drawn into the axes that are given."""
    axes = study.plot("mean_cable_m")
    assert axes.get_xlabel().endswith("(m)")
    assert [label.get_text() for label in axes.get_yticklabels()] == ["mine", "formula", "placed"]
    assert [bar.get_width() for bar in axes.patches] == list(study["mean_cable_m"])
    assert study.plot("bill_cost", ax=axes) is axes
    assert len(study.plot_latency(worst=True).lines) == 3
    with pytest.raises(nf.InputError, match="did you mean mean_cable_m"):
        study.plot("mean_cabel_m")


def test_a_plan_is_a_graph_again() -> None:
    """Every cable is an edge with its length; loops are refused, or dropped with a note."""
    graph = nx.petersen_graph()
    nx.set_edge_attributes(graph, 25.0, "gbps")
    nx.set_node_attributes(graph, {node: node % 3 for node in graph}, "endpoints")
    graph.add_edge(0, 0, gbps=25.0)
    with pytest.raises(nf.InputError, match="loops='drop'"):
        nf.network.from_networkx(graph)
    network = nf.network.from_networkx(graph, loops="drop")
    assert "1 edge from a node to itself left out" in network.notes[0]
    plan = nf.place(network, iterations=2000)
    again = plan.to_networkx()
    assert sum(length for *_, length in again.edges(data="length_m")) == pytest.approx(plan.total_cable_m)
    assert {rate for *_, rate in again.edges(data="gbps")} == {25.0}
    assert [count for _, count in again.nodes(data="endpoints")] == [node % 3 for node in range(10)]
    back = nf.network.from_networkx(again)
    assert back.links.tolist() == network.links.tolist()
    graph.edges[0, 1]["gbps"] = 100.0
    with pytest.raises(nf.InputError, match="its links have several rates"):
        _ = nf.network.from_networkx(graph, loops="drop").link_gbps


def test_a_rack_and_a_room_are_those_of_the_commands(cli, tmp_path: Path) -> None:
    """The same order, total and proof; the same cables."""
    cables = ROOM / "cables.csv"
    order = nf.rack(cables, units=48, fixed={"mgmt1": 48}, heights={"nas1": 2})
    said = cli("rack", cables, "--units", 48, "--fixed", "mgmt1=48", "--height", "nas1=2", "--json").json()
    assert list(order.devices) == said["devices"]
    assert (order.total_units, order.gap) == (said["total_units"], said["gap"])
    listed = nf.devices([ROOM / "devices.csv", cables], ROOM / "room.toml", tmp_path / "out")
    room = "--room", ROOM / "room.toml", "--out", tmp_path / "same"
    planned = cli("plan", ROOM / "devices.csv", cables, *room, "--json").json()
    assert listed.total_cable_m == pytest.approx(planned["total_cable_m"])
    assert listed.verify().ok
    assert sum(bar.get_height() for bar in listed.plot().patches) == len(listed.cables)


def test_ctrl_c_keeps_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one ends the search, where somebody watches it; the handler of before stands again."""
    heard: list[Interrupt] = []

    class Watched(Interrupt):
        def __init__(self) -> None:
            super().__init__()
            heard.append(self)
            threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()

    monkeypatch.setattr("netfloor.api.watched.Interrupt", Watched)
    before = signal.getsignal(signal.SIGINT)
    plan = nf.place("slimfly:5", seconds=60, progress=True)
    assert plan.status == "interrupted"
    assert heard[0].asked
    assert signal.getsignal(signal.SIGINT) is before
