"""Placer: matching inside cabinets first, then pairs, then single routers.

SpectralFly (section VII) fixes a maximum matching, one matched pair a cabinet, and places
the pairs. A fixed matching is not optimal, so single routers are annealed afterwards.
"""

import numpy as np
import numpy.typing as npt

from netfloor.layout.blocks.grouped import group_flow
from netfloor.layout.placed import Chain, Placed
from netfloor.layout.placers.at_random import place_by_annealing
from netfloor.layout.placers.cabinet_groups import CabinetGroups, group_routers
from netfloor.layout.problem import Problem
from netfloor.layout.starts import random_start
from netfloor.layout.stop import Window
from netfloor.rooms.grid_lengths import GridLengths

#: Share of the effort that goes into placing whole groups.
GROUP_SHARE = 0.3
#: Where the refinement starts to cool, as a share of a random swap's mean change: warm
#: enough to break matched pairs, too cold to forget where they stand.
REFINE_HOT = 0.12


def place_by_matching(problem: Problem, chain: Chain) -> Placed:
    """Match, place the groups, refine single routers; an iteration is one proposed swap.

    Whole cabinets can be moved where all are alike and open: with fixed routers, closed
    slots or prices, single routers are annealed at once.
    """
    lengths = problem.lengths
    if not problem.free or not isinstance(lengths, GridLengths):
        return place_by_annealing(problem, chain)
    from netfloor.layout.annealing import Schedule, make_annealer  # noqa: PLC0415 - imports Numba

    scale = make_annealer(problem, random_start(problem, chain.rng), chain.rng).mean_change()
    groups = group_routers(problem, chain.rng)
    coarse = group_problem(problem, lengths, groups)
    annealer = make_annealer(coarse, random_start(coarse, chain.rng), chain.rng)
    inside_mm = lengths.inside_mm * groups.inside_links
    placed = annealer.run(
        annealer.mean_change(),
        Schedule(),
        Window(chain.stop, 0.0, GROUP_SHARE),
        lambda share, cost: chain.listener(share * GROUP_SHARE, cost + inside_mm),
        chain.journal,
        "groups",
    )
    start = expand(lengths, groups, placed.slot_of)
    before = placed.iterations
    refined = make_annealer(problem, start, chain.rng).run(
        scale,
        Schedule(hot=REFINE_HOT),
        Window(chain.stop, GROUP_SHARE, 1.0, before),
        lambda share, cost: chain.listener(GROUP_SHARE + share * (1 - GROUP_SHARE), cost),
        chain.journal,
        "routers",
    )
    history = tuple((done, cost + inside_mm) for done, cost in placed.history) + tuple(
        (before + done, cost) for done, cost in refined.history
    )
    return Placed(refined.slot_of, refined.cost, before + refined.iterations, history)


def group_problem(problem: Problem, lengths: GridLengths, groups: CabinetGroups) -> Problem:
    """Return the problem of placing whole groups, one a cabinet."""
    return Problem(group_flow(problem, groups.group_of), lengths.one_slot_per_cabinet())


def expand(
    lengths: GridLengths, groups: CabinetGroups, cabinet_of_group: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """Return a slot for every router from a cabinet for every group, (n,) int32."""
    order = np.argsort(groups.group_of, kind="stable")
    ordered = groups.group_of[order]
    rank = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    slot_of = np.empty(len(order), dtype=np.int32)
    slot_of[order] = lengths.first_slot[cabinet_of_group[ordered]] + rank
    return slot_of
