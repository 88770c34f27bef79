"""Stocks and minimum orders of parts that are priced per pack: in packs, as the price, or in pieces."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from netfloor.exchange.user_tables.price_list.listed_rows import PricedRow
from netfloor.exchange.user_tables.price_list.piece_prices import counts_packs
from netfloor.exchange.user_tables.price_list.problems import PriceProblem, some_lines
from netfloor.exchange.user_tables.price_list.request import (
    PACKS,
    QUANTITIES_IN,
    QUANTITY_UNITS,
    PriceListRequest,
)

#: Fields that count packs or pieces.
QUANTITIES = ("min_order", "stock")


def in_pieces(
    rows: Sequence[PricedRow], request: PriceListRequest, headings: Mapping[str, str]
) -> tuple[list[PricedRow], list[PriceProblem]]:
    """Return the rows with their quantities in pieces, and the question whether the list counts packs.

    All quantities of a list have one meaning: the user's, that of the headings, or packs if a minimum order
    is no whole number of packs. ``headings`` are those of stock and minimum order.
    """
    ours = [row for row in rows if row.pack > 1 and row.quantities]
    counted = request.quantities_in or _unit_of(ours, headings)
    if ours and not counted:
        name = max(ours[0].quantities)
        ways = " or ".join(f'--constant "{QUANTITIES_IN}={way}"' for way in QUANTITY_UNITS)
        what = (
            f"{ours[0].values[name]:,} of a part priced per pack of {ours[0].pack}: pieces or packs? {ways}"
        )
        column = headings.get(name, "-")
        return [*rows], [PriceProblem(some_lines([row.line for row in ours]), column, what, len(ours))]
    if counted != PACKS:
        return [*rows], []
    return [replace(row, values=_multiplied(row)) for row in rows], []


def _unit_of(rows: Sequence[PricedRow], headings: Mapping[str, str]) -> str:
    """Return the unit of rows' quantities, one of `QUANTITY_UNITS`; empty if the list does not state it."""
    said = {unit for name in QUANTITIES if (unit := counts_packs(headings.get(name, "")))}
    if len(said) == 1:
        return said.pop()
    least = [(row.values["min_order"], row.pack) for row in rows if "min_order" in row.quantities]
    return PACKS if any(count % pack for count, pack in least) else ""


def _multiplied(row: PricedRow) -> dict[str, Any]:
    return {
        name: value * row.pack if name in row.quantities else value for name, value in row.values.items()
    }
