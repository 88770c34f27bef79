"""The cost of each requirement: the difference to the same search without it."""

from collections.abc import Collection
from dataclasses import replace

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.layout.problem import make_problem
from netfloor.layout.recheck import not_kept
from netfloor.layout.result import Result, WithoutRequirement
from netfloor.layout.solve import SolveOptions, closed_beside, solve
from netfloor.rooms.any_room import Room
from netfloor.topologies.topology import Topology


def requirement_costs(
    topology: Topology,
    room: Room,
    options: SolveOptions,
    result: Result,
    observer: Observer,
    interrupt: Interrupt,
    other_search: Collection[str] = (),
) -> tuple[WithoutRequirement, ...]:
    """Search without each requirement in turn, keeping the others, as far as time allows.

    Seed and budget are the same and the placement that keeps all requirements is unknown to these searches,
    so the difference does not come from a longer search. A requirement has no extra cost if the search
    without it finds no better placement, or one that satisfies it anyway. Nothing is searched if all
    switches are fixed or are placed together with servers.

    ``other_search``: requirements, as written, without which the caller would search with another method;
    they are skipped because the difference would be between two methods.
    """
    # a search would find the same
    all_fixed = options.fixed is not None and bool((options.fixed >= 0).all())
    if all_fixed or options.together is not None:
        return ()
    outcome, problem, reached = [], make_problem(topology, room), result.reached
    closed = closed_beside(options, room.slots)
    for number, requirement in enumerate(options.requirements):
        if requirement.text in other_search:
            continue
        others = options.requirements[:number] + options.requirements[number + 1 :]
        eased = replace(options, requirements=others)
        if interrupt.asked:
            break
        task = f"without {requirement.text}"
        free = solve(topology, room, eased, observer=observer, interrupt=interrupt, task=task, proved=False)
        slot_of = free.placement.slot_of
        kept = not not_kept(options.requirements, topology, room, problem, slot_of, closed)
        better = free.cost_mm < result.cost_mm
        if reached is not None and free.reached is not None:
            sold = not (reached.not_purchasable or free.reached.not_purchasable)
            better = free.reached.value < reached.value if sold else not free.reached.not_purchasable
        if not better or (kept and not {*slot_of.tolist()} & {*requirement.closes}):
            free = result
        value = None if free.reached is None or free.reached.not_purchasable else free.reached.value
        outcome.append(WithoutRequirement(requirement.text, free.cost_mm, value))
    return tuple(outcome) if not interrupt.asked else ()
