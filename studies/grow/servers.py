"""Servers of an expanded network: old ones stay, new ones are placed around them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array, csr_array

from netfloor.layout.chains.run import Effort
from netfloor.layout.placed import ChainResult
from netfloor.layout.problem import Problem
from netfloor.layout.solve import PlaceTogether
from netfloor.layout.with_servers import CableCosts, place_with_servers
from netfloor.plans.plan import Plan
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import shorter
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.existing_servers import StandingServers, place_beside
from netfloor.rooms.hosts.limits import HostLimits, fitting_by
from netfloor.rooms.hosts.places import Counts, HostPlaces
from netfloor.rooms.hosts.server_placement import HostPlan, closed_slots
from netfloor.studies.hall_plan.servers import cable_figures, least_words
from netfloor.studies.hall_plan.together import costs_to_servers
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.topology import Topology


@dataclass(frozen=True, eq=False)
class GrownServers:
    """The servers of an expanded network, and those already in place."""

    old: HostPlan  # of the old plan
    devices: Devices  # switches and servers of the new network
    limits: HostLimits  # of the old plan, with the cabinets to keep free now
    standing: StandingServers  # servers of staying switches whose place exists in the new room
    numbers: list[int]  # new number of each old server, -1 for none

    def left(self, room: Room) -> HostPlaces:
        """Return the space that the existing servers leave in the cabinets."""
        return self.standing.leave(room, self.devices, self.limits)

    def closed(self, room: Room) -> npt.NDArray[np.bool_]:
        """Return the slots that must stay empty, (S,); `InfeasibleError` if too few stay open."""
        left = None if self.old.rule == "same-cabinet" else self.left(room)
        return closed_slots(room, self.devices, self.old.rule, self.old.per_cabinet, left)

    def searched(self, room: Room) -> PlaceTogether | None:
        """Return the joint search for new switches and servers; None if servers have one switch each.

        A cable beyond the reach counts as a hundred of the longest within it.
        """
        groups = self.devices.attached
        if groups is None or self.old.rule != "nearest":
            return None
        standing = np.bincount(self._group[self.standing.server], minlength=len(groups.servers))
        waiting = groups.servers - standing
        new = ServerGroups(groups.switches[waiting > 0], waiting[waiting > 0].astype(np.int32))

        def search(problem: Problem, effort: Effort, heard: Callable[[float, int], None]) -> ChainResult:
            places = self.limits.places(room, self.devices.heights)
            costs = CableCosts(
                self._in_reach(room.lengths.matrix()),
                self._in_reach(costs_to_servers(room, places, shorter)),
                self._room_for(room, problem),
            )
            return place_with_servers(problem, new, costs, effort, heard, self._cables(problem.routers))

        return search if len(new.servers) else None

    @property
    def _group(self) -> Counts:
        return np.repeat(np.arange(len(self.devices.servers)), self.devices.servers)

    def _in_reach(self, lengths_mm: Counts) -> Counts:
        """Return lengths in which those beyond the longest cable on sale are prohibitive."""
        reach_mm = self.limits.reach_mm
        if reach_mm is None:
            return lengths_mm
        return np.where(lengths_mm > reach_mm, 100 * reach_mm, lengths_mm)

    def _room_for(self, room: Room, problem: Problem) -> Counts:
        """Return how many more servers each cabinet holds besides staying servers and switches, (c,)."""
        left, fixed = self.left(room), problem.fixed
        stay = np.zeros(0, dtype=np.int64) if fixed is None else np.flatnonzero(fixed >= 0)
        at = stay if fixed is None else left.of_slots(room)[fixed[stay]]
        fits = fitting_by(left, self.devices.of_switches(stay), at, self.limits.per_cabinet)
        counts: Counts = np.minimum.reduce(list(fits.values()))
        return counts

    def _cables(self, routers: int) -> csr_array:
        """Return the number of cables of staying servers from each cabinet to each switch, (c, n)."""
        ends = self.devices.ends[self._group[self.standing.server]]
        cabinets = np.repeat(self.standing.cabinet, ends.shape[1])
        shape = int(self.standing.cabinet.max(initial=-1)) + 1, routers
        return coo_array((np.ones(len(cabinets), np.int32), (cabinets, ends.ravel())), shape).tocsr()

    def place(self, room: Room, slot_of: npt.NDArray[np.int32]) -> HostPlan:
        """Return the place of every server; `InfeasibleError` if they do not fit next to the switches."""
        return place_beside(room, slot_of, self.devices, self.old.rule, self.limits, self.standing)


def grown_servers(
    plan: Plan,
    topology: Topology,
    room: Room,
    match: npt.NDArray[np.int32],
    kept_free: tuple[str, ...],
    ordered: Devices | None,
) -> GrownServers | None:
    """Return the servers of a new network; None if the old plan has none.

    ``ordered`` has power, weight and height of the devices of its order; None if the plan keeps no order:
    then new switches are like the heaviest old one.
    """
    old = plan.hosts
    if old is None or not len(old):
        return None
    grown = _like_the_old(old.devices, topology, match) if ordered is None else ordered
    limits = HostLimits(old.per_cabinet, old.reach_mm, kept_free)
    places = limits.places(room, grown.heights)
    number = {name: place for place, name in enumerate(places.names)}
    names = plan.server_cabinets()
    rows: list[tuple[int, int, int]] = []
    new_numbers = _new_numbers(plan, topology, match, old, grown)
    columns, held = (old.cabinet, old.unit), [set[int]() for _ in places.names]
    for server, cabinet, unit in zip(new_numbers, *(column.tolist() for column in columns), strict=True):
        place = number.get(names[cabinet], -1)
        if server < 0 or place < 0:
            continue
        own = places.units_under(room, grown.heights, place, unit)
        if own is not None and held[place].isdisjoint(own):
            rows.append((server, place, unit))
            held[place] |= own
    table = np.array(sorted(rows), dtype=np.int64).reshape(-1, 3)
    return GrownServers(old, grown, limits, StandingServers(*table.T), new_numbers)


def _like_the_old(devices: Devices, topology: Topology, match: npt.NDArray[np.int32]) -> Devices:
    """Return the devices of a larger network: old switches as they are, new ones like the heaviest."""
    there = match >= 0

    def carried(values: Counts) -> Counts:
        full = np.full(topology.routers, values.max(initial=0), dtype=np.int64)
        full[match[there]] = values[there]
        return full

    attached = topology.servers
    of_switch = -(-topology.endpoints.astype(np.int64) // devices.endpoints_per_server)
    return Devices(
        servers=of_switch if attached is None else attached.servers.astype(np.int64),
        endpoints_per_server=devices.endpoints_per_server if attached is None else attached.ports,
        switch_mw=carried(devices.switch_mw),
        switch_g=carried(devices.switch_g),
        switch_units=carried(devices.switch_units),
        server_mw=devices.server_mw,
        server_g=devices.server_g,
        server_units=devices.server_units,
        attached=attached,
        liquid=devices.liquid and replace(devices.liquid, switch_mw=carried(devices.liquid.switch_mw)),
    )


def _new_numbers(
    plan: Plan, topology: Topology, match: npt.NDArray[np.int32], old: HostPlan, grown: Devices
) -> list[int]:
    """Return the new number of each old server, -1 for none, matched by its switch or by its name."""
    before, after = plan.topology.servers, topology.servers
    if before is None and after is None:
        first = np.cumsum(grown.servers) - grown.servers
        turn = np.arange(len(old)) - np.searchsorted(old.group, old.group)
        group = match[old.group]
        stays = (group >= 0) & (turn < grown.servers[group])
        values: list[int] = np.where(stays, first[group] + turn, -1).tolist()
        return values
    if before is None or after is None or before.ports != after.ports:
        return [-1] * len(old)
    number = {after.label(server): server for server in range(after.count)}
    return [number.get(before.label(server), -1) for server in range(len(old))]


def servers_document(hosts: HostPlan | None, topology: Topology) -> dict[str, object] | None:
    """Return the servers of a network for ``grow --json``."""
    if hosts is None:
        return None
    return {
        "servers": len(hosts),
        "stand_already": len(hosts.standing),
        **cable_figures(hosts, topology.endpoints),
        "gap": hosts.gap,
        "least_of": least_words(hosts, topology.endpoints),
    }
