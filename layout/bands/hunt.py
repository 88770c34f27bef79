"""How far a search has come: what it still looks for, what it found, what that took."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.bands.cells import Cells
from netfloor.layout.bands.switch_sets import SwitchSets
from netfloor.layout.stop import Stopping

#: Choices of a cell's switches that are looked at before a search is given up, about a minute of one core.
MOST_WORK = 1_000_000_000


class UnprovedError(Exception):
    """The work or the time is over before every placement was dealt with."""


@dataclass
class Hunt:
    """The search in some cells for anything that costs no more than a limit.

    Attributes
    ----------
    network, cells
        What is placed, and where.
    limit
        Cost up to which a placement counts; one that is found lowers it to below its own.
    stop
        When somebody stopped the search.
    bound
        Whether switches are bound to cabinets: fixed, or kept apart.
    found
        Band and column of each switch in the best placement, (n, 2); None: nothing was found.
    work
        Choices looked at so far.
    kept
        Lists that `fill_columns` works with.
    """

    network: SwitchSets
    cells: Cells
    limit: int
    stop: Stopping
    bound: bool
    found: npt.NDArray[np.int64] | None = None
    work: int = 0
    kept: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        every = 1 << self.network.problem.routers
        self.kept = (np.full(every, -1, dtype=np.int64), *np.zeros((3, 1 << 12), dtype=np.int64))

    def spend(self, work: int) -> None:
        """Count work; raise `UnprovedError` where it is over, or the time is."""
        self.work += work
        if self.work > MOST_WORK or self.stop.progress(0) >= 1:
            raise UnprovedError

    @cached_property
    def movable(self) -> bool:
        """True if a placement that is moved, or mirrored, costs the same and is as legal."""
        return self.cells.alike and not self.bound

    @property
    def fixed_mm(self) -> int:
        """What every link costs beside its way along rows and columns."""
        problem = self.network.problem
        return problem.grid.apart_mm * problem.link_count
