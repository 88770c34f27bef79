"""What no link of a catalogue is longer, or cheaper, than."""

from pathlib import Path

import numpy as np
import pytest

from netfloor.costmodels.catalogue.choice.choose import choose_parts
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.link_limits import link_limits
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.equipment import Equipment
from netfloor.costmodels.catalogue.link_needs import LinkNeeds, Socket
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.server_links import server_link_scores, server_reach_mm
from netfloor.costmodels.sets.offers import NOT_SOLD
from netfloor.foundation.errors import InfeasibleError
from netfloor.topologies.spec import build

EXAMPLES = Path(__file__).parents[3] / "examples/catalogue"


def one_link(catalogue, electrical_mm, optical_mm):
    """Return a single link between two cages of the first switch."""
    switch = catalogue.switches[0]
    return LinkNeeds(
        np.array([switch.gbps]),
        np.array([electrical_mm]),
        np.array([optical_mm]),
        np.array([[0, 1]]),
        np.zeros(2, dtype=np.int64),
        (Socket(switch.connector, switch.links_per_cage),),
        np.arange(2),
    )


@pytest.mark.parametrize("name", ["parts_200g.toml", "parts_400g.toml"])
def test_limits_are_those_of_the_choice_of_parts(name):
    """A link is served just where the choice of parts finds one, and never for less than the least."""
    catalogue = load_catalogue(EXAMPLES / name)
    switch = catalogue.switches[0]
    cages = {Socket(switch.connector, switch.links_per_cage)}
    limits = link_limits(catalogue, switch.gbps, cages, cages)
    edges = {0, 500, *(mm + d for mm in (limits.electrical_mm, limits.optical_mm) for d in (0, 1))}
    for length_mm in sorted(edges):
        for ways in ((length_mm, length_mm), (length_mm, -1), (-1, length_mm)):
            needs = one_link(catalogue, *ways)
            try:
                found = choose_parts(PartsQuestion(needs, BuyingRules(catalogue)))
            except InfeasibleError:
                served = False
            else:
                served, choice = True, found.choice
                modules = choice.cage_module[choice.cage_module >= 0].tolist()
                cents = [choice.skus[sku].buying.price_cents for sku in (*choice.cable_sku, *modules)]
                assert sum(cents) >= limits.least_cents
            # a cable for several links needs as many of them: a single one goes by transceivers
            if switch.links_per_cage == 1 or ways[1] >= 0:
                assert bool(limits.serves(*map(np.atleast_1d, ways))[0]) is served, ways


def test_another_rate_or_cage_has_no_part():
    """Nothing is sold for what the catalogue does not know."""
    catalogue = load_catalogue(EXAMPLES / "parts_200g.toml")
    cages = {Socket("QSFP56", 1)}
    for gbps, ends in ((25.0, cages), (200.0, {Socket("RJ45", 1)})):
        limits = link_limits(catalogue, gbps, ends, ends)
        assert (limits.longest_mm, limits.least_cents) == (None, None)


@pytest.mark.parametrize("lengths", [(1,), (1, 3), (2, 4), (5,)])
def test_a_cable_of_two_ends_joins_their_cages_either_way_round(make_catalogue, stock, lengths):
    """Not two cages of one of its ends; it reaches as far as its length without slack, also 0 m."""
    cable = {"name": "x", "kind": "DAC", "gbps": 400, "connector_a": "OSFP", "connector_b": "QSFP112"}
    cable |= {"power_a_w": 1, "power_b_w": 1, "reach_m": 5, "lengths": stock("D", lengths, lengths)}
    catalogue = make_catalogue(cables=[cable], slack_m=1.0)
    near, far = {Socket("OSFP", 1)}, {Socket("QSFP112", 1)}
    for ends in ((near, far), (far, near), (near | far, far)):
        limits = link_limits(catalogue, 400.0, *ends)
        assert (limits.electrical_mm, limits.optical_mm) == (1000 * (max(lengths) - 1), None)
        assert limits.least_cents == 100 * min(lengths)
    for ends in ((near, near), (far, far), (near, {Socket("RJ45", 1)})):
        assert link_limits(catalogue, 400.0, *ends).longest_mm is None


@pytest.mark.parametrize(("slack_m", "reach_mm"), [(0.0, 3000), (0.55, 2400), (2.95, None)])
def test_servers_are_as_far_as_every_kind_of_switch_can_be_joined(make_catalogue, stock, slack_m, reach_mm):
    """To a decimetre, the slack kept: 3 m of one kind, 10 m of the other; none without an adapter."""
    cables = [
        {"name": end, "kind": "DAC", "gbps": 400, "connector_a": end, "connector_b": "OSFP", "reach_m": 10}
        | {"power_a_w": 1, "power_b_w": 1, "lengths": stock(end, (1, most), (5, 9))}
        for end, most in (("OSFP", 10), ("QSFP112", 3))
    ]
    known = {"gbps": 400, "links_per_cage": 1, "power_w": 1, "price": 1}
    switches = [
        known | {"part": end, "name": end, "connector": end, "cages": 4} for end in ("OSFP", "QSFP112")
    ]
    nic = known | {"part": "N", "name": "N", "connector": "OSFP", "cages": 1}
    catalogue = make_catalogue(cables=cables, switches=switches, nics=[nic], slack_m=slack_m)
    both = Equipment(np.array([0, 1, 0]), catalogue.nics, None)
    assert server_reach_mm(build("mesh:3", link_gbps=400.0), catalogue, both) == reach_mm
    first = Equipment(np.array([0, 0]), catalogue.nics, None)
    assert server_reach_mm(build("mesh:2", link_gbps=400.0), catalogue, first) == 10_000 - round(
        1000 * slack_m + 49, -2
    )
    assert (
        server_reach_mm(build("mesh:2", link_gbps=400.0), catalogue, Equipment(np.array([0]), (), None))
        is None
    )
    assert server_reach_mm(build("mesh:3", link_gbps=200.0), catalogue, both) is None


@pytest.mark.parametrize(
    ("links", "lengths_mm", "cents"),
    [
        (2, [500, 1000, 1001, 3000, 3001, -1], [1551, 1551, 2001, 2001, NOT_SOLD, NOT_SOLD]),
        (1, [500, 1000, 1001, 3001], [3101, 3101, 4001, NOT_SOLD]),
        (3, [1000, 1001, 3001], [1034, 1334, NOT_SOLD]),
        (2, [], []),
    ],
)
def test_a_cable_to_servers_is_shared_by_its_tails(make_catalogue, stock, links, lengths_mm, cents):
    """A full cage of the switch: the price of the cheapest piece that is long enough, a share each, up."""
    cable = {"name": "x", "kind": "DAC", "gbps": 100, "links": links, "tails": links, "reach_m": 5}
    cable |= {"connector_a": "OSFP", "connector_b": "QSFP112", "power_a_w": 1, "power_b_w": 1}
    known = {"gbps": 100, "power_w": 1, "price": 1, "cages": 4}
    catalogue = make_catalogue(
        cables=[cable | {"lengths": stock("D", (1, 3), (31.01, 40.01))}],
        switches=[known | {"part": "S", "name": "S", "connector": "OSFP", "links_per_cage": links}],
        nics=[known | {"part": "N", "name": "N", "connector": "QSFP112", "links_per_cage": 1}],
    )
    ends = catalogue.switches[0], catalogue.nics[0]
    mm = np.array(lengths_mm, dtype=np.int64)
    found = server_link_scores(ends, mm, np.full_like(mm, -1), catalogue, Criterion())
    assert found.tolist() == cents
