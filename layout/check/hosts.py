"""Independent check of servers: each is placed once, in a free place, within all limits.

Shares no code with `rooms.hosts`: units, watts and grams are summed from the plan's own records.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from netfloor.layout.check.cables import Floor, TableFloor
from netfloor.layout.check.hall import port_lengths
from netfloor.layout.check.host_bound import capacities, proof_problems, wherever_problems

Record = Mapping[str, Any]
#: Identical servers: their number, and the switch of each port.
Group = tuple[int, Sequence[int]]


@dataclass(frozen=True)
class _Server:
    """A recorded server: its switches, its position and the length of each of its cables."""

    ends: Sequence[int]
    cabinet: str
    unit: int
    lengths_mm: Sequence[int]


def host_problems(
    hosts: Record,
    room: Record,
    floor: Floor | TableFloor,
    slot_of: Sequence[int],
    endpoints: Sequence[int],
    groups: Sequence[Group] | None = None,
) -> Iterator[str]:
    """Report errors in the servers of a plan.

    Parameters
    ----------
    hosts, room
        Records of the plan.
    floor
        Slots of the room, derived by the check.
    slot_of, endpoints
        Slot and endpoint count of each switch.
    groups
        Servers with ports on several switches, by group; None if servers have all ports on the same switch.
    """
    per = hosts["endpoints_per_server"]
    if groups is None:
        expected = Counter({r: -(-count // per) for r, count in enumerate(endpoints) if count})
    else:
        expected = Counter({g: count for g, (count, _) in enumerate(groups)})
    results = Counter(router for router, _, _, _ in hosts["servers"])
    order = [router for router, _, _, _ in hosts["servers"]]
    if results != expected or order != sorted(order):
        yield (
            "hosts: the servers do not match the endpoints of the switches, switch by switch"
            if groups is None
            else "hosts: the servers do not match those of the network, group by group"
        )
        return
    if groups is not None and (per != len(groups[0][1]) or hosts["rule"] == "same-cabinet"):
        yield f"hosts: the network's servers have {len(groups[0][1])} ports, on several switches"
        return
    if any(isinstance(row[3], int) == (groups is not None) for row in hosts["servers"]) or any(
        len(row[3]) != per for row in hosts["servers"] if groups is not None
    ):
        yield "hosts: a server needs a cable length for each port"
        return
    if {len(slot_of)} != {len(hosts["switches"]), len(liquid_mw(hosts)) - len(hosts["servers"])}:
        yield "hosts: switches and liquid need an entry for each switch"
        return
    names = {name: i for i, name in enumerate(floor.names)} if isinstance(floor, Floor) else _standing(room)
    strangers = {cabinet for _, cabinet, _, _ in hosts["servers"]} - names.keys()
    if strangers:
        yield f"hosts: a server is in {min(strangers)!r}, which takes no servers"
        return
    yield from (
        f"hosts: a server is in {cabinet}, which must stay free"
        for cabinet in sorted({item[1] for item in hosts["servers"]} & set(hosts.get("kept_free", ())))
    )
    servers = [
        _Server([row[0]], row[1], row[2], [row[3]])
        if groups is None
        else _Server(groups[row[0]][1], row[1], row[2], row[3])
        for row in hosts["servers"]
    ]
    yield from _rule_problems(hosts, floor, slot_of)
    counts = Counter(cabinet for _, cabinet, _, _ in hosts["servers"])
    for cabinet, count in counts.items():
        if count > hosts["per_cabinet"]:
            yield f"hosts: cabinet {cabinet} holds {count} servers, {hosts['per_cabinet']} are allowed"
    if isinstance(floor, Floor):
        yield from _grid_lengths(servers, floor, slot_of)
    else:
        yield from _hall_problems(hosts, servers, room, slot_of)
    yield from proof_problems(hosts, room, floor, slot_of, groups)
    yield from wherever_problems(hosts, room, floor, endpoints, groups)


def rack_top_problems(
    hosts: Record, room: Record, floor: Floor | TableFloor, slot_of: Sequence[int]
) -> Iterator[str]:
    """Report switches that are not above the servers of a hall cabinet with at least one server.

    Only for servers that pass `host_problems`.
    """
    number, units = _standing(room), [unit for item in room["cabinets"] for unit in _slot_units(item)]
    home = [number[floor.names[floor.cabinet[slot]]] for slot in slot_of]
    holds = capacities(hosts, room, floor, home)
    top: dict[str, int] = {}
    for _, cabinet, unit, _ in hosts["servers"]:
        top[cabinet] = max(top.get(cabinet, 0), unit + hosts["server"]["units"] - 1)
    for router, (slot, at) in enumerate(zip(slot_of, home, strict=True)):
        name = floor.names[floor.cabinet[slot]]
        if units[slot] <= top.get(name, 0):
            yield f"solver.requirements: rack-tops: switch {router} is not above the servers of {name}"
        if not holds[at]:
            yield f"solver.requirements: rack-tops: {name}, with switch {router}, has no room for a server"


def _slot_units(cabinet: Record) -> list[int]:
    """Return the units of the slots of a hall cabinet."""
    return [] if cabinet["taken"] else list(cabinet["switch_units"])


def _standing(room: Record) -> dict[str, int]:
    return {item["name"]: i for i, item in enumerate(room["cabinets"]) if not item["taken"]}


def _rule_problems(hosts: Record, floor: Floor | TableFloor, slot_of: Sequence[int]) -> Iterator[str]:
    if hosts["rule"] != "same-cabinet":
        return
    for router, cabinet, _, _ in hosts["servers"]:
        if floor.names[floor.cabinet[slot_of[router]]] != cabinet:
            yield f"hosts: a server of switch {router} is in {cabinet}, not in its switch's cabinet"


def _grid_lengths(servers: Sequence[_Server], floor: Floor, slot_of: Sequence[int]) -> Iterator[str]:
    first = {floor.names[cabinet]: slot for slot, cabinet in reversed(list(enumerate(floor.cabinet)))}
    for server in servers:
        there = first[server.cabinet]
        for switch, length_mm in zip(server.ends, server.lengths_mm, strict=True):
            here = slot_of[switch]
            same = floor.cabinet[here] == floor.cabinet[there]
            right = floor.inside_mm if same else floor.length(here, there)
            if server.unit != 0 or length_mm != right:
                yield (
                    f"hosts: cable of a server of switch {switch} in {server.cabinet} is {right} mm, "
                    f"not {length_mm}"
                )


def _hall_problems(
    hosts: Record, servers: Sequence[_Server], room: Record, slot_of: Sequence[int]
) -> Iterator[str]:
    number = _standing(room)
    places = [
        (i, unit)
        for i, entry in enumerate(room["cabinets"])
        if entry["switch_units"] and not entry["taken"]
        for unit in entry["switch_units"]
    ]
    switch_at = [places[slot] for slot in slot_of]
    server_at = [(number[server.cabinet], server.unit) for server in servers]
    yield from _load_problems(hosts, room, switch_at, server_at)
    ways = [
        (server, at, switch, length_mm)
        for server, at in zip(servers, server_at, strict=True)
        for switch, length_mm in zip(server.ends, server.lengths_mm, strict=True)
    ]
    right = port_lengths(
        room, [at for _, at, _, _ in ways], [switch_at[switch] for _, _, switch, _ in ways]
    )
    for (item, _, switch, claimed), length_mm in zip(ways, right, strict=True):
        if claimed != length_mm:
            yield (
                f"hosts: cable from switch {switch} to its server in {item.cabinet} unit {item.unit} is "
                f"{length_mm} mm, not {claimed}"
            )


def liquid_mw(hosts: Record) -> list[int]:
    """Return the heat into liquid of every switch, then of every server."""
    liquid = hosts.get("liquid") or {"server_mw": 0, "switches_mw": [0] * len(hosts["switches"])}
    return [*liquid["switches_mw"], *[liquid["server_mw"]] * len(hosts["servers"])]


def _load_problems(
    hosts: Record,
    room: Record,
    switch_at: Sequence[tuple[int, int]],
    server_at: Sequence[tuple[int, int]],
) -> Iterator[str]:
    """Report units used twice or outside a cabinet, and cabinets above a limit."""
    things = [(at, entry) for at, entry in zip(switch_at, hosts["switches"], strict=True)]
    server = (hosts["server"]["mw"], hosts["server"]["g"], hosts["server"]["units"])
    things += [(at, server) for at in server_at]
    held: dict[int, Counter[int]] = defaultdict(Counter)
    drawn: Counter[int] = Counter()
    carried: Counter[int] = Counter()
    cooled: Counter[int] = Counter()
    for (cabinet, unit), (mw, g, height) in things:
        held[cabinet].update(range(unit, unit + height))
        drawn[cabinet] += mw
        carried[cabinet] += g
    for (cabinet, _), mw in zip([*switch_at, *server_at], liquid_mw(hosts), strict=True):
        cooled[cabinet] += mw
    air = Counter({cabinet: mw - cooled[cabinet] for cabinet, mw in drawn.items()})
    for cabinet, units in held.items():
        item = room["cabinets"][cabinet]
        if units and (max(units.values()) > 1 or min(units) < 1 or max(units) > item["units"]):
            yield f"hosts: cabinet {item['name']} has overlapping devices or a device outside its units"
        for name, total, limit in (
            ("W", drawn, item["power_limit_w"]),
            ("W into the air", air, item.get("air_limit_w")),
            ("W into liquid", cooled, item.get("liquid_limit_w") or 0),
            ("kg", carried, item["weight_limit_kg"]),
        ):
            if limit is not None and total[cabinet] > 1000 * limit:
                yield (
                    f"hosts: cabinet {item['name']} has {total[cabinet] / 1000:g} {name},  "
                    f"its limit is {limit} {name}"
                )
