"""The objective ``parts``: what a catalogue asks for the links, by the slots of both ends."""

from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest

from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.check.parts import PartsPrices
from netfloor.costmodels.check.prices import CableWay
from netfloor.costmodels.objectives.parse import parse_objective
from netfloor.costmodels.objectives.parts_price import PartsPricing, _price, cage_scores, parts_terms
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.costmodels.sets.offers import NOT_SOLD
from netfloor.foundation.errors import InputError
from netfloor.layout.bounds import line_cut_bound
from netfloor.layout.budget import Budget
from netfloor.layout.problem import make_problem
from netfloor.layout.solve import SolveOptions, solve
from netfloor.rooms.room import GridRoom
from netfloor.structure.spectrum.laplacian import proved_algebraic_connectivity
from netfloor.topologies.spec import build

CATALOGUE = load_catalogue(Path(__file__).parents[3] / "examples/catalogue/parts_200g.toml")
PRICING = PartsPricing(CATALOGUE, Criterion())


def network(spec="random:5,2,seed=3"):
    """Return a network of links at the catalogue's rate."""
    return build(spec, endpoints=0, link_gbps=200.0)


def term_of(hall, pricing):
    """Return the only term of a network without parallel links."""
    topology = network()
    (term,) = parts_terms(hall, pricing, topology, make_problem(topology, hall).pairs[2])
    return term


def spec(parts=PRICING):
    """Return the objective by some catalogue."""
    sets = load_cost_set("slimfly-2014"), load_power_set("spectralfly-2022-ports")
    return parse_objective("parts", *sets, None, 100.0, parts)


def stock():
    """Return (medium, length, price) of every cable of the catalogue, read by hand."""
    for cable in CATALOGUE.cables:
        for one in cable.all_lengths():
            if one.length_mm <= cable.reach_m * 1000:
                yield cable.medium, one.length_mm, round(100 * float(one.price))


def cheapest(electrical_mm, optical_mm):
    """Return the least price of a cable that is long enough in its medium, 0 for none."""
    needed = {"electrical": electrical_mm, "optical": optical_mm}
    return min((cents for medium, mm, cents in stock() if 0 <= needed[medium] <= mm), default=0)


@pytest.mark.parametrize("number", range(3))
def test_every_pair_of_slots_costs_the_cheapest_cable_of_its_ways(number, drawn_hall):
    """In a hall whose trays take some media only; what nobody sells is marked, and dearer for a search."""
    hall = drawn_hall(number)
    term = term_of(hall, PRICING)
    ways = [hall.slot_lengths(medium) for medium in ("electrical", "optical")]
    costs, weights = term.prices.matrix(), term.weights.matrix()
    unsold = np.zeros_like(costs) if term.unsold is None else term.unsold.matrix()
    dearest = max(cents for _, _, cents in stock())
    for a, b in combinations(range(hall.slots), 2):
        by_hand = cheapest(ways[0][a, b], ways[1][a, b])
        assert costs[a, b] == costs[b, a]
        assert unsold[a, b] == (by_hand == 0)
        assert (
            costs[a, b] == weights[a, b] == by_hand if by_hand else costs[a, b] <= dearest < weights[a, b]
        )


def test_the_search_finds_the_optimum_and_nothing_is_below_the_bound():
    """Of all placements of five routers in six slots."""
    topology, room = network(), GridRoom("x", 1, 3, column_pitch_mm=2500, inside_mm=600, overhead_mm=500)
    problem = make_problem(topology, room)
    objective = spec().make(topology, room, problem)
    slots = permutations(range(problem.slots), topology.routers)
    best = min(objective.value(np.array(one, dtype=np.int32)) for one in slots)
    least = objective.least(line_cut_bound(problem, proved_algebraic_connectivity(topology)))
    assert 0 < least <= best * (1 + 1e-12)
    result = solve(topology, room, SolveOptions(budget=Budget(40_000), objective=spec().make))
    assert result.reached.value == pytest.approx(best, rel=1e-9)


def test_what_nobody_sells_is_left_where_it_can_be():
    """The shortest placement has a cable longer than any on sale; this one has none."""
    room = GridRoom("long", 2, 30, row_pitch_mm=4000, column_pitch_mm=1500)
    topology = network("circulant:40:1,7")
    least, costs = [
        solve(topology, room, SolveOptions(budget=Budget(400_000), seed=1, objective=objective))
        for objective in (None, spec().make)
    ]
    ends = topology.links
    lengths = [room.lengths.between(*one.placement.slot_of[ends].T) for one in (least, costs)]
    longest = max(mm for _, mm, _ in stock())
    assert lengths[1].max() <= longest
    assert costs.reached.value <= costs.reached.value_by_length


def test_a_longer_reach_is_never_dearer(drawn_hall):
    """Pair by pair."""
    reach = {"reach_m": 7.0}
    longer = CATALOGUE.model_copy(
        update={
            "cables": tuple(
                one.model_copy(update=reach) if one.medium == "electrical" else one
                for one in CATALOGUE.cables
            )
        }
    )
    hall = drawn_hall(1)
    before, after = (
        term_of(hall, replace(PRICING, catalogue=one)).prices.matrix() for one in (CATALOGUE, longer)
    )
    assert (after <= before).all()


def test_parts_without_a_catalogue_are_refused():
    """Naming the option that is missing."""
    with pytest.raises(InputError, match="give catalogue"):
        spec(None)


@pytest.mark.parametrize("name", ["length", "money", "power", "longest", "mean-latency"])
def test_a_catalogue_changes_no_other_objective(name):
    """What is minimised is what was asked for, whether parts could be priced or not."""
    sets = load_cost_set("slimfly-2014"), load_power_set("spectralfly-2022-ports")
    topology, room = network(), GridRoom(2, 3, 600, 1200)
    problem = make_problem(topology, room)
    values = []
    for parts in (None, PRICING):
        objective = parse_objective(name, *sets, None, 100.0, parts).make(topology, room, problem)
        values.append((objective.name, objective.unit, objective.value(np.array([4, 0, 2, 5, 1]))))
    assert values[0] == values[1]


def test_parallel_links_count_as_full_cages_and_single_links():
    """In the check: together what these come to alone, nothing where one is not sold."""
    twin = load_catalogue(Path(__file__).parents[3] / "examples/catalogue/parts_400g.toml").model_dump()
    by, sold = Criterion(), set()
    figure = PartsPrices(twin, by.name, by.years, by.kwh_price).link_by([8], 400.0, None)
    for way in [(mm, fibre) for mm in range(500, 12_000, 500) for fibre in (-1, mm)] + [(-1, 10**9)]:
        one, pair = (figure(CableWay(*way, inside=False, parallel=number)) for number in (1, 2))
        sold.add((one is not None, pair is not None))
        for parallel in (3, 4, 5):
            cages, lone = divmod(parallel, 2)
            parts = [2 * pair if pair else None] * cages + [one] * lone
            together = None if None in parts else sum(parts) / parallel
            assert figure(CableWay(*way, inside=False, parallel=parallel)) == together
    assert sold == {(False, False), (False, True), (True, True)}


def test_a_price_is_of_what_is_counted_and_nothing_else():
    """Full pairs of cages and links of their own so many times each; not sold if one counted is not."""
    pricing = PartsPricing(
        load_catalogue(Path(__file__).parents[3] / "examples/catalogue/parts_400g.toml"), Criterion()
    )
    switch = next(one for one in pricing.catalogue.switches if one.links_per_cage == 2)
    ways = np.array([(mm, fibre) for mm in range(500, 12_000, 500) for fibre in (-1, mm)]).T
    full, lone = cage_scores(switch, *ways, pricing.catalogue, pricing.criterion)
    kinds = set(zip((full != NOT_SOLD).tolist(), (lone != NOT_SOLD).tolist(), strict=True))
    assert kinds == {(False, False), (True, False), (True, True)}
    for share in ([1, 0], [0, 1], [1, 1], [3, 2]):
        expected = [
            NOT_SOLD if NOT_SOLD in (one * bool(share[0]), other * bool(share[1]))
            else share[0] * one + share[1] * other
            for one, other in zip(full.tolist(), lone.tolist(), strict=True)
        ]  # fmt: skip
        assert _price(pricing, switch, share, *ways).tolist() == expected
