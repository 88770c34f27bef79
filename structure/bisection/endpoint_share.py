"""Bisection by halves of the endpoints: the links per endpoint of the smaller half.

In a tree only edge switches have endpoints, and traffic starts at endpoints. Halves of its switches are not
informative: in a butterfly fewer links may join the halves by switches than the halves by endpoints
(Bornstein et al.: On the bisection width and expansion of butterfly networks, 1998).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np

from netfloor.structure.bisection.interval import Bisection
from netfloor.structure.bisection.leaf_halves import leaf_halves, settle_sides
from netfloor.structure.bisection.partitioners import Sides
from netfloor.topologies.families.trees import clos, fattree, leafspine, rails
from netfloor.topologies.families.trees.clos import ClosPlan
from netfloor.topologies.planes import plane_of
from netfloor.topologies.topology import Topology

#: Number of arcs of edge switches to try as a half.
_MAX_ARCS = 40


@dataclass(frozen=True)
class EndpointShare:
    """The links between two halves of the endpoints, as even as whole switches allow.

    Attributes
    ----------
    links, lower_links
        Links of the best such cut known, and a lower bound for all such cuts.
    endpoints
        Endpoints of the smaller half, at least 1.
    """

    links: int
    lower_links: int
    endpoints: int

    @property
    def share(self) -> float:
        """Links per endpoint of the smaller half: 1 is full bisection.

        57.1 % for the 12x8 HyperX with 7 nodes per switch (Domke et al.: HyperX against fat tree, 2019,
        section 2). Links and endpoints are assumed to have the same rate.
        """
        return self.links / self.endpoints


@dataclass(frozen=True, eq=False)
class EndpointBisection:
    """The fewest links between two halves of a tree's endpoints, exact.

    Attributes
    ----------
    links
        Links of the given cut, the minimum over all such cuts.
    endpoints
        Endpoints on each side, the smaller first: as even as whole edge switches allow.
    sides
        Side 0 or 1 of each switch, (n,) int8: some edge switches against all the rest.
    """

    links: int
    endpoints: tuple[int, int]
    sides: Sides

    def in_planes(self, planes: int) -> "EndpointBisection":
        """Return the bisection for several copies of the network, each cut in the same way."""
        few, many = self.endpoints
        halves = (planes * few, planes * many)
        return EndpointBisection(planes * self.links, halves, np.tile(self.sides, planes))


def endpoint_share(topology: Topology, cut: Bisection) -> EndpointShare | None:
    """Return the bisection of a network's endpoints; None if it is unknown.

    If all switches have equally many endpoints, the halves of the switches, with bisection ``cut``, are
    halves of the endpoints. Trees use `endpoint_bisection`, Dragonfly+ `leaf_halves`, and a folded Clos
    network with the fewest top switches an interval. For other networks with unequal numbers of endpoints
    the halves by switches are not informative.
    """
    planes, plane = plane_of(topology)
    if planes > 1:
        item = endpoint_share(
            plane, Bisection(cut.links // planes, cut.lower_links // planes, cut.sides, "", "")
        )
        return item and EndpointShare(
            planes * item.links, planes * item.lower_links, planes * item.endpoints
        )
    trimmed = _trimmed_share(topology)
    if trimmed is not None:
        return trimmed
    tree = endpoint_bisection(topology)
    if tree is not None and tree.endpoints[0]:
        return EndpointShare(tree.links, tree.links, tree.endpoints[0])
    groups = leaf_halves(topology)
    if groups is not None:
        links, lower, leaves = groups
        return EndpointShare(links, lower, leaves * int(topology.endpoints[0]))
    maximum = int(topology.endpoints.max(initial=0))
    half = topology.routers // 2 * maximum
    alike = bool((topology.endpoints == maximum).all())
    return EndpointShare(cut.links, cut.lower_links, half) if alike and half else None


def endpoint_bisection(topology: Topology) -> EndpointBisection | None:
    """Return the exact bisection by endpoints of a k-ary n-tree, folded Clos, leaf and spine, or rails.

    Above the edge these networks are rearrangeable: for every permutation of the edge switches' uplinks
    there are routes that share no link in either direction (Slepian 1952, Duguid 1959, Benes 1965, level by
    level). So s edge switches with u uplinks can send ``s u`` units to any other s, and every cut that
    separates them from the other edge switches (at least as many) has at least ``s u`` links; the cut that
    separates them from everything else has exactly that.

    None for other families, for networks changed since they were built, without endpoints, or whose edge
    switches have more than two different numbers of endpoints.
    """
    planes, plane = plane_of(topology)
    if planes > 1:
        one_plane = endpoint_bisection(plane)
        return one_plane and one_plane.in_planes(planes)
    uplinks = _edge_uplinks(topology)
    return None if uplinks is None else _parted_edges(topology, uplinks)


def _parted_edges(topology: Topology, uplinks: int) -> EndpointBisection | None:
    """Return the cut that separates the fewest edge switches with half the endpoints from everything else.

    None if there are fewer than two edge switches, or more than two different numbers of endpoints.
    """
    edges = np.flatnonzero(topology.endpoints)
    counts = topology.endpoints[edges].astype(np.int64)
    few, many = int(counts.min()), int(counts.max())
    if not np.isin(counts, [few, many]).all() or len(edges) < 2:
        return None
    fewer, more = (edges[counts == few], edges[counts == many] if many > few else edges[:0])
    total = int(counts.sum())
    _, switches, x, y = min(
        (abs(total - 2 * (x * few + y * many)), min(x + y, len(edges) - x - y), x, y)
        for x, y in _choices(len(fewer), len(more), few, many, total)
    )
    sides = np.zeros(topology.routers, np.int8)
    sides[np.concatenate([fewer[:x], more[:y]])] = 1
    if x + y > switches:  # the other side has fewer edge switches: separate those from everything else
        sides[edges] ^= 1
    item = x * few + y * many
    halves = (min(item, total - item), max(item, total - item))
    return EndpointBisection(switches * uplinks, halves, sides)


def _choices(fewer: int, more: int, few: int, many: int, total: int) -> Iterator[tuple[int, int]]:
    """Yield counts of each kind of edge switch that may have half the endpoints."""
    for y in range(more + 1):
        nearest = (total // 2 - y * many) // few
        yield from ((min(max(x, 0), fewer), y) for x in (nearest, nearest + 1))


def _edge_uplinks(topology: Topology) -> int | None:
    """Return the uplinks of every edge switch of an unchanged tree, or None."""
    if topology.family == "fattree":
        k, n = topology.parameters["k"], topology.parameters["n"]
        links, multiplicity, uplinks = *fattree.tree_links(k, n), k
        edges = k ** (n - 1)
    elif topology.family == "clos":
        figures = clos.plan(topology.parameters)
        if figures.fewest_top:
            return None
        links, multiplicity, uplinks = *clos.clos_links(figures), figures.up_ports
        edges = figures.levels[0].pods
    elif topology.family == "leafspine":
        edges, spines, trunk = (topology.parameters[name] for name in ("edges", "spines", "k"))
        links, multiplicity, uplinks = *leafspine.spine_links(edges, spines, trunk), spines * trunk
    elif topology.family == "rails":
        rail = rails.plan(topology.parameters)
        links, multiplicity, uplinks = *rails.rail_links(rail), rail.up
        edges = rail.leaves
    else:
        return None
    attached = topology.endpoints > 0
    fits = bool(attached[:edges].all()) and not attached[edges:].any()
    unchanged = np.array_equal(topology.links, links) and np.array_equal(
        topology.multiplicity, multiplicity
    )
    return uplinks if fits and unchanged else None


def _trimmed_share(topology: Topology) -> EndpointShare | None:
    """Return the bisection of a folded Clos network with the fewest top switches; None for others.

    Taking the smallest trunk of each top switch from the uplinks of every switch below gives a network of
    even trunks. It routes the traffic of `endpoint_bisection` scaled by the smallest share of uplinks that
    it keeps, so that share of the even network's bisection is a lower bound. The cut is the best of the
    even network's cut and arcs of edge switches, in the order in which their links are dealt around the
    top.
    """
    if topology.family != "clos":
        return None
    figures = clos.plan(topology.parameters)
    links, multiplicity = clos.clos_links(figures)
    unchanged = np.array_equal(topology.links, links) and np.array_equal(
        topology.multiplicity, multiplicity
    )
    edges = figures.levels[0].pods
    attached = topology.endpoints > 0
    if not (figures.fewest_top and unchanged and attached[:edges].all()) or attached[edges:].any():
        return None
    even = _parted_edges(topology, figures.up_ports)
    if even is None or not even.endpoints[0]:
        return None
    u, v = links.T.astype(np.int64)
    first = topology.routers - figures.levels[-1].switches
    up = v >= first
    minimum = np.full(topology.routers, np.iinfo(np.int64).max)
    np.minimum.at(minimum, v[up], multiplicity[up])
    kept, total = np.zeros((2, first), np.int64)
    np.add.at(kept, u[up], minimum[v[up]])
    np.add.at(total, u[up], multiplicity[up])
    below = total > 0
    share = min(
        Fraction(few, many)
        for few, many in set(zip(kept[below].tolist(), total[below].tolist(), strict=True))
    )
    cuts = (int(multiplicity[sides[u] != sides[v]].sum()) for sides in _arcs(topology, figures, even))
    return EndpointShare(min(even.links, *cuts), ceil(share * even.links), even.endpoints[0])


def _arcs(topology: Topology, figures: ClosPlan, even: EndpointBisection) -> Iterator[Sides]:
    """Yield sides of arcs of edge switches, with as many of each number of endpoints as in ``even``."""
    edges = figures.levels[0].pods
    first = topology.routers - figures.levels[-1].switches
    into_top = topology.links[:, 1] >= first
    below = topology.links[into_top, 0]
    beside = int((below == below[0]).sum())
    uplinks = int(topology.multiplicity[into_top][below == below[0]].sum())
    pod = topology.groups[:edges] if topology.groups is not None else np.arange(edges)
    order = np.lexsort((np.arange(edges), pod, pod * (uplinks % beside) % beside))
    counts = topology.endpoints[:edges]
    wanted = {int(n): int((counts[even.sides[:edges] == 1] == n).sum()) for n in np.unique(counts)}
    free = np.arange(topology.routers) >= edges
    for start in range(0, edges, -(-edges // _MAX_ARCS)):
        arc = np.roll(order, -start)
        side = np.zeros(topology.routers, np.int64)
        side[:edges] = -1
        for number, switches in wanted.items():
            side[arc[counts[arc] == number][:switches]] = 1
        base = edges
        for level in figures.levels[1:]:  # each switch joins the side of most of its down links
            rows = topology.adjacency[base : base + level.switches]
            side[base : base + level.switches] = np.where(rows @ side > 0, 1, -1)
            base += level.switches
        yield settle_sides(topology, (side > 0).astype(np.int8), free)
