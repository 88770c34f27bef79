"""Routes, tray fill, and cables led around overfull trays."""

import random
from collections import Counter
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

from netfloor.rooms.hall import Hall
from netfloor.rooms.hall.cables.fill import TrayCables, tray_fill
from netfloor.rooms.hall.cables.rerouting import _OpenWays, rerouted
from netfloor.rooms.hall.cables.route import route_between
from netfloor.rooms.hall.parts import Cabinet, CableRule, Riser, Tray
from netfloor.rooms.hall.trays.paths import Paths

BOTH = ("electrical", "optical")
FLOOR = ((0, 0), (20_000, 0), (20_000, 10_000), (0, 10_000))


def dice(seed):
    """Return a source of chance."""
    return random.Random(seed)  # noqa: S311 - cables, not secrets


def cabinet(name, x, y, units=(40, 42)):
    """Return a cabinet with two switches."""
    return Cabinet(name, name[0], x, y, 600, 1200, 90.0, 42, units)


def slot_cables(hall, slots, medium, area_mm2):
    """Return cables between slots, (m, 2), of one or of each a medium and a cross-section."""
    one, other = (hall.ports_of(side) for side in np.asarray(slots).T)
    media = [medium] * len(slots) if isinstance(medium, str) else medium
    return TrayCables(one, other, media, np.broadcast_to(np.asarray(area_mm2, float), (len(slots),)))


def route(hall, a, b, medium=None):
    """Return the way of a cable between two slots."""
    ends = [tuple(int(part) for part in hall.ports_of(slot)) for slot in (a, b)]
    return route_between(hall, *ends, medium)


def ladder(capacity=None):
    """Two rows under a tray each, joined by cross trays at both ends and a copper one between."""
    cabinets = tuple(
        cabinet(f"{row}{i:02d}", 2000 + 600 * i, y)
        for row, y in (("A", 2000), ("B", 6000))
        for i in range(1, 11)
    )
    lines = {
        "north": ((1000, 2700), (12_000, 2700)),
        "south": ((1000, 6700), (12_000, 6700)),
        "west": ((1000, 2700), (1000, 6700)),
        "east": ((12_000, 2700), (12_000, 6700)),
    }
    trays = tuple(Tray(name, line, 2700, BOTH, 1000, capacity) for name, line in lines.items())
    middle = Tray("copper", ((5555, 1500), (5555, 7500)), 2700, ("electrical",), 1000, capacity)
    return Hall("ladder", FLOOR, cabinets, CableRule(2000, 1500, 400, 100), trays=(*trays, middle))


@pytest.mark.parametrize("medium", [*BOTH, None])
def test_terms_add_up_to_the_length(medium):
    """For every two slots the way explains the length that placement uses."""
    hall = ladder()
    lengths = hall.slot_lengths(medium)
    for a in range(hall.slots):
        for b in set(range(0, hall.slots, 3)) - {a}:
            assert route(hall, a, b, medium).length_mm == lengths[a, b]


@pytest.mark.parametrize("medium", [*BOTH, None])
def test_two_devices_may_stand_in_one_unit(medium):
    """Front and rear, or a vertical PDU: their cable has the length used inside a cabinet."""
    hall = ladder()
    ports = np.array([0], dtype=np.int32), np.array([40], dtype=np.int32)
    (length_mm,) = hall.lengths_between(ports, ports, medium).tolist()
    assert route_between(hall, (0, 40), (0, 40), medium).length_mm == length_mm == 1500


def test_a_route_names_what_it_passes():
    """Terms are in the order of the cable, heights above the floor stand in them."""
    way = route(ladder(), 0, 2 * 10, "optical")
    assert (way.one, way.other) == ("A01 U40", "B01 U40")
    assert way.terms == (
        ("slack at A01 U40", 400),
        # 100 + floor(79 * 44.45 / 2 + 1 / 2) = 1856
        ("from A01 U40 at 1856 mm to tray north at 2700 mm", 844),
        ("from the middle of A01 to tray north", 700),
        ("along tray north", 1600),
        ("along tray west", 4000),
        ("along tray south", 1600),
        ("from tray south to the middle of B01", 700),
        ("from tray south at 2700 mm to B01 U40 at 1856 mm", 844),
        ("slack at B01 U40", 400),
    )


def test_segments_of_a_route_follow_one_another():
    """Joined at their ends, from the access of one cabinet to that of the other."""
    hall = ladder()
    for a, b in [(0, 39), (5, 22), (39, 0), (12, 4)]:
        way = route(hall, a, b, "electrical")
        at = (int(hall.cabinets[a // 2].x_mm), 2700 if a < 20 else 6700)
        for number in way.segments:
            segment = hall.tray_graph.segments[number]
            assert at in {segment.start_mm, segment.end_mm}
            at = segment.end_mm if at == segment.start_mm else segment.start_mm
        assert at == (int(hall.cabinets[b // 2].x_mm), 2700 if b < 20 else 6700)


def test_a_medium_keeps_to_its_trays():
    """Only copper crosses in the middle."""
    hall = ladder()
    names = {medium: [term for term, _ in route(hall, 10, 31, medium).terms] for medium in BOTH}
    assert "along tray copper" in names["electrical"]
    assert "along tray copper" not in names["optical"]


def test_risers_stand_in_the_terms():
    """Between trays of different heights."""
    trays = (
        Tray("up", ((1000, 2000), (9000, 2000)), 2700, BOTH, 500),
        Tray("down", ((1000, 2000), (1000, 6000)), -200, BOTH, 500),
    )
    cabinets = cabinet("A01", 5000, 2000), cabinet("B01", 1000, 5000)
    hall = Hall("two levels", FLOOR, cabinets, trays=trays, risers=(Riser("shaft", (1000, 2000)),))
    assert ("riser shaft", 2900) in route(hall, 0, 2, "optical").terms


def test_no_way_is_none():
    """A medium that no tray of a cabinet admits has no route, and -1 for a length."""
    tray = Tray("copper", ((1000, 2700), (9000, 2700)), 2700, ("electrical",), 2000)
    hall = Hall("copper", FLOOR, (cabinet("A01", 3000, 2000), cabinet("A02", 6000, 2000)), trays=(tray,))
    assert route(hall, 0, 2, "optical") is None
    assert hall.slot_lengths("optical")[0, 2] == -1
    assert route(hall, 0, 2).length_mm == hall.slot_lengths()[0, 2]


def test_ports_anywhere_in_a_cabinet():
    """A server's cable to its switch: the difference of heights beside what is needed inside."""
    hall = ladder()
    one, other = (np.array([0, 0]), np.array([40, 40])), (np.array([0, 3]), np.array([1, 1]))
    lengths = hall.lengths_between(one, other, "electrical")
    assert lengths[0] == 1500 + 1856 - 122
    assert lengths[1] == route_between(hall, (0, 40), (3, 1), "electrical").length_mm


def test_fill_counts_every_cable_in_every_segment():
    """Against routes one by one."""
    hall, draw = ladder(capacity=500), dice(1)
    slots = [draw.sample(range(hall.slots), 2) for _ in range(150)]
    media = [draw.choice(BOTH) for _ in slots]
    area = np.array([draw.choice([7.0, 30.0]) for _ in slots])
    fill = tray_fill(hall, slot_cables(hall, np.array(slots), media, area))
    used = Counter()
    for (a, b), medium, size in zip(slots, media, area, strict=True):
        way = route(hall, a, b, medium)
        used.update(dict.fromkeys(way.segments, size))
    assert {s: used[s] for s in range(len(fill.used_mm2))} == dict(enumerate(fill.used_mm2))
    assert list(fill.overfull) == [s for s in range(len(fill.used_mm2)) if used[s] > 500]
    assert fill.overfull


def chain(hall, cables, fill):
    """Assert that the segments of every cable lead in order from end to end, and make its length."""
    shortest = hall.lengths_between(cables.one, cables.other, "optical")
    for cable, way in enumerate(fill.segments):
        ends = [(int(place[cable]), int(unit[cable])) for place, unit in (cables.one, cables.other)]
        at, goal = ((int(hall.cabinets[place].x_mm), 2700 if place < 10 else 6700) for place, _ in ends)
        length = sum(400 + 700 + 2700 - int(hall.port_height_mm(unit)) for _, unit in ends)
        for number in way:
            segment = hall.tray_graph.segments[number]
            assert at in {segment.start_mm, segment.end_mm}
            at = segment.end_mm if at == segment.start_mm else segment.start_mm
            length += segment.length_mm
        assert at == goal
        assert fill.length_mm[cable] == length >= shortest[cable]


def test_rerouting_relieves_what_can_be():
    """No new segment is overfull, the rest is unless nothing else is left; twice the same."""
    hall, draw = ladder(capacity=600), dice(2)
    slots = np.array([(draw.randrange(20), 20 + draw.randrange(20)) for _ in range(90)])
    slots[::2] = slots[::2, ::-1]
    cables = slot_cables(hall, slots, "optical", 10.0)
    before, after = tray_fill(hall, cables), rerouted(hall, cables)
    assert before.overfull
    assert not after.overfull
    assert after.moved
    assert after.used_mm2.sum() > before.used_mm2.sum()
    chain(hall, cables, after)
    again = rerouted(hall, cables)
    assert (again.segments, again.moved) == (after.segments, after.moved)


def test_what_cannot_be_relieved_stays_overfull():
    """And nothing else becomes so."""
    hall, draw = ladder(capacity=150), dice(3)
    slots = np.array([(draw.randrange(20), 20 + draw.randrange(20)) for _ in range(90)])
    slots[::2] = slots[::2, ::-1]
    cables = slot_cables(hall, slots, "optical", 10.0)
    before, after = tray_fill(hall, cables), rerouted(hall, cables)
    assert after.overfull
    assert set(after.overfull) <= set(before.overfull)
    chain(hall, cables, after)


def test_a_rerouted_cable_takes_the_shortest_open_way():
    """Against NetworkX on the segments that are not closed, one cable in the way of another."""
    hall = ladder(capacity=10)
    cables = slot_cables(hall, np.array([(0, 20), (1, 21)]), "optical", 10.0)
    after = rerouted(hall, cables)
    (moved,) = after.moved
    other = set(after.segments[1 - moved])
    graph = nx.Graph()
    for number, segment in enumerate(hall.tray_graph.segments):
        if number not in other and hall.trays[segment.tray].name != "copper":
            graph.add_edge(segment.start_mm, segment.end_mm, weight=segment.length_mm)
    shortest = nx.dijkstra_path_length(graph, (2600, 2700), (2600, 6700))
    assert sum(hall.tray_graph.segments[s].length_mm for s in after.segments[moved]) == shortest
    ways = 2 * 400 + 2 * 700 + 2 * (2700 - int(hall.port_height_mm(hall.slot_unit[moved])))
    assert after.length_mm[moved] == shortest + ways


def open_length(hall, medium, ports, closed):
    """Return the shortest way between two ports over segments that are not closed, None for none."""
    graph = nx.Graph()
    for number, segment in enumerate(hall.tray_graph.segments):
        if medium in hall.trays[segment.tray].media and not closed[number]:
            graph.add_edge(segment.start_mm, segment.end_mm, weight=segment.length_mm)
    for end, (place, unit) in enumerate(ports):
        for access in hall.tray_graph.accesses:
            if access.cabinet == place and medium in hall.trays[access.tray].media:
                climb = 2700 - int(hall.port_height_mm(unit)) + access.horizontal_mm
                graph.add_edge(("end", end), (end, access.at_mm), weight=climb)
                graph.add_edge((end, access.at_mm), access.at_mm, weight=0)
    ends = ("end", 0), ("end", 1)
    return nx.dijkstra_path_length(graph, *ends) if nx.has_path(graph, *ends) else None


@pytest.mark.parametrize("medium", BOTH)
def test_an_open_way_is_the_shortest_over_what_is_not_closed(medium):
    """Against NetworkX, whatever is closed; its segments lead from cabinet to cabinet and are open."""
    hall, draw, found = ladder(), dice(5), Counter()
    slots = np.array([draw.sample(range(hall.slots), 2) for _ in range(150)])
    cables = slot_cables(hall, slots, medium, 1.0)
    ways = _OpenWays(hall, Paths(hall.tray_graph, hall.tray_ways(medium), medium), cables)
    segments = hall.tray_graph.segments
    for cable in range(len(slots)):
        share = draw.choice([0, 0.05, 0.15])
        closed = np.array([draw.random() < share for _ in segments])
        ends = [(int(place[cable]), int(unit[cable])) for place, unit in (cables.one, cables.other)]
        open_way, expected = ways.shortest(cable, closed), open_length(hall, medium, ends, closed)
        found[expected is None] += 1
        if expected is None:
            assert open_way is None
            continue
        length, way = open_way
        assert length == expected
        assert not closed[list(way)].any()
        starts, goals = (
            {one.at_mm: one.horizontal_mm - int(hall.port_height_mm(unit)) + 2700
             for one in hall.tray_graph.accesses
             if one.cabinet == place and medium in hall.trays[one.tray].media}
            for place, unit in ends
        )  # fmt: skip
        lengths = []
        for begin, up in starts.items():
            at = begin
            for number in way:
                pair = [segments[number].start_mm, segments[number].end_mm]
                at = pair[1 - pair.index(at)] if at in pair else None
            if at in goals:
                lengths.append(up + sum(segments[number].length_mm for number in way) + goals[at])
        assert min(lengths) == length
    assert found[True] > 5
    assert found[False] > 50


def test_trays_without_a_stated_capacity_are_never_overfull():
    """Nobody said what they hold."""
    cables = slot_cables(ladder(), np.array([(0, 20)] * 50), "optical", 1e6)
    assert not tray_fill(ladder(), cables).overfull


def test_halls_without_trays_have_nothing_to_fill():
    """Lengths are rectilinear, and the terms say so."""
    hall = replace(ladder(), trays=())
    cables = slot_cables(hall, np.array([(0, 20), (0, 1)]), "optical", 10.0)
    assert tray_fill(hall, cables).length_mm.tolist() == hall.slot_lengths()[0, [20, 1]].tolist()
    assert route(hall, 0, 21).length_mm == hall.slot_lengths()[0, 21]
