"""Balanced cuts suggested by a network's family: arcs for circulants, factors for products."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from netfloor.structure.arrays import LongArray
from netfloor.structure.bisection.cut import Cut
from netfloor.structure.bisection.partitioners import Sides
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

#: Arcs are improved by swaps while their number times the square of the switches stays below this: 512 arcs
#: for 1,024 switches, in 3 s. The narrowest arcs are always improved.
IMPROVED_WORK = 2**29
LEAST_IMPROVED = 8


def candidate_cuts(
    topology: Topology, halve: Callable[[Topology], Sides], *, thorough: bool
) -> list[tuple[Cut, str]]:
    """Return cuts and their methods, the best first; none for most families.

    Parameters
    ----------
    halve
        Finds a balanced cut of a smaller network, (routers,) of 0 and 1.
    thorough
        False takes only as long as a few METIS runs.
    """
    if topology.family == "circulant":
        return [(cut, "arcs") for cut in arc_cuts(topology, thorough=thorough)]
    if topology.family == "product":
        return [(cut, "factors") for cut in lifted_cuts(topology, halve)]
    return []


def arc_links(n: int, jumps: Sequence[int]) -> LongArray:
    """Return the links that `arc_sides` cuts for each multiplier u = 1 .. n // 2, (n // 2,).

    The map ``i -> u i mod n`` turns a jump s into a jump of r, the distance of ``u s`` from the nearest
    multiple of n. Let g be the greatest common divisor of u and n, and m = n / g: each of the m multiples
    of g is the image of g switches. At each of its two ends, an arc of m // 2 multiples is left by g links
    of each of ``r / g`` multiples: ``2 r`` links per jump, or half of that for s = n / 2, whose links are
    counted twice. u and n - u cut the same links. Exact for u coprime to n and for even m; otherwise the
    switches of a multiple are divided as well, and the number is an estimate.
    """
    multipliers = np.arange(1, n // 2 + 1, dtype=np.int64)
    links = np.zeros(n // 2, dtype=np.int64)
    for jump in jumps:
        reach = _reach(n, multipliers, jump)
        links += reach if 2 * jump == n else 2 * reach
    return links


def arc_sides(n: int, multiplier: int) -> Sides:
    """Return side 0 for the ``n // 2`` switches with the smallest ``multiplier i mod n``, (n,) int8.

    Lower numbers win ties. Other arcs of the same length are rotations, under which a circulant graph is
    unchanged.
    """
    order = np.argsort(np.arange(n, dtype=np.int64) * multiplier % n, kind="stable")
    sides = np.ones(n, dtype=np.int8)
    sides[order[: n // 2]] = 0
    return sides


def arc_cuts(topology: Topology, *, thorough: bool) -> list[Cut]:
    """Return cuts of a circulant graph by arcs, the best first; links may be missing from the graph.

    Parameters
    ----------
    thorough
        True improves the arcs of all multipliers within `IMPROVED_WORK`, because wide arcs are good starts
        too: an arc of C(512; 1, 15, 56, 149) with 720 links improves to 392. False improves only the
        narrowest arcs.
    """
    n, jumps = topology.parameters["n"], topology.parameters["jumps"]
    if n != topology.routers:
        return []
    maximum = max(IMPROVED_WORK // n**2, LEAST_IMPROVED) if thorough else LEAST_IMPROVED
    starts = _different(n, jumps)[:maximum]
    cuts = [Cut(topology, arc_sides(n, int(u))).improved() for u in starts]
    return sorted(cuts, key=lambda cut: cut.links)


def _different(n: int, jumps: Sequence[int]) -> LongArray:
    """Return multipliers, fewest links first, without repeating those with equally long jumps.

    Equally long jumps cut alike; they are recognised by the sums of the distances and of their squares.
    """
    squares = np.zeros(n // 2, dtype=np.int64)
    for jump in jumps:
        squares += _reach(n, np.arange(1, n // 2 + 1, dtype=np.int64), jump) ** 2
    _, first = np.unique(np.column_stack([arc_links(n, jumps), squares]), axis=0, return_index=True)
    return np.asarray(first + 1, dtype=np.int64)


def _reach(n: int, multipliers: LongArray, jump: int) -> LongArray:
    """Return the distance of ``u s`` from the nearest multiple of n for each multiplier u."""
    reach = multipliers * jump % n
    return np.minimum(reach, n - reach)


def lifted_cuts(topology: Topology, halve: Callable[[Topology], Sides]) -> list[Cut]:
    """Return the cuts that halve a factor of a product in all its copies.

    Halving factor A with n_A switches cuts ``n / n_A`` times the links that halving A alone does. If n_A is
    odd, single moves balance the cut; each cut is improved by swaps.

    Parameters
    ----------
    topology
        Topology of the family ``product``; links may be missing.
    halve
        Finds a balanced cut of a factor, (n_A,) of 0 and 1.
    """
    specs = list(topology.parameters["factors"])
    seed = topology.parameters.get("seed", 0)
    factors = [build(spec, seed=seed) for spec in specs]
    sizes = [factor.routers for factor in factors]
    if math.prod(sizes) != topology.routers:
        return []
    # Halving any of several equal factors gives the same cut.
    axes = [axis for axis, size in enumerate(sizes) if size > 1 and specs.index(specs[axis]) == axis]
    lifted = [Cut(topology, lifted_sides(sizes, axis, halve(factors[axis]))) for axis in axes]
    return sorted((cut.balanced().improved() for cut in lifted), key=lambda cut: cut.links)


def lifted_sides(sizes: Sequence[int], axis: int, sides: Sides) -> Sides:
    """Return a factor's sides for each switch of the product, (n,) int8.

    Parameters
    ----------
    sizes
        Switches of each factor; the last one's number changes fastest.
    axis
        Index of the factor.
    """
    along = sides.reshape([-1 if i == axis else 1 for i in range(len(sizes))])
    return np.broadcast_to(along, sizes).astype(np.int8).ravel()
