"""Explain the choice of a link's part, and its price in the order."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from netfloor.costmodels.cable_orders import reach_rule
from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.part_index import build_part_index
from netfloor.costmodels.catalogue.choice.why import explain
from netfloor.costmodels.catalogue.parts.skus import Sku, formula_text
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.offers import metres
from netfloor.foundation.units import CENTS_PER_UNIT, cents_to_money
from netfloor.plans.order.ordered_parts import OrderedParts


def explained_part(parts: OrderedParts, link: int) -> dict[str, Any]:
    """Return the part of a link outside trunks, its price, and why it was preferred."""
    if parts.catalogue.formula is not None:
        return explained_piece(parts, link, _by_formula(parts, parts.catalogue.formula, link))
    choice, needs = parts.choice, parts.choice.needs
    shelf = build_part_index(parts.catalogue, partial(_billed_score, parts, parts.unit_cents))
    sku = choice.skus[int(choice.cable_sku[int(choice.link_cable[link])])]
    reason = explain(needs, group_links(needs), shelf, link, choice.slack_mm)
    return {
        "medium": MEDIA[int(choice.medium[link])],
        "part": sku.part,
        "ordered_mm": sku.length_mm,
        "price": price_in_order(parts, link),
        "why": f"{_why(sku.part, reason)}. Amounts in {parts.bom.currency}: {_counted(parts)}",
    }


def _by_formula(parts: OrderedParts, formula: CostSet, link: int) -> str:
    """Return the reason for a link's medium and length by a formula."""
    routed_mm, choice = int(parts.choice.routed_mm[link]), parts.choice
    ordered_mm = int(choice.ordered_mm[int(choice.link_cable[link])])
    exact = routed_mm + choice.slack_mm == ordered_mm
    length = (
        "made to this length"
        if exact
        else f"the smallest stock length that reaches is {metres(ordered_mm)}"
    )
    rule = reach_rule(formula).rstrip(".")
    return f"{metres(routed_mm)}, {length}. {rule} ({formula_text(parts.catalogue)})"


def explained_piece(parts: OrderedParts, link: int, why: str) -> dict[str, Any]:
    """Return the part of a piece of a link through panels, and the reason for that link's parts."""
    choice = parts.choice
    sku = choice.skus[int(choice.cable_sku[int(choice.link_cable[link])])]
    return {
        "medium": MEDIA[int(choice.medium[link])],
        "part": sku.part,
        "ordered_mm": sku.length_mm,
        "price": price_in_order(parts, link),
        "why": why,
    }


def price_in_order(parts: OrderedParts, link: int) -> dict[str, Any]:
    """Return the order's price of a link's cable, cords and transceivers.

    Shared parts count in proportion.
    """
    bought = {line.sku.part: line for line in parts.bom.lines}
    pieces, cents = [], Fraction(0)
    for part, count in parts.pieces_of(link).items():
        line = bought[part]
        cents += count * Fraction(line.purchase.total_cents, line.used)
        each = cents_to_money(line.purchase.unit_cents)
        pieces.append({"part": part, "pieces": float(count), "unit_price": each})
    return {
        "currency": parts.bom.currency,
        "pieces": pieces,
        "in_order": round(float(cents) / CENTS_PER_UNIT, 6),
    }


def _billed_score(parts: OrderedParts, unit_cents: Mapping[str, int], sku: Sku) -> int:
    """Return a part's score at the billed price of a piece; a part not bought has its list price."""
    own, billed = sku.buying.price_cents, unit_cents.get(sku.part)
    return parts.criterion.score_cents(sku) + (0 if billed is None else billed - own)


def _counted(parts: OrderedParts) -> str:
    """Return a description of the amounts compared in the choice of the part."""
    piece = "unit price at the quantity ordered, before taxes"
    if parts.criterion.name != "price+power":
        return piece
    return f"{piece}, and its electricity, {parts.criterion.energy_basis(parts.bom.currency)}"


def _why(part: str, reason: str) -> str:
    """Return why a link gets a part, given the best part at the price of one piece."""
    if part in reason.split("; not ", maxsplit=1)[0]:
        return reason
    order = "for the whole order: its spares, price breaks, minimum orders, stock and limits"
    return f"{part} is chosen {order}; at the price of one piece, this link would get {reason}"
