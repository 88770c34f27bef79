"""Several networks in one room: each bounded alone."""

from dataclasses import replace
from itertools import permutations

import numpy as np

from netfloor.layout.bounds import BY_NETWORKS, bound_of, lower_bound
from netfloor.layout.problem import make_problem
from netfloor.rooms.room_spec import room_from_spec
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.topologies.networks import NetworkMember, side_by_side
from netfloor.topologies.spec import build


def test_no_placement_of_all_is_below_the_sum_of_each_alone():
    """Of all 720 placements none has less; the joined bound, which no line has to cut, is below the sum."""
    members = [
        NetworkMember(name, build(spec, endpoints=count), 1)
        for name, spec, count in (("data", "complete:3", 2), ("control", "complete:2", 3))
    ]
    topology, room = side_by_side(members), replace(room_from_spec("grid:2x3"), slots_per_cabinet=1)
    problem = make_problem(topology, room)
    bound = bound_of(topology, problem)
    best = min(
        problem.cost(np.array(slot_of, dtype=np.int32)) for slot_of in permutations(range(room.slots), 5)
    )
    joined = lower_bound(problem, effective_eigenvalue(topology))
    assert (bound.method, len(bound.networks or ())) == (BY_NETWORKS, 2)
    assert joined.length_mm < bound.length_mm <= best
