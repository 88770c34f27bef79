"""Faults planted in the fibre trunks of a right order are found by the check that did not choose them."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from netfloor.costmodels.buying.spares import parse_spare_rule
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.check.part_money import PartMoney
from netfloor.costmodels.check.trunks import (
    CheckedTrunks,
    TrunkCheck,
    cheaper_trunks,
    way_problems,
)
from netfloor.plans.load import load_plan
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.order.trunk_check import trunk_order
from netfloor.rooms.hall.hall import Hall
from tests.plans.forge.kinds import PLANNED, ROOM
from tests.studies.hall_plan.test_networks import planned

Edit = Callable[[CheckedTrunks], CheckedTrunks]


class Right(NamedTuple):
    """An order that is right, its hall, the free units of that and the catalogue."""

    order: CheckedTrunks
    hall: dict[str, Any]
    free: dict[int, list[int]]
    catalogue: dict[str, Any]


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Right:
    """Return an order of 26 links, 24 of them in two trunks; above the switches one unit is free."""
    folder = planned(tmp_path_factory.mktemp("trunks"), "parts_trunks.toml", ROOM, PLANNED["trunks"])
    parts = parts_list(load_plan(folder / "out/plan.json"))
    hall = parts.plan.room
    assert isinstance(hall, Hall)
    free = {cabinet: [42] for cabinet in range(hall.cabinet_count)}
    return Right(trunk_order(parts, hall), hall.definition(), free, parts.catalogue.model_dump())


def problems(right: Right, order: CheckedTrunks) -> list[str]:
    """Return what any of the checks finds."""
    check = TrunkCheck(order, PartMoney(right.catalogue, (), None))
    found = way_problems(right.hall, order, right.free) + check.problems()
    return found or ["the bound is too high"] * cheaper_trunks(check)


def run_edit(**changes: Any) -> Edit:
    """Return an edit of the first trunk."""
    return lambda order: replace(order, runs=[order.runs[0]._replace(**changes), *order.runs[1:]])


def link_edit(**changes: Any) -> Edit:
    """Return an edit of the first link in a trunk."""

    def edit(order: CheckedTrunks) -> CheckedTrunks:
        first = order.runs[0].links[0]
        return replace(order, links={**order.links, first: order.links[first]._replace(**changes)})

    return edit


def more(name: str, by: int) -> Edit:
    """Return an edit of an amount, or of the first entry of a table."""

    def edit(order: CheckedTrunks) -> CheckedTrunks:
        old = getattr(order, name)
        new = old + by if isinstance(old, int) else {**old, next(iter(old)): next(iter(old.values())) + by}
        return replace(order, **{name: new})

    return edit


FAULTS: dict[str, Edit] = {
    "in two trunks": lambda order: replace(order, runs=[*order.runs, order.runs[0]]),
    "in no trunk": lambda order: replace(order, runs=order.runs[1:]),
    "other cabinets": run_edit(pair=(0, 1)),
    "too short a trunk": run_edit(trunk="EX-TRUNK-24-1M"),
    "too short a cord": link_edit(to_panel_mm=(99_000, 99_000)),
    "a longer way to a panel": link_edit(to_panel_mm=(99_000, 1)),
    "no way to the panel": link_edit(to_panel_mm=(-1, -1)),
    "another transceiver's cord": link_edit(cord="EX-LC-60"),
    "a panel less": more("panels", -1),
    "a unit less": more("free_u", -1),
    "a unit more": more("free_u", 1),
    "a piece more on the bill": more("bill", 1),
    "a shorter way": more("trunk_mm", -1),
    "money": more("cents", -1),
    "money without": more("without_cents", 1),
    "bound": more("bound_cents", 1),
    "laying": more("laying_cents", 1),
}


def test_planted_faults_are_found(right: Right) -> None:
    """The order passes as it is, with its bound; with any fault it does not."""
    assert problems(right, right.order) == []
    assert [fault for fault, edit in FAULTS.items() if not problems(right, edit(right.order))] == []


def test_parts_that_do_not_suit_are_found(right: Right) -> None:
    """The same order by catalogues whose parts cannot serve it, by reach, loss, fibres or height."""
    catalogues = [
        ("transceivers", "reach_m", 6.0),
        ("transceivers", "budget_db", 1.501),
        ("transceivers", "fibres", 4),
        ("cassettes", "front_ports", 11),
        ("cassettes", "fibre", "OM4"),
        ("cassettes", "trunk_ports", 3),
        ("panels", "height_u", 2),
        ("trunks", "fibres", 22),
        ("cords", "connector", "MPO"),
    ]
    for table, field, value in catalogues:
        catalogue = right.catalogue | {table: [one | {field: value} for one in right.catalogue[table]]}
        assert problems(right._replace(catalogue=catalogue), right.order) != [], (table, field)


def test_pieces_cost_what_an_order_pays(right: Right) -> None:
    """Breaks, packs, pieces at hand, minimum orders, spares and what is in stock, by both reckonings."""
    tables = json.loads(json.dumps(right.catalogue, default=str))
    tables["schema"] = tables.pop("schema_")
    tables["cassettes"][0] |= {"min_order": 3, "pack": 2, "owned": 1, "spares": 1}
    tables["panels"][0] |= {"breaks": [{"at_least": 5, "price": 60.0}], "stock": 9, "currency": "EUR"}
    tables["cords"][0]["lengths"][0] |= {"breaks": [{"at_least": 8, "price": 3.0}], "pack": 4}
    tables["cords"][0]["lengths"][1] |= {"spares_percent": 50.0}
    tables["rates"] = [{"currency": "EUR", "rate": 1.1, "date": "2026-01-01", "source": "this test"}]
    catalogue = Catalogue.model_validate_json(json.dumps(tables))
    money = PartMoney(catalogue.model_dump(), ("3%", "EX-PANEL-4=1"), None)
    rules = BuyingRules(catalogue, parse_spare_rule(["3%", "EX-PANEL-4=1"], "spares"))
    kinds = {"cord", "trunk", "cassette", "panel"}
    for sku in (one for one in skus_of(catalogue) if one.kind in kinds):
        for used in (0, 1, 4, 7, 9, 10):
            terms = rules.terms(sku)
            paid = terms.supply(used).purchase.total_cents if terms.can_supply(used) else None
            assert money.least(sku.part, used) == paid, (sku.part, used)
