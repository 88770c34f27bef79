"""The independent check of what servers' cables cannot be below: Lagrange's bound, added up again.

Shares no code with `rooms.hosts`. A plan that let servers stand anywhere holds a price of a place in
each cabinet, for servers of the cabinet's own switches and for others; servers with ports on several
switches are all others, and each of them has a cable a port. Whatever the
prices are, every arrangement is at least as long as each server's least length less price, and
what each cabinet's places come to at their least price.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.check.cables import Floor, TableFloor
from netfloor.layout.check.hall import port_heights, port_lengths

Record = Mapping[str, Any]
Counts = npt.NDArray[np.int64]
Groups = Sequence[tuple[int, Sequence[int]]]
_NM_PER_MM = 10**6


def proof_problems(
    hosts: Record,
    room: Record,
    floor: Floor | TableFloor,
    slot_of: Sequence[int],
    groups: Groups | None = None,
) -> Iterator[str]:
    """Yield where the proof of servers that a plan records does not prove what it claims.

    ``groups``: how many servers each group has and the switch of each port, where they are on several.
    """
    proof, reach_mm = hosts.get("proof"), hosts.get("reach_mm")
    longest = max((max(_ways(one)) for one in hosts["servers"]), default=0)
    if reach_mm is not None and longest > reach_mm:
        yield f"hosts: a server's cable is {longest} mm long, the reach is {reach_mm} mm"
    if proof is None:
        return
    total = sum(sum(_ways(one)) for one in hosts["servers"])
    if proof["least_mm"] > total:
        yield f"hosts.proof: no arrangement is below {proof['least_mm']} mm, and this one is {total} mm"
    names = _names(floor, room)
    prices = {name: (own, other) for name, own, other in proof["prices_nm"]}
    standing = hosts.get("standing", [])
    if standing != sorted(set(standing)) or max(standing, default=-1) >= len(hosts["servers"]):
        yield "hosts.standing: names a server twice, or a server that there is not"
        return
    if len(prices) != len(proof["prices_nm"]) or not prices.keys() <= set(names):
        yield "hosts.proof: prices a cabinet twice, or one where nothing can be placed"
        return
    least = _least_mm(hosts, room, floor, slot_of, prices, groups)
    if least != proof["least_mm"]:
        yield f"hosts.proof: the prices prove {least} mm, not {proof['least_mm']}"


def wherever_problems(
    hosts: Record,
    room: Record,
    floor: Floor | TableFloor,
    endpoints: Sequence[int],
    groups: Groups | None = None,
) -> Iterator[str]:
    """Yield where cables to servers may be below what a plan says, with the switches anywhere.

    Each switch in its best slot, slots taken once by switches alike, and its servers in the nearest places.
    """
    claimed = (hosts.get("proof") or {}).get("wherever_mm")
    if claimed is None:
        return
    if hosts.get("standing"):
        yield "hosts.proof.wherever_mm: is for servers of which none stood before"
        return
    alone = {**hosts, "switches": [(0, 0, units) for *_, units in hosts["switches"]]}
    if hosts.get("liquid"):
        alone["liquid"] = {**hosts["liquid"], "switches_mw": [0] * len(endpoints)}
    holds, climbs = capacities(alone, room, floor, [0] * len(endpoints))
    lowest = _lowest_mm(hosts, room, floor, range(len(floor.cabinet)))
    spots = [(i, climbs[i][turn]) for i, most in enumerate(holds) for turn in range(most)]
    if not spots:
        yield "hosts.proof.wherever_mm: no cabinet has room for a server"
        return
    where, saved = (np.array(one, dtype=np.int64) for one in zip(*spots, strict=True))
    ways = [sorted(max(int(mm), 0) for mm in row[where] - saved) for row in lowest]
    least = 0
    for cables, count in Counter(_cables(hosts, endpoints, groups)).items():
        stars = sorted(sum(n * mm for n, mm in zip(cables, row, strict=False)) for row in ways)
        least += sum(stars[:count])
    if least != claimed:
        yield f"hosts.proof.wherever_mm: {claimed} mm is claimed, {least} mm are derived"


def _cables(hosts: Record, endpoints: Sequence[int], groups: Groups | None) -> Iterator[tuple[int, ...]]:
    """Yield for each switch how many cables it has to each of its servers, the most first."""
    each: list[list[int]] = [[] for _ in endpoints]
    for count, ends in groups or ():
        for switch, cables in Counter(ends).items():
            each[switch] += [cables] * count
    per = hosts["endpoints_per_server"]
    for switch, count in enumerate(endpoints if groups is None else ()):
        each[switch] = [per] * (count // per) + [count % per] * (count % per > 0)
    yield from (tuple(sorted(one, reverse=True)) for one in each)


def _ways(server: Sequence[Any]) -> Sequence[int]:
    """Return the lengths of a server's ways: one, or one for each port."""
    return server[3] if isinstance(server[3], list) else [server[3]]


def _names(floor: Floor | TableFloor, room: Record) -> list[str]:
    if isinstance(floor, Floor):
        return list(floor.names)
    return [one["name"] for one in room["cabinets"] if not one["taken"]]


def _least_mm(
    hosts: Record,
    room: Record,
    floor: Floor | TableFloor,
    slot_of: Sequence[int],
    prices: Mapping[str, tuple[int, int]],
    groups: Groups | None,
) -> int:
    """Return what prices prove."""
    names = _names(floor, room)
    place = {name: i for i, name in enumerate(names)}
    home = [place[floor.names[floor.cabinet[slot]]] for slot in slot_of]
    standing = set(hosts.get("standing", ()))
    servers = Counter(one[0] for number, one in enumerate(hosts["servers"]) if number not in standing)
    holds, climbs = capacities(hosts, room, floor, home)
    lengths = _lowest_mm(hosts, room, floor, slot_of)
    ways = 1 if groups is None else hosts["endpoints_per_server"]
    own, other = (np.array([prices.get(name, (0, 0))[side] for name in names]) for side in (0, 1))
    reach_mm = hosts.get("reach_mm")
    open_places = np.array(holds) > 0
    total_nm = sum(sum(_ways(hosts["servers"][number])) for number in standing) * _NM_PER_MM
    for group, count in servers.items():
        each = lengths[[group] if groups is None else list(groups[group][1])]
        net = each.sum(axis=0) * _NM_PER_MM - other
        if groups is None:
            net[home[group]] = int(each[0][home[group]]) * _NM_PER_MM - int(own[home[group]])
        allowed = open_places if reach_mm is None else open_places & (each.max(axis=0) <= reach_mm)
        if not allowed.any():
            return 0
        total_nm += count * int(net[allowed].min())
    beside: Counter[int] = Counter()
    for router, count in servers.items() if groups is None else ():
        beside[home[router]] += count
    for i, most in enumerate(holds):
        mine = min(beside[i], most)
        loads = [(a, b) for a in (0, mine) for b in (0, most - a)]
        total_nm += min(
            a * int(own[i]) + b * int(other[i]) - ways * _NM_PER_MM * sum(climbs[i][: a + b])
            for a, b in loads
        )
    return max(-(-total_nm // _NM_PER_MM), 0)


def capacities(
    hosts: Record, room: Record, floor: Floor | TableFloor, home: Sequence[int]
) -> tuple[list[int], list[list[int]]]:
    """Return the servers that each cabinet can hold, and each place's height above the lowest, mm."""
    most, server = hosts["per_cabinet"], hosts["server"]
    if isinstance(floor, Floor):
        free, stood_in = set(hosts.get("kept_free", ())), _stood(hosts)
        left = [0 if name in free else most - len(stood_in[name]) for name in floor.names]
        return left, [[0] * most] * len(floor.names)
    tall = max((units for _, _, units in hosts["switches"]), default=0)
    liquid = hosts.get("liquid") or {"server_mw": 0, "switches_mw": [0] * len(home)}
    each_mw = server["mw"], server["mw"] - liquid["server_mw"], liquid["server_mw"]
    drawn, aired, cooled, carried = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for at, (mw, g, _), wet in zip(home, hosts["switches"], liquid["switches_mw"], strict=True):
        drawn[at] += mw
        aired[at] += mw - wet
        cooled[at] += wet
        carried[at] += g
    holds, climbs, stood_in = [], [], _stood(hosts)
    for i, one in enumerate(one for one in room["cabinets"] if not one["taken"]):
        stood = stood_in[one["name"]]
        units = [unit for unit in _places(one, tall, server["units"])[:most] if unit not in stood]
        for used, each in zip((drawn, aired, cooled, carried), (*each_mw, server["g"]), strict=True):
            used[i] += len(stood) * each
        fits = 0 if one["name"] in hosts.get("kept_free", ()) else len(units)
        for limit, used, each in (
            (one["power_limit_w"], drawn, each_mw[0]),
            (one.get("air_limit_w"), aired, each_mw[1]),
            (one.get("liquid_limit_w") or 0, cooled, each_mw[2]),
            (one["weight_limit_kg"], carried, server["g"]),
        ):
            if limit is not None and each:
                fits = min(fits, max(1000 * limit - used[i], 0) // each)
        height = port_heights(room, units)
        holds.append(fits)
        climbs.append([high - height[0] if room["trays"] else 0 for high in height])
    return holds, climbs


def _stood(hosts: Record) -> Mapping[str, list[int]]:
    """Return the lowest units of the servers that stood in each cabinet already."""
    stood: dict[str, list[int]] = defaultdict(list)
    for number in hosts.get("standing", ()):
        _, cabinet, unit, _ = hosts["servers"][number]
        stood[cabinet].append(unit)
    return stood


def _places(cabinet: Record, tall: int, height: int) -> list[int]:
    """Return the lowest units of servers stacked from below around the units kept for switches."""
    kept = {unit + k for unit in cabinet["switch_units"] for k in range(min(tall, cabinet["units"]))}
    found, unit, height = [], 1, max(height, 1)
    while unit + height - 1 <= cabinet["units"]:
        clash = [k for k in range(unit, unit + height) if k in kept]
        if clash:
            unit += 1
        else:
            found.append(unit)
            unit += height
    return found


def _lowest_mm(hosts: Record, room: Record, floor: Floor | TableFloor, slot_of: Sequence[int]) -> Counts:
    """Return the lengths from each switch to the lowest place of every cabinet, (n, c)."""
    if isinstance(floor, Floor):
        first = {cabinet: slot for slot, cabinet in reversed(list(enumerate(floor.cabinet)))}
        rows = [
            [
                floor.inside_mm if floor.cabinet[slot] == i else floor.length(slot, first[i])
                for i in range(len(floor.names))
            ]
            for slot in slot_of
        ]
        return np.array(rows, dtype=np.int64)
    tall, height = max((units for _, _, units in hosts["switches"]), default=0), hosts["server"]["units"]
    standing, stood_in = [], _stood(hosts)
    for i, one in enumerate(room["cabinets"]):
        stood = stood_in[one["name"]]
        left = [unit for unit in _places(one, tall, height) if unit not in stood]
        standing += [] if one["taken"] else [(i, (left or [1])[0])]
    used = [
        (i, unit)
        for i, one in enumerate(room["cabinets"])
        if one["switch_units"] and not one["taken"]
        for unit in one["switch_units"]
    ]
    ends = [used[slot] for slot in slot_of for _ in standing]
    return np.array(port_lengths(room, standing * len(slot_of), ends)).reshape(len(slot_of), -1)
