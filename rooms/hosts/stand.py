"""Where servers stand: beside their switch, in the nearest cabinet that has room, or as a file says.

Here too are the cost of each limit on servers, and a lower bound on their cables for every placement.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.units import mm_to_metres
from netfloor.rooms.any_room import AnyRoom
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
#: Every rule, and what it says.
RULES: Mapping[str, str] = {
    "same-cabinet": "servers are in the cabinet of their switch",
    "nearest": "servers stand where their cables are shortest together, in any cabinet with room",
    "file": "servers stand where a file says",
}


@dataclass(frozen=True, eq=False, repr=False)
class HostPlan:
    """Every server, group by group.

    Attributes
    ----------
    rule, per_cabinet
        How they were placed; most servers in a cabinet.
    devices
        What they and the switches are.
    group
        Group of each server, (h,) int64, ascending: its switch, unless its ports are on several.
    cabinet
        Its cabinet, a number in `host_places`, (h,) int64.
    unit
        Its lowest rack unit, 0 in a room without units, (h,) int64.
    length_mm
        Of its cables, (h, w) int64: of each port, or one length where all are on one switch.
    reach_mm
        Longest cable that was allowed, None without limit.
    proof
        What no arrangement within the limits is below, None by the rules that leave no choice.
    kept_free
        Names of cabinets that had to stay free.
    standing
        Numbers of the servers that stood there already: the proof is of the others.
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
        """Length of all ways to servers: one cable a server where its ports are on one switch."""
        return int(self.length_mm.sum())

    @property
    def gap(self) -> float | None:
        """(total - least) / least; None without proof, or where only the least is zero."""
        if self.proof is None or (self.proof.least_mm == 0 < self.total_mm):
            return None
        return (self.total_mm - self.proof.least_mm) / max(self.proof.least_mm, 1)

    def of_endpoints(self, endpoints: npt.NDArray[np.integer[Any]]) -> Counts:
        """Return the server of every endpoint, router by router; endpoints of each router, (n,)."""
        attached = self.devices.attached
        if attached is not None:
            return attached.of_endpoints.astype(np.int64)
        counts = np.asarray(endpoints, dtype=np.int64)
        turn = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        first = np.cumsum(self.devices.servers) - self.devices.servers
        return np.asarray(np.repeat(first, counts) + turn // self.devices.endpoints_per_server)

    def ports_of_endpoints(self, endpoints: npt.NDArray[np.integer[Any]]) -> Counts:
        """Return the port of its server, from 0, that every endpoint is."""
        attached = self.devices.attached
        if attached is not None:
            return attached.ports_of_endpoints.astype(np.int64)
        counts = np.asarray(endpoints, dtype=np.int64)
        turn: Counts = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        return turn % self.devices.endpoints_per_server

    def lengths_of_endpoints(self, endpoints: npt.NDArray[np.integer[Any]]) -> Counts:
        """Return the length of every endpoint's cable, router by router."""
        way = 0 if self.devices.attached is None else self.ports_of_endpoints(endpoints)
        return np.asarray(self.length_mm[self.of_endpoints(endpoints), way])

    def to_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the record in a plan; ``names`` of the cabinets.

        Cabinets, units and lengths are with the plan's devices and cables, see `hosts_from_record`.
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
    room: AnyRoom,
    endpoints: npt.NDArray[np.integer[Any]],
    attached: Attached | None = None,
) -> HostPlan:
    """Return the servers that a plan records; their truth is checked by `layout.check.hosts`.

    ``servers``: of each its group, the name of its cabinet, its unit and the length of the cable in each of
    its ports.
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
    room: AnyRoom, devices: Devices, rule: Rule, per_cabinet: int, places: HostPlaces | None = None
) -> npt.NDArray[np.bool_]:
    """Return the slots that must stay empty so that no cabinet is overloaded, (S,).

    In each cabinet as many slots stay open as routers of the heaviest kind can stand there, in a hall the
    highest: with their servers by the rule ``same-cabinet``, without them by the others. ``places``: what
    servers that stand already leave of the cabinets, None: all.

    Raises
    ------
    InfeasibleError
        If too few slots stay open.
    """
    closed = _closed(room, devices, rule, per_cabinet, None, places)
    routers, left = len(devices.switch_mw), int((~closed).sum())
    if left < routers:
        servers = int(devices.servers.max(initial=0)) if rule == "same-cabinet" else 0
        more = [
            f"; without the limit on {LIMITS[name]} {left + count:,} would be"
            for name, count in slots_closed_by(room, devices, rule, per_cabinet).items()
            if count
        ]
        raise InfeasibleError(
            f"{routers:,} switches with {servers} servers each do not fit: the cabinets' limits leave "
            f"{left:,} of {len(closed):,} slots{''.join(more)}; raise the limits or let servers stand "
            "elsewhere (rule nearest)"
        )
    return closed


def slots_closed_by(room: AnyRoom, devices: Devices, rule: Rule, per_cabinet: int) -> dict[str, int]:
    """Return the slots that each limit closes which the others leave open, by the names in `EASED`."""
    closed = int(_closed(room, devices, rule, per_cabinet, None).sum())
    names = [name for name in EASED if name != "reach"]
    return {name: closed - int(_closed(room, devices, rule, per_cabinet, name).sum()) for name in names}


def _closed(
    room: AnyRoom,
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
    room: AnyRoom,
    slot_of: npt.NDArray[np.int32],
    devices: Devices,
    rule: Rule,
    limits: HostLimits,
    chosen: Counts | None = None,
    without: str | None = None,
) -> HostPlan:
    """Return where every server stands.

    ``slot_of``: slot of each router, (n,); ``chosen``: cabinet of each server by the rule ``file``, (h,);
    ``without``: a limit to be done without, a key of `rooms.hosts.limits.LIMITS`.

    Raises
    ------
    InfeasibleError
        If the servers do not fit, or a cable would be longer than its reach.
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
            f"cabinet {places.names[worst]} would hold {held[worst]} servers and has room, power and "
            f"strength for {room_for[worst]}, for its {LIMITS[limit]} ({len(over)} cabinets overfull)"
        )


def way_lengths_mm(
    places: HostPlaces, room: AnyRoom, slot: npt.NDArray[np.int32], cabinet: Counts, unit: Counts
) -> Counts:
    """Return the cable lengths from servers, (h,), to the slots of their switches, (h, w)."""
    ways = slot.shape[1]
    there = np.repeat(cabinet, ways), np.repeat(unit, ways)
    return places.lengths_mm(room, slot.ravel(), *there).reshape(slot.shape).astype(np.int64)


def refuse_no_switch_of_its_own(rule: Rule, devices: Devices) -> None:
    """Raise `InputError` for the rule ``same-cabinet`` where servers have ports on several switches."""
    if rule == "same-cabinet" and devices.attached is not None and devices.servers.any():
        raise InputError(
            setting("servers-rule"),
            "same-cabinet, but the network's servers have ports on several switches",
            "take the rule nearest, or file",
        )


def refuse_beyond_reach(ends: Counts, length_mm: Counts, reach_mm: int | None) -> None:
    """Raise `InfeasibleError` where a cable from a server to a switch, (h, w), is longer than the reach."""
    if reach_mm is not None and int(length_mm.max(initial=0)) > reach_mm:
        worst, far = int(length_mm.argmax()), int((length_mm > reach_mm).sum())
        what = "servers" if length_mm.shape[1] == 1 else "cables"
        raise InfeasibleError(
            f"a server of switch {ends.flat[worst]} would have a cable of "
            f"{mm_to_metres(int(length_mm.flat[worst]))} m, the reach is {mm_to_metres(reach_mm):g} m "
            f"({far:,} {what} beyond it)"
        )


@dataclass(frozen=True, eq=False)
class EasedLimit:
    """What one limit costs."""

    name: str  # one of `EASED`
    # how the servers would stand without it; None where it keeps no place from anybody
    without: HostPlan | None


def limit_costs(room: AnyRoom, slot_of: npt.NDArray[np.int32], hosts: HostPlan) -> list[EasedLimit]:
    """Return how servers that may stand anywhere would stand without each limit, in the order of `EASED`.

    Each time the switches stay where they are and the other limits hold.
    """
    limits = HostLimits(hosts.per_cabinet, hosts.reach_mm, hosts.kept_free)
    held = eased_places(room, slot_of, hosts.devices, limits, None)
    found = []
    for name in EASED:
        eased, without = eased_places(room, slot_of, hosts.devices, limits, name), None
        if (eased.room_for > held.room_for).any() or (eased.allowed & ~held.allowed).any():
            without = place_hosts(room, slot_of, hosts.devices, "nearest", limits, without=name)
        found.append(EasedLimit(name, without))
    return found


def least_wherever_mm(room: AnyRoom, hosts: HostPlan, endpoints: npt.NDArray[np.integer[Any]]) -> int:
    """Return what all cables to servers are not below in mm, in any slots and within the servers' limits.

    Servers take a cabinet's free units in the order of `server_units`, as everywhere here.
    The servers of a switch stand in places of their own, no more in a cabinet than it holds where no
    switch stands. So the cables of a switch in a slot are no shorter than those to the nearest places,
    the most cables to the nearest (rearrangement inequality). A cable to the k-th place of a cabinet is at
    least so much longer than one to the first as `HostPlaces.farther_mm` says. Switches are in
    slots of their own: so many alike are no better off than in the slots where this is least. Every
    placement in fewer slots, or under more limits, is one of those that the bound is of. It is of other
    cables than the bound of links between switches, so that the sum of both holds for all cables.

    ``hosts``: what the servers are, and the cabinets that stay free of them; not where they stand;
    ``endpoints``: of each switch, (n,).
    """
    devices, limits = hosts.devices, HostLimits(hosts.per_cabinet, None, hosts.kept_free)
    places, room_for = limits.places(room, devices.heights), room_for_servers(room, devices, limits)
    slots = np.arange(room.slots, dtype=np.int32)
    farther = [each[:most] for each, most in zip(places.farther_mm(room, slots), room_for, strict=True)]
    near = places.from_slots_mm(room, slots)[:, np.repeat(np.arange(len(room_for)), room_for)]
    near = near + np.concatenate(farther)
    near = np.sort(np.maximum(near, 0), axis=1)
    ends = np.split(hosts.of_endpoints(endpoints), np.cumsum(endpoints)[:-1])
    alike = Counter(tuple(sorted(Counter(one.tolist()).values(), reverse=True)) for one in ends)
    return sum(
        int(np.sort(near[:, : len(cables)] @ np.array(cables, dtype=np.int64))[:count].sum())
        for cables, count in alike.items()
    )
