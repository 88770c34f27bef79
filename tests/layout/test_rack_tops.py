"""Rack tops: possible just where units, power and weight allow it, by trying everything in small rooms."""

from itertools import chain, combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.rack_tops import rack_tops
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits
from netfloor.rooms.hosts.server_placement import closed_slots

UNITS = 12
SWITCH_W, SERVER_W, SERVER_KG = 3, 5, 4


def cabinet(number, units, watts, kilograms):
    """Return a cabinet with switches in some units."""
    limits = {"power_limit_w": watts, "weight_limit_kg": kilograms}
    return Cabinet(f"A{number}", "A", 600 * number, 0, 600, 1200, 90.0, UNITS, units, taken=False, **limits)


def places_of(one, per_cabinet):
    """Return the units of servers of one unit in a cabinet: next to switches, above those on top last."""
    top = min(unit for unit in one.switch_units if 4 * unit > 3 * UNITS)
    free = [unit for unit in range(1, UNITS + 1) if unit not in one.switch_units]
    free.sort(key=lambda unit: (unit > top, min(abs(unit - at) for at in one.switch_units)))
    return free[:per_cabinet]


def room_beside(one, switches, per_cabinet):
    """Return the servers that a cabinet holds beside some switches, -1 where those are too many."""
    watts = one.power_limit_w - switches * SWITCH_W
    most = min(watts // SERVER_W, one.weight_limit_kg // SERVER_KG, len(places_of(one, per_cabinet)))
    return -1 if watts < 0 else most


def tops(one, per_cabinet):
    """Return the units of rack tops above all servers that the cabinet can hold beside a switch."""
    places = places_of(one, per_cabinet)
    most = room_beside(one, 1, per_cabinet)
    highest = max(places[: max(most, 1)])
    return [unit for unit in one.switch_units if 4 * unit > 3 * UNITS and unit > highest]


def holds(hall, chosen, per_cabinet):
    """Return the servers beside switches in some units of each cabinet, -1 if these are not all tops."""
    pairs = list(zip(hall.cabinets, chosen, strict=True))
    rooms = [room_beside(one, len(units), per_cabinet) for one, units in pairs]
    bad = any(units and held < 1 for (_, units), held in zip(pairs, rooms, strict=True))
    bad = bad or any(set(units) - set(tops(one, per_cabinet)) for one, units in pairs)
    return -1 if bad else sum(rooms)


def subsets(units):
    """Return every choice among some units."""
    return chain.from_iterable(combinations(units, count) for count in range(len(units) + 1))


UNIT_SETS = st.sampled_from([(11, 12), (10, 12), (4, 10, 11, 12), (12, 4, 10), (9, 11)])
CABINETS = st.lists(st.tuples(UNIT_SETS, st.integers(0, 30), st.integers(2, 30)), min_size=1, max_size=3)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(CABINETS, st.integers(1, 5), st.integers(0, 9), st.integers(1, 12))
def test_rack_tops_are_found_just_where_some_choice_is_possible(cabinets, switches, servers, per_cabinet):
    """And all servers fit beside whatever choice of the open slots the switches are put in."""
    rows = tuple(cabinet(number, *one) for number, one in enumerate(cabinets))
    hall = Hall("row", ((-900, -900), (9000, -900), (9000, 900), (-900, 900)), rows)
    watts, kilograms = np.full(switches, 1000 * SWITCH_W), np.zeros(switches, np.int64)
    of_each = np.bincount([0] * servers, minlength=switches)
    units = np.ones(switches, np.int64)
    made = Devices(of_each, 1, watts, kilograms, units, 1000 * SERVER_W, 1000 * SERVER_KG, 1)
    every = product(*(list(subsets(one.switch_units)) for one in rows))
    every = [way for way in every if sum(map(len, way)) == switches]
    possible = any(holds(hall, way, per_cabinet) >= servers for way in every)
    try:
        closed = closed_slots(hall, made, "nearest", per_cabinet)
        found = rack_tops(hall, made, "nearest", HostLimits(per_cabinet), ~closed)
    except InfeasibleError:
        assert not possible
        return
    assert possible
    slots = [(at, unit) for at, one in enumerate(rows) for unit in one.switch_units]
    for chosen in combinations(sorted({*range(len(slots))} - {*found.closes}), switches):
        stands = [slots[slot] for slot in chosen]
        way = [[unit for number, unit in stands if number == at] for at in range(len(rows))]
        assert holds(hall, way, per_cabinet) >= servers


def test_the_message_says_what_is_missing():
    """Three switches where two rack tops leave room for a server; nine servers where eight fit below."""
    rows = tuple(cabinet(number, (11, 12), 13, 99) for number in range(2))
    hall = Hall("row", ((-900, -900), (9000, -900), (9000, 900), (-900, 900)), rows)
    few = "4 open slots on rack tops in 2 cabinets: 1"
    for switches, servers, said in ((5, 1, few), (2, 5, "1 too few")):
        each = np.full(switches, 1000 * SWITCH_W)
        of_each = np.bincount([0] * servers, minlength=switches)
        made = Devices(of_each, 1, each, 0 * each, np.ones_like(each), 1000 * SERVER_W, 0, 1)
        with pytest.raises(InfeasibleError, match=said):
            rack_tops(hall, made, "nearest", HostLimits(9), np.ones(4, bool))
