"""Placer: the fast approximate QAP algorithm that the SpectralFly paper compares with."""

import numpy as np

from layout.placers.interface import Listener, Placed
from layout.problem import Problem
from layout.stop import Stopping


def place_by_faq(problem: Problem, rng: np.random.Generator, stop: Stopping, listener: Listener) -> Placed:
    """Place by Frank-Wolfe steps over doubly stochastic matrices (Vogelstein et al. 2015).

    An iteration is one start: the barycentre first, then randomised ones. Empty slots
    are routers without links. Each answer descends by swaps.
    """
    from scipy.optimize import quadratic_assignment  # noqa: PLC0415 - a heavy import

    from layout.placers.annealer import Annealer  # noqa: PLC0415 - imports Numba

    flow = np.zeros((problem.slots, problem.slots))
    flow[: problem.routers, : problem.routers] = problem.flow.toarray()
    lengths = problem.lengths.matrix().astype(float)
    best: Placed | None = None
    history: list[tuple[int, int]] = []
    starts = 0
    while best is None or stop.progress(starts) < 1.0:
        options = {"P0": "barycenter" if starts == 0 else "randomized", "rng": rng}
        answer = quadratic_assignment(flow, lengths, method="faq", options=options)
        annealer = Annealer(problem, answer.col_ind[: problem.routers].astype(np.int32), rng)
        annealer.descend()
        starts += 1
        if best is None or annealer.cost_mm < best.cost_mm:
            best = Placed(annealer.state.slot_of.copy(), annealer.cost_mm, starts)
        history.append((starts, best.cost_mm))
        listener(stop.progress(starts), best.cost_mm)
    return Placed(best.slot_of, best.cost_mm, starts, tuple(history))
