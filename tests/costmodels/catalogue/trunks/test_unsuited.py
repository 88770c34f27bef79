"""Links that no trunk can serve, and the reason that the bill gives."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.trunks import unsuited
from netfloor.costmodels.catalogue.trunks.case import TrunkWays
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice
from tests.costmodels.catalogue.trunks.test_trunk_choice import (
    CASSETTE,
    CORD,
    MODULE,
    TRUNK,
    chosen,
    links_between,
)

Table = dict[str, Any]
LINKS = 6
WAYS = TrunkWays(np.full((LINKS, 2), 1_800), {(0, 1): 29_000}, {0: 2, 1: 2})


@pytest.fixture
def found(
    make_needs: Callable[..., LinkNeeds], make_catalogue: Callable[..., Catalogue]
) -> Callable[..., TrunkChoice]:
    """Choose trunks for six links between two cabinets, with parts that differ as a test says."""

    def choose(ways: TrunkWays = WAYS, **more: Table) -> TrunkChoice:
        module = MODULE | {"part": "T", "price": 5, "reach_m": 100, "budget_db": 2}
        lengths = [{"part": f"F{m}", "length_m": m, "price": m} for m in (2, 40)]
        trunk = TRUNK | {"name": "trunk", "connectors": 2, "fibres": 24, "loss_db_per_km": 0.4}
        trunk |= {"lengths": [{"part": "K", "length_m": 30, "price": 1}]} | more.get("trunk", {})
        cassette = CASSETTE | {"part": "Q", "front_ports": 6, "price": 1, "panel": "P", "loss_db": 0.5}
        panel = {"part": "P", "name": "panel", "cassettes": 1, "price": 1} | more.get("panel", {})
        catalogue = make_catalogue(
            transceivers=[module | more.get("module", {})],
            cords=[CORD | {"lengths": lengths} | more.get("cord", {})],
            trunks=[trunk],
            cassettes=[cassette | more.get("cassette", {})],
            panels=[panel],
        )
        needs = links_between(make_needs, [(0, 1)] * LINKS, [35_000] * LINKS)
        return chosen(needs, BuyingRules(catalogue), ways)[1]

    return choose


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"cassette": {"trunk_connector": "MPO-16/APC"}}, unsuited.NO_KIT),
        ({"cassette": {"front_connector": "CS"}}, "no cassette on a trunk takes LC cords of 2 OS2 fibres"),
        ({"trunk": {"lengths": [{"part": "K", "length_m": 28, "price": 1}]}}, unsuited.TOO_SHORT),
        ({"cassette": {"loss_db": 0.995}}, unsuited.TOO_LOSSY),
        ({"module": {"reach_m": 40}, "trunk": {"lengths": [{"part": "K", "length_m": 37, "price": 1}]}},
         unsuited.OUT_OF_REACH),
        ({"panel": {"height_u": 2}}, unsuited.TOO_FEW_UNITS),
        ({"trunk": {"lengths": [{"part": "K", "length_m": 30, "price": 1, "stock": 0}]}}, "pieces of K"),
        ({"cassette": {"stock": 3}}, "too few pieces of Q are available"),
        ({"panel": {"stock": 3}}, "too few pieces of P are available"),
    ],
)  # fmt: skip
def test_the_reason_is_the_one_that_keeps_every_trunk_away(
    found: Callable[..., TrunkChoice], more: dict[str, Table], why: str
) -> None:
    """All six links are counted by it, and nothing is said of what cords cost."""
    choice = found(**more)
    assert (choice.runs, choice.suited) == ((), 0)
    ((reason, links),) = choice.unsuited.items()
    assert why in reason
    assert links == LINKS
    assert choice.why_none == f"no trunk fits any link between cabinets (6: {reason})"


def test_without_a_kit_no_cabinet_is_blamed(found: Callable[..., TrunkChoice]) -> None:
    """Where no cassette fits a trunk, no rack units were looked for: a plan has none then."""
    bare = TrunkWays(np.full((LINKS, 2), -1), {}, {})
    choice = found(bare, cassette={"trunk_connector": "MPO-16/APC"})
    assert choice.unsuited == {unsuited.NO_KIT: LINKS}


@pytest.mark.parametrize(("stock", "suited"), [(LINKS, 0), (LINKS + 1, LINKS)])
def test_a_link_needs_two_cords_where_it_had_one(
    found: Callable[..., TrunkChoice], stock: int, suited: int
) -> None:
    """With as many as the links have already nothing is proved of what trunks would cost."""
    lengths = [{"part": "F40", "length_m": 40, "price": 40, "stock": stock}]
    choice = found(cord={"lengths": lengths}, cassette={"price": 1000}, module={"reach_m": 200})
    assert choice.suited == suited
    assert choice.unsuited == ({} if suited else {"too few pieces of F40 are available in time": LINKS})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"free_u": {0: 2}, "trunk_mm": {}}, unsuited.NO_UNITS),
        ({"free_u": {0: 2, 1: 0}}, unsuited.TOO_FEW_UNITS),
        ({"trunk_mm": {}}, unsuited.NO_WAY),
        ({"jumper_mm": np.full((LINKS, 2), -1)}, unsuited.NO_WAY),
        ({"jumper_mm": np.full((LINKS, 2), 41_000)}, unsuited.CORDS_SHORT),
    ],
)
def test_panels_and_ways_that_are_not_there_are_told(
    found: Callable[..., TrunkChoice], change: dict[str, Any], why: str
) -> None:
    """A cabinet without free rack units, a room without trays, cages far from their panels."""
    assert found(replace(WAYS, **change)).unsuited == {why: LINKS}


def test_cords_that_cost_less_are_the_reason_where_trunks_would_do(
    found: Callable[..., TrunkChoice],
) -> None:
    """As many pieces as a trunk needs, rack units too: only money speaks; of some links only some."""
    dear = {"cassette": {"price": 1000, "stock": 4}, "panel": {"stock": 4}}
    choice = found(**dear)
    assert (choice.suited, choice.unsuited) == (LINKS, {})
    assert choice.why_none == (
        "for the 6 links that could use a trunk, cords from switch to switch cost no more than trunks"
    )
    unproved = replace(choice, bound_cents=choice.bound_cents - 1).why_none
    nothing = "no cheaper use of trunks was found"
    assert unproved == f"for the 6 links that could use a trunk, {nothing}"
    apart = np.array(WAYS.jumper_mm)
    apart[1:] = -1
    choice = found(replace(WAYS, jumper_mm=apart), **dear)
    assert (choice.suited, choice.unsuited) == (1, {unsuited.NO_WAY: LINKS - 1})
    assert choice.why_none.startswith("for the 1 link that could use a trunk, cords")  # type: ignore[union-attr]
    assert found().why_none is None
