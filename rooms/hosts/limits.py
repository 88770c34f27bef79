"""Limits on servers in cabinets: how many fit, which limits exclude them, and the cost of each limit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.units import mm_to_metres
from netfloor.rooms.any_room import Room
from netfloor.rooms.hosts.assignment import HostProgramme, assignment
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.places import LOADS, NO_LIMIT, Counts, HostPlaces, host_places

#: All limits with their display names.
LIMITS: Mapping[str, str] = {
    "watts": "power of a cabinet",
    "air": "heat that air carries off from a cabinet",
    "liquid": "heat that liquid carries off from a cabinet",
    "kilograms": "weight in a cabinet",
    "per_cabinet": "number of servers in a cabinet",
    "reach": "length of a server's cable",
    "units": "rack units",
}
#: Limits that can be lifted one by one; rack units cannot.
EASED = (*LOADS, "per_cabinet", "reach")
_ENDLESS = np.iinfo(np.int64).max

#: Cabinets named in a message.
_MAX_NAMED = 10


@dataclass(frozen=True)
class HostLimits:
    """User limits in addition to those of the cabinets."""

    per_cabinet: int  # maximum number of servers in a cabinet
    reach_mm: int | None = None  # longest server cable, None without limit
    kept_free: tuple[str, ...] = ()  # names of cabinets closed to servers

    def without(self, name: str | None, servers: int) -> "HostLimits":
        """Lift a limit, for a given number of servers."""
        per_cabinet = max(servers, self.per_cabinet) if name == "per_cabinet" else self.per_cabinet
        return replace(self, per_cabinet=per_cabinet, reach_mm=None if name == "reach" else self.reach_mm)

    def places(
        self,
        room: Room,
        heights: tuple[int, int],
        without: str | None = None,
        standing: Mapping[int, Sequence[int]] | None = None,
    ) -> HostPlaces:
        """Return the cabinets of a room for servers, with one of their own limits lifted.

        ``standing``: the lowest units of existing servers, by the place number of their cabinet.
        """
        places = host_places(room, heights, self.per_cabinet, standing).without(without)
        names = zip(places.names, places.free_units, strict=True)
        free = tuple(() if name in self.kept_free else units for name, units in names)
        return replace(places, free_units=free)


def times(limit: Counts, each: int) -> Counts:
    """Return how many units of ``each`` fit within limits; -1 means no limit."""
    if each == 0:
        return np.full(len(limit), _ENDLESS)
    return np.where(limit < 0, _ENDLESS, limit // each)


def fitting_by(places: HostPlaces, devices: Devices, at: Counts, per_cabinet: int) -> dict[str, Counts]:
    """Return the servers that each cabinet holds besides its switches by each limit alone, (c,) each.

    ``at`` is the place number of each switch, (n,).
    """

    def left(limit: Counts, each: Counts) -> Counts:
        used = np.zeros(len(limit), dtype=np.int64)
        np.add.at(used, at, each)
        return np.where(limit < 0, NO_LIMIT, np.maximum(limit - used, 0))

    return {
        **{
            name: times(left(places.limits[name], switch), server)
            for name, (switch, server) in devices.loads.items()
        },
        "per_cabinet": np.where(places.capacity == per_cabinet, per_cabinet, _ENDLESS),
        "units": places.capacity,
    }


def wanted_places(
    room: Room,
    places: HostPlaces,
    slot_of: npt.NDArray[np.int32],
    devices: Devices,
    limits: HostLimits,
) -> HostProgramme:
    """Build the assignment problem of servers that may be in any of some cabinets."""
    fits = fitting_by(places, devices, places.of_slots(room)[slot_of], limits.per_cabinet)
    room_for = np.minimum.reduce(list(fits.values()))
    return assignment(places, room, slot_of, devices, room_for, limits.reach_mm)


def eased_places(
    room: Room, slot_of: npt.NDArray[np.int32], devices: Devices, limits: HostLimits, name: str | None
) -> HostProgramme:
    """Build the assignment problem without one of the limits, a key of `LIMITS`."""
    eased = limits.without(name, int(devices.servers.sum()))
    places = eased.places(room, devices.heights, name)
    return wanted_places(room, places, slot_of, devices, eased)


def fitting(wanted: HostProgramme) -> int:
    """Return the largest number of servers that fit: a maximum flow from groups to cabinets."""
    from ortools.graph.python.max_flow import SimpleMaxFlow  # noqa: PLC0415 - takes long to import

    flow, (groups, cabinets) = SimpleMaxFlow(), wanted.first_mm.shape
    group, cabinet = np.nonzero(wanted.allowed)
    source, sink = groups + cabinets, groups + cabinets + 1
    flow.add_arcs_with_capacity(group, groups + cabinet, wanted.servers[group])
    every, from_cabinet = np.arange(groups), groups + np.arange(cabinets)
    flow.add_arcs_with_capacity(np.full(groups, source), every, wanted.servers)
    room_for = np.minimum(wanted.room_for, wanted.servers.sum())
    flow.add_arcs_with_capacity(from_cabinet, np.full(cabinets, sink), room_for)
    flow.solve(source, sink)
    return int(flow.optimal_flow())


def room_for_servers(
    room: Room, devices: Devices, limits: HostLimits, without: str | None = None
) -> Counts:
    """Return the servers that each cabinet holds without switches, with a limit lifted, (c,)."""
    none = np.zeros(0, dtype=np.int64)
    eased = limits.without(without, int(devices.servers.sum()))
    places = eased.places(room, devices.heights, without)
    alone = replace(devices, switch_mw=none, switch_g=none, liquid=devices.liquid_of_servers)
    fits = fitting_by(places, alone, none, eased.per_cabinet)
    minimum: Counts = np.minimum.reduce(list(fits.values()))
    return minimum


def refuse_hopeless(room: Room, devices: Devices, limits: HostLimits) -> None:
    """Raise `InfeasibleError` if the servers would not fit even without switches."""

    def most(name: str | None) -> int:
        return int(room_for_servers(room, devices, limits, name).sum())

    fit = min(most(None), int(devices.servers.sum()))
    _refuse(devices, limits, fit, {name: most(name) for name in EASED if name != "reach"})


def refuse_too_many(
    room: Room,
    slot_of: npt.NDArray[np.int32],
    devices: Devices,
    limits: HostLimits,
    wanted: HostProgramme,
) -> None:
    """Raise `InfeasibleError` if the servers do not fit, naming the limits."""
    fit = fitting(wanted)
    if fit < int(devices.servers.sum()):
        more = {name: fitting(eased_places(room, slot_of, devices, limits, name)) for name in EASED}
        _refuse(devices, limits, fit, more)


def _refuse(devices: Devices, limits: HostLimits, fit: int, more: Mapping[str, int]) -> None:
    servers = int(devices.servers.sum())
    if fit == servers:
        return
    eased = [
        f"without the limit on {LIMITS[name]}, {min(count, servers):,} fit"
        for name, count in more.items()
        if count > fit
    ]
    reasons = "; ".join(eased) or "the cabinets have too few units"
    reach = "" if limits.reach_mm is None else f", cables up to {mm_to_metres(limits.reach_mm):g} m"
    raise InfeasibleError(
        f"{servers:,} servers do not fit: there is room for {fit:,}, at most "
        f"{limits.per_cabinet} per cabinet{reach}; {reasons}{_kept(limits.kept_free)}"
    )


def _kept(cabinets: Sequence[str]) -> str:
    """Format the list of cabinets kept free of servers."""
    if not cabinets:
        return ""
    named = ", ".join(cabinets[:_MAX_NAMED])
    more = f" and {len(cabinets) - _MAX_NAMED:,} more" if len(cabinets) > _MAX_NAMED else ""
    return f"; closed to servers: {named}{more}"


def room_beside(places: HostPlaces, devices: Devices, most: int, *, lightest: bool = False) -> Counts:
    """Return the servers that each cabinet holds beside 0 to ``most`` of the heaviest switches, (m, c).

    0 if the switches alone exceed a limit. ``lightest`` assumes the lightest switches by each limit, for an
    upper bound.
    """
    rows = []
    for count in range(most + 1):
        holds = places.capacity
        for name, (switch, server) in devices.loads.items():
            limit, each = places.limits[name], 0
            if len(switch):
                each = int(switch.min() if lightest else switch.max())
            left = limit - count * each
            holds = np.minimum(holds, times(np.where(limit < 0, limit, np.maximum(left, 0)), server))
            holds = np.where((limit >= 0) & (left < 0), 0, holds)
        rows.append(holds)
    return np.array(rows)
