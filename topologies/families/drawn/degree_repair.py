"""Giving routers the links that a wiring rule left out, with short cables."""

from collections.abc import Callable
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from netfloor.topologies.components import components
from netfloor.topologies.families.drawn.link_set import LinkSet
from netfloor.topologies.topology import IntArray

LongArray = npt.NDArray[np.int64]
#: Cable lengths in mm between two equally long arrays of routers.
Lengths = Callable[[IntArray, IntArray], LongArray]


def repair_degrees(links: LinkSet, lengths: Lengths) -> tuple[int, int]:
    """Add links until no two routers lack one, and return (joined directly, by a swap).

    First the router that lacks most is joined with the nearest other one that lacks a link
    and is not its neighbour. Where only neighbours are left, a link ``xy`` elsewhere becomes
    ``ux`` and ``vy``, the one that costs least cable.
    """
    before = links.count
    _join_nearest(links, lengths)
    joined = links.count - before
    while _swap_any(links, lengths):
        pass
    return joined, links.count - before - joined


def join_components(links: LinkSet, lengths: Lengths) -> tuple[int, bool]:
    """Connect the graph by exchanging ends of two links; return (how often, connected).

    A link on a cycle of one component and any link of another exchange ends, which joins
    the two and keeps every degree. Stops where the smallest component has no cycle.
    """
    exchanges = 0
    while (labels := components(links.ends, len(links.neighbours))).any():
        part = labels == np.argmin(np.bincount(labels))
        on_cycle = _link_on_cycle(links, part)
        if on_cycle is None:
            return exchanges, False
        _exchange(links, lengths, on_cycle, part)
        exchanges += 1
    return exchanges, True


def _join_nearest(links: LinkSet, lengths: Lengths) -> None:
    missing, stuck = links.missing, np.zeros(len(links.neighbours), dtype=bool)
    while (missing * ~stuck).any():
        u = int(np.argmax(missing * ~stuck))
        waiting = missing > 0
        waiting[[u, *links.neighbours[u]]] = False
        others = np.flatnonzero(waiting).astype(np.int32)
        if len(others) == 0:
            stuck[u] = True
            continue
        v = int(others[np.argmin(lengths(np.full_like(others, u), others))])
        links.add(u, v)
        missing[[u, v]] -= 1


def _swap_any(links: LinkSet, lengths: Lengths) -> bool:
    """Give two missing links to routers that are neighbours, or to one router."""
    missing = links.missing
    short = np.flatnonzero(missing).tolist()
    pairs = combinations_with_replacement(short, 2)
    return any(_swap(links, lengths, u, v) for u, v in pairs if u != v or missing[u] > 1)


def _swap(links: LinkSet, lengths: Lengths, u: int, v: int) -> bool:
    """Turn the link xy whose loss costs least into ux and vy; False if there is none."""
    ends = np.concatenate([links.ends, links.ends[:, ::-1]])
    x, y = ends.T
    allowed = ~_closed(links, u, v)[x] & ~_closed(links, v, u)[y]
    if not allowed.any():
        return False
    candidates = np.flatnonzero(allowed)
    x, y = x[candidates], y[candidates]
    best = _cheapest(lengths, u, v, x, y)
    links.replace(int(candidates[best]) % links.count, u, int(x[best]))
    links.add(v, int(y[best]))
    return True


def _closed(links: LinkSet, u: int, v: int) -> npt.NDArray[np.bool_]:
    """Return True for the routers that u cannot be joined with when v is the other end."""
    closed = np.zeros(len(links.neighbours), dtype=bool)
    closed[[u, v, *links.neighbours[u]]] = True
    return closed


def _cheapest(lengths: Lengths, u: int, v: int, x: IntArray, y: IntArray) -> int:
    """Return where turning a link xy into ux and vy costs least cable."""
    us, vs = np.full_like(x, u), np.full_like(y, v)
    return int(np.argmin(lengths(us, x) + lengths(vs, y) - lengths(x, y)))


def _link_on_cycle(links: LinkSet, part: npt.NDArray[np.bool_]) -> int | None:
    """Return the first link inside a component whose loss does not cut it in two."""
    import networkx as nx  # noqa: PLC0415 - a heavy import, rarely needed

    inside = np.flatnonzero(part[links.ends[:, 0]])
    bridges = {frozenset(bridge) for bridge in nx.bridges(nx.Graph(links.ends[inside].tolist()))}
    safe = (link for link in inside.tolist() if frozenset(links.ends[link].tolist()) not in bridges)
    return next(safe, None)


def _exchange(links: LinkSet, lengths: Lengths, inner: int, part: npt.NDArray[np.bool_]) -> None:
    """Exchange ends of a link of one part and the cheapest link outside it."""
    u, v = (int(end) for end in links.ends[inner])
    outside = np.flatnonzero(~part[links.ends[:, 0]])
    x, y = np.concatenate([links.ends[outside], links.ends[outside, ::-1]]).T
    best = _cheapest(lengths, u, v, x, y)
    links.replace(int(outside[best % len(outside)]), int(x[best]), u)
    links.replace(inner, int(y[best]), v)
