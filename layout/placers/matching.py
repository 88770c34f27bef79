"""Placer: matching inside cabinets first, then pairs, then single routers.

SpectralFly (section VII) fixes a maximum matching, one matched pair a cabinet, and places
the pairs. A fixed matching is not optimal, so single routers are annealed afterwards.
"""

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from layout.placers.cabinet_groups import CabinetGroups, group_routers
from layout.placers.interface import Listener, Placed
from layout.placers.random_start import random_start
from layout.problem import Problem
from layout.stop import Stopping, Window

#: Share of the effort that goes into placing whole groups.
GROUP_SHARE = 0.3
#: Where the refinement starts to cool, as a share of a random swap's mean change: warm
#: enough to break matched pairs, too cold to forget where they stand.
REFINE_HOT = 0.12


def place_by_matching(
    problem: Problem, rng: np.random.Generator, stop: Stopping, listener: Listener
) -> Placed:
    """Match, place the groups, refine single routers; an iteration is one proposed swap."""
    from layout.placers.annealer import Annealer, Schedule  # noqa: PLC0415 - imports Numba

    scale = Annealer(problem, random_start(problem, rng), rng).mean_change()
    groups = group_routers(problem, rng)
    coarse = group_problem(problem, groups)
    annealer = Annealer(coarse, random_start(coarse, rng), rng)
    inside_mm = problem.lengths.inside_mm * groups.inside_links
    placed = annealer.run(
        annealer.mean_change(),
        Schedule(),
        Window(stop, 0.0, GROUP_SHARE),
        lambda share, cost_mm: listener(share * GROUP_SHARE, cost_mm + inside_mm),
    )
    start = expand(problem, groups, placed.slot_of)
    before = placed.iterations
    refined = Annealer(problem, start, rng).run(
        scale,
        Schedule(hot=REFINE_HOT),
        Window(stop, GROUP_SHARE, 1.0, before),
        lambda share, cost_mm: listener(GROUP_SHARE + share * (1 - GROUP_SHARE), cost_mm),
    )
    history = tuple((done, cost_mm + inside_mm) for done, cost_mm in placed.history) + tuple(
        (before + done, cost_mm) for done, cost_mm in refined.history
    )
    return Placed(refined.slot_of, refined.cost_mm, before + refined.iterations, history)


def group_problem(problem: Problem, groups: CabinetGroups) -> Problem:
    """Return the problem of placing whole groups, one a cabinet."""
    membership = csr_array(
        (np.ones(problem.routers, dtype=np.int32), groups.group_of, np.arange(problem.routers + 1)),
        shape=(problem.routers, groups.groups),
    )
    flow = csr_array(membership.T @ problem.flow @ membership)
    flow.setdiag(0)
    flow.eliminate_zeros()
    flow.sort_indices()
    return Problem(flow, problem.lengths.one_slot_per_cabinet())


def expand(
    problem: Problem, groups: CabinetGroups, cabinet_of_group: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """Return a slot for every router from a cabinet for every group, (n,) int32."""
    order = np.argsort(groups.group_of, kind="stable")
    ordered = groups.group_of[order]
    rank = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    slot_of = np.empty(problem.routers, dtype=np.int32)
    slot_of[order] = problem.lengths.first_slot[cabinet_of_group[ordered]] + rank
    return slot_of
