"""Existing servers, and the placement of others around them."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.rooms.any_room import Room
from netfloor.rooms.hosts.assignment import HostProof, assignment
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits, fitting, fitting_by
from netfloor.rooms.hosts.places import Counts, HostPlaces
from netfloor.rooms.hosts.programme import solve_assignment
from netfloor.rooms.hosts.server_placement import (
    HostPlan,
    Rule,
    refuse_beyond_reach,
    refuse_no_switch_of_its_own,
    way_lengths_mm,
)


@dataclass(frozen=True, eq=False)
class StandingServers:
    """Servers that stay.

    Number among all, ascending, place number of the cabinet, and lowest unit, (h,).
    """

    server: Counts
    cabinet: Counts
    unit: Counts

    def only(self, kept: npt.NDArray[np.bool_]) -> "StandingServers":
        """Select some of them by mask, (h,)."""
        return StandingServers(self.server[kept], self.cabinet[kept], self.unit[kept])

    def leave(self, room: Room, devices: Devices, limits: HostLimits) -> HostPlaces:
        """Return the capacity they leave in the cabinets: units, power and weight."""
        held: dict[int, list[int]] = {}
        for cabinet, unit in zip(self.cabinet.tolist(), self.unit.tolist(), strict=True):
            held.setdefault(cabinet, []).append(unit)
        places = limits.places(room, devices.heights, standing=held)
        count = np.bincount(self.cabinet, minlength=len(places.names))
        left = {
            name: np.where(limit < 0, limit, np.maximum(limit - count * devices.loads[name][1], 0))
            for name, limit in places.limits.items()
        }
        return replace(places, limits=left)


def place_beside(
    room: Room,
    slot_of: npt.NDArray[np.int32],
    devices: Devices,
    rule: Rule,
    limits: HostLimits,
    standing: StandingServers,
) -> HostPlan:
    """Place servers around existing ones that keep their places, as `place_hosts` does.

    A server that stays keeps its number, and thus its name and switch port. With the rule ``same-cabinet``
    only servers in the cabinet of their switch stay. With the rule ``file`` new servers are placed nearest.
    Raise `InfeasibleError` if the servers do not fit, or a cable would exceed the reach.
    """
    refuse_no_switch_of_its_own(rule, devices)
    places = limits.places(room, devices.heights)
    at = places.of_slots(room)[slot_of]
    groups = np.repeat(np.arange(len(devices.servers)), devices.servers)
    if rule == "same-cabinet":
        standing = standing.only(standing.cabinet == at[groups[standing.server]])
    left, stays = standing.leave(room, devices, limits), standing.server
    more = devices.servers - np.bincount(groups[stays], minlength=len(devices.servers))
    new = replace(devices, servers=more)
    room_for = np.minimum.reduce(list(fitting_by(left, new, at, limits.per_cabinet).values()))
    wanted = assignment(left, room, slot_of, new, room_for, limits.reach_mm)
    beside = rule == "same-cabinet"
    proof, cabinet = None, np.repeat(at, more) if beside else np.zeros(0, dtype=np.int64)
    over = np.bincount(cabinet, minlength=len(wanted.room_for)) - wanted.room_for
    missing = int(np.maximum(over, 0).sum()) if beside else int(more.sum()) - fitting(wanted)
    if missing:
        raise InfeasibleError(
            f"{int(more.sum()):,} servers do not fit beside the {len(stays):,} existing ones: "
            f"{missing:,} too many"
        )
    if not beside:
        cabinet, proof = solve_assignment(wanted)
    others = np.setdiff1d(np.arange(len(groups)), stays)
    ends, cabinets, unit = devices.ends[groups], np.zeros_like(groups), np.zeros_like(groups)
    cabinets[stays], unit[stays] = standing.cabinet, standing.unit
    cabinets[others], unit[others] = cabinet, left.units_of(room, cabinet, slot_of[ends[others]])
    length_mm = way_lengths_mm(places, room, slot_of[ends], cabinets, unit)
    refuse_beyond_reach(ends, length_mm, limits.reach_mm)
    if proof is not None:
        proof = HostProof(proof.least_mm + int(length_mm[stays].sum()), proof.own_nm, proof.other_nm)
    return HostPlan(
        rule="same-cabinet" if beside else "nearest",
        per_cabinet=limits.per_cabinet,
        devices=devices,
        group=groups,
        cabinet=cabinets,
        unit=unit,
        length_mm=length_mm,
        reach_mm=limits.reach_mm,
        proof=proof,
        kept_free=limits.kept_free,
        standing=tuple(stays.tolist()),
    )
