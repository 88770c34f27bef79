"""Slots for switches above servers, given each cabinet's units, limits and servers."""

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.wording import count_text
from netfloor.layout.requirements import Requirement
from netfloor.layout.switch_places import rack_top_slots
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits, room_beside
from netfloor.rooms.hosts.places import Counts, HostPlaces, standing_order
from netfloor.rooms.hosts.server_placement import Rule

Bools = npt.NDArray[np.bool_]


def rack_tops(room: Hall, devices: Devices, rule: Rule, limits: HostLimits, opened: Bools) -> Requirement:
    """Return the requirement ``rack-tops`` with the slots it closes so that switches are above servers.

    A slot is open if it is above every place that a server can take in its cabinet besides one switch; the
    highest slots stay open as long as the cabinet has room for a server. If the servers would not all fit,
    fewer slots stay open: those that cost the fewest server places, so that any choice among them leaves
    room for every server. All switches count as much as the heaviest. ``opened``: slots not closed
    otherwise, (S,). Raise `InfeasibleError` if no choice has room for all switches or all servers.
    """
    switches = len(devices.switch_mw)
    places = limits.places(room, devices.heights)
    at, order = places.of_slots(room), standing_order(room, devices.heights[0])
    room_for = room_beside(places, devices, int(order.max(initial=0)) + 1)
    above = room.slot_unit > _tops(places, devices, room_for[1])[at]
    fit = rack_top_slots(room) & opened & above & (order >= 0)
    maximum = np.minimum(np.bincount(at[fit], minlength=len(places.names)), (room_for[1:] > 0).sum(axis=0))
    held = int(maximum.sum())
    if held < switches:
        raise InfeasibleError(
            f"{switches:,} switches but {held:,} open slots on rack tops in "
            f"{count_text(int((maximum > 0).sum()), 'cabinet')}: {switches - held:,} are missing"
        )
    if rule != "same-cabinet":
        maximum = _with_room_for(int(devices.servers.sum()), switches, room_for, maximum)
    kept = fit & (order < maximum[at])
    return Requirement("rack-tops", closes=tuple(np.flatnonzero(~kept).tolist()))


def _tops(places: HostPlaces, devices: Devices, holds: Counts) -> Counts:
    """Return the highest unit used by the given number of servers in each cabinet, (c,), 0 without any."""
    pairs = zip(places.free_units, holds.tolist(), strict=True)
    return np.array([max(units[:held]) + devices.heights[1] - 1 if held else 0 for units, held in pairs])


def _with_room_for(servers: int, switches: int, room_for: Counts, most: Counts) -> Counts:
    """Return the number of open slots per cabinet, (c,), such that servers fit beside any choice."""
    every = np.arange(len(most))
    if int(room_for[most, every].sum()) >= servers:
        return most
    counts = roomiest(switches, room_for, most)
    spare = int(room_for[counts, every].sum()) - servers
    if spare < 0:
        raise InfeasibleError(
            f"{servers:,} servers do not fit below {switches:,} switches on rack tops: "
            f"{-spare:,} too few places for servers"
        )
    while (more := np.flatnonzero(counts < most)).size:
        lost = room_for[counts[more], more] - room_for[counts[more] + 1, more]
        if int(lost.min()) > spare:
            break
        spare -= int(lost.min())
        counts[more[lost.argmin()]] += 1
    return counts


def roomiest(switches: int, room_for: Counts, most: Counts) -> Counts:
    """Return the switches per cabinet, (c,), at most ``most``, that leave the most server places.

    ``room_for``: the places beside 0 and more switches, (m, c), with m above ``most``.
    """
    none = np.iinfo(np.int64).min // 2
    best = np.full(switches + 1, none)
    best[0], taken = 0, []
    for cabinet, limit in enumerate(most.tolist()):
        ways = np.full((limit + 1, switches + 1), none)
        for count in range(min(limit, switches) + 1):
            ways[count, count:] = best[: switches + 1 - count] + room_for[count, cabinet]
        taken.append(ways.argmax(axis=0))
        best = ways.max(axis=0)
    counts, left = np.zeros(len(most), dtype=np.int64), switches
    for cabinet in reversed(range(len(most))):
        counts[cabinet] = taken[cabinet][left]
        left -= int(counts[cabinet])
    return counts
