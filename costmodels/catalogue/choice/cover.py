"""The smallest set of things of which every demand finds one way complete."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import coo_array

#: Things of which any one will do.
Part = frozenset[int]
#: Parts that are all needed.
Option = frozenset[Part]
#: Steps, each a choice of options, that are all needed.
Way = tuple[frozenset[Option], ...]
#: Ways of which any one will do.
Demand = frozenset[Way]


def least_cover(demands: Sequence[Demand], price: Sequence[int]) -> frozenset[int]:
    """Return the fewest things that meet every demand, the cheapest such set by unit prices.

    An integer programme, solved to optimality twice: for the number, then for the price.
    Only the things are whole numbers; ways and options follow them, since each may be as
    large as its least bound and that is 0 or at least 1.

    Raises
    ------
    ValueError
        If a demand has no way at all.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp  # noqa: PLC0415 - rarely needed

    rows = _Rows(len(price))
    for demand in demands:
        rows.add_demand(demand)
    things = np.arange(rows.columns) < len(price)
    bounds, whole = Bounds(0, 1), things.astype(int)
    covered = LinearConstraint(rows.matrix(), lb=rows.least)
    counted = milp(things.astype(float), integrality=whole, bounds=bounds, constraints=covered)
    if counted.x is None:
        raise ValueError("a demand cannot be met")
    most = LinearConstraint(things[None, :].astype(float), ub=round(counted.fun))
    money = np.zeros(rows.columns)
    money[: len(price)] = np.asarray(price, dtype=float) / max(1, *price)
    cheapest = milp(money, integrality=whole, bounds=bounds, constraints=[covered, most])
    return frozenset(np.flatnonzero(np.rint(cheapest.x[: len(price)])).tolist())


class _Rows:
    """Constraints ``coefficients @ unknowns >= least``, added one by one."""

    def __init__(self, things: int) -> None:
        self.columns = things
        self.least: list[float] = []
        self._entries: list[tuple[int, int, float]] = []

    def add_demand(self, demand: Demand) -> None:
        """Ask for one way of a demand."""
        self._at_least([self._way(way) for way in demand], least=1.0)

    def matrix(self) -> coo_array:
        """Return the coefficients, a row a constraint."""
        rows, columns, values = zip(*self._entries, strict=True) if self._entries else ((), (), ())
        return coo_array((values, (rows, columns)), shape=(len(self.least), self.columns)).tocsr()

    def _way(self, way: Way) -> int:
        chosen = self._unknown()
        for options in way:
            self._at_least([self._option(option) for option in options], minus=chosen)
        return chosen

    def _option(self, option: Option) -> int:
        chosen = self._unknown()
        for part in option:
            self._at_least(part, minus=chosen)
        return chosen

    def _unknown(self) -> int:
        self.columns += 1
        return self.columns - 1

    def _at_least(
        self, columns: Sequence[int] | Part, minus: int | None = None, least: float = 0.0
    ) -> None:
        """Add ``sum of columns - minus >= least``."""
        row = len(self.least)
        self._entries += [(row, column, 1.0) for column in columns]
        if minus is not None:
            self._entries.append((row, minus, -1.0))
        self.least.append(least)
