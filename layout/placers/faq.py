"""Placer: the fast approximate QAP algorithm that the SpectralFly paper compares with."""

import numpy as np
import numpy.typing as npt

from netfloor.layout.placed import Chain, Placed
from netfloor.layout.problem import Problem


def place_by_faq(problem: Problem, chain: Chain) -> Placed:
    """Place by Frank-Wolfe steps over doubly stochastic matrices (Vogelstein et al. 2015).

    An iteration is one start: the barycentre first, then randomised ones. Empty slots
    are routers without links; fixed routers and closed slots are seeds. Each answer
    descends by swaps.
    """
    from scipy.optimize import quadratic_assignment  # noqa: PLC0415 - a heavy import

    from netfloor.layout.annealing import make_annealer  # noqa: PLC0415 - imports Numba

    flow = np.zeros((problem.slots, problem.slots))
    flow[: problem.routers, : problem.routers] = problem.flow.toarray()
    lengths = problem.lengths.matrix().astype(float)
    seeds = _seeds(problem)
    best: Placed | None = None
    history: list[tuple[int, int]] = []
    starts = 0
    while best is None or chain.stop.progress(starts) < 1.0:
        options = {
            "P0": "barycenter" if starts == 0 else "randomized",
            "rng": chain.rng,
            "partial_match": seeds,
        }
        answer = quadratic_assignment(flow, lengths, method="faq", options=options)
        annealer = make_annealer(problem, answer.col_ind[: problem.routers].astype(np.int32), chain.rng)
        annealer.descend()
        starts += 1
        if best is None or annealer.cost < best.cost:
            best = Placed(annealer.slot_of, annealer.cost, starts)
        history.append((starts, best.cost))
        chain.listener(chain.stop.progress(starts), best.cost)
    return Placed(best.slot_of, best.cost, starts, tuple(history))


def _seeds(problem: Problem) -> npt.NDArray[np.intp]:
    """Return (router, slot) pairs that are decided beforehand, (p, 2); dummies in closed slots."""
    fixed = np.full(problem.routers, -1) if problem.fixed is None else problem.fixed
    held = np.flatnonzero(fixed >= 0)
    pairs = [np.column_stack([held, fixed[held]])]
    if problem.closed is not None:
        closed = np.flatnonzero(problem.closed)
        pairs.append(np.column_stack([problem.routers + np.arange(len(closed)), closed]))
    return np.concatenate(pairs).astype(np.intp)
