"""Definition of a network family: one file per family, one entry in the registry."""

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
        Whole spec as typed, for messages.
    positional
        Values without a name, in order; for a product, its factors.
    named
        Values by name.
    """

    spec: str
    positional: tuple[str, ...]
    named: Mapping[str, str]


@dataclass(frozen=True, order=True)
class Instance:
    """A member of a family, described by closed forms alone; ordered by size.

    Attributes
    ----------
    routers
        Number of switches.
    radix
        Network links per switch, the maximum if they differ.
    spec
        Spec that builds it.
    endpoints
        Endpoints per switch recommended by the family's definition or source, or None.
    hosts, ports
        Total endpoints, and ports in use on the busiest switch, for families with endpoints on only some
        switches, such as trees; else None.
    """

    routers: int
    radix: int
    spec: str
    endpoints: int | None = None
    hosts: int | None = None
    ports: int | None = None

    @property
    def total_endpoints(self) -> int | None:
        """Total endpoints as recommended; None without a recommendation."""
        if self.hosts is not None:
            return self.hosts
        return None if self.endpoints is None else self.routers * self.endpoints

    @property
    def total_ports(self) -> int | None:
        """Ports in use on the busiest switch with the recommended endpoints.

        None without a recommendation.
        """
        if self.ports is not None:
            return self.ports
        return None if self.endpoints is None else self.radix + self.endpoints


@dataclass(frozen=True)
class Family:
    """A network family.

    Attributes
    ----------
    name
        Word before the colon of a spec.
    usage
        Syntax of its parameters, such as ``lps:p,q``.
    summary
        One sentence for ``netfloor topology list``.
    routers, radix
        Closed forms as text.
    source
        Paper and section.
    build
        Builds the topology; raises `InputError` for bad parameters.
    takes_seed
        True for randomised families: ``seed=`` is passed on.
    takes_path
        True if the first parameter is a path, which may contain commas, equal signs and stars.
    endpoint_parameters
        Parameters that set the endpoints per switch, such as a dragonfly's ``p``.
    indirect
        True if ``endpoints=`` applies only to the switches that have endpoints by definition, as in a tree.
    concentration
        Endpoints per switch that the source recommends for a network, or None.
    endpoints
        The same recommendation as text.
    instances
        Members with at most this many switches, sorted, by closed forms; or None.
    listed
        Which members are listed, if not all.
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
    endpoints: str = "none recommended by its source; a design uses half of its links, rounded down"
    instances: Callable[[int], Iterator[Instance]] | None = None
    listed: str | None = None

    def describe(self) -> dict[str, Any]:
        """Return the record that ``topology list --json`` prints."""
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
    """Yield the listed members of a family with at most ``max_routers`` switches, smallest first.

    `ValueError` if the family does not list its members (`Family.instances` is None).
    """
    if family.instances is None:
        raise ValueError(f"{family.name} does not list its members")
    return family.instances(max_routers)
