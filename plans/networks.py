"""The networks of any plan, each alone with its cables as laid."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from netfloor.costmodels.bill import ServerCables
from netfloor.fabric.fabric import SERVER, SWITCH, Cable, End, Fabric
from netfloor.fabric.links import links_alone
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.layout.cable_plan import CablePlan
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan, load_any_plan
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_any, fabric_of_plan, without_management_links
from netfloor.rooms.any_room import Room
from netfloor.topologies.topology import IntArray, NetworkPart, Topology, normal_links

#: Family of a network from lists.
LISTED = "listed"


def networks_of(plan: AnyPlan) -> dict[str, PlacedNetwork]:
    """Return the networks of a plan by name, each with its endpoints in use.

    The only network of a plan has the empty name. Links between two networks, such as those of management
    ports, belong to neither. In lists, switches with equal ``network`` form a network; the others form the
    connected components of their links, each named after its first switch. A network from lists with
    several link rates, or an unknown rate, has no rate (`Topology.gbps`).
    """
    if isinstance(plan, LaidFabric):
        fabric = links_alone(plan.fabric)
        return {
            name: _of_switches(fabric, switches, name or plan.display_name, plan.room.inside_mm)
            for name, switches in _listed_networks(fabric).items()
        }
    if plan.topology.networks is None:
        return {"": PlacedNetwork.of(plan)}
    fabric = fabric_of_plan(plan)
    return {part.name: _of_part(plan, part, fabric) for part in plan.topology.networks}


def whole_network(plan: AnyPlan) -> PlacedNetwork:
    """Return all switches of a plan as one network, with the links between its networks."""
    if isinstance(plan, LaidFabric):
        fabric = links_alone(plan.fabric)
        return _of_switches(fabric, fabric.switches, plan.display_name, plan.room.inside_mm)
    return PlacedNetwork.of(plan)


def named_fabric(plan: AnyPlan) -> Fabric:
    """Return the fabric of a plan with each switch's network named as in `networks_of`.

    Servers without a place are left out, with their cables.
    """
    fabric = fabric_of_any(plan)
    if isinstance(plan, Plan):
        return fabric if plan.servers or plan.given is not None else fabric.without(SERVER)
    alone = links_alone(fabric)
    names = {
        alone.devices[number].name: name
        for name, switches in _listed_networks(alone).items()
        for number in switches
    }
    devices = tuple(
        replace(device, network=names.get(device.name, device.network)) for device in fabric.devices
    )
    return replace(fabric, devices=devices)


def _of_part(plan: Plan, part: NetworkPart, fabric: Fabric) -> PlacedNetwork:
    """Return one of several networks built from specs."""
    first, end = part.first, part.first + part.switches
    used, cables = plan.topology.endpoints[first:end].copy(), plan.cables
    own = ((cables.routers >= first) & (cables.routers < end)).all(axis=1)
    servers = part.alone.servers
    if servers is not None and not np.array_equal(servers.endpoints(part.switches), used):
        servers = None
    laid = CablePlan(
        routers=cables.routers[own] - np.int32(first),
        cabinets=cables.cabinets[own],
        slots=cables.slots[own],
        ports=cables.ports[own],
        length_mm=cables.length_mm[own],
        by_medium_mm=None if cables.by_medium_mm is None else cables.by_medium_mm[:, own],
    )
    return PlacedNetwork(
        replace(part.alone, endpoints=used, servers=servers),
        laid,
        plan.room.inside_mm,
        servers=_endpoint_cables(fabric, range(first, end)) if plan.servers else None,
        server_count=plan.servers,
    )


def _listed_networks(fabric: Fabric) -> dict[str, list[int]]:
    """Return the switches of each network of a plan from lists; the only network has the empty name."""
    switches = fabric.switches
    row = {device: number for number, device in enumerate(switches)}
    names = [fabric.devices[device].network for device in switches]
    ends = [[row[end.device] for end in cable.ends] for cable in fabric.cables if _joins(cable, row)]
    links = np.array([(u, v) for u, v in ends if names[u] == names[v]]).reshape(-1, 2)
    size = len(switches), len(switches)
    pieces = connected_components(coo_array((np.ones(len(links)), links.T), size), directed=False)[1]
    networks: dict[str, list[int]] = {}
    called: dict[int, str] = {}
    for device, name, piece in zip(switches, names, pieces.tolist(), strict=True):
        own = name or called.setdefault(piece, fabric.devices[device].name)
        networks.setdefault(own, []).append(device)
    return networks if len(networks) > 1 or any(names) else {"": list(switches)}


def _joins(cable: Cable, row: Collection[int]) -> bool:
    return cable.a.device in row and cable.b.device in row


def _of_switches(fabric: Fabric, switches: Sequence[int], name: str, inside_mm: int) -> PlacedNetwork:
    """Return the network of some switches from lists; links are in the order of their switches."""
    row = {device: number for number, device in enumerate(switches)}
    links = [
        cable if row[cable.a.device] < row[cable.b.device] else cable.turned
        for cable in fabric.cables
        if _joins(cable, row)
    ]
    links.sort(key=lambda cable: (row[cable.a.device], row[cable.b.device]))
    pairs = [[row[end.device] for end in cable.ends] for cable in links]
    to_servers = [row[switch] for switch, _ in _endpoint_ends(fabric, row)]
    joined, multiplicity = normal_links(np.array(pairs).reshape(-1, 2), len(switches))
    rates = {cable.gbps for cable in links} or {cable.gbps for cable in _endpoint_links(fabric, row)}
    cabinets = [[fabric.devices[end.device].cabinet for end in cable.ends] for cable in links]
    return PlacedNetwork(
        Topology(
            name=name,
            family=LISTED,
            parameters={},
            routers=len(switches),
            links=joined,
            multiplicity=multiplicity,
            endpoints=np.bincount(to_servers, minlength=len(switches)).astype(np.int32),
            gbps=rates.pop() if len(rates) == 1 else None,
            labels=tuple(fabric.devices[device].name for device in switches),
        ),
        CablePlan(
            routers=_pairs(pairs),
            cabinets=_pairs(cabinets),
            slots=_pairs([[-1, -1]] * len(links)),  # cabinets and units of a hall are precise enough
            ports=_pairs([[end.port for end in cable.ends] for cable in links]),
            length_mm=np.array([cable.length_mm for cable in links], np.int64),
        ),
        inside_mm,
        servers=_endpoint_cables(fabric, switches),
        server_count=len({far for _, far in _endpoint_ends(fabric, row)}),
    )


def _pairs(rows: Sequence[Sequence[int | None]]) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    return np.array(rows, np.int32).reshape(-1, 2)


def _endpoint_links(fabric: Fabric, switches: Collection[int]) -> list[Cable]:
    """Return the cables from some switches to servers, storage and other end devices."""
    kinds = [device.kind for device in fabric.devices]
    return [
        cable
        for cable in fabric.cables
        for switch, far in ((cable.a, cable.b), (cable.b, cable.a))
        if switch.device in switches and kinds[far.device] != SWITCH
    ]


def _endpoint_ends(fabric: Fabric, switches: Collection[int]) -> list[tuple[int, int]]:
    """Return switch and end device of each endpoint link."""
    ends = [(cable.a.device, cable.b.device) for cable in _endpoint_links(fabric, switches)]
    return [(item, far) if item in switches else (far, item) for item, far in ends]


def _endpoint_cables(fabric: Fabric, switches: Sequence[int]) -> ServerCables | None:
    """Return the cables from some switches to endpoints; None without any, or with an unknown length."""
    cables = _endpoint_links(fabric, set(switches))
    lengths = [cable.length_mm for cable in cables if cable.length_mm is not None]
    if not cables or len(lengths) < len(cables):
        return None
    places = [{fabric.devices[end.device].cabinet for end in cable.ends} for cable in cables]
    return ServerCables(np.array(lengths, np.int64), sum(len(pair) > 1 for pair in places))


@dataclass(frozen=True, eq=False)
class PlanNetwork:
    """One network of a plan, with its cables as laid and its switches named as in the plan.

    Attributes
    ----------
    name
        Empty for an only network without a name.
    placed
        The network alone.
    """

    plan: AnyPlan
    name: str
    placed: PlacedNetwork

    def __repr__(self) -> str:
        return f"PlanNetwork({self.topology.name})"

    @property
    def _is_part(self) -> bool:
        """Whether it is one of several networks built from specs."""
        return bool(self.name) and isinstance(self.plan, Plan)

    @property
    def first_switch(self) -> int:
        """Number of its first switch in the plan; 0 in plans from lists."""
        parts = (self.plan.topology.networks or ()) if isinstance(self.plan, Plan) else ()
        return next((part.first for part in parts if part.name == self.name), 0)

    @cached_property
    def topology(self) -> Topology:
        """The network as a graph; one of several has its name before its spec."""
        alone = self.placed.topology
        if not (self._is_part and isinstance(self.plan, Plan)):
            return alone
        label, first = self.plan.topology.label, self.first_switch
        labels = tuple(label(first + switch) for switch in range(alone.routers))
        return replace(alone, name=f"{self.name} {alone.name}", labels=labels)

    @property
    def cables(self) -> CablePlan:
        """Its cables between switches, in the order of the topology's links."""
        return self.placed.cables

    @property
    def room(self) -> Room:
        """The room of its plan."""
        return self.plan.room

    @cached_property
    def fabric(self) -> Fabric:
        """Its devices and cables, named as in the plan."""
        whole = fabric_of_any(self.plan)
        return self.of(whole if isinstance(self.plan, Plan) else links_alone(whole))

    def of(self, fabric: Fabric) -> Fabric:
        """Select its switches, the devices attached to them, and their cables from the plan's fabric.

        Management ports of switches are left out: their links join two networks.
        """
        if not self.name:
            return fabric
        if self._is_part:
            fabric = without_management_links(fabric)
        number = {fabric.devices[switch].name: switch for switch in fabric.switches}
        switches = [number[self.topology.label(switch)] for switch in range(self.topology.routers)]
        own, kinds = set(switches), [device.kind for device in fabric.devices]
        cables = [
            cable
            for cable in fabric.cables
            if any(end.device in own for end in cable.ends)
            and all(end.device in own or kinds[end.device] != SWITCH for end in cable.ends)
        ]
        attached = {end.device for cable in cables for end in cable.ends} - own
        kept = {device: place for place, device in enumerate([*switches, *sorted(attached)])}

        def moved(end: End) -> End:
            return replace(end, device=kept[end.device])

        return replace(
            fabric,
            name=self.topology.name,
            devices=tuple(fabric.devices[device] for device in kept),
            cables=tuple(replace(cable, a=moved(cable.a), b=moved(cable.b)) for cable in cables),
            notes=(),
        )

    @cached_property
    def cabinets(self) -> IntArray:
        """Cabinet of each switch, (n,) int32, counted over the room's free and used cabinets.

        Raises
        ------
        InputError
            If a switch of a list is in a cabinet that the room marks as occupied.
        """
        plan = self.plan
        if isinstance(plan, Plan):
            slots = plan.placement.slot_of[self.first_switch : self.first_switch + self.topology.routers]
            return np.asarray(plan.room.lengths.cabinet_of_slot, np.int32)[slots]
        of_name = {device.name: device.cabinet for device in plan.fabric.devices}
        place = {cabinet: number for number, cabinet in enumerate(plan.hall.usable.tolist())}
        results = []
        for switch in range(self.topology.routers):
            name = self.topology.label(switch)
            if of_name[name] not in place:
                what = f"switch {name} is in a cabinet marked as taken"
                raise InputError(plan.name, what, "do not mark its cabinet as taken")
            results.append(place[of_name[name]])
        return np.array(results, np.int32)

    @property
    def cabinet_names(self) -> tuple[str, ...]:
        """The cabinet names of the switches."""
        return tuple(self.room.cabinet_name(cabinet) for cabinet in self.cabinets.tolist())

    @property
    def is_routed(self) -> bool:
        """Whether at least two switches have endpoints, so that there are routes."""
        return len(self.topology.endpoint_switches) > 1

    @cached_property
    def server_ports(self) -> IntArray:
        """Port at the switch of each endpoint's cable, switch by switch, (e,)."""
        plan, endpoints = self.plan, self.topology.endpoints
        if isinstance(plan, Plan):
            before = int(plan.topology.endpoints[: self.first_switch].sum())
            return np.asarray(plan.server_ports[before : before + int(endpoints.sum())])
        kinds = [device.kind for device in self.fabric.devices]
        ports = [
            [
                cable.ends[cable.a.device != switch].port
                for _, cable in self.fabric.cables_of[switch]
                if kinds[self.fabric.far_end(switch, cable).device] != SWITCH
            ]
            for switch in self.fabric.switches
        ]
        return np.array([port for own in ports for port in sorted(own)], np.int32)

    def require_one_rate(self) -> None:
        """Raise `InputError` if its links differ in rate: channel loads are then undefined."""
        if self.topology.link_rates is not None:
            _ = self.topology.link_gbps
        if not isinstance(self.plan, LaidFabric):
            return
        rates = {cable.gbps for cable in self.fabric.cables}
        if len(rates) > 1 or None in rates:
            known = ", ".join(f"{rate:g}" for rate in sorted(rates - {None}, key=lambda rate: rate or 0))
            more = " and cables of unknown rate" * (None in rates)
            what = f"has links of several rates (Gb/s: {known or 'none known'}){more}"
            raise InputError(f"network {self.topology.name}", what, "loads need links of one rate")


def plan_networks(plan: AnyPlan, name: str | None = None) -> list[PlanNetwork]:
    """Return all networks of a plan, or only the named one.

    Raises
    ------
    InputError
        If the plan has no network of that name; the message lists its networks.
    """
    networks = [PlanNetwork(plan, own, placed) for own, placed in networks_of(plan).items()]
    if name is None:
        return networks
    names = [network.name for network in networks]
    if names == [""]:
        what = f"{plan.name} has one network, which has no name"
        raise InputError(setting("network"), what, "leave it out")
    if name not in names:
        what = f"{plan.name} has no network {name[:60]!r}"
        raise InputError(setting("network"), what, f"its networks are {', '.join(names)}")
    return [networks[names.index(name)]]


def not_routed(networks: Sequence[PlanNetwork]) -> tuple[str, ...]:
    """Return a note on each of several networks that has no routes."""
    return tuple(
        f"network {network.name} left out: one switch with endpoints, so there is nothing to route"
        for network in networks
        if not network.is_routed
    )


def plan_network(plan: AnyPlan, name: str | None = None) -> PlanNetwork:
    """Return the named network, or the only one of a plan.

    Raises
    ------
    InputError
        If the plan has no network of that name, or several and ``name`` is None.
    """
    networks = plan_networks(plan, name)
    if len(networks) > 1:
        names = ", ".join(network.name for network in networks)
        what = f"has {count_text(len(networks), 'network')} ({names}); this command takes one"
        raise InputError(plan.name, what, f"name it: {setting('network')} {networks[0].name}")
    return networks[0]


def open_network(path: Path, name: str | None = None) -> PlanNetwork:
    """Return one network of a plan file, see `load_any_plan` and `plan_network`."""
    return plan_network(load_any_plan(path), name)


def open_networks(path: Path, name: str | None = None) -> list[PlanNetwork]:
    """Return the networks of a plan file, see `load_any_plan` and `plan_networks`."""
    return plan_networks(load_any_plan(path), name)
