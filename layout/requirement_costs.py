"""What each requirement costs: what the same search comes to without it."""

from dataclasses import replace

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.layout.problem import make_problem
from netfloor.layout.recheck import not_kept
from netfloor.layout.result import Result, WithoutRequirement
from netfloor.layout.solve import SolveOptions, closed_beside, solve
from netfloor.rooms.any_room import AnyRoom
from netfloor.topologies.topology import Topology


def requirement_costs(
    topology: Topology,
    room: AnyRoom,
    options: SolveOptions,
    result: Result,
    observer: Observer,
    interrupt: Interrupt,
) -> tuple[WithoutRequirement, ...]:
    """Return what the same search finds without each requirement, the others kept, as far as time allows.

    It knows the placement that keeps all, so that it finds none that is worse. Where what it finds keeps
    the requirement all the same, that costs nothing: what is saved then is due to the longer search.
    Nothing is searched for where all switches are fixed, or are placed together with servers.
    """
    all_fixed = options.fixed is not None and bool((options.fixed >= 0).all())  # a search finds the same
    if all_fixed or options.together is not None:
        return ()
    found, problem = [], make_problem(topology, room)
    closed = closed_beside(options, room.slots)
    for number, one in enumerate(options.requirements):
        others = options.requirements[:number] + options.requirements[number + 1 :]
        begun = replace(options, requirements=others, begin=result.placement.slot_of)
        if interrupt.asked:
            break
        task = f"without {one.text}"
        free = solve(topology, room, begun, observer=observer, interrupt=interrupt, task=task, proved=False)
        slot_of = free.placement.slot_of
        kept = not not_kept(options.requirements, topology, room, problem, slot_of, closed)
        if kept and not {*slot_of.tolist()} & {*one.closes}:
            free = result
        value = None if free.reached is None or free.reached.not_purchasable else free.reached.value
        found.append(WithoutRequirement(one.text, free.cost_mm, value))
    return tuple(found) if not interrupt.asked else ()
