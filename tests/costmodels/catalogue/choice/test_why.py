"""Why a link gets its parts."""

from collections.abc import Callable
from typing import Any

from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.part_index import build_part_index
from netfloor.costmodels.catalogue.choice.why import explain, nearest_miss, ways
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue

SHARED = {"gbps": 400, "connector_a": "OSFP", "connector_b": "OSFP", "reach_m": 30}


def test_every_product_is_weighed(
    make_catalogue: Callable[..., Catalogue],
    make_needs: Callable[..., LinkNeeds],
    stock: Callable[..., Any],
) -> None:
    """The cheapest that fits comes first, then the others that fit, then the nearest misses."""
    module = {
        "part": "T", "name": "SR4", "connector": "OSFP", "gbps": 400, "fibre_connector": "MPO-12/APC",
        "fibre": "OM4", "fibres": 8, "optics": "SR4", "reach_m": 50, "power_w": 8, "price": 500,
    }  # fmt: skip
    cord = {
        "name": "cord", "connector": "MPO-12/APC", "fibre": "OM4", "fibres": 8,
        "lengths": stock("F", [10], [40]),
    }  # fmt: skip
    active = {"power_a_w": 1, "power_b_w": 1}
    cables = [
        SHARED | {"name": "slow", "kind": "DAC", "lengths": stock("S", [9], [1])} | {"gbps": 200},
        SHARED | {"name": "short", "kind": "DAC", "lengths": stock("D", [3], [10])},
        SHARED | active | {"name": "AOC", "kind": "AOC", "lengths": stock("A", [10], [300])},
        SHARED | {"name": "form", "kind": "DAC", "lengths": stock("Q", [9], [1]), "connector_b": "QSFP112"},
    ]
    catalogue = make_catalogue(cables=cables, transceivers=[module], cords=[cord])
    needs = make_needs([(0, 1)], [1, 1], [(4500, 4500)])
    shelf = build_part_index(catalogue, Criterion().score_cents)
    found = ways(needs, group_links(needs), shelf, 0, 0)
    assert [way.name for way in found] == [
        "AOC", "transceivers SR4 with OM4 MPO-12/APC", "short", "form", "slow",
    ]  # fmt: skip
    assert [way.score_cents for way in found] == [30000, 104000, None, None, None]
    text = explain(needs, group_links(needs), shelf, 0, 0)
    assert text.startswith("AOC (A-10, 10 m: 300.00); not transceivers SR4")
    assert "the longest is 3 m, 4.5 m needed (1.5 m short)" in text
    assert "carries 200 Gb/s per link, needed: 400" in text


def test_a_part_without_a_plug_is_never_the_closest(
    make_catalogue: Callable[..., Catalogue],
    make_needs: Callable[..., LinkNeeds],
    stock: Callable[..., Any],
) -> None:
    """Whatever its rate; where no part has one, the plug is named."""
    needs = make_needs([(0, 1)], [1, 1], [(4500, 4500)])
    other = SHARED | {"connector_a": "SFP28", "connector_b": "SFP28", "gbps": 25}
    cables = [other | {"name": "other", "kind": "DAC", "lengths": stock("X", [9], [1])}]
    slow = SHARED | {"name": "slow", "kind": "DAC", "lengths": stock("S", [9], [1]), "gbps": 200}

    def closest(*sold: dict[str, Any]) -> str:
        shelf = build_part_index(make_catalogue(cables=[*sold]), Criterion().score_cents)
        return nearest_miss(needs, group_links(needs), shelf, 0, 0)

    assert closest(*cables) == "no part of the catalogue has a plug OSFP"
    assert closest(*cables, slow) == "slow, carries 200 Gb/s per link, needed: 400"
