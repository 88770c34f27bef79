"""``netfloor diff`` on real plans."""

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from defusedxml.ElementTree import fromstring

from netfloor.fabric.fabric import SERVER
from netfloor.plans.alignment import PricedFabric
from netfloor.plans.diff import diff_fabrics
from netfloor.plans.load import load_plan
from netfloor.plans.plan_fabric import fabric_of_plan
from netfloor.reports.figures.table import FIGURES
from tests.fixtures.diffs import applied, content
from tests.fixtures.rows import network_cables

Document = dict[str, Any]


@pytest.fixture
def both(cli: Callable[..., Any], here: Path) -> tuple[Path, Path]:
    """Return plans of two circulants of unequal size, in rooms of unequal size."""
    for name, spec, room in (("a", "circulant:12:1,3", "grid:2x4"), ("b", "circulant:14:1,4", "grid:3x4")):
        command = ("layout", spec, "--room", room, "--iterations", 2000, "--endpoints", 2)
        assert cli(*command, "--out", f"{name}.json", "-q").code == 0
    return here / "a.json", here / "b.json"


def pairs(path: Path) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Return every cable of a plan file by its switches' names; the plans have no parallel ones."""
    found = {}
    for row in network_cables(json.loads(path.read_text())):
        a, b = sorted((row["a"], row["b"]), key=lambda end: int(end["switch"]))
        places = tuple((end["cabinet"], end["slot"] % 2) for end in (a, b))
        found[a["switch"], b["switch"]] = (places, row["length_mm"])
    return found


def test_a_plan_does_not_differ_from_itself(cli: Callable[..., Any], plan: Path) -> None:
    """Nothing is touched, nothing costs."""
    document = cli("diff", plan, plan, "--json").json()
    assert document["equal"] is True
    assert document["cables"] == []
    assert set(document["counts"].values()) == {0}
    assert set(document["money"].values()) == {0.0}
    assert cli("diff", plan, plan).out == "no difference\n"


def test_counts_are_those_of_the_two_files(cli: Callable[..., Any], both: tuple[Path, Path]) -> None:
    """Added, removed, moved and re-lengthed, counted from the plan files alone."""
    old, new = map(pairs, both)
    counts = cli("diff", *both, "--json").json()["counts"]
    stay = old.keys() & new.keys()
    assert counts["added"] == len(new.keys() - old.keys())
    assert counts["removed"] == len(old.keys() - new.keys())
    assert counts["moved"] == sum(old[pair][0] != new[pair][0] for pair in stay)
    assert counts["relengthed"] == sum(old[pair][1] != new[pair][1] for pair in stay)


def test_money_and_metres_are_the_difference_of_the_two_plans(
    cli: Callable[..., Any], both: tuple[Path, Path]
) -> None:
    """What ``cost`` says of each plan alone."""
    document = cli("diff", *both, "--json").json()
    bills = [cli("cost", path, "--json").json() for path in both]
    assert document["money"]["total_cost_change"] == pytest.approx(
        bills[1]["total_cost"] - bills[0]["total_cost"], abs=0.005
    )
    assert document["money"]["cable_cost_change"] == pytest.approx(
        document["money"]["cables_to_buy"] - document["money"]["cables_left_over"], abs=0.005
    )
    assert document["metres"]["total_cable_change_m"] == pytest.approx(
        document["metres"]["laid_m"] - document["metres"]["taken_out_m"]
    )


def test_the_bill_is_told_by_cables_and_all_else(cli: Callable[..., Any], both: tuple[Path, Path]) -> None:
    """The parts of its first line add up; servers that neither plan places are said to be of neither."""
    larger = ("circulant:14:1,3", "--room", "grid:3x4", "--iterations", 2000, "--endpoints", 2)
    assert cli("layout", *larger, "--out", "c.json", "-q").code == 0
    ran = cli("diff", both[0], "c.json")
    line = next(line for line in ran.out.splitlines() if line.startswith("bill "))
    whole, *parts = (
        float(text.replace(",", "")) for text in re.findall(r"[+-][0-9][0-9,.]*[0-9]|[+-][0-9]", line)
    )
    assert len(parts) == 2
    assert sum(parts) == pytest.approx(whole)
    assert "either plan places its servers" in ran.err + ran.out
    assert "only one plan" not in ran.err + ran.out


def test_it_leads_from_one_plan_to_the_other(plan_folder: Path) -> None:
    """apply(diff(a, b), a) = b for plans of unrelated networks."""
    plans = [network(plan_folder / f"{name}.json") for name in ("slimfly", "random", "file")]
    for old in plans:
        for new in plans:
            assert applied(diff_fabrics(old, new)) == content(new.fabric)


def test_parallel_cables_are_told_apart(plan_folder: Path) -> None:
    """The pair a, b has two cables in the file; both go from a plan without switches."""
    old = network(plan_folder / "file.json")
    gone = diff_fabrics(old, PricedFabric(replace(old.fabric, devices=(), cables=()))).cables
    assert {one.link for one in gone if one.link[:2] == ("a", "b")} == {("a", "b", 1), ("a", "b", 2)}


def test_files_hold_what_json_holds(cli: Callable[..., Any], both: tuple[Path, Path], here: Path) -> None:
    """One CSV line a changed cable; the picture is XML and says the counts."""
    ran = cli("diff", *both, "--json", "--csv", "d.csv", "--svg", "d.svg", "-q")
    document = ran.json()
    rows = list(csv.DictReader(io.StringIO((here / "d.csv").read_text())))
    assert [row["change"].split("+") for row in rows] == [one["changes"] for one in document["cables"]]
    assert sum(row["touched"] == "1" for row in rows) == document["counts"]["touched"]
    root = fromstring((here / "d.svg").read_text())
    texts = " ".join(root.itertext())
    assert f"{document['counts']['added']} cables added" in texts


@pytest.mark.usefixtures("here")
def test_another_rate_is_another_type(cli: Callable[..., Any]) -> None:
    """The same network in the same places at twice the rate: every cable is re-typed and nothing else."""
    for gbps in (100, 200):
        command = ("layout", "circulant:8:1,2", "--room", "grid:2x2", "--placer", "row-major")
        assert cli(*command, "--gbps", gbps, "--iterations", 1000, "--out", f"{gbps}.json", "-q").code == 0
    document = cli("diff", "100.json", "200.json", "--json").json()
    assert {tuple(one["changes"]) for one in document["cables"]} == {("retyped",)}
    assert document["counts"]["retyped"] == document["new"]["figures"]["links"] == 16


def test_a_reach_moves_the_medium(cli: Callable[..., Any], both: tuple[Path, Path]) -> None:
    """With a reach of nothing all cables are optical, and none is of another medium than before."""
    document = cli("diff", *both, "--reach", 0, "--json").json()
    media = {side["medium"] for one in document["cables"] for side in (one["old"], one["new"]) if side}
    assert media == {"optical"}


def test_an_existing_file_is_not_overwritten(cli: Callable[..., Any], plan: Path, here: Path) -> None:
    """Not without --force."""
    (here / "d.csv").write_text("mine")
    ran = cli("diff", plan, plan, "--csv", "d.csv")
    assert (ran.code, (here / "d.csv").read_text()) == (3, "mine")
    assert cli("diff", plan, plan, "--csv", "d.csv", "--force").code == 0


def test_two_routers_of_one_name_are_refused(
    cli: Callable[..., Any], plans: Mapping[str, str], here: Path, reseal: Callable[[Document], Document]
) -> None:
    """Nobody could tell which is which."""
    document = json.loads(plans["file"])
    labels = document["inputs"]["network"]["graph"]["labels"]
    labels[1] = labels[0]
    document["devices"]["name"] = labels
    (here / "twins.json").write_text(json.dumps(reseal(document)))
    ran = cli("diff", "twins.json", "twins.json")
    assert ran.code == 3
    assert "2 switches are called" in ran.err


def network(path: Path) -> PricedFabric:
    """Return the switches of a plan and the cables between them."""
    return PricedFabric(fabric_of_plan(load_plan(path)).without(SERVER))


def links(path: Path) -> tuple[dict[str, Any], dict[tuple[str, str], Any]]:
    """Return places and cables of a plan without parallel cables, as ``diff --json`` has them."""
    fabric = network(path).fabric
    places = {
        device.name: (fabric.cabinet_name(index), device.position)
        for index, device in enumerate(fabric.devices)
    }
    cables = {}
    for cable in fabric.cables:
        ends = sorted((fabric.devices[end.device].name, end.port) for end in cable.ends)
        (a, port), (b, far) = ends
        cables[a, b] = (places[a], port, places[b], far, cable.length_mm, cable.gbps)
    return places, cables


def from_document(
    document: Any, places: dict[str, Any], cables: dict[tuple[str, str], Any]
) -> tuple[dict[str, Any], dict[tuple[str, str], Any]]:
    """Return what ``diff --json`` leads to, by nothing but the document."""
    for one in document["routers"]["places"]:
        places.pop(one["name"], None)
        if one["new"] is not None:
            places[one["name"]] = (one["new"]["cabinet"], one["new"]["position"])
    for one in document["cables"]:
        link, new = (one["router_a"], one["router_b"]), one["new"]
        cables.pop(link, None)
        if new is not None:
            near, far = ((new[f"cabinet_{end}"], new[f"position_{end}"]) for end in "ab")
            length_mm = round(new["length_m"] * 1000)
            cables[link] = (near, new["port_a"], far, new["port_b"], length_mm, new["gbps"])
    return places, cables


@pytest.mark.parametrize("room", ["grid:2x4", "grid:3x4"])
def test_the_document_alone_leads_from_one_to_the_other(
    cli: Callable[..., Any], here: Path, room: str
) -> None:
    """apply(diff(a, b), a) = b by its JSON form, routers without a cable too."""
    (here / "a.edges").write_text("a b\nb c\nc d\nd e\n")
    graph = nx.Graph([("a", "b"), ("c", "f")])
    graph.add_nodes_from(["d", "e", "g"])
    nx.write_graphml(graph, here / "b.graphml")
    for name, spec, grid in (("a", "file:a.edges", "grid:2x4"), ("b", "file:b.graphml", room)):
        command = ("layout", spec, "--room", grid, "--iterations", 500, "--seed", len(grid))
        assert cli(*command, "--out", f"{name}.json", "-q").code == 0
    document = cli("diff", "a.json", "b.json", "--json").json()
    assert from_document(document, *links(here / "a.json")) == links(here / "b.json")


def test_unlike_networks_are_said_to_be_so_and_their_sums_compared(
    cli: Callable[..., Any], here: Path
) -> None:
    """Another network, not another place of one, has sums for people, no moved switches."""
    places = (("a", "slimfly:3", 1), ("b", "slimfly:3", 2), ("c", "random:18,5", 1))
    for name, spec, seed in places:
        command = ("layout", spec, "--iterations", 500, "--seed", seed, "--out", f"{name}.json", "-q")
        assert cli(*command).code == 0
    alike, unlike = (cli("diff", "a.json", f"{name}.json") for name in "bc")
    assert "moved" in alike.out
    assert cli("diff", "a.json", "b.json", "--json").json()["unlike"] is None
    assert "moved" not in unlike.out
    document = cli("diff", "a.json", "c.json", "--json").json()
    both = [
        {frozenset(pair) for pair in load_plan(here / f"{name}.json").topology.links.tolist()}
        for name in "ac"
    ]
    shared = document["unlike"]["shared_links"]
    assert shared == len(both[0] & both[1])
    assert f"{shared} of 45 links" in " ".join(unlike.out.split())
    costs = [document[side]["figures"]["bill_cost"] for side in ("old", "new")]
    assert document["differences"]["bill_cost"] == pytest.approx(costs[1] - costs[0])
    (line,) = [line for line in unlike.out.splitlines() if line.startswith("Total of the bill (USD)")]
    assert line.split()[-1] == FIGURES["bill_cost"].signed_text(costs[1] - costs[0])
