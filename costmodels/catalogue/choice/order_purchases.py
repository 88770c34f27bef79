"""Purchases for given pieces in use, by supplier: the need, or more to meet the supplier's order terms."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from netfloor.costmodels.catalogue.choice.menu import Menu
from netfloor.costmodels.catalogue.choice.solver import PieceDemand, Programme, cheapest
from netfloor.costmodels.catalogue.part_terms import PartTerms

if TYPE_CHECKING:
    from netfloor.costmodels.buying.supplier_orders import SupplierTerms


@dataclass(frozen=True)
class OrderPurchases:
    """The cost of all parts of an order with freight, and the quantities raised for order terms."""

    cents: int
    quantities: Mapping[int, int]


def order_purchases(
    terms: Mapping[int, PartTerms], used: Mapping[int, int], bought: Mapping[int, int]
) -> OrderPurchases | None:
    """Return, for each supplier, the cheaper of the plain need and the quantities of a programme.

    Return None if an order is below a supplier's minimum.
    """
    by_supplier: dict[SupplierTerms | None, list[int]] = defaultdict(list)
    for sku in used:
        by_supplier[terms[sku].supplier].append(sku)
    total, quantities = 0, dict[int, int]()
    for supplier, skus in by_supplier.items():
        options: list[tuple[int, dict[int, int]]] = []
        for pieces in ({}, bought):
            supplies = {sku: terms[sku].supply(used[sku], pieces.get(sku, 0)) for sku in skus}
            goods = sum(supply.purchase.total_cents for supply in supplies.values())
            some = any(supply.purchase.quantity for supply in supplies.values())
            if supplier is None or not some:
                options.append((goods, {}))
            elif supplier.takes(goods):
                more = {
                    sku: supply.purchase.quantity
                    for sku, supply in supplies.items()
                    if supply.purchase.quantity != terms[sku].supply(used[sku]).purchase.quantity
                }
                options.append((goods + supplier.freight(goods), more))
        if not options:
            return None
        cents, more = min(options, key=lambda option: option[0])
        total, quantities = total + cents, {**quantities, **more}
    return OrderPurchases(total, quantities)


def topped_up_purchases(terms: Mapping[int, PartTerms], used: Mapping[int, int]) -> OrderPurchases | None:
    """Return the cheapest purchase of given pieces in use, topped up if a supplier's terms require it.

    Return None if an order cannot be made large enough.
    """
    plain = order_purchases(terms, used, {})
    if plain is not None and all(terms[sku].supplier is None for sku in used):
        return plain
    demands = tuple(PieceDemand((sku,), count) for sku, count in used.items())
    answer = cheapest(Programme(Menu((), ()), terms, dict.fromkeys(used, 0), (), demands))
    return plain if answer is None else order_purchases(terms, used, answer.bought)
