"""Every objective, derived by the check's own code, beside the code that makes plans."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.objectives.parse import parse_objective
from netfloor.costmodels.objectives.parts_price import PartsPricing
from netfloor.costmodels.objectives.priced import PricedObjective
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.layout.bounds import PairSum, lower_bound
from netfloor.layout.objective import not_purchasable
from netfloor.layout.problem import make_problem
from netfloor.plans.check.claims import plain_inputs
from netfloor.plans.check.objective import Derivation
from netfloor.plans.models import ObjectiveRecord
from netfloor.plans.objective import ObjectiveChoice
from netfloor.plans.verify import verify_plan
from netfloor.rooms.room_spec import room_from_spec
from netfloor.structure.spectrum.laplacian import proved_algebraic_connectivity
from netfloor.studies.place import LayoutRequest, run_layout
from netfloor.topologies.spec import build

EXAMPLES = Path(__file__).parents[3] / "examples/catalogue"
CATALOGUES = ("parts_200g.toml", "parts_400g.toml")
COST_SETS = ("slimfly-2014", "perseus-2011", "dragonfly-2008")
OBJECTIVES = (
    *("money", "power", "2*money + power", "length + 0.5*money", "longest", "mean-latency", "max-latency"),
    "mean-latency + 0.25*length",
)


def record_of(name, cost_set, reach_mm=None, switch_ns=100.0, **more):
    """Return a plan's record of an objective, its figures not yet in it."""
    figures = {"unit": "", "value": 0.0, "value_by_length": 0.0, "least": None, "placement_by_length": []}
    sets = {"cost_set": cost_set, "cost_set_sha256": "", "power_set": "", "power_set_sha256": ""}
    return ObjectiveRecord(name=name, **figures, **sets, reach_mm=reach_mm, switch_ns=switch_ns, **more)


def agree(name, topology, room, sets, record):
    """Compare value, unit, unsold links and bound of random placements with the code that makes plans."""
    spec = parse_objective(name, *sets[:2], record.reach_mm, record.switch_ns, sets[2])
    problem = make_problem(topology, room)
    maker = spec.make(topology, room, problem)
    bound = lower_bound(problem, proved_algebraic_connectivity(topology))
    own = Derivation(record, topology, plain_inputs(topology, room), sets)
    assert own.unit == maker.unit
    proved, least = own.least(bound.length_mm), maker.least(bound)
    assert least <= proved * (1 + 1e-9)
    for seed in range(4):
        slot_of = np.random.default_rng(seed).permutation(room.slots)[: topology.routers]
        found, missing = own.value(slot_of.tolist()), not_purchasable(maker, slot_of)
        assert found.value == pytest.approx(maker.value(slot_of), rel=1e-9)
        claimed = None if missing is None else (missing.links, missing.shortest_mm, missing.longest_mm)
        assert found.unsold == claimed
        assert missing is not None or proved <= found.value * (1 + 1e-9)
    return own, maker, problem


@pytest.mark.parametrize("name", OBJECTIVES)
@pytest.mark.parametrize("number", range(3))
def test_both_codes_agree_in_drawn_halls(name, number, drawn_hall):
    """Trays that take some media only, several switches a cabinet, every cost set and reach."""
    room, topology = drawn_hall(number), build("random:6,3,seed=2", endpoints=2, link_gbps=100.0)
    cost_set = COST_SETS[number]
    sets = load_cost_set(cost_set), load_power_set("spectralfly-2022-ports"), None
    agree(name, topology, room, sets, record_of(name, cost_set, (None, 4000, 9000)[number]))


@pytest.mark.parametrize("name", OBJECTIVES)
@pytest.mark.parametrize("switches", [1, 2])
def test_both_codes_agree_on_the_smallest_networks(name, switches):
    """One switch has no cable: every figure and bound is 0. Two have one, in one cabinet, and no third."""
    room, topology = room_from_spec("grid:1x2"), build(f"complete:{switches}", link_gbps=100.0)
    sets = load_cost_set("slimfly-2014"), load_power_set("spectralfly-2022-ports"), None
    own, maker, _ = agree(name, topology, room, sets, record_of(name, "slimfly-2014"))
    assert (maker.value(np.arange(switches, dtype=np.int32)) == 0) == (switches == 1)
    if own.links is not None:
        assert own.links.least(own.inputs.floor, 0, 0) == 0


@pytest.mark.parametrize("name", OBJECTIVES)
def test_both_codes_agree_in_grids(name):
    """With empty places, two switches a cabinet and parallel links."""
    room = replace(room_from_spec("grid:3x4"), slots_per_cabinet=2, missing=frozenset({(1, 1)}))
    topology = build("hyperx:3x3,k=2", endpoints=1, link_gbps=100.0)
    sets = load_cost_set("slimfly-2014"), load_power_set("spectralfly-2022-ports"), None
    agree(name, topology, room, sets, record_of(name, "slimfly-2014", 6000, 30.0))


@pytest.mark.parametrize("name", ["mean-latency", "max-latency", "mean-latency + 0.25*length"])
@pytest.mark.parametrize("spec", ["leafspine:4,2", "leafspine:3,2,k=2"])
def test_both_codes_count_switches_with_endpoints(name, spec, drawn_hall):
    """Of trees, in a grid and in a hall: cores and spines end no path."""
    sets = load_cost_set("slimfly-2014"), load_power_set("spectralfly-2022-ports"), None
    for room in (room_from_spec("grid:2x4"), drawn_hall(1)):
        agree(name, build(spec), room, sets, record_of(name, "slimfly-2014"))


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("criterion", [Criterion(), Criterion("price+power", 5.0, 0.21)])
def test_both_codes_agree_on_parts(number, criterion, drawn_hall):
    """Cables, transceivers and cords tried one by one; cages of one link and of two; electricity."""
    catalogue = load_catalogue(EXAMPLES / CATALOGUES[number % 2])
    gbps = catalogue.switches[0].gbps
    topology = build("random:6,3,seed=4", endpoints=2, link_gbps=gbps)
    cost_set, power_set = load_cost_set("slimfly-2014"), load_power_set("spectralfly-2022-ports")
    sets = cost_set, power_set, PartsPricing(catalogue, criterion)
    agree("parts", topology, drawn_hall(number), sets, record_of("parts", "slimfly-2014"))


@pytest.mark.parametrize("spec", ["hyperx:3x2,k=2", "hyperx:3x2,k=3", "hyperx:3x2,k=1x4", "clos:8,6"])
def test_both_codes_agree_on_cages_of_several_links(spec, drawn_hall):
    """Parallel links that fill pairs of cages, leave some over, or both, and what a proof rests on."""
    catalogue = load_catalogue(EXAMPLES / "parts_800g.toml")
    topology = build(spec, link_gbps=400.0)
    sets = load_cost_set("slimfly-2014"), load_power_set("spectralfly-2022-ports")
    parts = PartsPricing(catalogue, Criterion())
    room = drawn_hall(1)
    own, maker, _ = agree("parts", topology, room, (*sets, parts), record_of("parts", "slimfly-2014"))
    made = maker.pair_sum().costs
    costs = own.links.between(own.inputs.floor, float(made.max()))
    np.testing.assert_allclose(costs, made, rtol=1e-12)


@pytest.mark.parametrize("name", ["money", "mean-latency"])
@pytest.mark.parametrize("spec", ["random:6,3,seed=2", "leafspine:4,1", "leafspine:3,2"])
def test_the_costs_that_a_proof_rests_on_are_the_same(name, spec, drawn_hall):
    """Links and costs of the sum over pairs, slot by slot: a proof is looked at with the check's own."""
    room, topology = drawn_hall(1), build(spec, link_gbps=100.0)
    sets = load_cost_set("perseus-2011"), load_power_set("spectralfly-2022-ports"), None
    own, maker, _ = agree(name, topology, room, sets, record_of(name, "perseus-2011"))
    made: PairSum = maker.pair_sum()
    network, floor = own.inputs.network, own.inputs.floor
    if name == "money":
        costs = own.links.between(floor, float(made.costs.max()))
    else:
        network, costs, constant = own.latencies.pairs(floor)
        assert constant == pytest.approx(made.constant)
    flow = np.zeros((topology.routers, topology.routers))
    for (u, v), many in zip(network.links, network.multiplicity, strict=True):
        flow[u, v] = flow[v, u] = many
    assert np.array_equal(flow, made.flow.toarray())
    apart = ~np.eye(len(costs), dtype=bool)
    np.testing.assert_allclose(costs[apart], np.asarray(made.costs)[apart], rtol=1e-12)


def money_plan():
    """Write ``plan.json``: a small network placed for money."""
    request = LayoutRequest(
        "slimfly:3",
        None,
        Path("plan.json"),
        "anneal",
        1000,
        None,
        1,
        5,
        1,
        2,
        100.0,
        objective=ObjectiveChoice("money"),
    )
    run_layout(request, SILENT, Interrupt(), force=False)


@pytest.mark.usefixtures("here")
def test_a_verified_plan_says_value_and_lower_bound_of_its_objective(cli):
    """As recorded, in JSON and in a line; none where something is wrong, for it may be that figure."""
    money_plan()
    record = json.loads(Path("plan.json").read_text())["solver"]["objective"]
    found = cli("verify", "plan.json", "--json").json()["objective"]
    assert (found["value"], found["lower_bound"]) == (record["value"], record["least"])
    assert found["gap"] == pytest.approx(record["value"] / record["least"] - 1)
    text = cli("verify", "plan.json").out
    assert f"money: {record['value']:,.2f} USD, lower bound {record['least']:,.2f} USD" in text
    Path("plan.json").write_text(Path("plan.json").read_text().replace('"value":', '"value": 1 ,"old":', 1))
    assert cli("verify", "plan.json", "--json").json().get("objective") is None


def test_a_fault_of_the_search_is_found(tmp_path, monkeypatch):
    """A plan made while its objective counts wrongly does not pass, though the same code reads it."""
    monkeypatch.chdir(tmp_path)
    right = PricedObjective.value
    monkeypatch.setattr(PricedObjective, "value", lambda self, slot_of: right(self, slot_of) * 0.9)
    money_plan()
    problems = verify_plan(Path("plan.json")).problems
    assert any("solver.objective.value:" in one for one in problems)
    assert any("solver.objective.value_by_length:" in one for one in problems)
