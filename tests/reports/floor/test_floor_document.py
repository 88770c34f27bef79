"""What the floor in a browser shows is what the plan says."""

import json
import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise

import numpy as np
import pytest

from netfloor.plans.by_names import link_lengths_mm
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_plan
from netfloor.reports.floor.chart import floor_chart, floor_document, floor_script
from netfloor.reports.floor.network import Articles, FloorNetwork, _runs
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.rooms.hall.hall import Hall

from .conftest import HOSTILE


def named_ends(document: dict) -> Counter:
    """Return cabinets at both ends and length of each cable of the one network of a document."""
    names, network = document["room"]["cabinets"]["name"], document["networks"][0]
    at, servers, cables = network["switches"]["cabinet"], network["servers"]["cabinet"], network["cables"]
    far = [at[b] if i < cables["network"] else servers[b] for i, b in enumerate(cables["b"])]
    ends = zip((at[a] for a in cables["a"]), far, cables["mm"], strict=True)
    return Counter((frozenset((names[one], names[other])), mm) for one, other, mm in ends)


def test_cables_end_where_the_plan_says_and_are_as_long(hall_plan: Plan) -> None:
    """Every cable, those of servers too, joins the cabinets of the plan by name, with the plan's length."""
    document = floor_document(hall_plan.room, [FloorNetwork(hall_plan)])
    fabric = fabric_of_plan(hall_plan)
    expected = Counter(
        (frozenset(fabric.cabinet_name(end.device) for end in cable.ends), cable.length_mm)
        for cable in fabric.cables
    )
    assert named_ends(document) == expected


def test_links_of_one_cable_are_told_together(hall_plan: Plan) -> None:
    """Each link has the first one in its cable; nothing is said where every link has a cable of its own."""
    links = len(link_lengths_mm(hall_plan))
    alone = list(range(links))
    for first, told in (([0, 0, *alone[2:]], [0, 0, *alone[2:]]), (alone, None), (None, None)):
        articles = Articles([1] * links, ["p"] * links, [1] * links, first)
        document = floor_document(hall_plan.room, [FloorNetwork(hall_plan, articles=articles)])
        assert document["networks"][0]["cables"]["first"] == told


def test_ways_lie_in_trays_that_join(hall_plan: Plan) -> None:
    """Each segment of a way touches the next, the way is no longer than its cable, and none is missing."""
    hall = hall_plan.room
    assert isinstance(hall, Hall)
    document = floor_document(hall, [FloorNetwork(hall_plan)])
    network, segments = document["networks"][0], document["room"]["segments"]
    ways = [expanded(runs) for runs in network["ways"]]
    assert len({tuple(way) for way in ways}) == len(ways)
    for cable, number in enumerate(network["cables"]["way"]):
        if number < 0:
            continue
        pieces = [segments[segment] for segment in ways[number]]
        for (_, *one), (_, *other) in pairwise(pieces):
            assert {tuple(one[:2]), tuple(one[2:])} & {tuple(other[:2]), tuple(other[2:])}
        long = sum(hall.tray_graph.segments[segment].length_mm for segment in ways[number])
        assert 0 < long <= network["cables"]["mm"][cable]
    inside = hall_plan.cables.inside_cabinets
    lying = np.array(network["cables"]["way"][: len(inside)]) >= 0
    assert not lying[inside].any()
    assert lying.any()


def expanded(runs: list[int]) -> list[int]:
    """Return the segments of runs, each given by its first and last one."""
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return [s for a, b in pairs for s in (range(a, b + 1) if a <= b else range(a, b - 1, -1))]


@pytest.mark.parametrize("seed", range(20))
def test_runs_hold_any_way(seed: int) -> None:
    """Runs up and down, turns and jumps come back as they were."""
    random = np.random.default_rng(seed)
    way = tuple(np.abs(np.cumsum(random.integers(-1, 2, 40) + 3 * (random.random(40) < 0.1))).tolist())
    assert expanded(_runs(way)) == list(way)


def test_loads_are_those_of_the_devices(hall_plan: Plan) -> None:
    """Watts and kilograms of all cabinets come to those of all switches and servers."""
    document = floor_document(hall_plan.room, [FloorNetwork(hall_plan)])
    loads = document["networks"][0]["loads"]
    assert sum(loads["w"]) == pytest.approx(50 * 200 + 100 * 700)
    assert sum(loads["kg"]) == pytest.approx(50 * 9 + 100 * 20)


def test_what_nobody_knows_is_not_zero(grid_plan: Callable[[str, str], Plan]) -> None:
    """Without devices a plan says neither watts nor kilograms, and without parts no medium."""
    plan = grid_plan("torus:4x4", "grid:3x4")
    network = floor_document(plan.room, [FloorNetwork(plan)])["networks"][0]
    assert set(network["loads"]["w"]) == {None} == set(network["loads"]["kg"])
    assert network["cables"]["medium"] is None
    assert network["fill"] is None


def test_names_that_mean_harm_stay_names(hostile_plan: Plan) -> None:
    """The page has the elements of one with plain names, and its data reads back as the plan has it."""
    document = floor_document(hostile_plan.room, [FloorNetwork(hostile_plan)])
    chart = floor_chart("The room", lambda _: "<svg></svg>", document)
    text = page(ReportHead("x"), "x", [Section("room", "Room", charts=(chart,))])
    elements: list[str] = []

    class Elements(HTMLParser):
        def handle_starttag(self, tag: str, _: object) -> None:
            elements.append(tag)

    Elements().feed(text)
    assert "img" not in elements
    assert elements.count("script") == 2
    found = re.search(r'<script type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found
    names = json.loads(found[1])["networks"][0]["switches"]["name"]
    assert len(names) == 8
    assert all("</script><img" in name for name in names)
    assert HOSTILE not in text


def test_the_script_asks_for_nothing_that_the_policy_denies() -> None:
    """No handler in markup, no code from text, no address: what would fail in the page is not written."""
    script = floor_script()
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", script.text
    )
    assert not re.search(
        r"fetch\(|XMLHttpRequest|https?://|(await|=) import\(", script.text + script.styles
    )
    assert "url(" not in script.styles
