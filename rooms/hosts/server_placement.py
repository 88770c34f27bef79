"""Placement of servers: with their switch, in the nearest cabinet with room, or as in a file.

Also the cost of each limit on servers, and a lower bound on their cables for every placement.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.units import mm_to_metres
from netfloor.rooms.any_room import Room
from netfloor.rooms.hosts.assignment import HostProof
from netfloor.rooms.hosts.devices import Attached, Devices, Liquid
from netfloor.rooms.hosts.limits import (
    EASED,
    LIMITS,
    HostLimits,
    eased_places,
    fitting_by,
    refuse_too_many,
    room_for_servers,
    times,
    wanted_places,
)
from netfloor.rooms.hosts.places import Counts, HostPlaces, host_places, standing_order
from netfloor.rooms.hosts.programme import solve_assignment

Rule = Literal["same-cabinet", "nearest", "file"]
#: All rules with their descriptions.
RULES: Mapping[str, str] = {
    "same-cabinet": "servers are in the cabinet of their switch",
    "nearest": "servers are placed to minimise total cable length, in any cabinet with room",
    "file": "servers are placed as in a file",
}


@dataclass(frozen=True, eq=False, repr=False)
class HostPlan:
    """The placed servers, group by group.

    Attributes
    ----------
    rule, per_cabinet
        Rule of the placement; maximum number of servers per cabinet.
    devices
        Properties of servers and switches.
    group
        Group of each server, (h,) int64, ascending: its switch, unless its ports are on several switches.
    cabinet
        Its cabinet, as number in `host_places`, (h,) int64.
    unit
        Its lowest rack unit, 0 in a room without units, (h,) int64.
    length_mm
        Length of its cables, (h, w) int64: per port, or a single length if all ports are on the same
        switch.
    reach_mm
        Longest cable allowed, None without limit.
    proof
        Lower bound over all arrangements within the limits; None for rules without a choice.
    kept_free
        Names of cabinets closed to servers.
    standing
        Numbers of existing servers; the proof applies to the others.
    """

    rule: Rule
    per_cabinet: int
    devices: Devices
    group: Counts
    cabinet: Counts
    unit: Counts
    length_mm: Counts
    reach_mm: int | None = None
    proof: HostProof | None = None
    kept_free: tuple[str, ...] = ()
    standing: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.group)

    @property
    def total_mm(self) -> int:
        """Total length of all server routes: one per server if its ports are on the same switch."""
        return int(self.length_mm.sum())

    @property
    def gap(self) -> float | None:
        """(total - bound) / bound; None without proof, or if only the bound is zero."""
        if self.proof is None or (self.proof.least_mm == 0 < self.total_mm):
            return None
        return (self.total_mm - self.proof.least_mm) / max(self.proof.least_mm, 1)

    def of_endpoints(self, endpoints: npt.NDArray[np.integer[Any]]) -> Counts:
        """Return the server of every endpoint, switch by switch; ``endpoints``: count per switch, (n,)."""
        attached = self.devices.attached
        if attached is not None:
            return attached.of_endpoints.astype(np.int64)
        counts = np.asarray(endpoints, dtype=np.int64)
        turn = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        first = np.cumsum(self.devices.servers) - self.devices.servers
        return np.asarray(np.repeat(first, counts) + turn // self.devices.endpoints_per_server)

    def ports_of_endpoints(self, endpoints: npt.NDArray[np.integer[Any]]) -> Counts:
        """Return the server port, from 0, of every endpoint."""
        attached = self.devices.attached
        if attached is not None:
            return attached.ports_of_endpoints.astype(np.int64)
        counts = np.asarray(endpoints, dtype=np.int64)
        turn: Counts = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        return turn % self.devices.endpoints_per_server

    def lengths_of_endpoints(self, endpoints: npt.NDArray[np.integer[Any]]) -> Counts:
        """Return the cable length of every endpoint, switch by switch."""
        way = 0 if self.devices.attached is None else self.ports_of_endpoints(endpoints)
        return np.asarray(self.length_mm[self.of_endpoints(endpoints), way])

    def to_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """Serialise for a plan file; ``names`` are those of the cabinets.

        Cabinets, units and lengths are stored with the plan's devices and cables, see `hosts_from_record`.
        """
        devices = self.devices
        record: dict[str, Any] = {
            "rule": self.rule,
            "per_cabinet": self.per_cabinet,
            "endpoints_per_server": devices.endpoints_per_server,
            "server": {"mw": devices.server_mw, "g": devices.server_g, "units": devices.server_units},
            "switches": np.column_stack(
                [devices.switch_mw, devices.switch_g, devices.switch_units]
            ).tolist(),
            "group": self.group.tolist(),
        }
        if devices.liquid is not None:
            liquid = devices.liquid
            record["liquid"] = {"server_mw": liquid.server_mw, "switches_mw": liquid.switch_mw.tolist()}
        if self.reach_mm is not None:
            record["reach_mm"] = self.reach_mm
        if self.proof is not None:
            record["proof"] = self.proof.to_dict(names)
        if self.kept_free:
            record["kept_free"] = list(self.kept_free)
        if self.standing:
            record["standing"] = list(self.standing)
        return record


def hosts_from_record(
    record: Mapping[str, Any],
    servers: Sequence[tuple[int, str, int, Sequence[int]]],
    room: Room,
    endpoints: npt.NDArray[np.integer[Any]],
    attached: Attached | None = None,
) -> HostPlan:
    """Read the servers of a plan record, which `layout.check.hosts` checks.

    ``servers``: group, cabinet name, unit and the cable length of each port.
    """
    per, server = record["endpoints_per_server"], record["server"]
    switches = np.array(record["switches"], dtype=np.int64).reshape(-1, 3)
    of_switch = -(-np.asarray(endpoints, dtype=np.int64) // per)
    counts = of_switch if attached is None else attached.servers.astype(np.int64)
    mw, g, units = switches.T
    cooled, liquid = record.get("liquid"), None
    if cooled is not None:
        liquid = Liquid(np.array(cooled["switches_mw"], dtype=np.int64), cooled["server_mw"])
    figures = server["mw"], server["g"], server["units"]
    devices = Devices(counts, per, mw, g, units, *figures, attached, liquid)
    places = host_places(room, devices.heights, record["per_cabinet"])
    number = {name: i for i, name in enumerate(places.names)}
    rows = [(group, number[name], unit) for group, name, unit, _ in servers]
    group, cabinet, unit = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    ways = [lengths if attached is not None else lengths[:1] for *_, lengths in servers]
    length_mm = np.array(ways, dtype=np.int64).reshape(len(rows), -1 if rows else 1)
    proof = HostProof.from_dict(record["proof"], number) if record.get("proof") else None
    beside = tuple(record.get("kept_free", ())), tuple(record.get("standing", ()))
    return HostPlan(
        record["rule"],
        record["per_cabinet"],
        devices,
        group,
        cabinet,
        unit,
        length_mm,
        record.get("reach_mm"),
        proof,
        *beside,
    )


def closed_slots(
    room: Room, devices: Devices, rule: Rule, per_cabinet: int, places: HostPlaces | None = None
) -> npt.NDArray[np.bool_]:
    """Return the slots that must stay empty so that no cabinet is overloaded, (S,).

    In each cabinet as many slots stay open as switches of the heaviest kind fit, in a hall the highest
    ones: with their servers for the rule ``same-cabinet``, without them for the others. ``places``:
    capacity left by existing servers, None: all. Raise `InfeasibleError` if too few slots stay open.
    """
    closed = _closed(room, devices, rule, per_cabinet, None, places)
    routers, left = len(devices.switch_mw), int((~closed).sum())
    if left < routers:
        servers = int(devices.servers.max(initial=0)) if rule == "same-cabinet" else 0
        more = [
            f"; without the limit on {LIMITS[name]}, {left + count:,} slots stay open"
            for name, count in slots_closed_by(room, devices, rule, per_cabinet).items()
            if count
        ]
        raise InfeasibleError(
            f"{routers:,} switches with {servers} servers each do not fit: the cabinets' limits leave "
            f"{left:,} of {len(closed):,} slots{''.join(more)}; raise the limits or place servers "
            "elsewhere (rule nearest)"
        )
    return closed


def slots_closed_by(room: Room, devices: Devices, rule: Rule, per_cabinet: int) -> dict[str, int]:
    """Count the slots closed by each limit alone, by the names in `EASED`."""
    closed = int(_closed(room, devices, rule, per_cabinet, None).sum())
    names = [name for name in EASED if name != "reach"]
    return {name: closed - int(_closed(room, devices, rule, per_cabinet, name).sum()) for name in names}


def _closed(
    room: Room,
    devices: Devices,
    rule: Rule,
    per_cabinet: int,
    without: str | None,
    left: HostPlaces | None = None,
) -> npt.NDArray[np.bool_]:
    eased = HostLimits(per_cabinet).without(without, int(devices.servers.sum()))
    places = left or host_places(room, devices.heights, eased.per_cabinet).without(without)
    beside = rule == "same-cabinet" and devices.attached is None
    servers = int(devices.servers.max(initial=0)) if beside else 0
    order = standing_order(room, devices.heights[0])
    fit = times(places.capacity, servers)
    for name, load in devices.loads_of_routers(with_servers=beside).items():
        fit = np.minimum(fit, times(places.limits[name], int(load.max(initial=0))))
    closed: npt.NDArray[np.bool_] = (order < 0) | (order >= fit[places.of_slots(room)])
    return closed


def place_hosts(
    room: Room,
    slot_of: npt.NDArray[np.int32],
    devices: Devices,
    rule: Rule,
    limits: HostLimits,
    chosen: Counts | None = None,
    without: str | None = None,
) -> HostPlan:
    """Place every server.

    ``slot_of``: slot of each switch, (n,); ``chosen``: cabinet of each server for the rule ``file``, (h,);
    ``without``: a limit to lift, a key of `rooms.hosts.limits.LIMITS`. Raise `InfeasibleError` if the
    servers do not fit, or a cable would exceed the reach.
    """
    refuse_no_switch_of_its_own(rule, devices)
    group, proof = np.repeat(np.arange(len(devices.servers)), devices.servers), None
    eased = limits.without(without, len(group))
    places = eased.places(room, devices.heights, without)
    at = places.of_slots(room)[slot_of]
    fits = fitting_by(places, devices, at, eased.per_cabinet)
    if rule == "same-cabinet":
        cabinet = at[group]
    elif rule == "file" and chosen is not None:
        cabinet = chosen
    else:
        wanted = wanted_places(room, places, slot_of, devices, eased)
        refuse_too_many(room, slot_of, devices, limits, wanted)
        cabinet, proof = solve_assignment(wanted)
    _refuse_overfull(places, np.bincount(cabinet, minlength=len(places.names)), fits)
    ends = devices.ends[group]
    unit = places.units_of(room, cabinet, slot_of[ends])
    length_mm = way_lengths_mm(places, room, slot_of[ends], cabinet, unit)
    refuse_beyond_reach(ends, length_mm, eased.reach_mm)
    columns, reach_mm = (group, cabinet, unit, length_mm), eased.reach_mm
    return HostPlan(rule, eased.per_cabinet, devices, *columns, reach_mm, proof, eased.kept_free)


def _refuse_overfull(places: HostPlaces, held: Counts, fits: Mapping[str, Counts]) -> None:
    room_for = np.minimum.reduce(list(fits.values()))
    over = np.flatnonzero(held > room_for)
    if len(over):
        worst = int(over[(held - room_for)[over].argmax()])
        limit = min(fits, key=lambda name: int(fits[name][worst]))
        raise InfeasibleError(
            f"cabinet {places.names[worst]} would hold {held[worst]} servers but takes "
            f"{room_for[worst]} by its {LIMITS[limit]} ({len(over)} cabinets overfull)"
        )


def way_lengths_mm(
    places: HostPlaces, room: Room, slot: npt.NDArray[np.int32], cabinet: Counts, unit: Counts
) -> Counts:
    """Return the cable lengths from servers, (h,), to the slots of their switches, (h, w)."""
    ways = slot.shape[1]
    there = np.repeat(cabinet, ways), np.repeat(unit, ways)
    return places.lengths_mm(room, slot.ravel(), *there).reshape(slot.shape).astype(np.int64)


def refuse_no_switch_of_its_own(rule: Rule, devices: Devices) -> None:
    """Raise `InputError` for the rule ``same-cabinet`` if servers have ports on several switches."""
    if rule == "same-cabinet" and devices.attached is not None and devices.servers.any():
        raise InputError(
            setting("servers-rule"),
            "same-cabinet does not work for servers with ports on several switches",
            "use the rule nearest or file",
        )


def refuse_beyond_reach(ends: Counts, length_mm: Counts, reach_mm: int | None) -> None:
    """Raise `InfeasibleError` if a cable from a server to a switch, (h, w), exceeds the reach."""
    if reach_mm is not None and int(length_mm.max(initial=0)) > reach_mm:
        worst, far = int(length_mm.argmax()), int((length_mm > reach_mm).sum())
        what = "servers" if length_mm.shape[1] == 1 else "cables"
        needed = f"{mm_to_metres(int(length_mm.flat[worst]))} m"
        raise InfeasibleError(
            f"a server of switch {ends.flat[worst]} would need a cable of {needed}, beyond the reach of "
            f"{mm_to_metres(reach_mm):g} m ({far:,} {what} above it)"
        )


@dataclass(frozen=True, eq=False)
class EasedLimit:
    """The cost of a limit."""

    name: str  # a name in `EASED`
    # Placement of the servers without it; None if it excludes nothing.
    without: HostPlan | None


def limit_costs(room: Room, slot_of: npt.NDArray[np.int32], hosts: HostPlan) -> list[EasedLimit]:
    """Place freely placeable servers again without each limit, in the order of `EASED`.

    The switches stay in place and the other limits hold.
    """
    limits = HostLimits(hosts.per_cabinet, hosts.reach_mm, hosts.kept_free)
    held = eased_places(room, slot_of, hosts.devices, limits, None)
    results = []
    for name in EASED:
        eased, without = eased_places(room, slot_of, hosts.devices, limits, name), None
        if (eased.room_for > held.room_for).any() or (eased.allowed & ~held.allowed).any():
            without = place_hosts(room, slot_of, hosts.devices, "nearest", limits, without=name)
        results.append(EasedLimit(name, without))
    return results


def min_wherever_mm(room: Room, hosts: HostPlan, endpoints: npt.NDArray[np.integer[Any]]) -> int:
    """Bound the total server cable in mm for any switch slots within the servers' limits.

    Servers use a cabinet's free units in the order of `server_units`. The servers of a switch are in places
    of their own, with no more per cabinet than it holds without switches. The cables of a switch in a slot
    are therefore at least as long as those to the nearest places, with the most cables to the nearest
    (rearrangement inequality). A cable to the k-th place of a cabinet is longer than one to the first by at
    least `HostPlaces.farther_mm`. Switches are in different slots, so equal switches are at best in the
    slots where this is least. Every placement with fewer slots or more limits is covered too. The bound
    covers other cables than the bound on links between switches, so their sum is a bound on all cables.

    ``hosts``: properties of the servers and the cabinets closed to them, not their positions;
    ``endpoints``: of each switch, (n,).
    """
    devices, limits = hosts.devices, HostLimits(hosts.per_cabinet, None, hosts.kept_free)
    places, room_for = limits.places(room, devices.heights), room_for_servers(room, devices, limits)
    slots = np.arange(room.slots, dtype=np.int32)
    farther = [
        each[:maximum] for each, maximum in zip(places.farther_mm(room, slots), room_for, strict=True)
    ]
    near = places.from_slots_mm(room, slots)[:, np.repeat(np.arange(len(room_for)), room_for)]
    near = near + np.concatenate(farther)
    near = np.sort(np.maximum(near, 0), axis=1)
    ends = np.split(hosts.of_endpoints(endpoints), np.cumsum(endpoints)[:-1])
    alike = Counter(tuple(sorted(Counter(item.tolist()).values(), reverse=True)) for item in ends)
    return sum(
        int(np.sort(near[:, : len(cables)] @ np.array(cables, dtype=np.int64))[:count].sum())
        for cables, count in alike.items()
    )
