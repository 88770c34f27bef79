"""Static routings by name: forwarding tables of InfiniBand switches."""

from collections.abc import Callable
from dataclasses import dataclass

from netfloor.foundation.errors import InputError, setting
from netfloor.research.traffic.static.d_mod_k import d_mod_k
from netfloor.research.traffic.static.forwarding import Forwarding
from netfloor.research.traffic.static.parx import parx
from netfloor.research.traffic.static.sssp import sssp
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import Channels


@dataclass(frozen=True)
class StaticRouting:
    """One static routing.

    Attributes
    ----------
    name, summary, source
        Name on the command line, a sentence, and the reference that defines it.
    tables
        Computes the forwarding tables; raises `InputError` if the routing does not fit the network.
    breaks_cycles
        Whether paths are spread over lanes until no lane can deadlock.
    """

    name: str
    summary: str
    source: str
    tables: Callable[[Topology, Channels], Forwarding]
    breaks_cycles: bool = False


_LANES = "lanes by breaking cycles"
#: Every static routing.
STATIC_ROUTINGS: dict[str, StaticRouting] = {
    item.name: item
    for item in (
        StaticRouting(
            "d-mod-k",
            "the link up by the digits of the destination's number; trees",
            "Zahavi (2010)",
            d_mod_k,
        ),
        StaticRouting("sssp", "balanced shortest paths, one lane", "Hoefler et al. (2009)", sssp),
        StaticRouting(
            "dfsssp", f"the paths of sssp, {_LANES}", "Domke et al. (2011)", sssp, breaks_cycles=True
        ),
        StaticRouting(
            "parx",
            f"four addresses per endpoint, short paths and long ones, {_LANES}; 2-D HyperX",
            "Domke et al. (2019)",
            parx,
            breaks_cycles=True,
        ),
    )
}


def static_routing_named(name: str) -> StaticRouting:
    """Return a static routing by its name.

    Raises
    ------
    InputError
        If the name is unknown; the message lists the known names.
    """
    if name not in STATIC_ROUTINGS:
        known = f"known: {', '.join(STATIC_ROUTINGS)}"
        raise InputError(setting("routing"), f"unknown static routing {name[:60]!r}", known)
    return STATIC_ROUTINGS[name]
