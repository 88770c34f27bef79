"""Independent check of the lower bound on server cables: a Lagrangian bound, summed again.

Shares no code with `rooms.hosts`. A plan that places servers freely records a price per place in each
cabinet, for servers of the cabinet's own switches and for others; servers with ports on several switches
count as others, with a cable per port. For any prices, every arrangement is at least as long as the sum of
each server's least length less price, plus the lowest price of each cabinet's places. Within a cabinet,
servers take the places in a fixed order (`_places`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
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
    """Report where the recorded proof of servers does not prove its claim.

    ``groups``: the number of servers of each group and the switch of each port, for servers on several
    switches.
    """
    proof, reach_mm = hosts.get("proof"), hosts.get("reach_mm")
    longest = max((max(_ways(item)) for item in hosts["servers"]), default=0)
    if reach_mm is not None and longest > reach_mm:
        yield f"hosts: a server cable of {longest} mm exceeds the reach of {reach_mm} mm"
    if proof is None:
        return
    total = sum(sum(_ways(item)) for item in hosts["servers"])
    if proof["least_mm"] > total:
        yield f"hosts.proof: the lower bound of {proof['least_mm']} mm exceeds this one's {total} mm"
    names = _names(floor, room)
    prices = {name: (own, other) for name, own, other in proof["prices_nm"]}
    standing = hosts.get("standing", [])
    if standing != sorted(set(standing)) or max(standing, default=-1) >= len(hosts["servers"]):
        yield "hosts.standing: has a repeated or unknown server"
        return
    if len(prices) != len(proof["prices_nm"]) or not prices.keys() <= set(names):
        yield "hosts.proof: has a repeated or unusable cabinet"
        return
    minimum = _min_mm(hosts, room, floor, slot_of, prices, groups)
    if minimum != proof["least_mm"]:
        yield f"hosts.proof: the prices prove {minimum} mm, not {proof['least_mm']}"


def wherever_problems(
    hosts: Record,
    room: Record,
    floor: Floor | TableFloor,
    endpoints: Sequence[int],
    groups: Groups | None = None,
) -> Iterator[str]:
    """Report server cables that may be below the plan's bound for arbitrary positions of the switches.

    Each switch takes its best slot, slots are used once among equal switches, and servers take the nearest
    places.
    """
    claimed = (hosts.get("proof") or {}).get("wherever_mm")
    if claimed is None:
        return
    if hosts.get("standing"):
        yield "hosts.proof.wherever_mm: not valid with existing servers"
        return
    alone = {**hosts, "switches": [(0, 0, units) for *_, units in hosts["switches"]]}
    if hosts.get("liquid"):
        alone["liquid"] = {**hosts["liquid"], "switches_mw": [0] * len(endpoints)}
    slots = range(len(floor.cabinet))
    holds = capacities(alone, room, floor, [0] * len(endpoints))
    first, farther = _first_mm(hosts, room, floor, slots), _farther_mm(hosts, room, floor, slots)
    spots = [(i, farther[i][turn]) for i, maximum in enumerate(holds) for turn in range(maximum)]
    if not spots:
        yield "hosts.proof.wherever_mm: no cabinet has room for a server"
        return
    where, more = (np.array(item, dtype=np.int64) for item in zip(*spots, strict=True))
    ways = [sorted(max(int(mm), 0) for mm in row[where] + more) for row in first]
    minimum = 0
    for cables, count in Counter(_cables(hosts, endpoints, groups)).items():
        stars = sorted(sum(n * mm for n, mm in zip(cables, row, strict=False)) for row in ways)
        minimum += sum(stars[:count])
    if minimum != claimed:
        yield f"hosts.proof.wherever_mm: the plan says {claimed} mm, the check derives {minimum} mm"


def _cables(hosts: Record, endpoints: Sequence[int], groups: Groups | None) -> Iterator[tuple[int, ...]]:
    """Yield, for each switch, the number of cables to each of its servers, descending."""
    each: list[list[int]] = [[] for _ in endpoints]
    for count, ends in groups or ():
        for switch, cables in Counter(ends).items():
            each[switch] += [cables] * count
    per = hosts["endpoints_per_server"]
    for switch, count in enumerate(endpoints if groups is None else ()):
        each[switch] = [per] * (count // per) + [count % per] * (count % per > 0)
    yield from (tuple(sorted(item, reverse=True)) for item in each)


def _ways(server: Sequence[Any]) -> Sequence[int]:
    """Return the cable lengths of a server: a single length, or a length per port."""
    return server[3] if isinstance(server[3], list) else [server[3]]


def _names(floor: Floor | TableFloor, room: Record) -> list[str]:
    if isinstance(floor, Floor):
        return list(floor.names)
    return [item["name"] for item in room["cabinets"] if not item["taken"]]


def _min_mm(
    hosts: Record,
    room: Record,
    floor: Floor | TableFloor,
    slot_of: Sequence[int],
    prices: Mapping[str, tuple[int, int]],
    groups: Groups | None,
) -> int:
    """Compute the bound that the prices prove."""
    names = _names(floor, room)
    place = {name: i for i, name in enumerate(names)}
    home = [place[floor.names[floor.cabinet[slot]]] for slot in slot_of]
    standing = set(hosts.get("standing", ()))
    servers = Counter(item[0] for number, item in enumerate(hosts["servers"]) if number not in standing)
    holds, farther = capacities(hosts, room, floor, home), _farther_mm(hosts, room, floor, slot_of)
    lengths = _first_mm(hosts, room, floor, slot_of)
    counts = _in_reach(hosts, room, floor, slot_of, lengths, holds)
    near = {
        group: counts[[group] if groups is None else list(groups[group][1])].min(axis=0).tolist()
        for group in servers
    }
    holds = [_used_places(i, upper_limit, near, servers) for i, upper_limit in enumerate(holds)]
    ways = 1 if groups is None else hosts["endpoints_per_server"]
    own, other = (np.array([prices.get(name, (0, 0))[side] for name in names]) for side in (0, 1))
    open_places = np.array(holds) > 0
    total_nm = sum(sum(_ways(hosts["servers"][number])) for number in standing) * _NM_PER_MM
    for group, count in servers.items():
        ends = [group] if groups is None else list(groups[group][1])
        each = lengths[ends]
        net = each.sum(axis=0) * _NM_PER_MM - other
        if groups is None:
            net[home[group]] = int(each[0][home[group]]) * _NM_PER_MM - int(own[home[group]])
        allowed = open_places & (np.array(near[group]) >= holds)
        if not allowed.any():
            return 0
        total_nm += count * int(net[allowed].min())
    beside: Counter[int] = Counter()
    for router, count in servers.items() if groups is None else ():
        beside[home[router]] += count
    for i, maximum in enumerate(holds):
        more, minimum = [0, *accumulate(farther[i][:maximum])], []
        for count in range(maximum + 1):
            mine = min(beside[i], count)
            price = min(count * int(other[i]), mine * int(own[i]) + (count - mine) * int(other[i]))
            minimum.append(price + ways * _NM_PER_MM * more[count])
        total_nm += min(minimum)
    return max(-(-total_nm // _NM_PER_MM), 0)


def capacities(hosts: Record, room: Record, floor: Floor | TableFloor, home: Sequence[int]) -> list[int]:
    """Return the number of servers that each cabinet can hold besides existing ones."""
    server, places = hosts["server"], _all_places(hosts, room, floor)
    if isinstance(floor, Floor):
        free = set(hosts.get("kept_free", ()))
        return [0 if name in free else len(left) for name, left in zip(floor.names, places, strict=True)]
    liquid = hosts.get("liquid") or {"server_mw": 0, "switches_mw": [0] * len(home)}
    each_mw = server["mw"], server["mw"] - liquid["server_mw"], liquid["server_mw"]
    drawn, aired, cooled, carried = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for at, (mw, g, _), wet in zip(home, hosts["switches"], liquid["switches_mw"], strict=True):
        drawn[at] += mw
        aired[at] += mw - wet
        cooled[at] += wet
        carried[at] += g
    holds, stood_in = [], _stood(hosts)
    for i, item in enumerate(entry for entry in room["cabinets"] if not entry["taken"]):
        stood = stood_in[item["name"]]
        for used, each in zip((drawn, aired, cooled, carried), (*each_mw, server["g"]), strict=True):
            used[i] += len(stood) * each
        fits = 0 if item["name"] in hosts.get("kept_free", ()) else len(places[i])
        for limit, used, each in (
            (item["power_limit_w"], drawn, each_mw[0]),
            (item.get("air_limit_w"), aired, each_mw[1]),
            (item.get("liquid_limit_w") or 0, cooled, each_mw[2]),
            (item["weight_limit_kg"], carried, server["g"]),
        ):
            if limit is not None and each:
                fits = min(fits, max(1000 * limit - used[i], 0) // each)
        holds.append(fits)
    return holds


def _stood(hosts: Record) -> Mapping[str, list[int]]:
    """Collect the lowest units of the existing servers in each cabinet."""
    stood: dict[str, list[int]] = defaultdict(list)
    for number in hosts.get("standing", ()):
        _, cabinet, unit, _ = hosts["servers"][number]
        stood[cabinet].append(unit)
    return stood


def _all_places(hosts: Record, room: Record, floor: Floor | TableFloor) -> list[list[int]]:
    """Return the lowest units of the places in each cabinet, in their order, without occupied ones."""
    maximum, stood_in = hosts["per_cabinet"], _stood(hosts)
    if isinstance(floor, Floor):
        return [[0] * (maximum - len(stood_in[name])) for name in floor.names]
    tall = max((units for _, _, units in hosts["switches"]), default=0)
    below = (
        bool(room["trays"])
        and max(entry["height_mm"] for entry in room["trays"]) <= port_heights(room, [1])[0]
    )
    results = []
    for item in room["cabinets"]:
        if not item["taken"]:
            stood = stood_in[item["name"]]
            places = _places(item, tall, max(hosts["server"]["units"], 1), stood, from_below=below)
            results.append(places[: max(maximum - len(stood), 0)])
    return results


def _places(
    cabinet: Record, tall: int, height: int, stood: Sequence[int], *, from_below: bool
) -> list[int]:
    """Return the lowest units of servers in order: first those nearest to units reserved for switches.

    The lower of two equally near places comes first; places above the lowest reserved unit of the top
    quarter come last. Without reserved units, places run from the top, or from below.
    """
    size, slots = cabinet["units"], cabinet["switch_units"]
    kept = {unit + k for unit in slots for k in range(min(tall, size))}
    free = [unit not in kept for unit in range(size + 1)]
    for unit in stood:
        for covered in range(max(unit, 0), min(unit + height, size + 1)):
            free[covered] = False
    free[0] = False
    ends = kept or ({0} if from_below else {size + 1})
    gap = [min(abs(unit - end) for end in ends) for unit in range(size + 1)]
    tops = min((unit for unit in slots if unit > size - size / 4), default=size + 1)
    result, first = [], 1
    while first <= size:
        if not free[first]:
            first += 1
            continue
        last = first
        while last < size and free[last + 1]:
            last += 1
        spare = (last - first + 1) % height
        begin = first + spare if gap[last] <= gap[first] else first
        lows = range(begin, begin + (last - first + 1) // height * height, height)
        result += [(low > tops, min(gap[low : low + height]), low) for low in lows]
        first = last + 1
    return [low for *_, low in sorted(result)]


def _first_mm(hosts: Record, room: Record, floor: Floor | TableFloor, slot_of: Sequence[int]) -> Counts:
    """Return the lengths from each switch to the first place of every cabinet, (n, c)."""
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
    places, number = _all_places(hosts, room, floor), _numbers(room)
    there = [(i, (units or [1])[0]) for i, units in zip(number, places, strict=True)]
    used = _switch_slots(room)
    ends = [used[slot] for slot in slot_of for _ in there]
    return np.array(port_lengths(room, there * len(slot_of), ends)).reshape(len(slot_of), -1)


def _farther_mm(
    hosts: Record, room: Record, floor: Floor | TableFloor, slot_of: Sequence[int]
) -> list[list[int]]:
    """Bound the extra length of a cable to each place of a cabinet, compared with its first place.

    Every cable enters at the height of a tray, or starts at a switch in the cabinet.
    """
    places = _all_places(hosts, room, floor)
    if isinstance(floor, Floor) or not room["trays"]:
        return [[0] * len(units) for units in places]
    trays, used, result = {item["height_mm"] for item in room["trays"]}, _switch_slots(room), []
    inside: dict[int, set[int]] = defaultdict(set)
    for slot in slot_of:
        cabinet, unit = used[slot]
        inside[cabinet].add(unit)
    for i, units in zip(_numbers(room), places, strict=True):
        sources = trays | set(port_heights(room, sorted(inside[i])))
        height = port_heights(room, units)
        result.append(
            [min(abs(high - source) - abs(height[0] - source) for source in sources) for high in height]
        )
    return result


def _used_places(i: int, most: int, near: Mapping[int, Sequence[int]], servers: Mapping[int, int]) -> int:
    """Return the number of usable places of a cabinet that lets most servers reach all of them."""
    if not near:
        return most

    def held(places: int) -> tuple[int, int]:
        return min(places, sum(servers[group] for group in near if near[group][i] >= places)), places

    return max((near[group][i] for group in near), key=held)


def _in_reach(
    hosts: Record,
    room: Record,
    floor: Floor | TableFloor,
    slot_of: Sequence[int],
    first_mm: Counts,
    holds: Sequence[int],
) -> Counts:
    """Count the first places of each cabinet within reach of each switch, (n, c)."""
    reach_mm, result = hosts.get("reach_mm"), np.tile(np.array(holds, dtype=np.int64), (len(slot_of), 1))
    if reach_mm is None:
        return result
    result[first_mm > reach_mm] = 0
    if isinstance(floor, Floor) or not room["trays"]:
        return result
    used, doubtful = _switch_slots(room), []
    for column, (i, units) in enumerate(zip(_numbers(room), _all_places(hosts, room, floor), strict=True)):
        places = [(i, unit) for unit in units[: holds[column]]]
        height = port_heights(room, [unit for _, unit in places]) or [0]
        far = first_mm[:, column] + max(height) - min(height) > reach_mm
        doubtful += [
            (row, column, places) for row in np.flatnonzero((result[:, column] > 0) & far).tolist()
        ]
    if doubtful:
        ends = [used[slot_of[row]] for row, _, places in doubtful for _ in places]
        lengths = iter(port_lengths(room, [there for *_, places in doubtful for there in places], ends))
        for row, column, places in doubtful:
            near = [next(lengths) <= reach_mm for _ in places]
            result[row, column] = near.index(False) if False in near else len(near)
    return result


def _numbers(room: Record) -> list[int]:
    """Return the numbers of the cabinets that may hold servers."""
    return [i for i, item in enumerate(room["cabinets"]) if not item["taken"]]


def _switch_slots(room: Record) -> list[tuple[int, int]]:
    """Return the cabinet and unit of every slot."""
    return [(i, unit) for i in _numbers(room) for unit in room["cabinets"][i]["switch_units"]]
