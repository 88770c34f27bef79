"""Links that nothing is sold for are told apart from those that can be bought."""

import random

import numpy as np
import pytest

from netfloor.costmodels.catalogue.choice.choose import choose_parts
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.offers import sold_links
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.foundation.errors import InfeasibleError
from tests.costmodels.catalogue.conftest import (
    catalogue_of,
    lengths_of,
    needs_of,
    random_catalogue,
    random_needs,
)


def test_what_is_left_can_be_bought_and_no_more_can() -> None:
    """Every link that is kept is served; with any link that was left out the choice is refused."""
    draw = random.Random(5)  # noqa: S311 - no secret
    parted = 0
    for _ in range(120):
        needs, catalogue = random_needs(draw), random_catalogue(draw)
        kept, unsold = sold_links(needs, catalogue, Criterion())
        assert choose_parts(PartsQuestion(needs.only(kept), BuyingRules(catalogue)))
        if unsold is None:
            assert kept.tolist() == list(range(len(needs)))
            continue
        assert unsold.links == len(needs) - len(kept)
        parted += len(kept) > 0
        with pytest.raises(InfeasibleError, match=rf"\({unsold.links} links in all\)"):
            choose_parts(PartsQuestion(needs, BuyingRules(catalogue)))
    assert parted > 5


def test_it_says_how_long_they_are_and_what_is_sold() -> None:
    """The longest link with slack, and the longest cable of its rate."""
    cable = {
        "name": "c",
        "kind": "AOC",
        "gbps": 400,
        "connector_a": "OSFP-RHS",
        "connector_b": "OSFP-RHS",
        "reach_m": 100,
        "power_a_w": 5,
        "power_b_w": 5,
        "lengths": lengths_of("c", [5, 30], [10, 20]),
    }
    catalogue = catalogue_of(cables=[cable], slack_m=0.5)
    needs = needs_of([(0, 1), (2, 3), (4, 5)], [2] * 6, [(4000, 4000), (30_000, 30_000), (32_100, 32_100)])
    kept, unsold = sold_links(needs, catalogue, Criterion())
    assert unsold is not None
    assert (unsold.links, unsold.longest_mm, unsold.sold_mm) == (2, 32_600, 30_000)
    assert unsold.text == "2 links over 30 m"
    assert np.array_equal(kept, [0])
