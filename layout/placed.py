"""What a placer is: a function from a problem to a legal placement."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from layout.journal import Journal
from layout.problem import Problem
from layout.stop import Stopping

#: Called now and then with the progress (0 to 1) and the cost.
Listener = Callable[[float, int], None]


@dataclass(frozen=True)
class Placed:
    """What one run of a placer found.

    Attributes
    ----------
    slot_of
        Slot of each router, (n,) int32.
    cost
        Its cost (total length as a rule) as the placer counted it.
    iterations
        Iterations spent, in the placer's own unit.
    history
        (iterations, cost) along the way, falling or not.
    found_by
        What found it, where the placer has several ways.
    """

    slot_of: npt.NDArray[np.int32]
    cost: int
    iterations: int
    history: tuple[tuple[int, int], ...] = field(default=())
    found_by: str = ""


class Placer(Protocol):
    """A way to place."""

    def __call__(
        self,
        problem: Problem,
        rng: np.random.Generator,
        stop: Stopping,
        listener: Listener,
        journal: Journal,
    ) -> Placed:
        """Return a legal placement, whenever ``stop`` ends the work; fixed routers stay."""
