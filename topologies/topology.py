"""The network itself: switches and links, without positions."""

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

#: Family of a graph supplied by the caller, named by the caller.
OWN_GRAPH = "graph"


@dataclass(frozen=True, eq=False)
class LinkRates:
    """Rates in Gb/s, each direction, of a network with links of several rates."""

    of_pairs: npt.NDArray[np.float64]  # of the links of each joined pair, (m,)
    of_servers: float  # of the links to servers


@dataclass(frozen=True, eq=False)
class GraphPlaces:
    """Existing positions of the switches of a graph, from its node attributes."""

    cabinets: tuple[str, ...]  # cabinet name of each switch, empty if the graph gives none
    positions_mm: npt.NDArray[np.int64] | None  # x and y of each switch on the floor, (n, 2)


@dataclass(frozen=True, eq=False, repr=False)
class Topology:
    """A network of switches and links, before placement.

    Attributes
    ----------
    name
        Spec it was built from, such as ``lps:11,7``; for a graph of the caller, a name from the caller.
    family, parameters
        Family and parameters, including the seed of randomised families.
    routers
        Number of switches, n, numbered 0 .. n-1.
    links
        Joined switch pairs, (m, 2) int32, u < v, sorted, each pair once.
    multiplicity
        Parallel links of each pair, (m,) int32, at least 1.
    endpoints
        Endpoints of each switch, (n,) int32.
    gbps
        Rate of a link in Gb/s, each direction; None if networks side by side, or links from lists, differ
        in rate, or a rate is unknown.
    groups
        Natural group of each switch, (n,) int32, or None.
    labels
        Switch names from a user's file, or None for 0 .. n-1.
    slots
        Slot suggested by the generator for each switch, (n,) int32, or None.
    vertex_transitive
        True only if the construction proves that the network is vertex-transitive.
    notes
        Remarks for the user, such as a violated side condition or missing links.
    servers
        Switch of each server port; None if each server has all its endpoints on one switch, as many as its
        adapters have ports.
    networks
        The networks side by side in this one, see `networks.side_by_side`; None for a single network.
    naming
        Name pattern of the switches, see `switch_names`; empty if there is none.
    link_rates
        Rates of links that differ within a network; None if ``gbps`` or ``networks`` give them.
    standing
        Existing positions of its switches, or None.
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
            raise ValueError("only management links may join two networks, one per switch")

    def __repr__(self) -> str:
        return f"Topology({self.name}: {self.routers} switches, {self.link_count} links)"

    @property
    def link_gbps(self) -> float:
        """Rate of a link in Gb/s, each direction, the same for all links.

        Raises
        ------
        InputError
            If there are several rates or an unknown rate, so that no figure uses the wrong rate.
        """
        if self.gbps is None:
            rates = ", ".join(f"{part.name} {part.gbps:g}" for part in self.networks or ())
            what = f"its networks have links of several rates (Gb/s: {rates})"
            if self.link_rates is not None:
                several = ", ".join(f"{rate:g}" for rate in np.unique(self.link_rates.of_pairs))
                what = f"its links have several rates (Gb/s: {several})"
            elif self.networks is None:
                what = "its links have several rates, or an unknown rate"
            raise InputError(self.name, what, "this figure needs a single link rate")
        return self.gbps

    @property
    def server_gbps(self) -> float:
        """Rate of a server link in Gb/s, each direction.

        Raises `InputError` if the networks have different rates.
        """
        return self.link_gbps if self.link_rates is None else self.link_rates.of_servers

    @property
    def rates(self) -> npt.NDArray[np.float64]:
        """Rate of the server links of each switch's network in Gb/s, each direction, (n,)."""
        if self.networks is None:
            return np.full(self.routers, self.server_gbps)
        return np.array([part.gbps for part in self.networks])[self.network_of_switches]

    @property
    def network_of_switches(self) -> IntArray:
        """Number of the network of each switch, (n,) int32; 0 for a single network."""
        counts = [self.routers] if self.networks is None else [part.switches for part in self.networks]
        return np.repeat(np.arange(len(counts), dtype=np.int32), counts)

    @property
    def network_of_links(self) -> IntArray:
        """Number of the network of each link, (m,) int32, with an entry per parallel link.

        A management link belongs to the network that connects the management ports.
        """
        of = self.network_of_switches[self.links]
        own = np.where(of[:, 0] == of[:, 1], of[:, 0], self._managing)
        return np.repeat(own, self.multiplicity).astype(np.int32)

    @property
    def _managing(self) -> int:
        """Number of the network that connects management ports; -1 if there is none."""
        numbers = (number for number, part in enumerate(self.networks or ()) if part.management_ports)
        return next(numbers, -1)

    @property
    def managed(self) -> npt.NDArray[np.bool_]:
        """True for switches whose management port is on another network, (n,)."""
        managing = self._managing
        elsewhere: npt.NDArray[np.bool_] = self.network_of_switches != managing
        return elsewhere & (managing >= 0)

    @property
    def rates_of_links(self) -> npt.NDArray[np.float64]:
        """Rate of each link in Gb/s per direction, (m,), with an entry per parallel link."""
        if self.link_rates is not None:
            return np.repeat(self.link_rates.of_pairs, self.multiplicity)
        if self.networks is None:
            return np.full(self.link_count, self.link_gbps)
        return np.array([part.gbps for part in self.networks])[self.network_of_links]

    @property
    def network_of_ports(self) -> IntArray | None:
        """Number of the network of each server port, (p,) int32; None for a single network."""
        if self.networks is None:
            return None
        counts = [part.ports for part in self.networks]
        return np.repeat(np.arange(len(counts), dtype=np.int32), counts)

    def rates_of_some(self, pairs: npt.NDArray[np.bool_]) -> LinkRates | None:
        """Return ``link_rates`` for some joined pairs, given as a mask of all, (m,)."""
        rates = self.link_rates
        return None if rates is None else LinkRates(rates.of_pairs[pairs], rates.of_servers)

    def port_name(self, port: int) -> str:
        """Return the name of a server's port, from 0: ``storage-1``; empty for a single network."""
        for part in self.networks or ():
            if port < part.ports:
                return f"{part.name}-{port + 1}"
            port -= part.ports
        return ""

    @property
    def link_count(self) -> int:
        """Number of links, counting parallel links."""
        return int(self.multiplicity.sum())

    @cached_property
    def degree(self) -> IntArray:
        """Network links of each switch, (n,) int32, counting parallel links."""
        ends = np.bincount(self.links.ravel(), np.repeat(self.multiplicity, 2), self.routers)
        return ends.astype(np.int32)

    @cached_property
    def ports(self) -> IntArray:
        """Ports in use on each switch, (n,) int32.

        Network links and endpoints, without the management port.
        """
        return (self.degree + self.endpoints - self.managed).astype(np.int32)

    @property
    def radix(self) -> int:
        """Largest network degree, the "router radix" of the SpectralFly paper's tables."""
        return int(self.degree.max(initial=0))

    @property
    def is_regular(self) -> bool:
        """True if every switch has the same network degree."""
        return bool((self.degree == self.radix).all())

    @cached_property
    def endpoint_switches(self) -> IntArray:
        """Switches between which distances and latencies are measured.

        Those with endpoints, or all if there are none.
        """
        attached = np.flatnonzero(self.endpoints)
        return (attached if len(attached) else np.arange(self.routers)).astype(np.int32)

    @property
    def distances_between(self) -> str:
        """Heading text for the switches between which distances and latencies are measured."""
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
        """Return the display name of a switch."""
        return self.labels[router] if self.labels is not None else str(router)


@dataclass(frozen=True, eq=False)
class NetworkPart:
    """One of several networks side by side."""

    name: str  # such as ``storage``
    alone: Topology  # the network as its spec builds it, with all its endpoints and its own rate
    first: int  # number of its first switch
    ports: int  # ports of every server on it
    spread: bool  # True if the ports of a server are on different switches, see `networks.side_by_side`
    # True if it connects the management port of every switch of the other networks
    management_ports: bool = False

    @property
    def switches(self) -> int:
        """Number of its switches."""
        return self.alone.routers

    @property
    def gbps(self) -> float:
        """Rate of its links in Gb/s, each direction."""
        return self.alone.link_gbps

    def to_dict(self) -> dict[str, Any]:
        """Return the record for a plan."""
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
    """Return endpoints per switch for a plan's record: a single number if all are equal."""
    counts: list[int] = topology.endpoints.tolist()
    return counts[0] if len(set(counts)) == 1 else counts


def normal_links(pairs: npt.ArrayLike, routers: int) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)`` of endpoint pairs in any order and orientation.

    Parameters
    ----------
    pairs
        Switch pairs, (any number, 2); a pair repeated k times means k parallel links.
    routers
        Number of switches.

    Raises
    ------
    ValueError
        If a pair joins a switch to itself; callers report the culprit first.
    """
    ends = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    low, high = ends.min(axis=1), ends.max(axis=1)
    if (low == high).any():
        raise ValueError("a link joins a switch to itself")
    keys, counts = np.unique(low * routers + high, return_counts=True)
    links = np.column_stack([keys // routers, keys % routers]).astype(np.int32)
    return links, counts.astype(np.int32)


def neighbour_links(neighbours: npt.NDArray[np.integer]) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)`` of the neighbours of each switch, (n, radix), listed at both ends.

    A switch listed as its own neighbour adds no link.
    """
    routers, radix = neighbours.shape
    pairs = np.column_stack([np.repeat(np.arange(routers), radix), neighbours.ravel()])
    return normal_links(pairs[pairs[:, 0] < pairs[:, 1]], routers)


def bare_topology(
    spec: str, family: str, parameters: Mapping[str, Any], routers: int, links: tuple[IntArray, IntArray]
) -> Topology:
    """Return a network of its ``(links, multiplicity)``, without endpoints, groups or notes."""
    return Topology(
        name=spec,
        family=family,
        parameters=parameters,
        routers=routers,
        links=links[0],
        multiplicity=links[1],
        endpoints=np.zeros(routers, np.int32),
    )
