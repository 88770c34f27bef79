"""Cost of a cable between two slots: a protocol and its four implementations.

`rooms.grid_lengths.GridLengths` separates by row and column, `rooms.routed_lengths.RoutedLengths` follows
trays; `PricedLengths` prices such lengths; `CabinetMatrix` is any symmetric table. Costs are integers in
the problem's unit: millimetres, cents, milliwatts.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from netfloor.rooms.grid_lengths import Indices
from netfloor.rooms.routed_lengths import FloorLengths, RoutedLengths

Costs = npt.NDArray[np.int64]


class Lengths(Protocol):
    """Costs between slots; the slots of a cabinet are consecutive and equal."""

    @property
    def slots(self) -> int:
        """Number of slots, S."""

    @property
    def slot_cabinet(self) -> Indices:
        """Cabinet of each slot, (S,) int32, ascending from 0."""

    @property
    def first_slot(self) -> Costs:
        """Cabinet i has slots ``first_slot[i] .. first_slot[i + 1] - 1``, (C + 1,)."""

    def between(self, one: npt.ArrayLike, other: npt.ArrayLike) -> Costs:
        """Return the cost between slots, elementwise; 0 from a slot to itself."""

    def matrix(self) -> Costs:
        """Return the costs between all slots, (S, S), zero diagonal."""

    def by_cabinet(self) -> Costs:
        """Return the costs between cabinets, (C, C), with the cost inside a cabinet on the diagonal."""


@dataclass(frozen=True, eq=False, repr=False)
class PricedLengths:
    """A cost for every cable length of a floor.

    Attributes
    ----------
    floor
        The lengths.
    length_mm, cost
        Every length between two slots, ascending, and its cost, two (p,) int64 arrays.
    apart
        Additional cost of a cable between two cabinets.
    """

    floor: FloorLengths
    length_mm: Costs
    cost: Costs
    apart: int = 0

    def __post_init__(self) -> None:
        if len(self.length_mm) != len(self.cost) or (np.diff(self.length_mm) <= 0).any():
            raise ValueError("lengths must ascend, with a cost for each")
        for array in (self.length_mm, self.cost):
            array.flags.writeable = False

    @property
    def slots(self) -> int:
        """Number of slots, S."""
        return self.floor.slots

    @property
    def slot_cabinet(self) -> Indices:
        """Cabinet of each slot, (S,)."""
        return self.floor.slot_cabinet

    @property
    def first_slot(self) -> Costs:
        """First slot of each cabinet, (C + 1,)."""
        return self.floor.first_slot

    def of_length(self, length_mm: Costs) -> Costs:
        """Return the cost of lengths, elementwise; raise `ValueError` for a length without a cost."""
        places = np.minimum(np.searchsorted(self.length_mm, length_mm), len(self.length_mm) - 1)
        if (self.length_mm[places] != length_mm).any():
            raise ValueError("a length has no cost")
        return self.cost[places]

    def between(self, one: npt.ArrayLike, other: npt.ArrayLike) -> Costs:
        """Return the cost between slots, elementwise; 0 from a slot to itself."""
        a, b = np.broadcast_arrays(np.asarray(one), np.asarray(other))
        costs = np.zeros(a.shape, dtype=np.int64)
        joined = a != b
        costs[joined] = self.of_length(self.floor.between(a[joined], b[joined]))
        home = self.floor.cabinet_of_slot
        costs[home[a] != home[b]] += self.apart
        return costs

    def matrix(self) -> Costs:
        """Return the costs between all slots, (S, S), zero diagonal."""
        slots = np.arange(self.slots)
        return self.between(slots[:, None], slots[None, :])

    def by_cabinet(self) -> Costs:
        """Return the costs between cabinets, (C, C), with the cost inside a cabinet on the diagonal."""
        if isinstance(self.floor, RoutedLengths):
            return self.matrix()
        costs = self.of_length(self.floor.by_cabinet())
        return np.asarray(costs + self.apart * ~np.eye(len(costs), dtype=bool))


@dataclass(frozen=True, eq=False, repr=False)
class PricedPairs(PricedLengths):
    """A cost for every pair of slots: equally long cables may differ if trays admit only some media.

    ``cost`` holds the lowest cost of each length, ``costs`` all costs, (S, S), zero diagonal.
    """

    costs: Costs = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))

    def between(self, one: npt.ArrayLike, other: npt.ArrayLike) -> Costs:
        """Return the cost between slots, elementwise; 0 from a slot to itself."""
        return np.asarray(self.costs[np.asarray(one), np.asarray(other)])

    def by_cabinet(self) -> Costs:
        """Return the costs between slots, (S, S): every slot is its own cabinet here."""
        return self.costs


@dataclass(frozen=True, eq=False, repr=False)
class CabinetMatrix:
    """Any symmetric cost between cabinets."""

    costs: Costs  # (C, C) int64, symmetric, with the cost inside a cabinet on the diagonal
    slot_cabinet: Indices  # cabinet of each slot, (S,) int32, ascending from 0

    def __post_init__(self) -> None:
        if not np.array_equal(self.costs, self.costs.T):
            raise ValueError("costs between cabinets must be symmetric")
        steps = np.diff(self.slot_cabinet, prepend=-1)
        if not np.isin(steps, (0, 1)).all() or len(self.costs) != self.slot_cabinet.max(initial=-1) + 1:
            raise ValueError("slots must be numbered cabinet by cabinet without gaps")
        self.costs.flags.writeable = False

    @property
    def slots(self) -> int:
        """Number of slots, S."""
        return len(self.slot_cabinet)

    @cached_property
    def first_slot(self) -> Costs:
        """First slot of each cabinet, (C + 1,)."""
        starts = np.flatnonzero(np.diff(self.slot_cabinet, prepend=-1))
        return np.append(starts, self.slots).astype(np.int64)

    def between(self, one: npt.ArrayLike, other: npt.ArrayLike) -> Costs:
        """Return the cost between slots, elementwise; 0 from a slot to itself."""
        a, b = np.asarray(one), np.asarray(other)
        costs = self.costs[self.slot_cabinet[a], self.slot_cabinet[b]]
        return np.where(a == b, 0, costs).astype(np.int64)

    def matrix(self) -> Costs:
        """Return the costs between all slots, (S, S), zero diagonal."""
        slots = np.arange(self.slots)
        return self.between(slots[:, None], slots[None, :])

    def by_cabinet(self) -> Costs:
        """Return the costs between cabinets, (C, C)."""
        return self.costs
