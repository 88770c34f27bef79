"""Shortest routes over trays, between all cabinets at once."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.rooms.hall.trays.graph import TrayGraph

Lengths = npt.NDArray[np.int64]
Indices = npt.NDArray[np.integer[Any]]

#: Stands for "no route"; three of them fit into 64 bits.
FAR = 1 << 60
_BLOCK = 512
_PAIRS = 1 << 20


@dataclass(frozen=True, eq=False, repr=False)
class TrayWays:
    """Shortest routes for a medium.

    Attributes
    ----------
    joints_mm
        Distances between the nodes of the tray graph, (n, n) int64, `FAR` for no route.
    before
        Node before the last on a shortest route from i to j, (n, n) int32, negative for none.
    access, edge, height_mm, horizontal_mm
        Numbers of the accesses of each cabinet, padded with -1, and their edges and positions, (cabinets,
        k) each; padding is `FAR` away.
    ends, to_end_mm
        The two joints next to each access, and the distances to them, (cabinets, k, 2).
    """

    joints_mm: Lengths
    before: npt.NDArray[np.int32]
    access: Indices
    edge: Indices
    height_mm: Lengths
    horizontal_mm: Lengths
    ends: Indices
    to_end_mm: Lengths

    @cached_property
    def most(self) -> int:
        """Largest number of accesses per cabinet, k."""
        return int(self.access.shape[1])

    def up_mm(self, cabinet: Indices, port_mm: Lengths) -> Lengths:
        """Return the distance of ports to each of their trays, (..., k), `FAR` for none."""
        rise = np.abs(self.height_mm[cabinet] - np.asarray(port_mm)[..., None])
        return np.asarray(np.minimum(rise + self.horizontal_mm[cabinet], FAR))

    def between(self, item: tuple[Indices, Lengths], other: tuple[Indices, Lengths]) -> Lengths:
        """Return the distance between ports (cabinets, heights), elementwise.

        `FAR` or more for no route.
        """
        a, b = np.broadcast_arrays(np.asarray(item[0]), np.asarray(other[0]))
        high_a, high_b = (np.broadcast_to(heights, a.shape) for heights in (item[1], other[1]))
        best = np.full(a.shape, FAR, dtype=np.int64)
        for start in range(0, len(a), _PAIRS):
            part = slice(start, start + _PAIRS)
            up, down = self.up_mm(a[part], high_a[part]), self.up_mm(b[part], high_b[part])
            for i, j in product(range(self.most), repeat=2):
                path = self.path_mm((a[part], i), (b[part], j))
                np.minimum(best[part], up[:, i] + path + down[:, j], out=best[part])
        return best

    def path_mm(self, item: tuple[Indices, int], other: tuple[Indices, int]) -> Lengths:
        """Return the distance along trays between the i-th access of cabinets and the j-th of others."""
        (a, i), (b, j) = item, other
        same = self.edge[a, i] == self.edge[b, j]
        apart = np.abs(self.to_end_mm[a, i, 0] - self.to_end_mm[b, j, 0])
        best = np.where(same, apart, FAR)
        for p, q in product(range(2), repeat=2):
            middle = self.joints_mm[self.ends[a, i, p], self.ends[b, j, q]]
            np.minimum(best, self.to_end_mm[a, i, p] + middle + self.to_end_mm[b, j, q], out=best)
        return np.asarray(best)

    def matrix(self, cabinet: Indices, port_mm: Lengths) -> Lengths:
        """Return the distances between all given ports, (S, S); `FAR` or more for no route.

        First from every port to every joint, then on to every port next to that joint; ports that share an
        edge are also connected directly.
        """
        count = len(cabinet)
        up = self.up_mm(cabinet, port_mm)
        ways = np.full((count, count), FAR, dtype=np.int64)
        beside = self.ends[cabinet], up[:, :, None] + self.to_end_mm[cabinet]
        for start in range(0, count, _BLOCK):
            rows = slice(start, start + _BLOCK)
            to_joint = self._to_joints(beside[0][rows], beside[1][rows])
            for i, p in product(range(self.most), range(2)):
                onward = to_joint[:, beside[0][:, i, p]]
                onward += beside[1][:, i, p]
                np.minimum(ways[rows], onward, out=ways[rows])
        self._straight(cabinet, up, ways)
        return ways

    def _to_joints(self, ends: Indices, cost: Lengths) -> Lengths:
        """Return the smallest distance from each port to each joint, (rows, n)."""
        best = np.full((len(ends), len(self.joints_mm)), FAR, dtype=np.int64)
        for i, p in product(range(self.most), range(2)):
            np.minimum(best, self.joints_mm[ends[:, i, p]] + cost[:, i, p, None], out=best)
        return best

    def _straight(self, cabinet: Indices, up: Lengths, ways: Lengths) -> None:
        """Lower the distances between ports with accesses on the same edge."""
        edge = self.edge[cabinet]
        port, place = np.nonzero(edge >= 0)
        order = np.argsort(edge[port, place], kind="stable")
        port, place = port[order], place[order]
        starts = np.flatnonzero(np.diff(edge[port, place])) + 1
        for ports, places in zip(np.split(port, starts), np.split(place, starts), strict=True):
            ahead = self.to_end_mm[cabinet[ports], places, 0]
            climb = up[ports, places]
            direct = np.abs(ahead[:, None] - ahead[None, :]) + climb[:, None] + climb[None, :]
            block = np.ix_(ports, ports)
            ways[block] = np.minimum(ways[block], direct)


def shortest_ways(graph: TrayGraph, medium: str, cabinets: int) -> TrayWays:
    """Compute the shortest routes over the trays that admit a medium."""
    admitted = np.array([medium in tray.media for tray in graph.trays])
    joints_mm, before = _sweep(graph, admitted)
    allowed = [i for i, access in enumerate(graph.accesses) if admitted[access.tray]]
    table = _access_table([graph.accesses[i].cabinet for i in allowed], np.array(allowed, int), cabinets)
    none = table < 0
    chosen = [graph.accesses[i] for i in table.ravel()] if graph.accesses else []

    def column(values: list[int], otherwise: int) -> Lengths:
        filled = np.array(values, dtype=np.int64).reshape(table.shape)
        filled[none] = otherwise
        return filled

    ends = [column([graph.edges[item.edge].ends[p] for item in chosen], 0) for p in range(2)]
    to_end = [column([item.ahead_mm for item in chosen], 0), column([item.behind_mm for item in chosen], 0)]
    return TrayWays(
        joints_mm=joints_mm,
        before=before,
        access=table,
        edge=column([item.edge for item in chosen], -1),
        height_mm=column([graph.trays[item.tray].height_mm for item in chosen], 0),
        horizontal_mm=column([item.horizontal_mm for item in chosen], FAR),
        ends=np.stack(ends, axis=-1),
        to_end_mm=np.stack(to_end, axis=-1),
    )


def _access_table(cabinet: list[int], number: Indices, cabinets: int) -> Indices:
    """Return the numbers of accesses by cabinet, (cabinets, k), padded with -1."""
    counts = np.bincount(np.array(cabinet, dtype=int), minlength=cabinets)
    table = np.full((cabinets, int(counts.max(initial=0))), -1, dtype=np.int64)
    table[np.arange(table.shape[1]) < counts[:, None]] = number
    return table


def _sweep(graph: TrayGraph, admitted: npt.NDArray[np.bool_]) -> tuple[Lengths, npt.NDArray[np.int32]]:
    """Return the distances between all joints, and the joint before each on the route."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - takes long to import
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415 - takes long to import

    minimum: dict[tuple[int, int], int] = {}
    for edge in graph.edges:
        if admitted[list(edge.trays)].all() and edge.ends[0] != edge.ends[1]:
            ends = (min(edge.ends), max(edge.ends))
            minimum[ends] = min(edge.length_mm, minimum.get(ends, edge.length_mm))
    count = len(graph.nodes)
    pairs = np.array(list(minimum), dtype=np.int64).reshape(-1, 2)
    weights = np.array(list(minimum.values()), dtype=float)
    links = csr_array((weights, (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    distance, before = dijkstra(links, directed=False, return_predecessors=True)
    joints_mm = np.where(np.isinf(distance), float(FAR), distance).astype(np.int64)
    return joints_mm, before
