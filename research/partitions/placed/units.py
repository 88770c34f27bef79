"""The units of partitions: the switches of a placed network, or the cabinets with switches."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.layout.cable_plan import CablePlan
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_pairs
from netfloor.topologies.families.lattices.lattice_families import lattice_of
from netfloor.topologies.topology import Topology

By = Literal["routers", "cabinets"]
Indices = npt.NDArray[np.int32]
Counts = npt.NDArray[np.int64]
#: Mean weight of cables after scaling to integers.
WEIGHT = 1000


@dataclass(frozen=True, eq=False, repr=False)
class Units:
    """A placed network in terms of allocation units.

    Attributes
    ----------
    by
        ``routers`` or ``cabinets``.
    topology, cables
        The network, and its cables in the order of the plan.
    unit_of
        Unit of each switch, (n,) int32.
    cabinet
        Cabinet of each unit, (U,) int32.
    x_mm, y_mm
        Centre of that cabinet on the floor, (U,) int64.
    lattice
        Dimensions if the units are switches numbered by their coordinates, the last one fastest; None
        otherwise.
    """

    by: By
    topology: Topology
    cables: CablePlan
    unit_of: Indices
    cabinet: Indices
    x_mm: Counts
    y_mm: Counts
    lattice: tuple[Dimension, ...] | None

    def __repr__(self) -> str:
        return f"Units({len(self)} {self.by})"

    def __len__(self) -> int:
        return len(self.cabinet)

    @cached_property
    def ends(self) -> Indices:
        """Units at both ends of each cable, (m, 2) int32."""
        return np.asarray(self.unit_of[self.cables.routers], dtype=np.int32)

    @cached_property
    def routers(self) -> Counts:
        """Switches of each unit, (U,)."""
        return np.bincount(self.unit_of, minlength=len(self)).astype(np.int64)

    def joined(self, weights: npt.ArrayLike) -> csr_array:
        """Return the sums of cables' weights between units, symmetric (U, U) int64, zero diagonal."""
        apart = self.ends[:, 0] != self.ends[:, 1]
        values = np.broadcast_to(np.asarray(weights, dtype=np.int64), len(self.ends))[apart]
        u, v = self.ends[apart].T
        both = (np.concatenate([values, values]), (np.concatenate([u, v]), np.concatenate([v, u])))
        matrix = csr_array(both, shape=(len(self), len(self)))
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
        matrix.sort_indices()
        return matrix

    def cable_weights(self, share: float) -> Counts:
        """Return integer weights of the cables, (m,): the cost of cutting each.

        ``share`` of the weight is by length, 0 .. 1, the rest by number; both parts have the same mean.
        """
        mean_mm = max(self.cables.mean_mm, 1.0)
        weights = WEIGHT * ((1 - share) + share * self.cables.length_mm / mean_mm)
        return np.asarray(np.maximum(np.rint(weights), 1), dtype=np.int64)

    def network(self, weights: npt.ArrayLike) -> Topology:
        """Return the units as a network whose links are multiplied by their weight."""
        matrix = self.joined(weights).tocoo()
        upper = matrix.row < matrix.col
        links = np.column_stack([matrix.row[upper], matrix.col[upper]]).astype(np.int32)
        order = np.lexsort((links[:, 1], links[:, 0]))
        return replace(
            self.topology,
            name=f"{self.topology.name} by {self.by}",
            family="units",
            parameters={},
            routers=len(self),
            links=links[order],
            multiplicity=matrix.data[upper][order].astype(np.int32),
            endpoints=np.zeros(len(self), dtype=np.int32),
            groups=None,
            labels=None,
            slots=None,
            link_rates=None,
            standing=None,
            vertex_transitive=False,
            notes=(),
        )


def make_units(
    topology: Topology, room: Room, holding: Indices, cables: CablePlan, by: By = "routers"
) -> Units:
    """Return the switches of a placed network, or its cabinets with a switch, as units.

    ``holding`` is the cabinet of each switch, (n,).
    """
    if by == "cabinets":
        cabinet, unit_of = np.unique(holding, return_inverse=True)
    else:
        cabinet, unit_of = holding, np.arange(topology.routers)
    x_mm, y_mm = cabinet_centres_mm(room)[cabinet].T
    lattice = _lattice(topology) if by == "routers" else None
    places = unit_of.astype(np.int32), cabinet.astype(np.int32)
    return Units(by, topology, cables, *places, x_mm, y_mm, lattice)


def cabinet_centres_mm(room: Room) -> Counts:
    """Return the centre (x, y) of every usable cabinet, (c, 2)."""
    if isinstance(room, Hall):
        centres = [(room.cabinets[i].x_mm, room.cabinets[i].y_mm) for i in room.usable.tolist()]
        return np.array(centres, dtype=np.int64).reshape(-1, 2)
    pitches = np.array([room.column_pitch_mm, room.row_pitch_mm], dtype=np.int64)
    return np.asarray(room.cabinets[:, ::-1] * pitches + pitches // 2, dtype=np.int64)


def _lattice(topology: Topology) -> tuple[Dimension, ...] | None:
    dimensions = lattice_of(topology)
    if dimensions is None or lattice_pairs(dimensions) != len(topology.links):
        return None
    return dimensions
