"""Groups of links connected by shared cages, each served by one cable assembly or by transceivers."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds
from netfloor.costmodels.sets.offers import IntArray


@dataclass(frozen=True, eq=False, repr=False)
class CageGroups:
    """Connected groups of links and the cages that they share, g groups.

    A cage holds one plug, so a cable must carry every link of each cage that it plugs into: it serves a
    whole group or none of it. It can serve a star, which is a group with one cage, the head, that holds
    every link; the other cages are the tails. A pair of cages is a star with one tail, and either cage may
    be its head.

    Attributes
    ----------
    of_link, of_cage
        Group of each link, (m,) int64, and of each cage, (cages,) int64, -1 for a cage without links.
    links
        Links of each group, (g,) int64.
    gbps
        Rate of its links, NaN if they differ, (g,) float64.
    electrical_mm, optical_mm
        The longest of its links, `NO_WAY` if any link has no route, (g,) int64.
    is_star
        Whether one cable could serve it, (g,) bool.
    head, tail_socket, tails
        Head cage, form of the tail cages and their number, (g,) int64; head and form are -1 for a group
        that is not a star.
    """

    of_link: IntArray
    of_cage: IntArray
    links: IntArray
    gbps: npt.NDArray[np.float64]
    electrical_mm: IntArray
    optical_mm: IntArray
    is_star: npt.NDArray[np.bool_]
    head: IntArray
    tail_socket: IntArray
    tails: IntArray

    def __len__(self) -> int:
        return len(self.links)

    def taking(self, links: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Return a mask of the groups that contain only the given links, (g,)."""
        result = np.ones(len(self), dtype=np.bool_)
        result[self.of_link[~links]] = False
        return result


def group_links(needs: LinkNeeds) -> CageGroups:
    """Return the groups, numbered in the order of their first links."""
    of_link, of_cage = _components(needs)
    count = int(of_link.max(initial=-1)) + 1
    links = np.bincount(of_link, minlength=count).astype(np.int64)
    used = np.flatnonzero(of_cage >= 0)
    cages = np.bincount(of_cage[used], minlength=count).astype(np.int64)
    head = _heads(needs, of_cage, links, used)
    tail_socket, alike = _tail_sockets(needs, of_cage, head, used)
    is_star = (head >= 0) & alike
    return CageGroups(
        of_link=of_link,
        of_cage=of_cage,
        links=links,
        gbps=_common_rate(needs.gbps, of_link, count),
        electrical_mm=_longest(needs.electrical_mm, of_link, count),
        optical_mm=_longest(needs.optical_mm, of_link, count),
        is_star=is_star,
        head=np.where(is_star, head, -1),
        tail_socket=np.where(is_star, tail_socket, -1),
        tails=cages - 1,
    )


def _components(needs: LinkNeeds) -> tuple[IntArray, IntArray]:
    if not len(needs):
        return np.zeros(0, np.int64), np.full(needs.cages, -1)
    ends = (needs.cage[:, 0], needs.cage[:, 1])
    joined = coo_array((np.ones(len(needs), np.int8), ends), shape=(needs.cages, needs.cages))
    label = connected_components(joined, directed=False)[1].astype(np.int64)
    names, first, number = np.unique(label[needs.cage[:, 0]], return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    of_label = np.full(needs.cages, -1, dtype=np.int64)
    of_label[names] = rank
    return rank[number], of_label[label]


def _heads(needs: LinkNeeds, of_cage: IntArray, links: IntArray, used: IntArray) -> IntArray:
    """Return the lowest cage of each group that holds every link, -1 if none does."""
    head = np.full(len(links), -1, dtype=np.int64)
    whole = used[needs.load[used] == links[of_cage[used]]][::-1]
    head[of_cage[whole]] = whole
    return head


def _tail_sockets(
    needs: LinkNeeds, of_cage: IntArray, head: IntArray, used: IntArray
) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    """Return the form of the tail cages, and whether all tails have the same form."""
    groups = of_cage[used]
    tail = used[head[groups] != used]
    low = np.full(len(head), len(needs.sockets), dtype=np.int64)
    high = np.full(len(head), -1, dtype=np.int64)
    np.minimum.at(low, of_cage[tail], needs.cage_socket[tail])
    np.maximum.at(high, of_cage[tail], needs.cage_socket[tail])
    return high, low == high


def _common_rate(gbps: npt.NDArray[np.float64], of_link: IntArray, count: int) -> npt.NDArray[np.float64]:
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, of_link, gbps)
    np.maximum.at(high, of_link, gbps)
    return np.where(low == high, low, np.nan)


def _longest(length_mm: IntArray, of_link: IntArray, count: int) -> IntArray:
    longest = np.full(count, NO_WAY, dtype=np.int64)
    np.maximum.at(longest, of_link, length_mm)
    longest[of_link[length_mm == NO_WAY]] = NO_WAY
    return longest
