"""Servers in cabinets: placed within every limit, by code that the check does not share."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.check.cables import floor_from_definition
from netfloor.layout.check.hall import hall_floor
from netfloor.layout.check.host_bound import _places as checked_places
from netfloor.layout.check.hosts import host_problems
from netfloor.rooms.hall import Hall
from netfloor.rooms.hall.parts import Cabinet, Tray
from netfloor.rooms.hosts import programme
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits, fitting_by, refuse_hopeless
from netfloor.rooms.hosts.places import host_places, server_units
from netfloor.rooms.hosts.server_placement import (
    closed_slots,
    hosts_from_record,
    limit_costs,
    place_hosts,
    slots_closed_by,
)
from netfloor.rooms.room import GridRoom
from tests.fixtures.servers import host_record, placed_servers

GRID = GridRoom("x", 3, 4, slots_per_cabinet=2)


def small_hall(limits=(None, None), units=42):
    """Return a row of six cabinets, two switch slots each, with limits in W and kg."""
    cabinets = tuple(
        Cabinet(
            f"A{i}",
            "A",
            600 * i,
            0,
            600,
            1200,
            90.0,
            units,
            (units - 2, units),
            taken=False,
            power_limit_w=limits[0],
            weight_limit_kg=limits[1],
        )
        for i in range(6)
    )
    return Hall("row", ((-900, -900), (9000, -900), (9000, 900), (-900, 900)), cabinets)


def tray(height_mm):
    """Return a tray along the whole row."""
    return Tray("T", ((-600, 0), (4000, 0)), height_mm, ("electrical", "optical"), 1000)


def devices(servers, per=1, server=(800_000, 20_000, 1), switch=(400_000, 12_000, 1)):
    """Return equal switches with so many servers each."""
    servers = np.array(servers, dtype=np.int64)
    columns = [np.full(len(servers), one, dtype=np.int64) for one in switch]
    return Devices(servers, per, *columns, *server)


def problems(hosts, room, slot_of, endpoints):
    """Return what the independent check finds in a plan's record."""
    definition = room.definition()
    hall = definition.get("kind") == "hall"
    floor = hall_floor(definition) if hall else floor_from_definition(definition)
    names = host_places(room, hosts.devices.heights, hosts.per_cabinet).names
    return list(host_problems(host_record(hosts, names), definition, floor, slot_of.tolist(), endpoints))


@settings(max_examples=60, deadline=None)
@given(
    servers=st.lists(st.integers(0, 5), min_size=1, max_size=8),
    rule=st.sampled_from(["same-cabinet", "nearest"]),
    room=st.sampled_from([GRID, small_hall(), small_hall((7000, 150))]),
    per_cabinet=st.integers(1, 8),
    per=st.integers(1, 3),
    seed=st.integers(0, 99),
)
def test_what_is_placed_passes_the_check(servers, rule, room, per_cabinet, per, seed):
    """Every server once, no limit broken, lengths as derived; or the refusal says that they do not fit."""
    made = devices([-(-count // per) for count in servers], per)
    try:
        closed = closed_slots(room, made, rule, per_cabinet)
        open_slots = np.flatnonzero(~closed)
        slot_of = np.random.default_rng(seed).permutation(open_slots)[: len(servers)].astype(np.int32)
        hosts = place_hosts(room, slot_of, made, rule, HostLimits(per_cabinet))
    except InfeasibleError:
        return
    assert problems(hosts, room, slot_of, servers) == []
    names = host_places(room, made.heights, per_cabinet).names
    again = hosts_from_record(hosts.to_dict(names), placed_servers(hosts, names), room, np.array(servers))
    assert host_record(again, names) == host_record(hosts, names)
    assert hosts.of_endpoints(np.array(servers)).tolist() == [
        sum(made.servers[:r].tolist()) + k // per for r, count in enumerate(servers) for k in range(count)
    ]


ROOMS = {
    "no trays": small_hall(),
    "overhead": replace(small_hall(), trays=(tray(2500),)),
    "under the floor": replace(small_hall(), trays=(tray(-300),)),
    "watts": replace(small_hall((2400, None)), trays=(tray(2500),)),
    "grid": GridRoom("x", 2, 3, slots_per_cabinet=2),
}


def every_total(room, places, slot_of, router, room_for, reach_mm):
    """Return the cable of every arrangement that keeps the limits, cabinets filled in their order."""
    count = len(room_for)
    where = np.array(list(product(range(len(slot_of)), range(count), range(int(room_for.max())))))
    units = np.array([[*one, 1, 1][: int(room_for.max())] for one in places.free_units])
    row, column, turn = where.T
    table = places.lengths_mm(room, slot_of[row], column, units[column, turn])
    table = table.reshape(len(slot_of), count, -1).tolist()
    near = np.tile(room_for, (len(slot_of), 1))
    for r, c in product(range(len(slot_of)), range(count)) if reach_mm is not None else ():
        lengths = table[r][c][: room_for[c]]
        near[r, c] = next((turn for turn, mm in enumerate(lengths) if mm > reach_mm), len(lengths))
    most = []  # places of each cabinet with which most servers reach all of them
    for c in range(count):
        held = {many: min(many, int((near[router, c] >= many).sum())) for many in near[router, c].tolist()}
        most.append(max(held, key=lambda many: (held[many], many), default=0))
    for one in product(range(count), repeat=len(router)):
        held, total = [0] * count, 0
        for r, c in zip(router.tolist(), one, strict=True):
            if held[c] == most[c] or near[r, c] < most[c]:
                break
            total += table[r][c][held[c]]
            held[c] += 1
        else:
            yield total


@pytest.mark.parametrize("where", ROOMS)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("reach_mm", [None, 6500])
def test_servers_stand_with_the_least_cable_that_the_limits_allow(where, seed, reach_mm, monkeypatch):
    """Against every arrangement of a few servers; the bound is below them all."""
    monkeypatch.setattr(programme, "CLOSE", 0.0)
    rng, room = np.random.default_rng(seed), ROOMS[where]
    made = devices(rng.integers(0, 3, 3))
    slot_of = rng.permutation(room.slots)[:3].astype(np.int32)
    places = host_places(room, made.heights, 2)
    router = np.repeat(np.arange(3), made.servers)
    fits = fitting_by(places, made, places.of_slots(room)[slot_of], 2)
    room_for = np.minimum.reduce(list(fits.values()))
    totals = list(every_total(room, places, slot_of, router, room_for, reach_mm))
    if not totals:
        with pytest.raises(InfeasibleError, match="do not fit"):
            place_hosts(room, slot_of, made, "nearest", HostLimits(2, reach_mm))
        return
    hosts = place_hosts(room, slot_of, made, "nearest", HostLimits(2, reach_mm))
    assert hosts.proof.least_mm <= min(totals) <= hosts.total_mm
    if where != "under the floor":  # there lengths to upper places are known from below only
        assert hosts.total_mm == min(totals)
    assert problems(hosts, room, slot_of, made.servers.tolist()) == []


def test_a_limit_costs_what_is_saved_without_it():
    """Two servers a cabinet send half of them away; watts without a limit cost nothing."""
    room, made = small_hall(), devices([4, 0])
    slot_of = np.array([4, 6], dtype=np.int32)
    hosts = place_hosts(room, slot_of, made, "nearest", HostLimits(2))
    costs = {one.name: one.without for one in limit_costs(room, slot_of, hosts)}
    assert {name for name, without in costs.items() if without is not None} == {"per_cabinet"}
    assert costs["per_cabinet"].total_mm == 4 * room.cable.inside_mm < hosts.total_mm


@pytest.mark.parametrize(
    ("limits", "given", "words"),
    [
        (
            (None, None),
            HostLimits(1),
            "8 servers do not fit: there is room for 6.*number of servers in a cabinet, 8 fit",
        ),
        ((1100, None), HostLimits(9), "room for 4.*power of a cabinet, 8 fit"),
        ((None, 25), HostLimits(9), "room for 4.*weight in a cabinet, 8 fit"),
        (
            (None, None),
            HostLimits(2, 2000),
            "do not fit.*length of a server's cable, 8 fit",
        ),
    ],
)
def test_servers_that_do_not_fit_are_counted_by_limit(limits, given, words):
    """How many are too few, and which limit, once left out, lets more of them in."""
    slot_of = np.array([0, 2], dtype=np.int32)
    with pytest.raises(InfeasibleError, match=words):
        place_hosts(small_hall(limits), slot_of, devices([4, 4]), "nearest", given)


@pytest.mark.parametrize(
    ("limits", "given", "words"),
    [
        ((1100, None), HostLimits(9), "room for 6.*without the limit on power of a cabinet, 8 fit$"),
        ((None, None), HostLimits(1, 2000), "room for 6.*on number of servers in a cabinet, 8 fit$"),
    ],
)
def test_servers_too_many_for_an_empty_hall_are_counted_by_limit(limits, given, words):
    """Before any switch is placed, so that the reach of cables says nothing yet."""
    with pytest.raises(InfeasibleError, match=words):
        refuse_hopeless(small_hall(limits), devices([4, 4]), given)


@pytest.mark.parametrize(("closed", "words"), [(10, "K8, K9$"), (12, "K8, K9 and 2 more$")])
def test_a_refusal_names_ten_cabinets_that_are_closed(closed, words):
    """And says how many others are."""
    given = HostLimits(1, kept_free=tuple(f"K{number}" for number in range(closed)))
    with pytest.raises(InfeasibleError, match=f"; closed to servers: K0, K1, .*{words}"):
        place_hosts(small_hall(), np.array([0, 2], np.int32), devices([4, 4]), "nearest", given)


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ((600, None), "leave 6 of 12 slots; without the limit on power of a cabinet, 12 slots stay open"),
        ((None, 12), "leave 6 of 12 slots; without the limit on weight in a cabinet, 12 slots stay open"),
    ],
)
def test_switches_that_do_not_fit_are_counted_by_limit(limits, words):
    """A cabinet with room for one of its two switches has one slot open."""
    with pytest.raises(InfeasibleError, match=f"8 switches with 0 servers.*{words};"):
        closed_slots(small_hall(limits), devices([4] * 8), "nearest", 9)


@pytest.mark.parametrize("rule", ["same-cabinet", "nearest"])
def test_a_cable_beyond_its_reach_is_refused_by_every_rule(rule):
    """No cable inside a cabinet is shorter than half a metre."""
    with pytest.raises(InfeasibleError, match=r"reach|do not fit"):
        place_hosts(small_hall(), np.array([0], np.int32), devices([1]), rule, HostLimits(2, 500))


def test_limits_close_slots():
    """20 kW hold one switch, on top, with 18 servers of 800 W, not two; 12 kW none, and that is said.

    A limit closes alone what it would open if left out: none where another one closes the same.
    """
    made = devices([18, 18, 18])
    closed = closed_slots(small_hall((20_000, None)), made, "same-cabinet", 20)
    assert closed.reshape(6, 2).tolist() == [[True, False]] * 6
    assert not closed_slots(small_hall((20_000, None)), made, "nearest", 20).any()
    for watts, most, closes in [(20_000, 40, "watts"), (None, 20, "per_cabinet"), (20_000, 20, None)]:
        alone = slots_closed_by(small_hall((watts, None)), made, "same-cabinet", most)
        assert {name: count for name, count in alone.items() if count} == ({closes: 6} if closes else {})
    with pytest.raises(InfeasibleError, match="leave 0 of 12 slots"):
        closed_slots(small_hall((12_000, None)), made, "same-cabinet", 20)


def test_tall_switches_close_what_they_cover():
    """Switches of three units do not stand two units apart, nor above the top."""
    room = small_hall()
    tall = devices([0, 0], switch=(1, 1, 3))
    assert closed_slots(room, tall, "nearest", 1).reshape(6, 2).tolist() == [[False, True]] * 6
    lower = replace(room, cabinets=tuple(replace(one, switch_units=(30, 32, 36)) for one in room.cabinets))
    closed = closed_slots(lower, tall, "nearest", 1)
    assert closed.reshape(6, 3).tolist() == [[True, False, False]] * 6


@pytest.mark.parametrize(
    ("units", "switches", "heights", "order"),
    [
        (9, (8, 9), (1, 1), [7, 6, 5, 4, 3, 2, 1]),
        (9, (8, 9), (1, 2), [6, 4, 2]),
        (9, (8,), (2, 1), [7, 6, 5, 4, 3, 2, 1]),
        (9, (8,), (1, 1), [7, 6, 5, 4, 3, 2, 1, 9]),
        (12, (10, 12), (1, 1), [9, 8, 7, 6, 5, 4, 3, 2, 1, 11]),
        (9, (1, 2), (1, 1), [3, 4, 5, 6, 7, 8, 9]),
        (9, (1,), (2, 2), [3, 5, 7]),
        (9, (5,), (1, 1), [4, 6, 3, 7, 2, 8, 1, 9]),
        (9, (5,), (1, 3), [2, 6]),
        (9, (2, 9), (1, 1), [1, 3, 8, 4, 7, 5, 6]),
        (3, (), (1, 1), [3, 2, 1]),
        (1, (), (1, 2), []),
        (2, (2,), (1, 0), [1]),
    ],
)
def test_servers_stand_nearest_to_units_for_switches(units, switches, heights, order):
    """Downwards from switches on top, upwards from those at the bottom, on both sides of those between.

    Above a switch on top last; without units for switches from the top. The check derives it on its own.
    """
    cabinet = Cabinet("A1", "A", 0, 0, 600, 1200, 90.0, units, switches)
    assert server_units(cabinet, heights) == order
    record = {"units": units, "switch_units": list(switches)}
    tall, height = heights[0], max(heights[1], 1)
    assert checked_places(record, tall, height, (), from_below=False) == order


@given(data=st.data(), units=st.integers(1, 48), heights=st.tuples(st.integers(1, 4), st.integers(0, 5)))
def test_the_check_orders_units_alike(data, units, heights):
    """Over any switches' units, around servers that stand already, with trays above or below."""
    switches = tuple(data.draw(st.lists(st.integers(1, units), unique=True, max_size=5)))
    cabinet, overhead = Cabinet("A1", "A", 0, 0, 600, 1200, 90.0, units, switches), data.draw(st.booleans())
    every, height = server_units(cabinet, heights, overhead=overhead), max(heights[1], 1)
    stand = data.draw(st.lists(st.sampled_from(every), unique=True)) if every else []
    order = server_units(cabinet, heights, stand, overhead=overhead)
    record = {"units": units, "switch_units": list(switches)}
    assert checked_places(record, heights[0], height, stand, from_below=not overhead) == order
    covered = [unit + k for unit in [*order, *stand] for k in range(height)]
    covered += {unit + k for unit in switches for k in range(heights[0])}
    assert len(covered) == len(set(covered))
    assert all(1 <= unit <= units - height + 1 for unit in order)
    assert len(order) + len(stand) >= len(every)


@given(units=st.integers(1, 48), height=st.integers(1, 4), stand=st.sets(st.integers(1, 48), max_size=6))
def test_servers_are_placed_around_those_that_stand_anywhere(units, height, stand):
    """As plans from elsewhere have them: nothing overlaps, and the check derives the same order."""
    cabinet = Cabinet("A1", "A", 0, 0, 600, 1200, 90.0, units, (units,))
    held, there = {units}, []
    for low in sorted(stand):
        own = set(range(low, low + height))
        if max(own) <= units and not own & held:
            held |= own
            there.append(low)
    order = server_units(cabinet, (1, height), there)
    covered = [low + k for low in order for k in range(height)]
    assert len(covered) == len(set(covered) - held)
    record = {"units": units, "switch_units": [units]}
    assert checked_places(record, 1, height, there, from_below=False) == order


def test_where_a_server_may_stand_already():
    """Anywhere within its cabinet but in units for switches; in a grid, which has no units, in unit 0."""
    room, heights = small_hall(), (1, 2)
    places = host_places(room, heights, 3)
    wanted = {1: {1, 2}, 38: {38, 39}, 39: None, 41: None, 42: None, 0: None, 43: None}
    assert {unit: places.units_under(room, heights, 0, unit) for unit in wanted} == wanted
    grid = host_places(GRID, heights, 3)
    assert grid.units_under(GRID, heights, 0, 0) == set()
    assert grid.units_under(GRID, heights, 0, 1) is None


def test_servers_are_next_to_their_own_switch():
    """Cables of servers beside their switch are the shortest: 1,500 mm and the height down to each.

    Switches are in units 40 and 42, so that the servers of both take units 39, 38, ... in turn.
    """
    room, made = replace(small_hall(), trays=(tray(2500),)), devices([3, 0])
    hosts = place_hosts(room, np.array([1, 6], np.int32), made, "nearest", HostLimits(20))
    assert hosts.unit.tolist() == [39, 38, 37]
    steps = [round(44.45 * units) for units in (3, 4, 5)]
    assert np.abs(hosts.length_mm.ravel() - room.inside_mm - steps).max() <= 1
    assert hosts.total_mm == hosts.proof.least_mm


def test_servers_of_two_switches_in_one_cabinet_take_the_units_next_to_each():
    """A switch at the top, one at the bottom: each server is next to its own."""
    row = tuple(replace(one, switch_units=(1, 42)) for one in small_hall().cabinets)
    room = replace(small_hall(), cabinets=row, trays=(tray(2500),))
    hosts = place_hosts(room, np.array([1, 0], np.int32), devices([3, 3]), "same-cabinet", HostLimits(20))
    assert hosts.unit.tolist() == [41, 40, 39, 2, 3, 4]


def test_a_cabinet_holds_as_many_servers_as_are_within_reach():
    """The twentieth server is 20 units below its switch, and within reach; a twenty-first would not be.

    So 20 servers find their places however many more the cabinet may hold, and verify agrees.
    """
    room, made = replace(small_hall(), trays=(tray(2500),)), devices([20])
    at, reach_mm = np.array([0], np.int32), small_hall().inside_mm + round(44.45 * 20) + 1
    for most in (20, 21, 40):
        hosts = place_hosts(room, at, made, "nearest", HostLimits(most, reach_mm))
        assert set(hosts.cabinet.tolist()) == {0}
        assert problems(hosts, room, at, [20]) == []
    both = place_hosts(
        room, np.array([0, 1], np.int32), devices([9, 9]), "nearest", HostLimits(40, reach_mm)
    )
    assert set(both.cabinet.tolist()) == {0}  # the higher switch reaches a place less
    assert problems(both, room, np.array([0, 1]), [9, 9]) == []
    with pytest.raises(InfeasibleError, match="21 servers do not fit: there is room for 20"):
        place_hosts(room, at, devices([21]), "nearest", HostLimits(21, reach_mm))


TAMPERED = {
    "another length": lambda rows: rows[0].__setitem__(3, rows[0][3] + 1),
    "a unit twice": lambda rows: rows[0].__setitem__(2, rows[1][2]),
    "outside the cabinet": lambda rows: rows[0].__setitem__(2, 43),
    "no such cabinet": lambda rows: rows[0].__setitem__(1, "Z9"),
    "not in its switch's cabinet": lambda rows: rows[0].__setitem__(1, "A5"),
    "missing": lambda rows: rows.pop(),
    "of another switch": lambda rows: rows[0].__setitem__(0, 1),
}
FORGED_PROOFS = {
    "a higher bound": lambda hosts: hosts["proof"].__setitem__("least_mm", hosts["proof"]["least_mm"] + 1),
    "another price": lambda hosts: hosts["proof"].__setitem__("prices_nm", [["A0", -(10**12), 0]]),
    "a price of no cabinet": lambda hosts: hosts["proof"]["prices_nm"].append(["Z9", 1, 1]),
    "a shorter reach": lambda hosts: hosts.__setitem__("reach_mm", 100),
    "fewer in a cabinet": lambda hosts: hosts.__setitem__("per_cabinet", 1),
}


@pytest.mark.parametrize("what", FORGED_PROOFS)
def test_the_check_adds_the_proof_up_again(what):
    """What the prices do not prove is no bound."""
    room, made = ROOMS["overhead"], devices([3, 2])
    slot_of = np.array([0, 2], dtype=np.int32)
    hosts = place_hosts(room, slot_of, made, "nearest", HostLimits(2))
    record = host_record(hosts, host_places(room, made.heights, 2).names)
    definition = room.definition()
    floor = hall_floor(definition)
    assert not list(host_problems(record, definition, floor, slot_of.tolist(), [3, 2]))
    FORGED_PROOFS[what](record)
    assert list(host_problems(record, definition, floor, slot_of.tolist(), [3, 2]))


@pytest.mark.parametrize("what", TAMPERED)
def test_the_check_finds_what_was_changed(what):
    """Whatever was changed in the record."""
    room, made = small_hall(), devices([3, 2])
    slot_of = np.array([0, 2], dtype=np.int32)
    hosts = place_hosts(room, slot_of, made, "same-cabinet", HostLimits(5))
    record = host_record(hosts, host_places(room, made.heights, 5).names)
    TAMPERED[what](record["servers"])
    definition = room.definition()
    assert list(host_problems(record, definition, hall_floor(definition), slot_of.tolist(), [3, 2]))


@pytest.mark.parametrize("limits", [(2000, None), (None, 50)])
def test_the_check_adds_up_watts_and_kilograms(limits):
    """A record that is right for a hall without limits is not for one with lower ones."""
    made, slot_of = devices([3]), np.array([0], dtype=np.int32)
    hosts = place_hosts(small_hall(), slot_of, made, "same-cabinet", HostLimits(5))
    assert problems(hosts, small_hall(), slot_of, [3]) == []
    found = problems(hosts, small_hall(limits), slot_of, [3])
    assert len(found) == 1
    assert "its limit is" in found[0]
