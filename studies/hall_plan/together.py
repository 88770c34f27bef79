"""The joint placement of switches and servers."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.cable_orders import MEDIA, distinct_ways
from netfloor.costmodels.catalogue.choice.part_index import build_part_index
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.server_links import server_link_scores
from netfloor.costmodels.objectives.parts_price import PartsPricing, parts_terms
from netfloor.costmodels.objectives.priced import PricedObjective
from netfloor.costmodels.sets.offers import NOT_SOLD
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.observer import Observer
from netfloor.foundation.units import CENTS_PER_UNIT
from netfloor.layout.chains.run import Effort
from netfloor.layout.placed import ChainResult
from netfloor.layout.problem import Problem
from netfloor.layout.requirements import OF_SLOTS
from netfloor.layout.solve import DEFAULT_PLACER, SolveOptions
from netfloor.layout.with_servers import CableCosts, place_with_servers
from netfloor.plans.order.devices import chosen_equipment
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall, shorter
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits, refuse_hopeless, room_for_servers
from netfloor.rooms.hosts.places import HostPlaces
from netfloor.studies.hall_plan.file import HallPlanFile
from netfloor.studies.place import Site
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.topology import Topology

#: Objectives that are sums over cables, to which those of servers can be added.
SUMS = ("parts", "length")
#: Cost of an unavailable cable, in multiples of the most expensive one on sale.
_PENALTY = 10

Costs = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Together:
    """The conditions and costs of a joint search."""

    request: HallPlanFile
    site: Site
    catalogue: Catalogue
    devices: Devices
    limits: HostLimits

    def asked(self, options: SolveOptions, observer: Observer) -> SolveOptions:
        """Return the options, with the joint search if it replaces the placer.

        It does if the file requests it, or servers have ports on several switches. It requires servers that
        may be in any cabinet, an objective that is a sum over cables, no requirement of blocks of cabinets
        and no named placer. `InputError` if the file requests it where it is not possible.
        """
        return self.joint(options, observer) if self.takes_place(options) else options

    def is_worth_trying(self, options: SolveOptions) -> bool:
        """Return whether either search may give the better plan, and the file requests neither.

        This is the case if all ports of a server are on one switch.
        """
        free = self.request.layout.with_servers is None and self.site.topology.servers is None
        return free and bool(self.devices.servers.any()) and not self._against(options)

    def joint(self, options: SolveOptions, observer: Observer) -> SolveOptions:
        """Return the options with the joint search, which must be possible, in place of the placer."""
        result = server_groups(self.site.topology, self.devices)
        if result is None:
            return options

        def search(problem: Problem, effort: Effort, heard: Callable[[float, int], None]) -> ChainResult:
            observer.doing("costs of cables to servers")
            return place_with_servers(problem, result, self._costs(problem), effort, heard)

        return replace(options, together=search)

    def takes_place(self, options: SolveOptions) -> bool:
        """Return whether the joint search is requested and possible; `InputError` as `asked`."""
        wanted, why = self.request.layout.with_servers, self._against(options)
        if wanted and why:
            raise InputError(setting("with-servers"), why, "leave it out")
        return self._groups() is not None and not why and wanted is not False

    def refused(self, options: SolveOptions) -> str:
        """Return why the joint search cannot be used, with a remedy; empty if it is used.

        Also empty if the file sets ``with_servers``, or servers have all ports on one switch: then placing
        switches first is a choice.
        """
        why, wanted = self._against(options), self.request.layout.with_servers
        alone = self.site.topology.servers is None or self.request.parts.network_only
        if not why or wanted is not None or alone:
            return ""
        return (
            f"Switches are placed without their servers, by a weaker search: {why}. Longer cables and "
            "overfull trays are likely. Change that in the file, or accept it with with_servers = false "
            "under [layout]."
        )

    def tied_by(self, options: SolveOptions) -> list[str]:
        """Return the requirements that alone prevent the joint placement."""
        if self.takes_place(options):
            return []
        every = options.requirements
        return [
            item.text
            for number, item in enumerate(every)
            if self.takes_place(replace(options, requirements=every[:number] + every[number + 1 :]))
        ]

    def _against(self, options: SolveOptions) -> str:
        """Return why a joint placement is impossible; empty if it is possible."""
        asked = self.request
        tied = [
            requirement.text
            for requirement in options.requirements
            if requirement.kind not in (*OF_SLOTS, "apart", "only")
        ]
        if asked.parts.network_only or asked.servers.rule != "nearest":
            return 'switches are placed together only with servers of the rule "nearest"'
        if asked.layout.objective not in SUMS:
            return f"the joint search minimises only {' or '.join(SUMS)}, not {asked.layout.objective}"
        if options.placer != DEFAULT_PLACER:
            return f"placer {options.placer} places only switches"
        return f"the joint search cannot keep the requirement {tied[0]}" if tied else ""

    def _groups(self) -> ServerGroups | None:
        """Return the servers placed jointly; those of one switch only if requested."""
        topology = self.site.topology
        asked = topology.servers is not None or self.request.layout.with_servers
        return server_groups(topology, self.devices) if asked else None

    def _costs(self, problem: Problem) -> CableCosts:
        room, heights = self.site.room, self.devices.heights
        refuse_hopeless(room, self.devices, self.limits)
        if self.request.layout.objective == "length":
            return length_costs(room, self.devices, self.limits)
        places = self.limits.places(room, heights)
        room_for = room_for_servers(room, self.devices, self.limits)
        terms = self.request.order_terms()
        pricing = PartsPricing(self.catalogue, terms.chosen_criterion(), terms.requested_devices.switch)
        topology, pairs = self.site.topology, problem.pairs
        priced = [(1.0, parts_term) for parts_term in parts_terms(room, pricing, topology, pairs[2])]
        network = PricedObjective("parts", self.catalogue.currency, priced, pairs)
        steps = 1 / (network.step * CENTS_PER_UNIT)
        to_servers = np.rint(steps * costs_to_servers(room, places, self._price())).astype(np.int64)
        return CableCosts(network.counted.matrix(), to_servers, room_for)

    def _price(self) -> Callable[[Costs, Costs], Costs]:
        """Return a function from lengths in both media to the cents that a cable to a server counts."""
        terms, topology = self.request.order_terms(), self.site.topology
        equipment = chosen_equipment(terms, topology, self.catalogue)
        if equipment.nic is None:
            raise InfeasibleError("the catalogue has no adapter for the servers")
        switch = self.catalogue.switches[int(equipment.switches[topology.endpoints.argmax()])]
        ends, criterion = (switch, equipment.nic), terms.chosen_criterion()
        shelf = build_part_index(self.catalogue, criterion.score_cents)

        def price(electrical_mm: Costs, optical_mm: Costs) -> Costs:
            cents = server_link_scores(ends, electrical_mm, optical_mm, self.catalogue, criterion, shelf)
            sold = cents != NOT_SOLD
            return np.where(sold, cents, _PENALTY * int(cents[sold].max(initial=1)))

        return price


def server_groups(topology: Topology, devices: Devices) -> ServerGroups | None:
    """Return the servers of a network by the switches of their ports; None if there are none.

    A server of one switch counts as if all its ports were in use.
    """
    own, counts = topology.servers, devices.servers
    if own is not None or not counts.any():
        return own
    held = np.flatnonzero(counts).astype(np.int32)
    switches = np.repeat(held[:, None], devices.endpoints_per_server, axis=1)
    return ServerGroups(switches, counts[held].astype(np.int32))


def length_costs(room: Room, devices: Devices, limits: HostLimits) -> CableCosts:
    """Return the costs of a joint search for length: routes between slots, and to servers."""
    places = limits.places(room, devices.heights)
    to_servers = costs_to_servers(room, places, shorter)
    return CableCosts(room.lengths.matrix(), to_servers, room_for_servers(room, devices, limits))


def costs_to_servers(room: Room, places: HostPlaces, price: Callable[[Costs, Costs], Costs]) -> Costs:
    """Return the cost from each slot to a server in each cabinet, (S, c), averaged over its places.

    ``price`` gives the cost of cables by their lengths in both media, mm.
    """
    slots = np.arange(room.slots, dtype=np.int32)
    values = np.zeros((room.slots, len(places.names)), dtype=np.int64)
    for cabinet, units in enumerate(places.free_units):
        if not units:
            continue
        slot, unit = np.repeat(slots, len(units)), np.tile(np.array(units, dtype=np.int64), len(slots))
        here = np.full(len(slot), cabinet)
        if isinstance(room, Hall):
            ends = np.full(len(slot), places.number[cabinet], np.int32), unit.astype(np.int32)
            ways = [room.lengths_between(ends, room.ports_of(slot), medium) for medium in MEDIA]
        else:
            ways = [places.lengths_mm(room, slot, here, unit)] * 2
        distinct, which = distinct_ways(np.column_stack(ways))
        values[:, cabinet] = price(*distinct)[which].reshape(room.slots, -1).mean(axis=1)
    return values
