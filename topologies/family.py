"""What a family of networks offers: one file a family, one entry in the registry."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class Parameters:
    """A spec's parameters, split at commas: ``168,12,seed=5``.

    Attributes
    ----------
    spec
        The whole spec as typed, for messages.
    positional
        Values without a name, in order; the factors of a product.
    named
        Values with one.
    """

    spec: str
    positional: tuple[str, ...]
    named: Mapping[str, str]


@dataclass(frozen=True, order=True)
class Instance:
    """One member of a family, by its closed forms alone; ordered by size.

    Attributes
    ----------
    routers
        Number of routers.
    radix
        Network links of a router, the largest where they differ.
    spec
        Builds it.
    endpoints
        Endpoints per router that its definition or its source recommends, or None.
    hosts, ports
        Endpoints in all, and ports of the router that uses most, where not every router has
        endpoints, as in a tree; else None.
    """

    routers: int
    radix: int
    spec: str
    endpoints: int | None = None
    hosts: int | None = None
    ports: int | None = None

    @property
    def total_endpoints(self) -> int | None:
        """Endpoints in all as recommended, or None where nobody recommends any."""
        if self.hosts is not None:
            return self.hosts
        return None if self.endpoints is None else self.routers * self.endpoints

    @property
    def total_ports(self) -> int | None:
        """Ports of the router that uses most with the endpoints recommended, or None without."""
        if self.ports is not None:
            return self.ports
        return None if self.endpoints is None else self.radix + self.endpoints


@dataclass(frozen=True)
class Family:
    """One family of networks.

    Attributes
    ----------
    name
        The word before the colon of a spec.
    usage
        How its parameters are written, such as ``lps:p,q``.
    summary
        One sentence for ``netfloor topology list``.
    routers, radix
        Closed forms as text.
    source
        Paper and section.
    build
        Makes the topology; raises `InputError` for bad parameters.
    takes_seed
        True if chance decides the outcome: ``seed=`` is passed on.
    takes_path
        True if the first parameter is a path, which may hold commas, equal signs and stars.
    endpoint_parameters
        Parameters that state the endpoints per router, such as a dragonfly's ``p``.
    indirect
        True if ``endpoints=`` counts for those routers only that have endpoints by
        definition, as in a tree.
    concentration
        Endpoints per router that the source recommends for this network, or None.
    endpoints
        The same as text.
    instances
        The members of up to so many routers, sorted, by closed forms; or None.
    listed
        Which members those are, where they are not all.
    """

    name: str
    usage: str
    summary: str
    routers: str
    radix: str
    source: str
    build: Callable[[Parameters], Topology]
    takes_seed: bool = False
    takes_path: bool = False
    endpoint_parameters: tuple[str, ...] = ()
    indirect: bool = False
    concentration: Callable[[Topology], int] | None = None
    endpoints: str = "none recommended by its source; a design takes half of its links, rounded down"
    instances: Callable[[int], Iterator[Instance]] | None = None
    listed: str | None = None

    def describe(self) -> dict[str, Any]:
        """Return what ``topology list --json`` prints."""
        return {
            "family": self.name,
            "usage": self.usage,
            "summary": self.summary,
            "routers": self.routers,
            "radix": self.radix,
            "endpoints": self.endpoints,
            "listed": self.listed or ("every member" if self.instances else "none"),
            "source": self.source,
        }


def instances(family: Family, max_routers: int) -> Iterator[Instance]:
    """Return the members that a family lists with up to ``max_routers`` routers, smallest first.

    Raises
    ------
    ValueError
        If the family does not list its members (`Family.instances` is None).
    """
    if family.instances is None:
        raise ValueError(f"{family.name} does not list its members")
    return family.instances(max_routers)
