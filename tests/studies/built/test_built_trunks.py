"""Links in fibre trunks: ``check built`` names cords and panel ports, ``diff`` has no prices for them."""

import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from netfloor.exchange.built.comparison import compare_built
from netfloor.exchange.built.devices import same_devices
from netfloor.exchange.orders import orders_of_parts, with_orders
from netfloor.exchange.trunk_pieces import in_pieces
from netfloor.foundation.errors import InputError
from netfloor.plans.order.parts_list import listed_parts
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_plan
from netfloor.studies.built.run import BuiltRequest, CheckedBuild
from netfloor.studies.diff.prices import priced_plans
from tests.plans.order.test_trunk_ways import PARTS, drawn_parts, plan

__all__ = ["plan"]


def test_a_missing_link_in_a_trunk_names_its_cords_and_panels(plan: Plan) -> None:
    """No cable runs from switch to switch: two cords do, each to its port in front of a cassette."""
    catalogue = drawn_parts(random.Random(6))  # noqa: S311 - draws a case
    parts = listed_parts(plan, PARTS, catalogue, OrderTerms(fibre_trunks=True))
    layout = parts.trunk_layout
    assert layout is not None
    links = with_orders(fabric_of_plan(plan), orders_of_parts(parts))
    number = min(layout.routes)
    missing = links.cables[number]
    found = replace(links, cables=tuple(cable for cable in links.cables if cable is not missing))
    built = compare_built(links, found, same_devices(links, found, {}), any_port=False, switches_only=False)
    pieces = in_pieces(links, parts)
    request = BuiltRequest(Path("plan.json"), Path("found.csv"), "csv")
    ((*_, what),) = CheckedBuild(request, plan, built, pieces).step_table(9).rows
    assert what.startswith("lay the missing parts of link ")
    for cord, jumper in zip("AB", layout.routes[number].jumpers, strict=True):
        assert f"cord {missing.id}-{cord} " in what
        panel = layout.panels[jumper.at.panel]
        cabinet = pieces.cabinet_name(len(links.devices) + jumper.at.panel)
        assert f"{cabinet}-{panel.unit:02d}:{jumper.at.place}.{jumper.port}" in what


def test_diff_of_fibre_trunks_says_what_to_give(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file is missing from the plan's folder: it is the trunks that a comparison has no prices for."""
    catalogue = drawn_parts(random.Random(6))  # noqa: S311 - draws a case
    parts = listed_parts(plan, PARTS, catalogue, OrderTerms(fibre_trunks=True))
    monkeypatch.setattr("netfloor.studies.diff.prices.parts_list", lambda _: parts)
    ordered: Any = SimpleNamespace(order=parts)
    with pytest.raises(InputError, match="fibre trunks") as refused:
        priced_plans([ordered, ordered], None, None)
    assert "folder" not in str(refused.value)
    assert refused.value.expected.startswith(
        "give catalogue slimfly-2014, which prices each link as a cable"
    )
