"""The network itself: routers and the links between them, nowhere yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.foundation.errors import InputError
from netfloor.topologies.servers import ServerGroups

IntArray = npt.NDArray[np.int32]

#: Family of a network that is no formula's and no file's: a graph of the caller's own, named by its caller.
OWN_GRAPH = "graph"


@dataclass(frozen=True, eq=False)
class LinkRates:
    """Rates in Gb/s, each direction, of a network whose links have several."""

    of_pairs: npt.NDArray[np.float64]  # of the links of each joined pair, (m,)
    of_servers: float  # of the links to servers


@dataclass(frozen=True, eq=False)
class GraphPlaces:
    """Where the switches of a graph stand already, by its nodes."""

    cabinets: tuple[str, ...]  # name of the cabinet of each switch, empty where the graph names none
    positions_mm: npt.NDArray[np.int64] | None  # x and y of each switch on the floor, (n, 2)


@dataclass(frozen=True, eq=False, repr=False)
class Topology:
    """A network of routers, before anybody asks where they stand.

    Attributes
    ----------
    name
        The spec that made it, such as ``lps:11,7``; of a graph of the caller's own what its caller says.
    family, parameters
        The family and its parameters, seed included where chance played a part.
    routers
        Number of routers, n. Routers are 0 .. n-1.
    links
        Joined router pairs, (m, 2) int32, u < v, sorted, each pair once.
    multiplicity
        Parallel links of each pair, (m,) int32, at least 1.
    endpoints
        Endpoints attached to each router, (n,) int32.
    gbps
        Rate of one link in Gb/s, each direction; None where networks side by side, or links of lists,
        differ, or a rate is not known.
    groups
        Natural group of each router, (n,) int32, or None.
    labels
        Router names from a user's file, or None for 0 .. n-1.
    slots
        Slot that the generator meant each router to stand in, (n,) int32, or None.
    vertex_transitive
        True only where the construction proves that all routers look alike.
    notes
        What a user should know: a broken side condition, a degree deficit.
    servers
        Which switches each port of a server is attached to; None where each server has all its
        endpoints on one switch, as many as its adapters have ports.
    networks
        The networks that are side by side in this one, see `networks.side_by_side`; None where it is one.
    naming
        The pattern that its switches are named by, see `switch_names`; empty where there is none.
    link_rates
        Rates of links that differ in one network; None where ``gbps`` or ``networks`` say them.
    standing
        Where its switches stand before they are placed; None where nobody said.
    """

    name: str
    family: str
    parameters: Mapping[str, Any]
    routers: int
    links: IntArray
    multiplicity: IntArray
    endpoints: IntArray
    gbps: float | None = 100.0
    groups: IntArray | None = None
    labels: tuple[str, ...] | None = None
    slots: IntArray | None = None
    vertex_transitive: bool = False
    notes: tuple[str, ...] = field(default=())
    servers: ServerGroups | None = None
    networks: tuple["NetworkPart", ...] | None = None
    naming: str = ""
    link_rates: LinkRates | None = None
    standing: GraphPlaces | None = None

    def __post_init__(self) -> None:
        u, v = self.links[:, 0], self.links[:, 1]
        if len(self.links) and (u.min() < 0 or v.max() >= self.routers or not (u < v).all()):
            raise ValueError("links must be pairs u < v of switches 0 .. n-1")
        keys = u.astype(np.int64) * self.routers + v
        if not (np.diff(keys) > 0).all():
            raise ValueError("links must be sorted, each pair once")
        if self.multiplicity.shape != (len(self.links),) or (self.multiplicity < 1).any():
            raise ValueError("multiplicity must hold one count >= 1 for every pair")
        if self.link_rates is not None and self.link_rates.of_pairs.shape != (len(self.links),):
            raise ValueError("rates of links must be one for every pair")
        self._check_servers()
        self._check_networks()
        for array in (self.links, self.multiplicity, self.endpoints, self.groups, self.slots):
            if array is not None:
                array.flags.writeable = False

    def _check_servers(self) -> None:
        if self.servers is None:
            return
        if self.servers.switches.max(initial=0) >= self.routers:
            raise ValueError("servers must be attached to switches 0 .. n-1")
        if not np.array_equal(self.servers.endpoints(self.routers), self.endpoints):
            raise ValueError("endpoints must be the attached ports of the servers")

    def _check_networks(self) -> None:
        if self.networks is None:
            return
        if sum(part.switches for part in self.networks) != self.routers:
            raise ValueError("networks side by side must have all switches")
        of, managed = self.network_of_switches, self.managed
        joins = of[self.links[:, 0]] != of[self.links[:, 1]]
        ends, alone = self.links[joins], (self.multiplicity[joins] == 1).all()
        counts = np.bincount(ends[managed[ends]], minlength=self.routers)
        if not alone or len(ends) != managed.sum() or not np.array_equal(counts, managed):
            raise ValueError("of links, those of management ports alone join two networks, one of a switch")

    def __repr__(self) -> str:
        return f"Topology({self.name}: {self.routers} switches, {self.link_count} links)"

    @property
    def link_gbps(self) -> float:
        """Rate of one link in Gb/s, each direction, the same for all links.

        Raises
        ------
        InputError
            If there are several, or one is not known: no figure may take one for another.
        """
        if self.gbps is None:
            rates = ", ".join(f"{part.name} {part.gbps:g}" for part in self.networks or ())
            what = f"its networks have links of several rates (Gb/s: {rates})"
            if self.link_rates is not None:
                several = ", ".join(f"{rate:g}" for rate in np.unique(self.link_rates.of_pairs))
                what = f"its links have several rates (Gb/s: {several})"
            elif self.networks is None:
                what = "its links have several rates, or one that is not known"
            raise InputError(self.name, what, "this figure is known for networks of one rate only")
        return self.gbps

    @property
    def server_gbps(self) -> float:
        """Rate of a link to a server in Gb/s, each direction; `InputError` as for ``link_gbps``."""
        return self.link_gbps if self.link_rates is None else self.link_rates.of_servers

    @property
    def rates(self) -> npt.NDArray[np.float64]:
        """Rate of each switch's network in Gb/s, each direction, (n,): that of its servers' links."""
        if self.networks is None:
            return np.full(self.routers, self.server_gbps)
        return np.array([part.gbps for part in self.networks])[self.network_of_switches]

    @property
    def network_of_switches(self) -> IntArray:
        """Number of the network that each switch is of, (n,) int32; 0 where there is one."""
        counts = [self.routers] if self.networks is None else [part.switches for part in self.networks]
        return np.repeat(np.arange(len(counts), dtype=np.int32), counts)

    @property
    def network_of_links(self) -> IntArray:
        """Number of the network that each link is of, (m,) int32, parallel links counted each.

        The link of a management port is of the network that it ends on.
        """
        of = self.network_of_switches[self.links]
        own = np.where(of[:, 0] == of[:, 1], of[:, 0], self._managing)
        return np.repeat(own, self.multiplicity).astype(np.int32)

    @property
    def _managing(self) -> int:
        """Number of the network that management ports of switches end on; -1 where none does."""
        numbers = (number for number, part in enumerate(self.networks or ()) if part.management_ports)
        return next(numbers, -1)

    @property
    def managed(self) -> npt.NDArray[np.bool_]:
        """Whether the management port of each switch ends on another network, (n,)."""
        managing = self._managing
        elsewhere: npt.NDArray[np.bool_] = self.network_of_switches != managing
        return elsewhere & (managing >= 0)

    @property
    def rates_of_links(self) -> npt.NDArray[np.float64]:
        """Rate of each link in Gb/s, each direction, (m,), parallel links counted each."""
        if self.link_rates is not None:
            return np.repeat(self.link_rates.of_pairs, self.multiplicity)
        if self.networks is None:
            return np.full(self.link_count, self.link_gbps)
        return np.array([part.gbps for part in self.networks])[self.network_of_links]

    @property
    def network_of_ports(self) -> IntArray | None:
        """Number of the network that each port of a server is of, (p,) int32; None where there is one."""
        if self.networks is None:
            return None
        counts = [part.ports for part in self.networks]
        return np.repeat(np.arange(len(counts), dtype=np.int32), counts)

    def rates_of_some(self, pairs: npt.NDArray[np.bool_]) -> LinkRates | None:
        """Return ``link_rates`` of some joined pairs alone, given as a mask of all, (m,)."""
        rates = self.link_rates
        return None if rates is None else LinkRates(rates.of_pairs[pairs], rates.of_servers)

    def port_name(self, port: int) -> str:
        """Return the name of a server's port, from 0: ``storage-1``; empty where there is one network."""
        for part in self.networks or ():
            if port < part.ports:
                return f"{part.name}-{port + 1}"
            port -= part.ports
        return ""

    @property
    def link_count(self) -> int:
        """Number of links, parallel ones counted each."""
        return int(self.multiplicity.sum())

    @cached_property
    def degree(self) -> IntArray:
        """Network links of each router, (n,) int32, parallel ones counted each."""
        ends = np.bincount(self.links.ravel(), np.repeat(self.multiplicity, 2), self.routers)
        return ends.astype(np.int32)

    @cached_property
    def ports(self) -> IntArray:
        """Ports in use on each router, (n,) int32: network links and endpoints, no management port."""
        return (self.degree + self.endpoints - self.managed).astype(np.int32)

    @property
    def radix(self) -> int:
        """Largest network degree, the "router radix" of the SpectralFly paper's tables."""
        return int(self.degree.max(initial=0))

    @property
    def is_regular(self) -> bool:
        """True if every router has the same network degree."""
        return bool((self.degree == self.radix).all())

    @cached_property
    def endpoint_switches(self) -> IntArray:
        """Switches whose pairs distances and latencies count: those with endpoints; all if none has any."""
        attached = np.flatnonzero(self.endpoints)
        return (attached if len(attached) else np.arange(self.routers)).astype(np.int32)

    @property
    def distances_between(self) -> str:
        """What distances and latencies are between, as headings say it."""
        return "all switches" if len(self.endpoint_switches) == self.routers else "switches with endpoints"

    @cached_property
    def adjacency(self) -> csr_array:
        """Symmetric sparse matrix of link counts, (n, n) int32, indices sorted."""
        u, v = self.links[:, 0], self.links[:, 1]
        rows, columns = np.concatenate([u, v]), np.concatenate([v, u])
        counts = np.concatenate([self.multiplicity, self.multiplicity]).astype(np.int32)
        matrix = csr_array((counts, (rows, columns)), shape=(self.routers, self.routers))
        matrix.sort_indices()
        return matrix

    def label(self, router: int) -> str:
        """Return the name that a person knows this router by."""
        return self.labels[router] if self.labels is not None else str(router)


@dataclass(frozen=True, eq=False)
class NetworkPart:
    """One of the networks side by side in another."""

    name: str  # such as ``storage``
    alone: Topology  # the network as its spec builds it, with all its endpoints and its own rate
    first: int  # number of its first switch
    ports: int  # ports of every server on it
    spread: bool  # whether the ports of a server are on different switches, see `networks.side_by_side`
    # whether the management port of every switch of the other networks ends on it
    management_ports: bool = False

    @property
    def switches(self) -> int:
        """Number of its switches."""
        return self.alone.routers

    @property
    def gbps(self) -> float:
        """Rate of one of its links in Gb/s, each direction."""
        return self.alone.link_gbps

    def to_dict(self) -> dict[str, Any]:
        """Return the record in a plan."""
        return {
            "name": self.name,
            "spec": self.alone.name,
            "parameters": dict(self.alone.parameters),
            "first": self.first,
            "switches": self.switches,
            "links": self.alone.link_count,
            "gbps": self.gbps,
            "endpoints": endpoints_record(self.alone),
            "ports": self.ports,
            "spread": self.spread,
            **({"management_ports": True} if self.management_ports else {}),
            **({"names": self.alone.naming} if self.alone.naming else {}),
        }


def endpoints_record(topology: Topology) -> int | list[int]:
    """Return endpoints per router as a plan records them: one number where all are equal."""
    counts: list[int] = topology.endpoints.tolist()
    return counts[0] if len(set(counts)) == 1 else counts


def normal_links(pairs: npt.ArrayLike, routers: int) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)`` of endpoint pairs in any order and orientation.

    Parameters
    ----------
    pairs
        Router pairs, (any number, 2); a pair that stands k times is k parallel links.
    routers
        Number of routers.

    Raises
    ------
    ValueError
        If a pair joins a router to itself: callers name the culprit first.
    """
    ends = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    low, high = ends.min(axis=1), ends.max(axis=1)
    if (low == high).any():
        raise ValueError("a link joins a switch to itself")
    keys, counts = np.unique(low * routers + high, return_counts=True)
    links = np.column_stack([keys // routers, keys % routers]).astype(np.int32)
    return links, counts.astype(np.int32)


def neighbour_links(neighbours: npt.NDArray[np.integer]) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)`` of the neighbours of each router, (n, radix), both ways.

    A router that is its own neighbour stands for no link.
    """
    routers, radix = neighbours.shape
    pairs = np.column_stack([np.repeat(np.arange(routers), radix), neighbours.ravel()])
    return normal_links(pairs[pairs[:, 0] < pairs[:, 1]], routers)


def bare_topology(
    spec: str, family: str, parameters: Mapping[str, Any], routers: int, links: tuple[IntArray, IntArray]
) -> Topology:
    """Return a network without endpoints, groups or notes of its ``(links, multiplicity)``."""
    return Topology(
        name=spec,
        family=family,
        parameters=parameters,
        routers=routers,
        links=links[0],
        multiplicity=links[1],
        endpoints=np.zeros(routers, np.int32),
    )
