"""What a family of networks offers: one file a family, one entry in the registry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from topologies.topology import Topology


@dataclass(frozen=True)
class Parameters:
    """A spec's parameters, split at commas: ``168,12,seed=5``.

    Attributes
    ----------
    spec
        The whole spec as typed, for messages.
    positional
        Values without a name, in order.
    named
        Values with one.
    """

    spec: str
    positional: tuple[str, ...]
    named: Mapping[str, str]


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
    """

    name: str
    usage: str
    summary: str
    routers: str
    radix: str
    source: str
    build: Callable[[Parameters], Topology]

    def describe(self) -> dict[str, Any]:
        """Return what ``topology list --json`` prints."""
        return {
            "family": self.name,
            "usage": self.usage,
            "summary": self.summary,
            "routers": self.routers,
            "radix": self.radix,
            "source": self.source,
        }
