"""What stands for an objective where its least value is proved: a sum over pairs below every figure."""

import numpy as np
import pytest

from netfloor.costmodels.objectives import parse_objective
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.layout.problem import make_problem
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build

PERSEUS, PORTS = load_cost_set("perseus-2011"), load_power_set("spectralfly-2022-ports")
ROOMS = (GridRoom("x", 4, 4, slots_per_cabinet=1), GridRoom("x", 2, 5, inside_mm=600, row_pitch_mm=9000))


def paid(pair_sum, slot_of):
    """Return a pair sum of a placement, plainly."""
    costs = pair_sum.costs[np.ix_(slot_of, slot_of)]
    return pair_sum.constant + float((pair_sum.flow.toarray() * costs).sum()) / 2


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("switch_ns", [0.0, 7.5, 40.0, 500.0])
@pytest.mark.parametrize(
    "spec", ["random:10,3,seed=1", "polarfly:2", "torus:8", "hyperx:3x3", "leafspine:6,2", "fattree:2,3"]
)
def test_no_mean_latency_is_below_its_pair_sum(spec, switch_ns, room):
    """Whether ways keep their fewest hops or not, in random placements."""
    topology, rng = build(spec), np.random.default_rng(0)
    problem = make_problem(topology, room)
    objective = parse_objective("mean-latency", PERSEUS, PORTS, None, switch_ns).make(
        topology, room, problem
    )
    for _ in range(8):
        slot_of = rng.permutation(room.slots)[: topology.routers].astype(np.int32)
        value = objective.value(slot_of)
        assert paid(objective.pair_sum(), slot_of) <= value * (1 + 1e-12)


def test_long_delays_of_switches_leave_nothing_but_the_fewest_hops():
    """In a network without two ways of two hops the pair sum is then the mean latency itself."""
    topology, room = build("polarfly:2"), ROOMS[0]
    problem = make_problem(topology, room)
    objective = parse_objective("mean-latency", PERSEUS, PORTS, None, 1e6).make(topology, room, problem)
    slot_of = np.random.default_rng(1).permutation(room.slots)[: topology.routers].astype(np.int32)
    assert paid(objective.pair_sum(), slot_of) == pytest.approx(objective.value(slot_of))


@pytest.mark.parametrize("text", ["money", "power", "2*money + power", "length + money"])
def test_prices_that_are_sold_are_their_own_pair_sum(text):
    """Of every placement, installation between cabinets included."""
    topology, room = build("random:10,3,seed=1"), ROOMS[1]
    problem = make_problem(topology, room)
    objective = parse_objective(text, PERSEUS, PORTS, None, 40.0).make(topology, room, problem)
    slot_of = np.random.default_rng(2).permutation(room.slots)[: topology.routers].astype(np.int32)
    assert paid(objective.pair_sum(), slot_of) == pytest.approx(objective.value(slot_of))
