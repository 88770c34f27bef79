"""Balanced cuts of circulant graphs by arcs of their multiples."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from structure.cut import Cut
from structure.metis import Sides
from topologies.topology import Topology

#: Arcs are improved by swaps while their number times the square of the routers stays below:
#: 512 of 1,024 routers, in 3 s. The least of them are always.
IMPROVED_WORK = 2**29
LEAST_IMPROVED = 8


def arc_links(n: int, jumps: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return the links that `arc_sides` cuts for each multiplier u = 1 .. n // 2, (n // 2,).

    The map ``i -> u i mod n`` makes of a jump s one of ``|u s|``, the distance of
    ``u s`` from the nearest multiple of n. Let g be the common factor of u and n, and m = n / g:
    each of the m multiples of g is the image of g routers. Of the links of the jump,
    those from p to p + |u s| with one end in an arc of m // 2 multiples of g leave it
    at its two ends: from ``|u s| / g`` multiples at each, g routers on each, so
    ``2 |u s|`` links, or half of it for s = n / 2, whose links the count meets twice. u and
    n - u cut the same.

    Exact for u coprime to n and wherever m is even; for other u one multiple's routers
    are divided as well, and the number is an estimate.
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
    """Return cuts of a circulant graph by arcs, improved by swaps, the best first.

    Parameters
    ----------
    topology
        Of the family ``circulant``; links may be missing.
    thorough
        True improves the arcs of all multipliers as far as `IMPROVED_WORK` goes: wide arcs
        are good starts too, of C(512; 1, 15, 56, 149) one of 720 links ends at 392.
        False improves the least.
    """
    n, jumps = topology.parameters["n"], topology.parameters["jumps"]
    if n != topology.routers:
        return []
    most = max(IMPROVED_WORK // n**2, LEAST_IMPROVED) if thorough else LEAST_IMPROVED
    starts = _different(n, jumps)[:most]
    cuts = [Cut(topology, arc_sides(n, int(u))).improved() for u in starts]
    return sorted(cuts, key=lambda cut: cut.links)


def _different(n: int, jumps: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return multipliers, those of the fewest links first, one of those that look alike.

    Multipliers whose jumps reach equally far cut alike: compared are the sums of the
    reaches and of their squares.
    """
    squares = np.zeros(n // 2, dtype=np.int64)
    for jump in jumps:
        squares += _reach(n, np.arange(1, n // 2 + 1, dtype=np.int64), jump) ** 2
    _, first = np.unique(np.column_stack([arc_links(n, jumps), squares]), axis=0, return_index=True)
    return np.asarray(first + 1, dtype=np.int64)


def _reach(n: int, multipliers: npt.NDArray[np.int64], jump: int) -> npt.NDArray[np.int64]:
    """Return ``|u s|`` for each multiplier: the distance of u s from a multiple of n."""
    reach = multipliers * jump % n
    return np.minimum(reach, n - reach)
