"""Priced rows as products of a catalogue: lengths of one product joined, gaps in what a row says listed."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from netfloor.costmodels.catalogue.parts.part_fields import StockPart
from netfloor.costmodels.sets.coefficient import plain_number
from netfloor.exchange.user_tables.price_list.cells import (
    PricedRow,
    PriceProblem,
    completed,
    constant_values,
    some,
)
from netfloor.exchange.user_tables.price_list.kinds import KINDS
from netfloor.exchange.user_tables.price_list.request import FURTHER, PriceListRequest, break_of
from netfloor.foundation.units import mm_to_metres

#: Fields of a row by those of a part number, where they have other names.
_BUYING = {
    **{name: name for name in ("owned", "stock", "spares")},
    "lead_time": "lead_time_days",
    "date": "price_date",
}
_WORDS = {
    "gbps": "rate of a link",
    "connector": "connector",
    "length": "length",
    "power": "power in watts",
    "fibre_connector": "fibre connector",
    "fibre": "fibre type",
    "fibres": "fibres of a link",
    "optics": "optical standard",
    "reach": "reach",
    "cages": "number of cages",
}
_EXAMPLES = {
    "gbps": "200",
    "connector": "QSFP56",
    "power": "4",
    "fibre_connector": "MPO-12/APC",
    "fibre": "OS2",
    "fibres": "8",
    "optics": "DR4",
    "reach": "500",
    "cages": "40",
    "length": "3",
}


def products_of(
    rows: Sequence[PricedRow], request: PriceListRequest, sources: Mapping[str, str], *, build: bool
) -> tuple[dict[str, list[dict[str, Any]]], list[PriceProblem]]:
    """Return products by table of a catalogue, and what rows leave out or say twice.

    ``sources`` names the source of each supplier's prices; products are built only if asked for, and if
    nothing is wrong.
    """
    constants, problems = constant_values(request)
    whole = [completed(row, constants) for row in rows]
    problems += _twice(whole, request) + _missing(whole)
    if problems or not build:
        return {}, problems
    tables: dict[str, list[dict[str, Any]]] = defaultdict(list)
    series: dict[tuple[Any, ...], list[PricedRow]] = defaultdict(list)
    for row in whole:
        if KINDS[row.kind].table in {"cables", "cords"}:
            series[_product_key(row)].append(row)
        else:
            tables[KINDS[row.kind].table].append(_device(row, request, sources))
    for alike in series.values():
        for one in _without_twins(alike):
            tables[KINDS[one[0].kind].table].append(_series(one, request, sources))
    for products in tables.values():
        _name_apart(products)
    return dict(tables), []


def _twice(rows: Iterable[PricedRow], request: PriceListRequest) -> list[PriceProblem]:
    lines: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        lines[row.values["part"] or row.line].append(row.line)
    column = request.headings("part")[0]
    return [
        PriceProblem(some(at), column, f"part number {part!r} stands {len(at)} times")
        for part, at in lines.items()
        if len(at) > 1
    ]


def _missing(rows: Iterable[PricedRow]) -> list[PriceProblem]:
    """Return one problem for each kind and field that some of its rows do not have."""
    lacking: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in rows:
        for field in KINDS[row.kind].needs:
            both = field == "connector" and {"connector_a", "connector_b"} <= set(row.values)
            if field not in row.values and not both:
                lacking[row.kind, field].append(row.line)
    return [
        PriceProblem(
            some(lines),
            "-",
            f"no {_WORDS[field]} for kind {kind}: map a column as {field}, or "
            f'--constant "{kind}.{field}={_EXAMPLES[field]}" for all of them',
        )
        for (kind, field), lines in lacking.items()
    ]


def _product_key(row: PricedRow) -> tuple[Any, ...]:
    names = (
        *("gbps", "links", "tails", "connector", "connector_a", "connector_b", "power", "fibre_connector"),
        *("fibre", "fibres", "supplier", "currency"),
    )
    return row.kind, *(row.values.get(name) for name in names)


def _without_twins(rows: Iterable[PricedRow]) -> list[list[PricedRow]]:
    """Return rows of one product, shortest first; a second row of one length starts another product."""
    found: list[list[PricedRow]] = []
    ordered = sorted(rows, key=lambda row: row.values["length"])
    for _, alike in groupby(ordered, key=lambda row: row.values["length"]):
        for number, row in enumerate(alike):
            if number < len(found):
                found[number].append(row)
            else:
                found.append([row])
    return found


def _series(
    rows: Sequence[PricedRow], request: PriceListRequest, sources: Mapping[str, str]
) -> dict[str, Any]:
    values, kind = rows[0].values, rows[0].kind
    lengths = [
        {"length_m": mm_to_metres(row.values["length"]), **_buying(row, request, sources)} for row in rows
    ]
    if kind == "cord":
        ends = values["fibre_connector"]
        about = {"connector": ends, "fibre": values["fibre"], "fibres": values["fibres"]}
    else:
        a, b = (values.get(f"connector_{end}", values.get("connector")) for end in "ab")
        reach = max(row.values[name] for row in rows for name in ("length", "reach") if name in row.values)
        about = {"kind": kind, "gbps": values["gbps"], "connector_a": a, "connector_b": b}
        about |= {name: values[name] for name in ("links", "tails") if name in values}
        about |= {"reach_m": mm_to_metres(reach)}
        if "power" in values:
            about |= {"power_a_w": values["power"], "power_b_w": values["power"]}
        ends = a if a == b else f"{a} to {b}"
    rate = f"{plain_number(values['gbps'])}G " if "gbps" in values else f"{values.get('fibre', '')} "
    name = _common_name([row.values.get("name", "") for row in rows]) or f"{rate}{ends} {kind}"
    said = {"source": "list"} if {"reach", "power"} & rows[0].given else {}
    return {"name": name, **about, **said, "lengths": lengths}


def _common_name(names: Sequence[str]) -> str:
    """Return the name of a product's rows without their lengths, if they agree."""
    length = r"(?i)(?<![\w.,])[0-9]+(?:[.,][0-9]+)?\s*(?:mm|cm|m|ft|meter|metre)s?(?!\w)"
    short = {" ".join(re.sub(length, " ", name).split()).strip(" ,;-/") for name in names}
    return short.pop() if len(short) == 1 else ""


def _device(row: PricedRow, request: PriceListRequest, sources: Mapping[str, str]) -> dict[str, Any]:
    values = row.values
    fields = {"power": "power_w", "weight": "weight_kg", "height": "height_u"}
    device: dict[str, Any] = {"name": values.get("name") or values["part"]}
    if KINDS[row.kind].table == "nics":
        device["cages"] = 1
    for name in (*KINDS[row.kind].needs, *KINDS[row.kind].may):
        if name in values:
            reach = name == "reach"
            device["reach_m" if reach else fields.get(name, name)] = (
                mm_to_metres(values[name]) if reach else values[name]
            )
    said = {"source": "list"} if {"reach", "power", "weight"} & row.given else {}
    return {**_buying(row, request, sources), **device, **said}


def _buying(row: PricedRow, request: PriceListRequest, sources: Mapping[str, str]) -> dict[str, Any]:
    values = row.values
    bought: dict[str, Any] = {"part": values["part"], "price": values["price"]}
    if values["currency"] != request.currency:
        bought["currency"] = values["currency"]
    bought |= {_BUYING[name]: values[name] for name in _BUYING if name in values}
    bought |= {name: values[name] for name in FURTHER if name in values}
    if "supplier" in values and "supplier" in StockPart.model_fields:
        bought["supplier"] = values["supplier"]
    breaks = sorted((at, values[name]) for name in values if (at := break_of(name)))
    if breaks:
        bought["breaks"] = [{"at_least": at, "price": price} for at, price in breaks]
    return {**bought, "price_source": sources[values.get("supplier", "")]}


def _name_apart(products: Iterable[dict[str, Any]]) -> None:
    """Give products of one name numbers, so that each has its own."""
    seen: dict[str, int] = defaultdict(int)
    for product in products:
        seen[product["name"]] += 1
        if seen[product["name"]] > 1:
            product["name"] += f" ({seen[product['name']]})"
