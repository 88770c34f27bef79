"""What a placer is: a function from a problem to a legal placement."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from layout.problem import Problem
from layout.stop import Stopping

#: Called now and then with the progress (0 to 1) and the cost in mm.
Listener = Callable[[float, int], None]


@dataclass(frozen=True)
class Placed:
    """What one run of a placer found.

    Attributes
    ----------
    slot_of
        Slot of each router, (n,) int32.
    cost_mm
        Its total cable length as the placer counted it.
    iterations
        Iterations spent, in the placer's own unit.
    history
        (iterations, cost in mm) along the way, falling or not.
    """

    slot_of: npt.NDArray[np.int32]
    cost_mm: int
    iterations: int
    history: tuple[tuple[int, int], ...] = field(default=())


class Placer(Protocol):
    """A way to place."""

    def __call__(
        self, problem: Problem, rng: np.random.Generator, stop: Stopping, listener: Listener
    ) -> Placed:
        """Return a legal placement, whenever ``stop`` ends the work."""
