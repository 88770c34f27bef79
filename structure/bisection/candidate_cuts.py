"""Balanced cuts that a network's family suggests: of circulants by arcs, of products by their factors."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from netfloor.structure.arrays import LongArray
from netfloor.structure.bisection.cut import Cut
from netfloor.structure.bisection.partitioners import Sides
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

#: Arcs are improved by swaps while their number times the square of the routers stays below:
#: 512 of 1,024 routers, in 3 s. The least of them are always.
IMPROVED_WORK = 2**29
LEAST_IMPROVED = 8


def candidate_cuts(
    topology: Topology, halve: Callable[[Topology], Sides], *, thorough: bool
) -> list[tuple[Cut, str]]:
    """Return cuts, each with what suggested it, the best first; none for most families.

    Parameters
    ----------
    halve
        Finds a balanced cut of a smaller network, (routers,) of 0 and 1.
    thorough
        False takes as long as a few runs of METIS.
    """
    if topology.family == "circulant":
        return [(cut, "arcs") for cut in arc_cuts(topology, thorough=thorough)]
    if topology.family == "product":
        return [(cut, "factors") for cut in lifted_cuts(topology, halve)]
    return []


def arc_links(n: int, jumps: Sequence[int]) -> LongArray:
    """Return the links that `arc_sides` cuts for each multiplier u = 1 .. n // 2, (n // 2,).

    The map ``i -> u i mod n`` makes of a jump s one of ``|u s|``, the distance of ``u s`` from the nearest
    multiple of n. Let g be the common factor of u and n, and m = n / g: each of the m multiples of g is the
    image of g routers. An arc of m // 2 multiples is left at its two ends, by g links of each of
    ``|u s| / g`` multiples: ``2 |u s|`` links a jump, or half of it for s = n / 2, whose links the count
    meets twice. u and n - u cut the same. Exact for u coprime to n and wherever m is even; for other u one
    multiple's routers are divided as well, and the number is an estimate.
    """
    multipliers = np.arange(1, n // 2 + 1, dtype=np.int64)
    links = np.zeros(n // 2, dtype=np.int64)
    for jump in jumps:
        reach = _reach(n, multipliers, jump)
        links += reach if 2 * jump == n else 2 * reach
    return links


def arc_sides(n: int, multiplier: int) -> Sides:
    """Return side 0 for the ``n // 2`` routers of the smallest ``multiplier i mod n``, (n,) int8.

    Of routers with equal multiples the lower numbers come first. Other arcs of the same
    length are rotations of it, and a circulant graph is the same when it is rotated.
    """
    order = np.argsort(np.arange(n, dtype=np.int64) * multiplier % n, kind="stable")
    sides = np.ones(n, dtype=np.int8)
    sides[order[: n // 2]] = 0
    return sides


def arc_cuts(topology: Topology, *, thorough: bool) -> list[Cut]:
    """Return cuts of a circulant graph, of which links may be missing, by arcs; the best first.

    Parameters
    ----------
    thorough
        True improves the arcs of all multipliers as far as `IMPROVED_WORK` goes: wide arcs are good starts
        too, of C(512; 1, 15, 56, 149) one of 720 links ends at 392. False improves the least.
    """
    n, jumps = topology.parameters["n"], topology.parameters["jumps"]
    if n != topology.routers:
        return []
    most = max(IMPROVED_WORK // n**2, LEAST_IMPROVED) if thorough else LEAST_IMPROVED
    starts = _different(n, jumps)[:most]
    cuts = [Cut(topology, arc_sides(n, int(u))).improved() for u in starts]
    return sorted(cuts, key=lambda cut: cut.links)


def _different(n: int, jumps: Sequence[int]) -> LongArray:
    """Return multipliers, those of the fewest links first, one of those whose jumps reach equally far.

    They cut alike: compared are the sums of the reaches and of their squares.
    """
    squares = np.zeros(n // 2, dtype=np.int64)
    for jump in jumps:
        squares += _reach(n, np.arange(1, n // 2 + 1, dtype=np.int64), jump) ** 2
    _, first = np.unique(np.column_stack([arc_links(n, jumps), squares]), axis=0, return_index=True)
    return np.asarray(first + 1, dtype=np.int64)


def _reach(n: int, multipliers: LongArray, jump: int) -> LongArray:
    """Return ``|u s|`` for each multiplier: the distance of u s from a multiple of n."""
    reach = multipliers * jump % n
    return np.minimum(reach, n - reach)


def lifted_cuts(topology: Topology, halve: Callable[[Topology], Sides]) -> list[Cut]:
    """Return the cuts that halve one factor of a product and with it all its copies.

    Halving factor A of n_A routers cuts ``n / n_A`` times the links that the half of A does.
    Where n_A is odd, single moves balance the cut; each cut is improved by swaps.

    Parameters
    ----------
    topology
        Of the family ``product``; links may be missing.
    halve
        Finds a balanced cut of a factor, (n_A,) of 0 and 1.
    """
    specs = list(topology.parameters["factors"])
    seed = topology.parameters.get("seed", 0)
    factors = [build(spec, seed=seed) for spec in specs]
    sizes = [factor.routers for factor in factors]
    if math.prod(sizes) != topology.routers:
        return []
    # Halving one of equal factors is as good as halving another.
    axes = [axis for axis, size in enumerate(sizes) if size > 1 and specs.index(specs[axis]) == axis]
    lifted = [Cut(topology, lifted_sides(sizes, axis, halve(factors[axis]))) for axis in axes]
    return sorted((cut.balanced().improved() for cut in lifted), key=lambda cut: cut.links)


def lifted_sides(sizes: Sequence[int], axis: int, sides: Sides) -> Sides:
    """Return the sides of one factor for each router of the product, (n,) int8.

    Parameters
    ----------
    sizes
        Routers of each factor; the last one's number counts fastest.
    axis
        Which factor has the sides.
    """
    along = sides.reshape([-1 if i == axis else 1 for i in range(len(sizes))])
    return np.broadcast_to(along, sizes).astype(np.int8).ravel()
