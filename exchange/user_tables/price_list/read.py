"""A price list as a catalogue, or everything that stands in the way."""

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from netfloor.costmodels.catalogue.parts.catalogue import TABLES, Catalogue, catalogue_problems
from netfloor.exchange.user_tables.price_list.cells import PricedRow, PriceProblem, read_rows
from netfloor.exchange.user_tables.price_list.kinds import KINDS
from netfloor.exchange.user_tables.price_list.products import products_of
from netfloor.exchange.user_tables.price_list.request import PriceListRequest
from netfloor.exchange.user_tables.price_list.sheet import read_price_sheet
from netfloor.foundation.errors import InputError
from netfloor.foundation.models import parse
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import printable


@dataclass(frozen=True)
class PriceList:
    """What became of a price list."""

    text: str  # the catalogue's file, empty where there are problems
    counts: Mapping[str, int]  # part numbers by kind
    problems: tuple[PriceProblem, ...]  # everything that stands in the way, in the order of the file
    notes: tuple[str, ...] = field(default=())  # what was found out, not asked for


def read_price_list(request: PriceListRequest) -> PriceList:
    """Return a price list as the text of a catalogue, or every problem with it.

    Raises
    ------
    InputError
        If the file or its headings cannot be read at all.
    """
    sheet = read_price_sheet(request)
    request = sheet.request
    rows, problems = read_rows(sheet, request)
    day, notes = _day(request, sheet.notes)
    suppliers = sorted({row.values.get("supplier", "") for row in rows})
    sources = {name: f"supplier{number}" if name else "list" for number, name in enumerate(suppliers)}
    tables, missing = products_of(rows, request, sources, build=not problems)
    problems = [*problems, *missing]
    if problems:
        return PriceList("", {}, tuple(problems), notes)
    if not rows:
        raise InputError(sheet.where, "names no part", "a line with part number and price")
    document = _document(request, day, sources) | tables
    problems = _unusable(document, rows)
    counts = {kind: n for kind in KINDS if (n := sum(row.kind == kind for row in rows))}
    text = "" if problems else catalogue_toml(document, request.file.name)
    notes = (*notes, *_without_power(rows, request), *_capped(document))
    return PriceList(text, counts, tuple(problems), notes)


def _without_power(rows: Sequence[PricedRow], request: PriceListRequest) -> Iterator[str]:
    """Yield what the list does not say although electricity is reckoned by it."""
    constant = {kind for kind, name, _ in request.constants if name == "power"}
    for kind in ("switch", "adapter", "server"):
        if constant & {"", kind}:
            continue
        ours = [row.values for row in rows if row.kind == kind]
        dark = [str(one.get("part")) for one in ours if one.get("power") is None]
        if dark:
            first = join_words([*dark[:3], *([f"{len(dark) - 3:,} more"] if len(dark) > 3 else [])])
            some = f"{len(dark):,} of {len(ours):,} parts of kind {kind} ({first})"
            yield f"no power is given for {some}: no electricity will be counted for them"


def _capped(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield how many parts can be ordered only as far as the supplier has them."""
    products = [one for table in TABLES for one in document.get(table, [])]
    parts = [part for one in products for part in one.get("lengths", [one])]
    capped = [one["part"] for one in parts if "stock" in one and "lead_time_days" not in one]
    if capped:
        yield (
            f"{count_text(len(capped), 'part number')} with a stock and no lead time, such as {capped[0]}: "
            "no more than the stock is ordered; a column lead_time or --constant lead_time=DAYS allows more"
        )


def _day(request: PriceListRequest, notes: Sequence[str]) -> tuple[dt.date, tuple[str, ...]]:
    """Return the day of the prices: as asked, or that of the file."""
    if request.date is not None:
        return request.date, tuple(notes)
    day = dt.datetime.fromtimestamp(request.file.stat().st_mtime, tz=dt.UTC).date()
    return day, (*notes, f"prices are dated {day.isoformat()}, the day of the file; --date gives another")


def _document(request: PriceListRequest, day: dt.date, sources: Mapping[str, str]) -> dict[str, Any]:
    text = request.source or f"price list {printable(request.file.name)}"
    named = {"list": {"text": text, "year": day.year, "trust": request.trust}}
    for supplier, name in sources.items():
        if supplier:
            named[name] = {"text": f"{supplier}, {text}", "year": day.year, "trust": request.trust}
    head: dict[str, Any] = {
        "schema": 1,
        "title": request.title or f"parts of {printable(request.file.name)}",
    }
    rates = [rate.model_dump(exclude_none=True) for rate in request.rates]
    head |= {"currency": request.currency, "price_date": day} | ({"rates": rates} if rates else {})
    return {**head, "sources": named}


def _unusable(document: dict[str, Any], rows: Sequence[PricedRow]) -> list[PriceProblem]:
    """Return what a catalogue as a whole does not take, by the line of its part."""
    try:
        error = next(catalogue_problems(parse(Catalogue, document, "list"), "list", {}), None)
    except InputError as refused:
        error = refused
    if error is not None:
        place = error.where.removeprefix("list: ").split(".")
        line = "-"
        if len(place) > 1 and place[1].isdecimal():
            product = document[place[0]][int(place[1])]
            parts = {one["part"] for one in product.get("lengths", [product])}
            line = next(row.line for row in rows if row.values["part"] in parts)
        return [PriceProblem(line, "-", f"{place[-1].replace('_', ' ')}: {error.what}")]
    return []


def catalogue_toml(document: Mapping[str, Any], files: str) -> str:
    """Return a catalogue as a TOML file, made of some files."""
    head = {key: value for key, value in document.items() if not isinstance(value, dict | list)}
    lines = [f"# Made by netfloor catalogue import of {printable(files)}.", *_lines(head)]
    for name, source in document["sources"].items():
        lines += ["", f"[sources.{_key(name)}]", *_lines(source)]
    for table in ("rates", "suppliers", *TABLES):
        for one in document.get(table, []):
            lines += ["", f"[[{table}]]", *_lines(one)]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _value(name)


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, list):
            yield from (f"{key} = [", *(f"  {_value(one)}," for one in value), "]")
        else:
            yield f"{key} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return value.isoformat() if isinstance(value, dt.date) else repr(value).removesuffix(".0")
