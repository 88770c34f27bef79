"""What is bought for given pieces in use, supplier by supplier: as needed, or more for an order's sake."""

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
    """What all parts of an order cost with freight, and how many are bought of some for its sake."""

    cents: int
    quantities: Mapping[int, int]


def order_purchases(
    terms: Mapping[int, PartTerms], used: Mapping[int, int], bought: Mapping[int, int]
) -> OrderPurchases | None:
    """Return the cheaper of what is needed and what a programme bought, supplier by supplier.

    None where an order is less than a supplier delivers.
    """
    by_supplier: dict[SupplierTerms | None, list[int]] = defaultdict(list)
    for sku in used:
        by_supplier[terms[sku].supplier].append(sku)
    total, quantities = 0, dict[int, int]()
    for supplier, skus in by_supplier.items():
        options: list[tuple[int, dict[int, int]]] = []
        for pieces in ({}, bought):
            supplies = {sku: terms[sku].supply(used[sku], pieces.get(sku, 0)) for sku in skus}
            goods = sum(one.purchase.total_cents for one in supplies.values())
            some = any(one.purchase.quantity for one in supplies.values())
            if supplier is None or not some:
                options.append((goods, {}))
            elif supplier.takes(goods):
                more = {
                    sku: one.purchase.quantity
                    for sku, one in supplies.items()
                    if one.purchase.quantity != terms[sku].supply(used[sku]).purchase.quantity
                }
                options.append((goods + supplier.freight(goods), more))
        if not options:
            return None
        cents, more = min(options, key=lambda one: one[0])
        total, quantities = total + cents, {**quantities, **more}
    return OrderPurchases(total, quantities)


def topped_up_purchases(terms: Mapping[int, PartTerms], used: Mapping[int, int]) -> OrderPurchases | None:
    """Return the least money for given pieces in use, more bought of them where a supplier's terms ask it.

    None where an order cannot be made large enough.
    """
    plain = order_purchases(terms, used, {})
    if plain is not None and all(terms[sku].supplier is None for sku in used):
        return plain
    demands = tuple(PieceDemand((sku,), count) for sku, count in used.items())
    answer = cheapest(Programme(Menu((), ()), terms, dict.fromkeys(used, 0), (), demands))
    return plain if answer is None else order_purchases(terms, used, answer.bought)
