"""A placement in which pairs of switches keep away from each other, near to one in which they do not."""

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.problem import Problem

Slots = npt.NDArray[np.int32]
#: Work, in OR-Tools' deterministic seconds, after which nobody looks further.
MOST_WORK = 20.0


def separated(problem: Problem, slot_of: Slots) -> Slots:
    """Return a placement in which no pair is too near: the given one, few routers of pairs moved.

    Raises
    ------
    InfeasibleError
        If there is none, or none was found with `MOST_WORK`.
    """
    apart = problem.apart
    if apart is None or not apart.clashing(slot_of).any():
        return slot_of
    cell_of = problem.zones * len(apart.clash[0]) + apart.home  # cabinets, cut by zones
    target = _cells(problem, slot_of, cell_of)
    moved = {router: cell for router, cell in target.items() if cell != cell_of[slot_of[router]]}
    stays = {int(slot_of[router]) for router in target if router not in moved}
    occupant = dict(zip(slot_of.tolist(), range(len(slot_of)), strict=True))
    others = {slot for slot, router in occupant.items() if router not in moved}
    places, vacated = defaultdict(list), defaultdict(set)
    for slot in problem.places.tolist():
        if slot not in stays:
            places[int(cell_of[slot])].append(slot)
    left, homeless = slot_of.copy(), []
    for router, cell in moved.items():
        left[router] = slot = min(places[cell], key=lambda one: (one in others, one))
        places[cell].remove(slot)
        vacated[int(problem.zones[slot])].add(int(slot_of[router]))
        homeless += [occupant[slot]] if slot in others else []
    for router in homeless:
        free = vacated[int(problem.zones[slot_of[router]])].difference(left.tolist())
        left[router] = min(free)
    return left


def _cells(problem: Problem, slot_of: Slots, cell_of: Slots) -> dict[int, int]:
    """Return a cell for each router of a pair, none too near to its partners, as many as may be staying."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 - takes long to import

    apart, model = problem.apart, cp_model.CpModel()
    assert apart is not None  # noqa: S101 - for the type checker
    cabinets, movers = len(apart.clash[0]), set(problem.movers.tolist())
    cells, room_for = (one.tolist() for one in np.unique(cell_of[problem.places], return_counts=True))
    own = {router: int(cell_of[slot_of[router]]) for router in sorted(set(apart.pairs.ravel().tolist()))}
    stands = {
        router: {
            cell: model.new_bool_var("")
            for cell in (cells if router in movers else [home])
            if cell // cabinets == home // cabinets
        }
        for router, home in own.items()
    }
    for variables in stands.values():
        model.add_exactly_one(variables.values())
    for cell, most in zip(cells, room_for, strict=True):
        model.add(sum(one[cell] for r, one in stands.items() if r in movers and cell in one) <= most)
    for (u, v), kind in zip(apart.pairs.tolist(), apart.kind.tolist(), strict=True):
        clash = apart.clash[kind]
        for cell, here in stands[u].items():
            near = [one for c, one in stands[v].items() if clash[cell % cabinets, c % cabinets]]
            model.add_at_most_one([here, *near])
    model.maximize(sum(one[own[r]] for r, one in stands.items() if own[r] in one))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, 0
    solver.parameters.max_deterministic_time = MOST_WORK
    solver.parameters.catch_sigint_signal = False  # Ctrl-C ends the command, not this search alone
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found = "there is no placement" if status == cp_model.INFEASIBLE else "no placement was found"
        pairs = "the pair of switches" if len(apart.pairs) == 1 else f"{len(apart.pairs)} pairs of switches"
        raise InfeasibleError(f"{found} that keeps {pairs} as far apart as required")
    return {r: next(c for c, one in of.items() if solver.value(one)) for r, of in stands.items()}
