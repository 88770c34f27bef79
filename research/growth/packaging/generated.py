"""Generate a layout by a packaging rule: every switch in its cabinet, on a square floor."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.layout.placement import Placement
from netfloor.research.growth.packaging.cable_classes import hyperx_sizes, torus_block, torus_sizes
from netfloor.research.growth.packaging.floor import PackagingFloor
from netfloor.rooms.room import GridRoom
from netfloor.topologies.topology import Topology

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PackagedLayout:
    """A network placed by its packaging rule.

    Attributes
    ----------
    room
        Cabinets on a square grid.
    placement
        The rule's slot of each switch.
    closed
        True for slots that no layout of this floor may use: cabinets of endpoints hold no more switches.
    stays
        True for each switch that all layouts leave in place: a tree's upper levels are in cabinets without
        endpoints.
    """

    room: GridRoom
    placement: Placement
    closed: npt.NDArray[np.bool_]
    stays: npt.NDArray[np.bool_]


def packaged_layout(topology: Topology, floor: PackagingFloor) -> PackagedLayout:
    """Return a network placed by its family's packaging rule."""
    cell, stays = _CELLS[topology.family](topology, floor)
    rows, columns = (int(size) + 1 for size in cell.max(axis=0))
    cabinet = cell[:, 0] * columns + cell[:, 1]
    order = np.argsort(cabinet, kind="stable")
    starts = np.searchsorted(cabinet[order], cabinet[order])
    level = np.empty(len(cell), np.int64)
    level[order] = np.arange(len(cell)) - starts
    per = int(level.max()) + 1
    pitch = round(floor.pitch_mm)
    # An odd overhead loses a millimetre: a room has the same overhead at both ends.
    size = (rows, columns, pitch, pitch, per, floor.overhead_mm // 2, floor.inside_mm)
    room = GridRoom(f"{rows} x {columns} cabinets by rule", *size)
    slot = (cabinet * per + level).astype(np.int32)
    closed = np.ones(room.slots, np.bool_)
    closed[slot] = False
    return PackagedLayout(room, Placement(slot, room.slots), closed, stays)


def _group_cells(groups: int, switches: int, room_for: int) -> IntArray:
    """Return the cell of each switch: groups in rows of cabinets, arranged in a square.

    A cabinet holds ``room_for`` switches; small groups share a cabinet.
    """
    together = min(switches, room_for)
    cabinets = -(-switches // together)
    shared = max(1, room_for // switches)
    abreast = max(1, round(math.sqrt(-(-groups // shared) / cabinets)))
    group, member = np.divmod(np.arange(groups * switches), switches)
    group //= shared
    return np.column_stack([group // abreast, group % abreast * cabinets + member // together])


def _square_cells(count: int) -> IntArray:
    """Return cells of a square, row by row."""
    side = math.isqrt(max(count - 1, 0)) + 1
    return np.column_stack(np.divmod(np.arange(count), side))


def _moving(cell: IntArray) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    return cell, np.zeros(len(cell), np.bool_)


def _dragonfly(topology: Topology, floor: PackagingFloor) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    a, p, g = (int(topology.parameters[name]) for name in "apg")
    return _moving(_group_cells(g, a, floor.switches_beside(p)))


def _hyperx(topology: Topology, floor: PackagingFloor) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    """Place the last dimension in a row of cabinets; with more than two, the one before it along rows."""
    *others, last = hyperx_sizes(topology)
    room_for = floor.switches_beside(int(topology.endpoints.max(initial=1)))
    together = min(room_for, last)
    if not others:
        return _moving(_square_cells(-(-last // together))[np.arange(last) // together])
    if len(others) == 1:
        return _moving(_group_cells(others[0], last, room_for))
    cabinets = -(-last // together)
    line, member = np.divmod(np.arange(topology.routers), last)
    row, place = np.divmod(line, others[-1])
    place //= max(1, room_for // last)
    return _moving(np.column_stack([row, place * cabinets + member // together]))


def _clos(topology: Topology, floor: PackagingFloor) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    """Place upper levels in full rows in the middle, edge switches in front of and behind them."""
    edge = topology.endpoints > 0
    edges, upper = int(edge.sum()), int((~edge).sum())
    front = -(-edges // floor.switches_beside(int(topology.endpoints.max())))
    central = -(-upper // floor.switches_per_cabinet)
    columns = math.isqrt(max(front + central - 1, 0)) + 1
    central_rows, edge_rows = -(-central // columns), -(-front // columns)
    before = edge_rows // 2
    edge_cell = np.arange(edges) * front // edges
    row, column = np.divmod(edge_cell, columns)
    row = np.where(row < before, row, row + central_rows)
    above, beside = np.divmod(np.arange(upper) * central // max(upper, 1), columns)
    cell = np.empty((topology.routers, 2), np.int64)
    cell[edge] = np.column_stack([row, column])
    cell[~edge] = np.column_stack([above + before, beside])
    return cell, ~edge


def _torus(topology: Topology, floor: PackagingFloor) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    """Place blocks of switches in cabinets, rings folded: one dimension across rows, the others along."""
    sizes = torus_sizes(topology)
    block = torus_block(sizes, topology, floor)
    parts = [-(-size // side) for size, side in zip(sizes, block, strict=True)]
    places = np.unravel_index(np.arange(topology.routers), sizes)
    folded = [
        np.where(at // side < -(-n // 2), at // side * 2, (n - 1 - at // side) * 2 + 1)
        for at, side, n in zip(places, block, parts, strict=True)
    ]
    down = min(range(len(parts)), key=lambda i: abs(parts[i] ** 2 - math.prod(parts)))
    along = np.zeros(topology.routers, np.int64)
    for i in (i for i in range(len(parts)) if i != down):
        along = along * parts[i] + folded[i]
    return _moving(np.column_stack([folded[down], along]).astype(np.int64))


_CELLS: Mapping[str, Callable[[Topology, PackagingFloor], tuple[IntArray, npt.NDArray[np.bool_]]]] = {
    "dragonfly": _dragonfly,
    "flattened-butterfly": _hyperx,
    "hyperx": _hyperx,
    "clos": _clos,
    "torus": _torus,
}
