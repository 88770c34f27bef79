"""Placer that matches switches inside cabinets first, then places pairs, then single switches.

SpectralFly (section VII) fixes a maximum matching, with a matched pair per cabinet, and places the pairs. A
fixed matching is not optimal, so single switches are annealed afterwards.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.layout.blocks import group_flow
from netfloor.layout.bounds.bound import max_inside_links
from netfloor.layout.budget import MaxIterations, Window
from netfloor.layout.placed import Chain, ChainResult
from netfloor.layout.placers.at_random import place_by_annealing
from netfloor.layout.problem import Problem
from netfloor.layout.starts import random_start
from netfloor.rooms.grid_lengths import GridLengths

#: Proposals per switch of the heuristic for three or more slots per cabinet.
EFFORT = 2000
#: Share of the budget spent on placing whole groups.
GROUP_SHARE = 0.3
#: First temperature of the refinement, as a share of a random swap's mean change: hot enough to break
#: matched pairs, too cold to lose their positions.
REFINE_HOT = 0.12


@dataclass(frozen=True)
class CabinetGroups:
    """Group of each switch, (n,) int32, none larger than a cabinet.

    ``inside_links`` are inside groups; ``bound`` is an upper bound over all groupings.
    """

    group_of: npt.NDArray[np.int32]
    inside_links: int
    bound: int

    @property
    def groups(self) -> int:
        """Number of groups."""
        return int(self.group_of.max(initial=-1)) + 1


def group_routers(problem: Problem, rng: np.random.Generator) -> CabinetGroups:
    """Group the switches for the problem's cabinets.

    Two slots per cabinet: an exact maximum (weighted) matching. More slots: an annealed partition, with the
    bound proved by `max_inside_links`.
    """
    per = int(np.diff(problem.lengths.first_slot).min())
    if per == 1:
        group_of = np.arange(problem.routers, dtype=np.int32)
    elif per == 2:
        group_of = _matched(problem)
    else:
        group_of = _partitioned(problem, per, rng)
    u, v, counts = problem.pairs
    inside = int(counts[group_of[u] == group_of[v]].sum())
    bound = inside if per <= 2 else max_inside_links(problem)
    return CabinetGroups(group_of, inside, bound)


def _matched(problem: Problem) -> npt.NDArray[np.int32]:
    """Group by maximum weight matching; unmatched switches share cabinets in pairs."""
    import rustworkx  # noqa: PLC0415 - a heavy import

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(problem.routers))
    u, v, counts = problem.pairs
    graph.add_edges_from(list(zip(u.tolist(), v.tolist(), counts.tolist(), strict=True)))
    matching = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    pairs = sorted((min(pair), max(pair)) for pair in matching)
    matched = {router for pair in pairs for router in pair}
    single = [router for router in range(problem.routers) if router not in matched]
    order = np.array([router for pair in pairs for router in pair] + single, dtype=np.int32)
    group_of = np.empty(problem.routers, dtype=np.int32)
    group_of[order] = np.arange(problem.routers, dtype=np.int32) // 2
    return group_of


def _partitioned(problem: Problem, per: int, rng: np.random.Generator) -> npt.NDArray[np.int32]:
    """Group by annealing on a floor where only links inside cabinets save length."""
    from netfloor.layout.annealing import Schedule, make_annealer  # noqa: PLC0415 - imports Numba

    cabinets = -(-problem.routers // per)
    flat = Problem(problem.flow, _flat_floor(cabinets, per))
    annealer = make_annealer(flat, random_start(flat, rng), rng)
    stop = MaxIterations(EFFORT * problem.routers)
    placed = annealer.run(annealer.mean_change(), Schedule(), stop, lambda _share, _cost: None)
    used, group_of = np.unique(flat.lengths.slot_cabinet[placed.slot_of], return_inverse=True)
    assert len(used) <= cabinets  # noqa: S101 - an invariant, not a check of input
    return group_of.astype(np.int32)


def _flat_floor(cabinets: int, per: int) -> GridLengths:
    """Build cabinets at a single point: 1 m for a cable between cabinets, 0 m inside."""
    slots = cabinets * per
    nowhere = np.zeros(slots, dtype=np.int32)
    cabinet = np.repeat(np.arange(cabinets, dtype=np.int32), per)
    origin = np.zeros(1, dtype=np.int64)
    return GridLengths(nowhere, nowhere, cabinet, origin, origin, apart_mm=1000, inside_mm=0)


def place_by_matching(problem: Problem, chain: Chain) -> ChainResult:
    """Match, place the groups and refine single switches; an iteration is a proposed swap.

    Whole cabinets can be moved if all are equal and open; with fixed switches, closed slots or prices,
    single switches are annealed at once.
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
    return ChainResult(refined.slot_of, refined.cost, before + refined.iterations, history)


def group_problem(problem: Problem, lengths: GridLengths, groups: CabinetGroups) -> Problem:
    """Build the problem of placing whole groups, one per cabinet."""
    return Problem(group_flow(problem, groups.group_of), lengths.one_slot_per_cabinet())


def expand(
    lengths: GridLengths, groups: CabinetGroups, cabinet_of_group: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """Assign a slot to every switch from the cabinet of its group, (n,) int32."""
    order = np.argsort(groups.group_of, kind="stable")
    ordered = groups.group_of[order]
    rank = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    slot_of = np.empty(len(order), dtype=np.int32)
    slot_of[order] = lengths.first_slot[cabinet_of_group[ordered]] + rank
    return slot_of
