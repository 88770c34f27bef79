"""At most so many cable lengths in all: shared out among the products, exactly."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from netfloor.costmodels.buying.stock_lengths import best_stock_lengths, stock_curve
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.parts.cable_parts import LengthSeries
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import thousandths
from netfloor.costmodels.sets.offers import IntArray
from netfloor.foundation.errors import InfeasibleError

#: Lengths up to which the curve goes where fewer are allowed.
MOST_SHOWN = 64


@dataclass(frozen=True)
class FewLengths:
    """A choice of the same products with at most so many lengths, and what each number of them costs.

    ``curve`` is (number of lengths, price of all cables in cents), rising in number, up to the
    number beyond which no length saves money, or to the larger of ``most`` and `MOST_SHOWN`.
    """

    choice: LinkChoice
    curve: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class _Product:
    """Cables of one product, and one limit of length where transceivers set it."""

    name: str
    cables: IntArray
    needed_mm: IntArray
    sku: IntArray
    length_mm: IntArray
    price_cents: IntArray

    @property
    def need(self) -> tuple[IntArray, IntArray, IntArray, IntArray]:
        """What the choice of stock lengths takes: needs, their counts, lengths on offer, prices."""
        return self.needed_mm, np.ones(len(self.cables), np.int64), self.length_mm, self.price_cents


def limit_lengths(choice: LinkChoice, catalogue: Catalogue, most: int) -> FewLengths:
    """Return the cheapest use of at most ``most`` cable lengths, each link keeping its product.

    Lengths of different products are different part numbers, and a cord between
    transceivers of one reach is counted apart from one of another. Transceivers are not
    counted. Exact: each product's cost by number of lengths, then the numbers shared out.

    Raises
    ------
    InfeasibleError
        If there are more products in use than lengths allowed.
    """
    products = _products(choice, catalogue)
    if len(products) > most:
        names = "; ".join(sorted({product.name for product in products}))
        what = f"the links use {len(products)} products, {names} (each reach of a transceiver apart)"
        raise InfeasibleError(f"{most} cable lengths are too few: {what}")
    totals, shares = _share_out(products, _worth_trying(choice, products, most))
    cable_sku = choice.cable_sku.copy()
    for product, share in zip(products, shares[min(most, len(shares) - 1)], strict=True):
        cable_sku[product.cables] = product.sku[best_stock_lengths(*product.need, share).ordered]
    curve = tuple((number, totals[number]) for number in range(len(products), len(totals)))
    return FewLengths(replace(choice, cable_sku=cable_sku), _until_flat(curve))


def _worth_trying(choice: LinkChoice, products: list[_Product], most: int) -> int:
    """Return how many lengths to look at: those allowed, and a few more for the curve."""
    useful = sum(len(np.unique(one.needed_mm)) for one in products)
    in_use = len(np.unique(choice.cable_sku))
    return max(len(products), min(most, useful), min(in_use, MOST_SHOWN))


def _until_flat(curve: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    least = min((cents for _, cents in curve), default=0)
    last = next((place for place, (_, cents) in enumerate(curve) if cents == least), 0)
    return curve[: last + 1]


def _products(choice: LinkChoice, catalogue: Catalogue) -> list[_Product]:
    series, names = _series(choice, catalogue)
    needed_mm = np.zeros(len(choice.cable_sku), dtype=np.int64)
    np.maximum.at(needed_mm, choice.link_cable, choice.routed_mm + choice.slack_mm)
    kinds = np.column_stack([series[choice.cable_sku], _limits(choice, catalogue)])
    unique, inverse = np.unique(kinds, axis=0, return_inverse=True)
    products = []
    for number, (one, limit_mm) in enumerate(unique.tolist()):
        cables = np.flatnonzero(inverse.ravel() == number)
        offered = _offered(choice, np.flatnonzero(series == one), limit_mm)
        products.append(_Product(names[one], cables, needed_mm[cables], *offered))
    return products


def _offered(choice: LinkChoice, own: IntArray, limit_mm: int) -> tuple[IntArray, IntArray, IntArray]:
    """Return part numbers, lengths and prices of a product, up to a length."""
    length_mm = np.array([choice.skus[sku].length_mm or 0 for sku in own.tolist()], dtype=np.int64)
    own, length_mm = own[length_mm <= limit_mm], length_mm[length_mm <= limit_mm]
    price = np.array([choice.skus[sku].buying.price_cents for sku in own.tolist()], dtype=np.int64)
    return own, length_mm, price


def _series(choice: LinkChoice, catalogue: Catalogue) -> tuple[IntArray, list[str]]:
    """Return the product of each part number that is a cable, -1 for others, and the names."""
    series = np.full(len(choice.skus), -1, dtype=np.int64)
    names: list[str] = []
    place = 0
    for product in (*catalogue.cables, *catalogue.transceivers, *catalogue.cords):
        count = 1
        if isinstance(product, LengthSeries):
            count = len(product.all_lengths())
            series[place : place + count] = len(names)
            names.append(product.name)
        place += count
    return series, names


def _limits(choice: LinkChoice, catalogue: Catalogue) -> IntArray:
    """Return the longest that each cable may be: for cords the shorter reach of its transceivers."""
    endless = np.iinfo(np.int64).max
    first = sum(len(cable.all_lengths()) for cable in catalogue.cables)
    reach_mm = np.full(len(choice.skus) + 1, endless, dtype=np.int64)
    reaches = [thousandths(module.reach_m) for module in catalogue.transceivers]
    reach_mm[first : first + len(reaches)] = reaches
    of_link = reach_mm[choice.cage_module[choice.needs.cage]].min(axis=1, initial=endless)
    limit_mm = np.full(len(choice.cable_sku), endless, dtype=np.int64)
    np.minimum.at(limit_mm, choice.link_cable, of_link)
    return limit_mm


def _share_out(products: list[_Product], most: int) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return for each number of lengths in all the least price and each product's share.

    Entries below the number of products are of no use.
    """
    totals: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for number, product in enumerate(products):
        room = most - (len(products) - 1 - number)
        # Numbers of lengths that save nothing are left out: from one on the money only falls.
        curve = stock_curve(*product.need, min(most, len(product.length_mm))).tolist()
        curve = curve[:1] + [cents for before, cents in pairwise(curve) if cents < before]
        after: dict[int, tuple[int, tuple[int, ...]]] = {}
        for used, (cents, shares) in totals.items():
            for share, price in enumerate(curve, start=1):
                if used + share <= room:
                    split = (cents + price, (*shares, share))
                    after[used + share] = min(after.get(used + share, split), split)
        totals = after
    return _filled(totals, len(products))


def _filled(
    totals: dict[int, tuple[int, tuple[int, ...]]], least: int
) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return the best for at most each number, from 0 on."""
    best = totals.get(least, (0, ()))
    cents, shares = [best[0]] * least, [best[1]] * least
    for number in range(least, max(totals, default=0) + 1):
        best = min(best, totals.get(number, best))
        cents.append(best[0])
        shares.append(best[1])
    return cents, shares
