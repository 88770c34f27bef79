"""Links between cages and the devices bought with them, for a placed formula."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.equipment import Equipment
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Nic, Server, Switch
from netfloor.costmodels.sets.offers import IntArray
from netfloor.layout.cable_plan import CablePlan, KeptCabling, cable_id, host_cable_id
from netfloor.topologies.management import management_ends
from netfloor.topologies.topology import Topology

#: Owner of a cage, by its code in `CagedLinks.cage_owner`.
SWITCH_CAGE, MANAGEMENT_CAGE, END_CAGE, PANEL_CAGE = range(4)
#: A purchased device, and the cabinet of each piece, int64.
BoughtDevices = tuple[Switch | Nic | Server, IntArray]


@dataclass(frozen=True, eq=False)
class CagedLinks:
    """Links between the cages of devices, and the devices bought with them.

    Attributes
    ----------
    needs
        The requirements of each link, (m,).
    to_servers
        Which links end at a server or another device that is not a switch, (m,) bool.
    cage_owner
        `SWITCH_CAGE`, `MANAGEMENT_CAGE` (of a switch), `END_CAGE` or `PANEL_CAGE` (a panel port) for each
        cage, (cages,) uint8.
    devices
        Switches, then adapters of each network, then servers; existing devices are omitted.
    power_cords
        Part numbers of power cords, and the cabinet of each piece.
    paths
        Indices of the pieces bought for each link through panels, in order: only the first counts as a
        link.
    """

    needs: LinkNeeds
    to_servers: npt.NDArray[np.bool_]
    cage_owner: npt.NDArray[np.uint8]
    devices: tuple[BoughtDevices, ...] = ()
    paths: tuple[tuple[int, ...], ...] = ()
    power_cords: tuple[tuple[str, IntArray], ...] = ()

    def __post_init__(self) -> None:
        if len(self.to_servers) != len(self.needs) or len(self.cage_owner) != self.needs.cages:
            raise ValueError("every link has its kind and every cage its owner")

    def only(self, links: IntArray) -> "CagedLinks":
        """Return some of the links, in the order given."""
        place = {link: number for number, link in enumerate(links.tolist())}
        paths = tuple(
            tuple(place[piece] for piece in path) for path in self.paths if place.keys() >= {*path}
        )
        return replace(self, needs=self.needs.only(links), to_servers=self.to_servers[links], paths=paths)

    @property
    def is_direct(self) -> npt.NDArray[np.bool_]:
        """False for pieces of links through panels, (m,)."""
        direct = np.ones(len(self.needs), dtype=np.bool_)
        direct[[piece for path in self.paths for piece in path]] = False
        return direct

    @property
    def is_counted(self) -> npt.NDArray[np.bool_]:
        """False for all but the first piece of each link through panels, (m,)."""
        counted = np.ones(len(self.needs), dtype=np.bool_)
        counted[[piece for path in self.paths for piece in path[1:]]] = False
        return counted

    def pieces(self, kind: type[Switch | Nic | Server]) -> int:
        """Return the number of devices of a kind that are bought."""
        return sum(len(cabinet) for part, cabinet in self.devices if isinstance(part, kind))

    @property
    def device_pieces(self) -> dict[str, int]:
        """Purchased devices by part number."""
        pieces: dict[str, int] = {}
        for part, cabinet in self.devices:
            pieces[part.part] = pieces.get(part.part, 0) + len(cabinet)
        return pieces

    @property
    def network_links(self) -> int:
        """Links between switches."""
        return int((~self.to_servers & self.is_counted).sum())

    @property
    def ports(self) -> int:
        """Ports in use on switches, except management ports."""
        return self._ends_at(SWITCH_CAGE)

    @property
    def management_ports(self) -> int:
        """Management ports in use on switches."""
        return self._ends_at(MANAGEMENT_CAGE)

    @property
    def mixed_cages(self) -> int:
        """Switch cages that hold links both to a server and to a switch."""
        mixed = np.intersect1d(self.needs.cage[self.to_servers], self.needs.cage[~self.to_servers])
        return int((self.cage_owner[mixed] == SWITCH_CAGE).sum())

    def _ends_at(self, owner: int) -> int:
        return int((self.cage_owner[self.needs.cage] == owner).sum())


@dataclass(frozen=True, eq=False)
class MediumRoutes:
    """Lengths by medium and the cabinets of a formula's devices; -1 marks a link that no tray carries.

    Attributes
    ----------
    electrical_mm, optical_mm
        Of each network cable, then of each endpoint's cable, switch by switch, (m + h,) int64.
    router_cabinet, host_cabinet
        Cabinet of each switch, (n,), and of each endpoint, (h,) int64.
    """

    electrical_mm: IntArray
    optical_mm: IntArray
    router_cabinet: IntArray
    host_cabinet: IntArray

    def with_detours(self, detours: Mapping[int, tuple[str, int]]) -> "MediumRoutes":
        """Return the routes with some links rerouted over a longer route of one medium.

        The other medium becomes unavailable to them, since the detour was computed for this one.
        """
        electrical, optical = self.electrical_mm.copy(), self.optical_mm.copy()
        for link, (medium, length_mm) in detours.items():
            electrical[link] = length_mm if medium == "electrical" else NO_WAY
            optical[link] = length_mm if medium == "optical" else NO_WAY
        return replace(self, electrical_mm=electrical, optical_mm=optical)

    def with_lengths(self, lengths_mm: Mapping[int, int]) -> "MediumRoutes":
        """Return the routes with other lengths of some links, by number, in both media."""
        if not lengths_mm:
            return self
        electrical, optical = self.electrical_mm.copy(), self.optical_mm.copy()
        for lengths in (electrical, optical):
            lengths[list(lengths_mm)] = list(lengths_mm.values())
        return replace(self, electrical_mm=electrical, optical_mm=optical)


def same_cabinet_routes(
    plan: CablePlan, topology: Topology, router_cabinet: IntArray, inside_mm: int
) -> MediumRoutes:
    """Return the routes of a room without trays: same length in both media, servers at their switch."""
    hosts = int(topology.endpoints.sum())
    length_mm = np.concatenate([plan.length_mm.astype(np.int64), np.full(hosts, inside_mm, dtype=np.int64)])
    return MediumRoutes(length_mm, length_mm, router_cabinet, np.repeat(router_cabinet, topology.endpoints))


def caged_links(
    topology: Topology,
    plan: CablePlan,
    routes: MediumRoutes,
    catalogue: Catalogue,
    equipment: Equipment,
    kept: KeptCabling | None = None,
    *,
    gbps: npt.NDArray[np.float64] | None = None,
) -> CagedLinks:
    """Return the links of a placed formula between the cages of its devices.

    Network links come first, in the plan's order, then links to servers, switch by switch. Port p of a
    switch is in cage ``(p - 1) // links per cage``; ports are those of the plan, with endpoints first
    unless the cabling is ``kept``. The endpoints of a switch fill adapters, and adapters fill servers, in
    order, and neither is shared by two switches; servers with ports on several switches fill their own
    adapters in the order of their ports. Without an adapter, no server link is bought, and its cages stay
    empty. The management port of a switch is a separate cage.

    ``gbps``: rate of each network link, then of each endpoint's, (m + h,); None: the network's rates.
    """
    hosts = _Hosts.of(topology, equipment)
    place, highest = hosts.place, topology.ports.astype(np.int64)
    if kept is not None:
        place = kept.server_ports[: len(hosts.place)].astype(np.int64) - 1
        np.maximum.at(highest, hosts.router, place + 1)
        np.maximum.at(highest, plan.routers, plan.ports)
    per_cage = equipment.links_per_cage(catalogue)
    switch_cages: IntArray = -(-highest // np.maximum(per_cage, 1))
    first_cage = np.cumsum(switch_cages) - switch_cages
    offset = int(switch_cages.sum())
    network = first_cage[plan.routers] + (plan.ports.astype(np.int64) - 1) // per_cage[plan.routers]
    host_cage = first_cage[hosts.router] + place // per_cage[hosts.router]
    first_of_cage, first_of_nic, first_of_server = (
        np.unique(own, return_index=True)[1] for own in (hosts.cage, hosts.nic, hosts.server)
    )
    is_port = management_ends(topology)
    managed = plan.routers[is_port]
    network[is_port] = offset + len(first_of_cage) + np.arange(len(managed))
    cage = np.concatenate([network, np.column_stack([host_cage, offset + hosts.cage])])
    sockets, socket_of_switch, socket_of_nics, socket_of_management = _sockets(catalogue, equipment)
    of_cages = (
        (np.repeat(socket_of_switch[equipment.switches], switch_cages), SWITCH_CAGE),
        (socket_of_nics[hosts.network[first_of_cage]], END_CAGE),
        (socket_of_management[equipment.switches[managed]], MANAGEMENT_CAGE),
    )
    cabinets = (
        np.repeat(routes.router_cabinet, switch_cages),
        routes.host_cabinet[first_of_cage],
        routes.router_cabinet[managed],
    )
    rates = np.concatenate([topology.rates_of_links, topology.rates[hosts.router]])
    needs = LinkNeeds(
        gbps=rates if gbps is None else gbps[: len(cage)],
        electrical_mm=routes.electrical_mm[: len(cage)],
        optical_mm=routes.optical_mm[: len(cage)],
        cage=cage,
        cage_socket=np.concatenate([socket for socket, _ in of_cages]),
        sockets=sockets,
        cage_cabinet=np.concatenate(cabinets),
        name=_namer(topology, plan, hosts, is_port, kept),
    )
    nic_cabinet, nic_network = routes.host_cabinet[first_of_nic], hosts.network[first_of_nic]
    switches = np.unique(equipment.switches).tolist()
    devices: list[BoughtDevices] = [
        (catalogue.switches[switch], routes.router_cabinet[equipment.switches == switch])
        for switch in switches
    ]
    devices += [
        (nic, nic_cabinet[nic_network == number])
        for number, nic in enumerate(equipment.nics)
        if not nic.built_in
    ]
    if equipment.server is not None:
        devices.append((equipment.server, routes.host_cabinet[first_of_server]))
    return CagedLinks(
        needs,
        np.arange(len(cage)) >= len(network),
        np.concatenate([np.full(len(socket), owner, dtype=np.uint8) for socket, owner in of_cages]),
        tuple(devices),
    )


@dataclass(frozen=True, eq=False)
class _Hosts:
    """Endpoints, switch by switch: number on the switch, network, and overall cage, adapter and server."""

    router: IntArray
    place: IntArray
    network: IntArray
    cage: IntArray
    nic: IntArray
    server: IntArray

    @staticmethod
    def of(topology: Topology, equipment: Equipment) -> "_Hosts":
        counts = topology.endpoints.astype(np.int64) * bool(equipment.nics)
        router = np.repeat(np.arange(topology.routers), counts)
        place = np.arange(len(router)) - np.repeat(np.cumsum(counts) - counts, counts)
        nic, server = equipment.nic, equipment.server
        per_cage, per_nic = (nic.links_per_cage, nic.ports) if nic else (1, 1)
        network = topology.network_of_switches.astype(np.int64)[router]
        attached = topology.servers
        if attached is not None and nic is not None:
            of, port = attached.of_endpoints.astype(np.int64), attached.ports_of_endpoints.astype(np.int64)
            nics, own = equipment.nics, topology.network_of_ports
            own = np.zeros(attached.ports, np.int32) if own is None else own
            cage, adapter = (
                of * (turns[-1] + 1) + turns[port]
                for turns in (
                    _in_turn(own, [item.links_per_cage for item in nics]),
                    _in_turn(own, [item.ports for item in nics]),
                )
            )
            return _Hosts(router, place, network, cage, adapter, of if server else np.zeros(0, np.int64))
        maximum = int(counts.max(initial=0)) + 1

        def numbered(each: int) -> IntArray:
            key = router * maximum + place // each
            number: IntArray = np.unique(key, return_inverse=True)[1].astype(np.int64)
            return number

        servers = numbered(per_nic * server.nics) if server else np.zeros(0, np.int64)
        return _Hosts(router, place, network, numbered(per_cage), numbered(per_nic), servers)


def _in_turn(network: npt.NDArray[np.integer], takes: list[int]) -> IntArray:
    """Return the cage (or adapter) of each server port, (p,), given the ports of each network per cage."""
    counts = np.bincount(network, minlength=len(takes))
    inside = [np.arange(count) // each for count, each in zip(counts.tolist(), takes, strict=True)]
    needed = [-(-count // each) for count, each in zip(counts.tolist(), takes, strict=True)]
    firsts = np.cumsum(needed) - needed
    return np.concatenate([own + first for own, first in zip(inside, firsts, strict=True)]).astype(np.int64)


def _sockets(
    catalogue: Catalogue, equipment: Equipment
) -> tuple[tuple[Socket, ...], IntArray, IntArray, IntArray]:
    """Return all forms of cages, and the form for each switch, network's adapter and management port.

    A switch without a management port gets its normal form, since no link ends there.
    """
    own = [Socket(switch.connector, switch.links_per_cage) for switch in catalogue.switches]
    adapters = [Socket(nic.connector, nic.links_per_cage) for nic in equipment.nics]
    forms = zip(catalogue.switches, own, strict=True)
    apart = [Socket(item.management_port, 1) if item.management_port else socket for item, socket in forms]
    sockets = tuple(dict.fromkeys([*own, *adapters, *apart]))
    switches, nics, management = (
        np.array([sockets.index(item) for item in ends], dtype=np.int64) for ends in (own, adapters, apart)
    )
    return sockets, switches, nics, management


def _namer(
    topology: Topology,
    plan: CablePlan,
    hosts: _Hosts,
    is_port: npt.NDArray[np.bool_],
    kept: KeptCabling | None,
) -> Callable[[int], str]:
    """Return a function that names links: their ids on labels and in files, and both ends."""

    def name(link: int) -> str:
        if link < len(plan):
            ends = zip(plan.routers[link].tolist(), is_port[link].tolist(), strict=True)
            u, v = (f"{topology.label(item)}{', management port,' * own}" for item, own in ends)
            own_id = cable_id(link) if kept is None else kept.ids[link]
            return f"{own_id} (switch {u} to switch {v.rstrip(',')})"
        host = link - len(plan)
        router = topology.label(int(hosts.router[host]))
        named = kept is not None and link < len(kept.ids)
        own_id = kept.ids[link] if kept is not None and named else host_cable_id(host)
        return f"{own_id} (switch {router} to its endpoint {int(hosts.place[host]) + 1})"

    return name
