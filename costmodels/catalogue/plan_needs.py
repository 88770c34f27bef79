"""A placed network as links between cages: switch to switch, and switch to adapter."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.equipment import Equipment
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Nic, Server
from netfloor.costmodels.sets.offers import IntArray
from netfloor.layout.cable_plan import CablePlan, cable_id, host_cable_id
from netfloor.topologies.management import management_ends
from netfloor.topologies.topology import Topology


@dataclass(frozen=True, eq=False)
class MediumRoutes:
    """Lengths by medium and the places of hosts; -1 marks a link that no tray takes.

    Attributes
    ----------
    electrical_mm, optical_mm
        Of each network cable, (m,) int64.
    host_electrical_mm, host_optical_mm, host_cabinet
        Of each endpoint's cable, (h,) int64, router by router.
    router_cabinet
        (n,) int64.
    """

    electrical_mm: IntArray
    optical_mm: IntArray
    host_electrical_mm: IntArray
    host_optical_mm: IntArray
    router_cabinet: IntArray
    host_cabinet: IntArray

    def of_hosts(self, count: int) -> "MediumRoutes":
        """Return the routes with the first ``count`` endpoints alone."""
        return replace(
            self,
            host_electrical_mm=self.host_electrical_mm[:count],
            host_optical_mm=self.host_optical_mm[:count],
            host_cabinet=self.host_cabinet[:count],
        )

    def with_detours(self, detours: Mapping[int, tuple[str, int]]) -> "MediumRoutes":
        """Return the routes with some links, network ones first, on a longer way of one medium.

        The other medium is closed to them: the way was found for this one.
        """
        electrical = np.concatenate([self.electrical_mm, self.host_electrical_mm])
        optical = np.concatenate([self.optical_mm, self.host_optical_mm])
        for link, (medium, length_mm) in detours.items():
            electrical[link] = length_mm if medium == "electrical" else NO_WAY
            optical[link] = length_mm if medium == "optical" else NO_WAY
        count = len(self.electrical_mm)
        return replace(
            self,
            electrical_mm=electrical[:count],
            optical_mm=optical[:count],
            host_electrical_mm=electrical[count:],
            host_optical_mm=optical[count:],
        )


@dataclass(frozen=True, eq=False)
class CagedLinks:
    """All links of a placed network, and where its devices stand.

    Attributes
    ----------
    needs
        Network links, ``network_links`` of them, in the plan's order, then host links router by router.
    router_cabinet, nic_cabinet, server_cabinet
        Cabinet of each device, int64.
    nic_network
        Network of each adapter, int64.
    ports
        Ports in use on switches, host ports included.
    mixed_cages
        Switch cages that hold both a host link and a network link.
    management_ports
        Management ports of switches in use, which are in none of those ports.
    """

    needs: LinkNeeds
    network_links: int
    router_cabinet: IntArray
    nic_cabinet: IntArray
    nic_network: IntArray
    server_cabinet: IntArray
    equipment: Equipment
    ports: int
    mixed_cages: int
    management_ports: int = 0

    @property
    def server_devices(self) -> list[tuple[Nic | Server, IntArray]]:
        """Adapters of each network and servers, and the cabinet of each of them, int64."""
        found: list[tuple[Nic | Server, IntArray]] = [
            (nic, self.nic_cabinet[self.nic_network == number])
            for number, nic in enumerate(self.equipment.nics)
        ]
        server = self.equipment.server
        return found if server is None else [*found, (server, self.server_cabinet)]


def same_cabinet_routes(
    plan: CablePlan, topology: Topology, router_cabinet: IntArray, inside_mm: int
) -> MediumRoutes:
    """Return the routes of a room without trays: one length for both media, hosts beside their router."""
    hosts = int(topology.endpoints.sum())
    host_mm = np.full(hosts, inside_mm, dtype=np.int64)
    length_mm = plan.length_mm.astype(np.int64)
    host_cabinet = np.repeat(router_cabinet, topology.endpoints)
    return MediumRoutes(length_mm, length_mm, host_mm, host_mm, router_cabinet, host_cabinet)


def caged_links(
    topology: Topology, plan: CablePlan, routes: MediumRoutes, catalogue: Catalogue, equipment: Equipment
) -> CagedLinks:
    """Return the links of a placed network between the cages of its devices.

    Port p of a router is in cage ``(p - 1) // links per cage``; ports are those of the plan,
    the hosts' first. Endpoints of a router fill adapters, and adapters servers, one after
    the other, and neither is shared by two routers; servers with ports on several switches fill
    their own adapters in the order of their ports. Without an adapter no host link is bought;
    the cages for them stay empty. The management port of a switch is a cage of its own, beside them.
    """
    hosts = _Hosts.of(topology, equipment)
    routes = routes.of_hosts(len(hosts.router))
    switch_cages, per_cage = _switch_cages(topology, catalogue, equipment)
    first_cage = np.cumsum(switch_cages) - switch_cages
    offset = int(switch_cages.sum())
    network = first_cage[plan.routers] + (plan.ports.astype(np.int64) - 1) // per_cage[plan.routers]
    host_cage = first_cage[hosts.router] + hosts.place // per_cage[hosts.router]
    host = np.column_stack([host_cage, offset + hosts.cage])
    sockets, socket_of_switch, socket_of_nics, socket_of_management = _sockets(catalogue, equipment)
    switch_socket = np.repeat(socket_of_switch[equipment.switches], switch_cages)
    first_of_cage = np.unique(hosts.cage, return_index=True)[1]
    nic_cage_cabinet, first_of_nic = (
        routes.host_cabinet[first_of_cage],
        np.unique(hosts.nic, return_index=True)[1],
    )
    is_port = management_ends(topology)
    managed = plan.routers[is_port]
    network[is_port] = offset + len(first_of_cage) + np.arange(len(managed))
    needs = LinkNeeds(
        gbps=np.concatenate([topology.rates_of_links, topology.rates[hosts.router]]),
        electrical_mm=np.concatenate([routes.electrical_mm, routes.host_electrical_mm]),
        optical_mm=np.concatenate([routes.optical_mm, routes.host_optical_mm]),
        cage=np.concatenate([network, host]),
        cage_socket=np.concatenate(
            [
                switch_socket,
                socket_of_nics[hosts.network[first_of_cage]],
                socket_of_management[equipment.switches[managed]],
            ]
        ),
        sockets=sockets,
        cage_cabinet=np.concatenate(
            [
                np.repeat(routes.router_cabinet, switch_cages),
                nic_cage_cabinet,
                routes.router_cabinet[managed],
            ]
        ),
        name=_namer(topology, plan, hosts, is_port),
    )
    return CagedLinks(
        needs,
        len(network),
        routes.router_cabinet,
        routes.host_cabinet[first_of_nic],
        hosts.network[first_of_nic],
        routes.host_cabinet[np.unique(hosts.server, return_index=True)[1]],
        equipment,
        2 * topology.link_count - len(managed) + len(host),
        len(np.intersect1d(network.ravel(), host[:, 0])),
        len(managed),
    )


@dataclass(frozen=True, eq=False)
class _Hosts:
    """Endpoints, router by router: number on the router, network, and cage, adapter and server in all."""

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
                    _in_turn(own, [one.links_per_cage for one in nics]),
                    _in_turn(own, [one.ports for one in nics]),
                )
            )
            return _Hosts(router, place, network, cage, adapter, of if server else np.zeros(0, np.int64))
        most = int(counts.max(initial=0)) + 1

        def numbered(each: int) -> IntArray:
            key = router * most + place // each
            number: IntArray = np.unique(key, return_inverse=True)[1].astype(np.int64)
            return number

        servers = numbered(per_nic * server.nics) if server else np.zeros(0, np.int64)
        return _Hosts(router, place, network, numbered(per_cage), numbered(per_nic), servers)


def _in_turn(network: npt.NDArray[np.integer], takes: list[int]) -> IntArray:
    """Return the cage, or adapter, of each port of a server, (p,), where one of a network takes so many."""
    counts = np.bincount(network, minlength=len(takes))
    inside = [np.arange(count) // each for count, each in zip(counts.tolist(), takes, strict=True)]
    needed = [-(-count // each) for count, each in zip(counts.tolist(), takes, strict=True)]
    firsts = np.cumsum(needed) - needed
    return np.concatenate([own + first for own, first in zip(inside, firsts, strict=True)]).astype(np.int64)


def _switch_cages(
    topology: Topology, catalogue: Catalogue, equipment: Equipment
) -> tuple[IntArray, IntArray]:
    """Return the cages in use and the links per cage of each router's switch."""
    per_cage = equipment.links_per_cage(catalogue)
    cages: IntArray = -(-topology.ports.astype(np.int64) // np.maximum(per_cage, 1))
    return cages, per_cage


def _sockets(
    catalogue: Catalogue, equipment: Equipment
) -> tuple[tuple[Socket, ...], IntArray, IntArray, IntArray]:
    """Return all kinds of cages, and that of each switch, each network's adapter and each management port.

    A switch without such a port has its own there: none ends in it.
    """
    own = [Socket(one.connector, one.links_per_cage) for one in catalogue.switches]
    adapters = [Socket(one.connector, one.links_per_cage) for one in equipment.nics]
    forms = zip(catalogue.switches, own, strict=True)
    apart = [Socket(one.management_port, 1) if one.management_port else socket for one, socket in forms]
    sockets = tuple(dict.fromkeys([*own, *adapters, *apart]))
    switches, nics, management = (
        np.array([sockets.index(one) for one in ends], dtype=np.int64) for ends in (own, adapters, apart)
    )
    return sockets, switches, nics, management


def _namer(
    topology: Topology, plan: CablePlan, hosts: _Hosts, is_port: npt.NDArray[np.bool_]
) -> Callable[[int], str]:
    """Return the names of links: their ids on labels and in files, and both ends."""

    def name(link: int) -> str:
        if link < len(plan):
            ends = zip(plan.routers[link].tolist(), is_port[link].tolist(), strict=True)
            u, v = (f"{topology.label(one)}{', management port,' * own}" for one, own in ends)
            return f"{cable_id(link)} (switch {u} to switch {v.rstrip(',')})"
        host = link - len(plan)
        router = topology.label(int(hosts.router[host]))
        return f"{host_cable_id(host)} (switch {router} to its endpoint {int(hosts.place[host]) + 1})"

    return name
