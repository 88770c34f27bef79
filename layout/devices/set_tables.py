"""Vertical cable length of sets of free devices in each cabinet."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.layout.devices.order import NONE
from netfloor.layout.devices.problem import DeviceProblem

Ints = npt.NDArray[np.int64]

#: Largest number of dynamic-programming steps for all tables.
MAX_WORK = 3_000_000_000


@dataclass(frozen=True, eq=False, repr=False)
class SetInputs:
    """Inputs of the tables.

    Attributes
    ----------
    cabinets
        Cabinets open to free devices, (C,).
    first, members, strides
        First device, size and place value of each class of interchangeable devices, (k,).
    weight
        Cables between two devices of two classes, (k, k).
    fixed_cost, base
        Length of cables to fixed devices by lowest unit, (k, C, U + 2), and its minimum, (k, C).
    up
        Extra length of a cable out of a cabinet from each unit, compared with the best unit, (C, U + 2).
    high
        Height of ports by unit, (U + 2,).
    """

    cabinets: Ints
    first: list[int]
    members: Ints
    strides: Ints
    weight: Ints
    fixed_cost: Ints
    base: Ints
    up: Ints
    high: Ints


class SetTables:
    """Vertical length of every set of free devices in every cabinet: exact, or a lower bound."""

    def __init__(self, problem: DeviceProblem, inputs: SetInputs) -> None:
        self.problem, self.given = problem, inputs
        self.states = int(np.prod(inputs.members + 1))
        self.work = 0
        places: dict[bytes, int] = {}
        self.inputs: list[tuple[Ints, Ints, Ints, int]] = []
        self.table_of = []
        for place, cabinet in enumerate(inputs.cabinets.tolist()):
            given = self._inputs(place, cabinet)
            key = b"".join(np.asarray(part).tobytes() for part in given)
            if key not in places:
                places[key] = len(self.inputs)
                self.inputs.append(given)
            self.table_of.append(places[key])
        self.values = np.zeros((len(self.inputs), self.states), dtype=np.int64)
        self.is_exact = np.zeros((len(self.inputs), self.states), dtype=bool)

    def _inputs(self, place: int, cabinet: int) -> tuple[Ints, Ints, Ints, int]:
        """Return the inputs of a cabinet's table: costs of fixed cables, vertical parts, limits, units."""
        problem, base = self.problem, self.given.base[:, place, None]
        cost = self.given.fixed_cost[:, place]
        cost = np.where(cost >= NONE, NONE, cost - np.where(base >= NONE, 0, base))
        fixed = np.flatnonzero(~problem.free & (problem.cabinet == cabinet))
        limits = np.array(
            [
                problem.limit_mw[cabinet] - problem.milliwatts[fixed].sum(),
                problem.limit_g[cabinet] - problem.grams[fixed].sum(),
            ]
        )
        return np.ascontiguousarray(cost), self.given.up[place], limits, int(problem.units[cabinet])

    def filled(self) -> bool:
        """Compute all tables; return False if that takes too long."""
        every = np.arange(self.states, dtype=np.int64)
        return all(self._fill(table, every, exactly=False) for table in range(len(self.inputs)))

    def _fill(self, table: int, wanted: Ints, *, exactly: bool) -> bool:
        from netfloor.layout.devices.order_kernels import fill_tables  # noqa: PLC0415 - imports Numba

        given, problem = self.given, self.problem
        cost, up, limits, last = self.inputs[table]
        first = given.first
        loads = np.stack([problem.milliwatts[first], problem.grams[first]], axis=1)
        done = fill_tables(
            members=given.members,
            strides=given.strides,
            heights=problem.height[first].astype(np.int64),
            loads=loads,
            limits=limits,
            last=last,
            fixed_cost=cost,
            up=up,
            weight=given.weight,
            high=given.high,
            wanted=wanted,
            exactly=exactly,
            table=self.values[table],
            is_exact=self.is_exact[table],
            most=MAX_WORK - self.work,
        )
        self.work += max(int(done), 0)
        return bool(done >= 0)

    def sharpen(self, rows: list[list[int]]) -> bool:
        """Compute the sets of some assignments exactly; return True if any was a lower bound before."""
        classes = np.repeat(self.given.strides, self.given.members)
        chosen = np.array(rows, dtype=np.int64)[:, :-1]
        sharpened = False
        for place, table in enumerate(self.table_of):
            sets = np.unique((np.where(chosen == place, classes[None, :], 0)).sum(axis=1))
            wanted = sets[~self.is_exact[table, sets]]
            if len(wanted):
                sharpened = True
                if not self._fill(table, wanted, exactly=True):
                    return False
        return sharpened

    @property
    def least(self) -> Ints:
        """The table of each cabinet, (C, states)."""
        return self.values[self.table_of]

    def ahead(self) -> Ints:
        """Return the minimum over each set and all its supersets, (C, states)."""
        shape = tuple((self.given.members + 1)[::-1].tolist())
        ahead = self.values.reshape(len(self.values), *shape)
        for axis in range(1, ahead.ndim):
            ahead = np.flip(np.minimum.accumulate(np.flip(ahead, axis), axis=axis), axis)
        return np.ascontiguousarray(ahead.reshape(self.values.shape)[self.table_of])
