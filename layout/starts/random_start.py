"""Starting point: every router that may move in a random slot."""

import numpy as np
import numpy.typing as npt

from layout.problem import Problem


def random_start(problem: Problem, rng: np.random.Generator) -> npt.NDArray[np.int32]:
    """Return distinct slots drawn uniformly, (n,) int32; fixed routers stay."""
    return placed_in(problem, rng.permutation(problem.places)[: len(problem.movers)])


def placed_in(problem: Problem, slots: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return a slot for every router, the movers in the given ones in their order, (n,) int32."""
    slot_of = np.empty(problem.routers, dtype=np.int32)
    if problem.fixed is not None:
        slot_of[:] = problem.fixed
    slot_of[problem.movers] = slots
    return slot_of
