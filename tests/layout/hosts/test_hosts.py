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
from netfloor.layout.check.hosts import host_problems
from netfloor.layout.hosts.places import free_units, host_places
from netfloor.layout.hosts.stand import Devices, closed_slots, hosts_from_record, place_hosts
from netfloor.rooms.hall import Hall
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.room import Room

GRID = Room("x", 3, 4, slots_per_cabinet=2)


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
    return list(host_problems(hosts.to_dict(names), definition, floor, slot_of.tolist(), endpoints))


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
        hosts = place_hosts(room, slot_of, made, rule, per_cabinet)
    except InfeasibleError:
        return
    assert problems(hosts, room, slot_of, servers) == []
    names = host_places(room, made.heights, per_cabinet).names
    again = hosts_from_record(hosts.to_dict(names), room, np.array(servers))
    assert again.to_dict(names) == hosts.to_dict(names)
    assert hosts.of_endpoints(np.array(servers)).tolist() == [
        sum(made.servers[:r].tolist()) + k // per for r, count in enumerate(servers) for k in range(count)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_nearest_is_the_least_total_length(seed):
    """Against every assignment of a few servers to cabinets, lengths to the lowest server unit."""
    rng = np.random.default_rng(seed)
    room = small_hall()
    made = devices(rng.integers(0, 3, 3))
    slot_of = rng.permutation(room.slots)[:3].astype(np.int32)
    places = host_places(room, made.heights, 2)
    cost = places.from_slots_mm(room, slot_of)
    router = np.repeat(np.arange(3), made.servers)
    chosen = place_hosts(room, slot_of, made, "nearest", 2).cabinet
    best = min(
        cost[router, list(one)].sum()
        for one in product(range(6), repeat=len(router))
        if np.bincount(one, minlength=6).max(initial=0) <= 2
    )
    assert cost[router, chosen].sum() == best


def test_limits_close_slots():
    """20 kW hold one switch with 18 servers of 800 W, not two; 12 kW hold none and that is said."""
    made = devices([18, 18, 18])
    closed = closed_slots(small_hall((20_000, None)), made, "same-cabinet", 20)
    assert closed.reshape(6, 2).tolist() == [[False, True]] * 6
    assert not closed_slots(small_hall((20_000, None)), made, "nearest", 20).any()
    with pytest.raises(InfeasibleError, match="leave 0 of 12 slots"):
        closed_slots(small_hall((12_000, None)), made, "same-cabinet", 20)


def test_tall_switches_close_what_they_cover():
    """Switches of three units do not stand two units apart, nor above the top."""
    room = small_hall()
    tall = devices([0, 0], switch=(1, 1, 3))
    assert closed_slots(room, tall, "nearest", 1).reshape(6, 2).tolist() == [[False, True]] * 6
    lower = replace(room, cabinets=tuple(replace(one, switch_units=(30, 32, 36)) for one in room.cabinets))
    closed = closed_slots(lower, tall, "nearest", 1)
    assert closed.reshape(6, 3).tolist() == [[False, True, False]] * 6


def test_units_are_filled_from_below_around_what_is_kept():
    """Two-unit servers below, between and above kept units."""
    assert free_units(9, {3, 7}, 2) == [1, 4, 8]
    assert free_units(1, set(), 2) == []


TAMPERED = {
    "another length": lambda rows: rows[0].__setitem__(3, rows[0][3] + 1),
    "a unit twice": lambda rows: rows[0].__setitem__(2, rows[1][2]),
    "outside the cabinet": lambda rows: rows[0].__setitem__(2, 43),
    "no such cabinet": lambda rows: rows[0].__setitem__(1, "Z9"),
    "not beside its switch": lambda rows: rows[0].__setitem__(1, "A5"),
    "missing": lambda rows: rows.pop(),
    "of another router": lambda rows: rows[0].__setitem__(0, 1),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_the_check_finds_what_was_changed(what):
    """Whatever was changed in the record."""
    room, made = small_hall(), devices([3, 2])
    slot_of = np.array([0, 2], dtype=np.int32)
    hosts = place_hosts(room, slot_of, made, "same-cabinet", 5)
    record = hosts.to_dict(host_places(room, made.heights, 5).names)
    TAMPERED[what](record["servers"])
    definition = room.definition()
    assert list(host_problems(record, definition, hall_floor(definition), slot_of.tolist(), [3, 2]))


@pytest.mark.parametrize("limits", [(2000, None), (None, 50)])
def test_the_check_adds_up_watts_and_kilograms(limits):
    """A record that is right for a hall without limits is not for one with lower ones."""
    made, slot_of = devices([3]), np.array([0], dtype=np.int32)
    hosts = place_hosts(small_hall(), slot_of, made, "same-cabinet", 5)
    assert problems(hosts, small_hall(), slot_of, [3]) == []
    found = problems(hosts, small_hall(limits), slot_of, [3])
    assert len(found) == 1
    assert "its limit is" in found[0]
