"""The parts that a change from one plan to another reuses and buys."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.catalogue.parts.cable_parts import LengthSeries
from netfloor.costmodels.catalogue.parts.catalogue import TABLES, Catalogue
from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.plans.assessment.prices import CataloguePrices
from netfloor.plans.plan import Plan
from netfloor.reports.candidates.types import ReusedPart, Rewiring


def rewiring(old: tuple[str, Plan], new: tuple[str, Plan], prices: CataloguePrices) -> Rewiring:
    """Return the parts of the change from a plan in place to another; each plan comes with its name.

    The new plan's parts are chosen at the lowest cost with those of the old plan, including spares, free of
    charge, so a longer cable in place may be reused. Devices higher than those of the new plan are not
    reused. `InfeasibleError` if no device fits a switch or an endpoint of either plan.
    """
    before, plain = (prices.quote(plan) for _, plan in (old, new))
    there = {line.sku.part: line.used + line.spares for line in before.lines}
    highest = max((line.sku.height_u for line in plain.lines), default=0)
    fitting = {line.sku.part: there[line.sku.part] for line in before.lines if line.sku.height_u <= highest}
    at_hand = replace(prices, catalogue=owning(prices.catalogue, fitting))
    after = at_hand.quote(new[1])
    kept = {line.sku.part: line for line in after.lines}
    lines = {line.sku.part: line for line in (*before.lines, *after.lines)}
    ordered = sorted(
        lines.values(), key=lambda line: (line.sku.kind, line.sku.name, line.sku.length_mm or 0)
    )
    return Rewiring(
        old=old[0],
        new=new[0],
        parts=tuple(_part(line, there.get(line.sku.part, 0), kept.get(line.sku.part)) for line in ordered),
        cost=cents_to_money(after.parts_cents),
        cost_from_nothing=cents_to_money(plain.parts_cents),
        complete=before.unsold is None and after.unsold is None,
    )


def _part(line: BomLine, there: int, after: BomLine | None) -> ReusedPart:
    sku, reused = line.sku, 0 if after is None else after.from_stock
    return ReusedPart(
        part=sku.part,
        name=sku.name,
        kind=sku.kind,
        length_m=None if sku.length_mm is None else mm_to_metres(sku.length_mm),
        there=there,
        used=0 if after is None else after.used + after.spares,
        reused=reused,
        bought=0 if after is None else after.purchase.quantity,
        left=there - reused,
        cost=0.0 if after is None else cents_to_money(after.purchase.total_cents),
    )


def owning(catalogue: Catalogue, pieces: Mapping[str, int]) -> Catalogue:
    """Return a catalogue in which exactly these pieces of each part number are owned."""
    changed = {table: tuple(_owned(getattr(catalogue, table), pieces)) for table in TABLES}
    return catalogue.model_copy(update=changed)


def _owned(products: Iterable[Any], pieces: Mapping[str, int]) -> Iterable[Any]:
    for product in products:
        if isinstance(product, LengthSeries):
            lengths = tuple(_owned(product.all_lengths(), pieces))
            yield product.model_copy(update={"lengths": lengths, "line": None})
        else:
            yield product.model_copy(update={"owned": pieces.get(product.part, 0)})
