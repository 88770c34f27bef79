"""What no link of a catalogue is longer, or cheaper, than."""

from pathlib import Path

import numpy as np
import pytest

from netfloor.costmodels.catalogue.choice.choose import PartsQuestion, choose_parts
from netfloor.costmodels.catalogue.choice.link_limits import link_limits
from netfloor.costmodels.catalogue.link_needs import LinkNeeds, Socket
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.foundation.errors import InfeasibleError

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
