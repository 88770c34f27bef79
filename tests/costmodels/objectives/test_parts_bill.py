"""The objective ``parts`` beside the bill of the same links, where cages of switches take two links."""

from pathlib import Path

import numpy as np
import pytest

from netfloor.costmodels.catalogue.cage_ports import shared_cage_ports
from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.offers import offered_scores
from netfloor.costmodels.catalogue.link_needs import LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.objectives.parse import parse_objective
from netfloor.costmodels.objectives.parts_price import PartsPricing
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.layout.bounds import lower_bound
from netfloor.layout.cable_plan import number_ports
from netfloor.layout.problem import make_problem
from netfloor.layout.solve import objective_bound
from netfloor.rooms.room import GridRoom
from netfloor.structure.spectrum.laplacian import proved_algebraic_connectivity
from netfloor.topologies.topology import Topology

CATALOGUE = load_catalogue(Path(__file__).parents[3] / "examples/catalogue/parts_800g.toml")
#: Copper reaches three metres: some of the ways here, not all.
ROOM = GridRoom("short", 2, 4, row_pitch_mm=1800, column_pitch_mm=700, inside_mm=600, overhead_mm=500)
CAGE = 2


def network(rng, step):
    """Return five switches with multiples of some links between them, and an even number at each."""
    while True:
        many = np.triu(rng.integers(0, 4, (5, 5)) * step, 1)
        if not ((many + many.T).sum(axis=0) % CAGE).any() and many.any(axis=0)[1:].all():
            links, none = np.argwhere(many).astype(np.int32), np.zeros(5, np.int32)
            counts = many[many > 0].astype(np.int32)
            return Topology("drawn", "file", {}, 5, links, counts, none, gbps=400.0)


def billed_cents(topology, slot_of):
    """Return what the parts of all links cost, chosen as a bill does without limits."""
    cables = np.repeat(topology.links, topology.multiplicity, axis=0)
    ports = shared_cage_ports(cables, topology.endpoints, np.full(topology.routers, CAGE))
    ports = number_ports(cables, topology.endpoints) if ports is None else ports
    length_mm = ROOM.lengths.between(*slot_of[cables].T)
    cage = cables.astype(np.int64) * 32 + (ports - 1) // CAGE
    cages = 32 * topology.routers
    gbps, kinds = np.full(len(cables), 400.0), np.zeros(cages, dtype=np.int64)
    sockets = (Socket("OSFP", CAGE),)
    needs = LinkNeeds(gbps, length_mm, length_mm.copy(), cage, kinds, sockets, np.arange(cages))
    best = offered_scores(needs, CATALOGUE, Criterion()).score
    assert len(best) == len(group_links(needs))
    return int(best.sum())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("step", [2, 1])
def test_no_bill_is_below_the_objective_nor_that_below_its_bound(seed, step):
    """The bill asks just as much where all links are in whole pairs of cages, some of them of copper."""
    rng = np.random.default_rng(seed)
    topology = network(rng, step)
    sets = load_cost_set("slimfly-2014"), load_power_set("spectralfly-2022-ports")
    spec = parse_objective("parts", *sets, None, 100.0, PartsPricing(CATALOGUE, Criterion()))
    problem = make_problem(topology, ROOM)
    objective = spec.make(topology, ROOM, problem)
    bound = lower_bound(problem, proved_algebraic_connectivity(topology))
    least = objective_bound(objective, problem, bound).lower_bound
    for _ in range(4):
        slot_of = rng.permutation(ROOM.slots)[: topology.routers].astype(np.int32)
        value, billed = objective.value(slot_of), billed_cents(topology, slot_of) / 100
        assert 0 < least <= value * (1 + 1e-9)
        assert value <= billed * (1 + 1e-12)
        if step == CAGE:
            assert value == pytest.approx(billed, rel=1e-12)
