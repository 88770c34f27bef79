"""Explain the part of a cable: from a catalogue, or from the plan's own order."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.costmodels import DEFAULT_COST_SET
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import money_text
from netfloor.foundation.wording import count_text
from netfloor.plans.order.explained_part import explained_part, explained_piece, price_in_order
from netfloor.plans.order.laid_parts import LaidParts, parts_of_plan
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.order.trunks.layout import TrunkLayout
from netfloor.plans.plan import Plan

NO_PARTS: dict[str, Any] = {
    "medium": "",
    "part": None,
    "ordered_mm": None,
    "price": None,
    "why": "no part is chosen: give a catalogue",
}


def part_of_listed_cable(parts: LaidParts, number: int) -> dict[str, Any]:
    """Return the part of a listed cable, or the reason why it has none."""
    links = parts.cables.tolist()
    if number in links:
        row = links.index(number)
        result = parts.path_of(row)
        return explained_part(parts, row) if result is None else explained_piece(parts, row, result[1].why)
    if number in parts.power.sku_of:
        sku = parts.power.sku_of[number]
        why = "fits both connectors and is long enough; chosen with all other parts of the order"
        return NO_PARTS | {"part": sku.part, "ordered_mm": sku.length_mm, "why": why}
    if number in parts.cords:
        return NO_PARTS | {"why": "the catalogue has no power cord with these connectors and length"}
    why = next(item.what for item in parts.left_out if number in item.cables)
    return NO_PARTS | {"why": f"no part is chosen: {why}"}


@dataclass(frozen=True)
class Question:
    """A name to explain, and the catalogue and terms by which parts are chosen.

    Without a catalogue the plan's own order applies, or else the default cost set.
    """

    name: str
    catalogue: Path | None = None
    terms: OrderTerms = field(default_factory=OrderTerms)


@dataclass(frozen=True)
class AskedLink:
    """A cable of a plan: its number among all links (network links first), its id, its ends as text."""

    number: int
    id: str
    ends: tuple[str, str]
    is_host: bool


def chosen_part(question: Question, plan: Plan, link: AskedLink) -> dict[str, Any]:
    """Return the part bought for a cable, and the reason.

    Raises
    ------
    InputError
        If the catalogue or set is invalid, or the order has no part for the cable.
    InfeasibleError
        If no part serves the network.
    """
    file = question.catalogue
    if file is None and plan.order is None:
        file = Path(DEFAULT_COST_SET)
    parts = parts_of_plan(plan, file, question.terms)
    if isinstance(parts, LaidParts):
        return part_of_listed_cable(parts, parts.fabric.cable_of_id.get(link.id, link.number))
    assert isinstance(parts, PartsList)  # noqa: S101 - there are two kinds
    if link.number >= len(parts.choice.link_cable):
        raise InputError("NAME", "has no cable in the order of the network only", "name a network cable")
    if parts.trunk_layout is not None and link.number in parts.trunk_of:
        return _in_trunk(parts, parts.trunk_layout, link)
    return explained_part(parts, link.number)


def _in_trunk(parts: PartsList, layout: TrunkLayout, link: AskedLink) -> dict[str, Any]:
    """Return the pieces of a link in a trunk, their ends, and the reason for the trunk."""
    route, trunks = layout.routes[link.number], parts.trunks
    near, far = route.jumpers
    trunk, run = layout.trunks[route.trunk], parts.trunk_of[link.number]
    there, ends = (layout.port_text(near), layout.port_text(far)), link.ends
    pieces = (
        (f"cord {link.id}-A", near, near.routed_mm, (ends[0], there[0])),
        (f"trunk {trunk.name}", trunk, layout.way_mm(route), there),
        (f"cord {link.id}-B", far, far.routed_mm, (there[1], ends[1])),
    )
    saved = None if trunks is None else trunks.saved_cents
    why = (
        "without trunks there are too few cords"
        if saved is None
        else f"all trunks save {money_text(saved)} {parts.bom.currency} in the whole order"
    )
    return {
        "medium": MEDIA[int(parts.choice.medium[link.number])],
        "part": layout.parts(route),
        "ordered_mm": layout.ordered_mm(route),
        "terms": [
            (f"{name}, {what}", mm)
            for what, (name, _, mm, _) in zip(
                ("port to panel", "panel to panel", "panel to port"), pieces, strict=True
            )
        ],
        "pieces": [
            {"piece": name, "part": item.part, "ordered_mm": item.length_mm, "ends": list(between)}
            for name, item, _, between in pieces
        ],
        "price": price_in_order(parts, link.number),
        "why": f"a trunk with {count_text(len(run.links), 'link')} between these two cabinets; {why}",
    }
