"""The bisection that figures count: halves of the switches, of the endpoints where some have none."""

from collections.abc import Callable
from dataclasses import dataclass

from netfloor.structure.bisection.endpoint_share import endpoint_bisection, endpoint_share
from netfloor.structure.bisection.interval import Bisection
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class Halves:
    """The links between two halves of a network, and what found and what bounds them.

    ``endpoints`` are those of the smaller half, 0 where halves say nothing of endpoints.
    """

    links: int
    lower_links: int
    method: str
    lower_method: str
    endpoints: int = 0


def halves(topology: Topology, search: Callable[[], Bisection]) -> Halves:
    """Return the bisection that bandwidth and power per bandwidth count.

    Halves of the endpoints where a tree or a Dragonfly+ has switches without any, since traffic starts at
    endpoints; else halves of the switches, which ``search`` finds. Trees need no search.
    """
    tree = endpoint_bisection(topology)
    if tree is not None:
        found_by = "halves of the endpoints", "rearrangeable above the edge"
        return Halves(tree.links, tree.links, *found_by, tree.endpoints[0])
    cut = search()
    half = endpoint_share(topology, cut)
    if half is None:
        return Halves(cut.links, cut.lower_links, cut.method, cut.lower_method)
    if not topology.endpoints.all():
        found_by = "halves of the endpoints", "traffic that is routed between halves"
        return Halves(half.links, half.lower_links, *found_by, half.endpoints)
    return Halves(cut.links, cut.lower_links, cut.method, cut.lower_method, half.endpoints)
