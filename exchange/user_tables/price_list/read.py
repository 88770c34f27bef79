"""Conversion of a price list to a catalogue, or a report of all problems."""

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, ROUND_UP, Decimal
from typing import Any

from netfloor.costmodels.catalogue.parts.catalogue import (
    TABLES,
    Catalogue,
    catalogue_problems,
    nearest_price,
)
from netfloor.costmodels.catalogue.parts.part_fields import Supplier, terms_text
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.user_tables.price_list.conventions.currencies import price_currency, with_currency
from netfloor.exchange.user_tables.price_list.conventions.signs import day_of_file
from netfloor.exchange.user_tables.price_list.described.descriptions import CATEGORIES
from netfloor.exchange.user_tables.price_list.described.sale_status import DISCONTINUED
from netfloor.exchange.user_tables.price_list.headings import PRICE_FIELDS
from netfloor.exchange.user_tables.price_list.kinds import KINDS
from netfloor.exchange.user_tables.price_list.listed_rows import ListedRows, PricedRow
from netfloor.exchange.user_tables.price_list.order_terms import ORDER_FIELDS
from netfloor.exchange.user_tables.price_list.problems import PriceProblem, shell_option, some_lines
from netfloor.exchange.user_tables.price_list.products import (
    LIST,
    STANDARDS,
    complete_rows,
    products_of,
    unknown_parts,
)
from netfloor.exchange.user_tables.price_list.request import (
    ROUNDINGS,
    TAX_INCLUDED,
    WHOLE_CENTS,
    PriceListRequest,
    break_of,
    is_price,
)
from netfloor.exchange.user_tables.price_list.rows import read_rows
from netfloor.exchange.user_tables.price_list.sheet import PriceSheets, read_price_sheets
from netfloor.exchange.user_tables.price_list.suppliers import (
    settle_terms,
    suppliers_of,
    with_supplier,
)
from netfloor.exchange.user_tables.price_list.terms import OfferTerms, includes_taxes, tax_in
from netfloor.foundation.errors import InputError
from netfloor.foundation.models import parse
from netfloor.foundation.tool import current_day
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import printable, shown

_NAMED = 3
#: Rows whose descriptions stand in a note, and characters of each.
_DESCRIBED, _LONGEST_TEXT = 10, 60
_CENT, _OF_PIECE = Decimal("0.01"), Decimal("0.0001")
#: Smaller parts of a price come from reckoning in a workbook: 68.43999999 is 68.44.
_NOISE = Decimal("0.00001")
_STANDARD_TEXT = "reach by the optical standard named in the list (IEEE Std 802.3-2022 or its agreement)"


@dataclass(frozen=True)
class PriceList:
    """The result of reading a price list."""

    text: str  # the catalogue file, empty if there are problems
    counts: Mapping[str, int]  # part numbers by kind
    problems: tuple[PriceProblem, ...]  # all problems, in file order
    notes: tuple[str, ...] = field(default=())  # decisions made without asking the user
    unknown_parts: frozenset[str] = frozenset()  # words of constants: no kind, and no part of the list
    idle_constants: frozenset[str] = frozenset()  # constants that no row lacks


def read_price_list(request: PriceListRequest) -> PriceList:
    """Return a price list as the text of a catalogue, or all its problems.

    Raises `InputError` if the file or its headings cannot be read at all.
    """
    request, asked = with_currency(request)
    sheets = read_price_sheets(request)
    request, contradiction = price_currency(sheets, request)
    named = with_supplier(read_rows(sheets, request), request, sheets.head)
    result, about_terms = settle_terms(named, request)
    result.problems[:0] = [*asked, *contradiction]
    result.problems.extend(_tax_questions(result, sheets, request))
    result, taken_out = _before_taxes(result, request)
    unknown = unknown_parts((str(row.values.get("part")) for row in result.priced), request)
    result, idle = complete_rows(result, request)
    result, rounded = _in_whole_cents(result, request, sheets)
    day, notes = _day(request, result.terms, sheets.notes)
    suppliers = sorted({row.values.get("supplier") or "" for row in result.priced})
    sources = {name: f"supplier{number}" if name else LIST for number, name in enumerate(suppliers)}
    products = products_of(result, request, sources, sheets.heading_of("part"))
    unread = [
        f"NOT COUNTED: {line}: {shown(sentence)!r} has an amount that no term of an order holds"
        for line, sentence in result.unread_terms
    ]
    unread += [
        f"not applied: {line}: {shown(sentence)!r}: prices and totals are without it"
        for line, sentence in result.not_applied
    ]
    notes = (*_expired(result), *unread, *about_terms, *notes, *taken_out, *rounded, *_about_rows(result))
    problems = [*result.problems, *products.problems]
    if problems:
        return PriceList("", {}, tuple(problems), notes, unknown, idle)
    rows = products.rows
    if not rows:
        out = "; ".join(f"{why}: {shortened(parts, _NAMED)}" for why, parts in result.left_out.items())
        what = "names no part" + f" that a catalogue holds ({out})" * bool(out)
        raise InputError(sheets.where, what, "a line with part number and price")
    document = {**_document(request, result, day, sources), **products.tables}
    problems = _unusable(document, rows)
    counts = {kind: n for kind in KINDS if (n := sum(row.kind == kind for row in rows))}
    text = "" if problems else catalogue_toml(document, request.file.name)
    notes = (*notes, *_terms_told(document), *_without_power(rows, request), *_capped(document))
    return PriceList(text, counts, tuple(problems), notes, unknown, idle)


def _tax_questions(
    found: ListedRows, sheets: PriceSheets, request: PriceListRequest
) -> Iterator[PriceProblem]:
    """Yield the question whether prices include taxes, where the list says so and the user does not."""
    if request.tax_included is not None:
        return
    texts = [heading for heading in _price_headings(sheets) if includes_taxes(heading)]
    if found.terms.taxes_included:
        texts.append(found.terms.taxes_included)
    if texts:
        percent = next((f"{tax:f}" for text in texts if (tax := tax_in(text)) is not None), "PERCENT")
        what = f"{shown(texts[0])!r}: prices include taxes; a catalogue's are before taxes"
        out = f'--constant "{TAX_INCLUDED}={percent}" takes them out'
        yield PriceProblem("-", "-", f'{what}; {out}, "{TAX_INCLUDED}=0" keeps the prices as they are')


def _before_taxes(found: ListedRows, request: PriceListRequest) -> tuple[ListedRows, tuple[str, ...]]:
    """Return prices and terms without the taxes that the user says are in them, and a note of it."""
    if not request.tax_included:
        return found, ()
    with_taxes = 1 + request.tax_included / 100

    def net(amount: Decimal | None) -> Decimal | None:
        return None if amount is None else (amount / with_taxes).quantize(_CENT, ROUND_HALF_UP)

    amounts: dict[str, Any] = {name: net(getattr(found.terms, name)) for name in ORDER_FIELDS}
    terms = replace(found.terms, **amounts, tax_percent=request.tax_included)
    rows = [replace(row, values=_net_values(row, with_taxes)) for row in found.priced]
    freight = [replace(row, amount=net(row.amount) or Decimal(0)) for row in found.freight]
    note = (
        f"taxes of {request.tax_included:f} % taken out of all prices and terms: divided by {with_taxes:f}"
    )
    return replace(found, priced=rows, freight=freight, terms=terms), (note,)


def _net_values(row: PricedRow, with_taxes: Decimal) -> dict[str, Any]:
    return {
        name: float((Decimal(repr(value)) / with_taxes).quantize(_OF_PIECE, ROUND_HALF_UP))
        if is_price(name) and value is not None
        else value
        for name, value in row.values.items()
    }


def _in_whole_cents(
    found: ListedRows, request: PriceListRequest, sheets: PriceSheets
) -> tuple[ListedRows, tuple[str, ...]]:
    """Return prices in whole cents and a note of the rounding; add the question how to round them."""
    rows, changed, count = list[PricedRow](), dict[str, tuple[str, Decimal, Decimal]](), 0
    for row in found.priced:
        new = {}
        for name, value in row.values.items():
            if not is_price(name) or value is None:
                continue
            price = Decimal(repr(value))
            new[name] = float(_whole(price, request.whole_cents))
            change = abs(Decimal(repr(new[name])) - price)
            if change > _NOISE:
                part = str(row.values.get("part") or row.line)
                count += 1
                before = changed.get(part, (row.line, price, Decimal(0)))
                changed[part] = max(before, (row.line, price, change), key=lambda item: item[2])
        rows.append(replace(row, values={**row.values, **new}))
    if not changed:
        return replace(found, priced=rows), ()
    worst, (_, price, change) = max(changed.items(), key=lambda pair: pair[1][2])
    prices = count_text(count, "price")
    prices += f" of {count_text(len(changed), 'part')}" if count > len(changed) else ""
    if not request.whole_cents:
        if any("--decimal" in problem.what for problem in found.problems):
            return found, ()  # the sign decides which digits are fractions
        lines = [line for line, _, _ in changed.values()]
        ways = " or ".join(f'--constant "{WHOLE_CENTS}={way}"' for way in ROUNDINGS)
        sample = f"{_shown_price(price, ROUND_HALF_UP)} apiece for {worst}"
        what = f"{prices} with a fraction of a cent, such as {sample}: orders are in whole"
        heading = next(_price_headings(sheets), "-")
        found.problems.append(PriceProblem(some_lines(lines), heading, f"{what} cents; {ways}", len(lines)))
        return found, ()
    how = "up to the cent" if request.whole_cents == "up" else "to the nearest cent"
    most = f"{_shown_price(change, ROUND_UP)} apiece ({worst})"
    note = f"{prices} with a fraction of a cent rounded {how}, by at most {most}"
    return replace(found, priced=rows), (note,)


def _shown_price(price: Decimal, rounding: str) -> str:
    """Return a price for a message, of at most 4 decimals."""
    return f"{price.quantize(_OF_PIECE, rounding).normalize():f}"


def _whole(price: Decimal, rounding: str) -> Decimal:
    """Return a price in whole cents, no positive one as 0; an amount up to `_NOISE` does not count."""
    nearest = price.quantize(_CENT, ROUND_HALF_UP)
    if abs(nearest - price) <= _NOISE or not price:
        return nearest
    return price.quantize(_CENT, ROUND_UP) if rounding == "up" else nearest_price(price)


def _price_headings(sheets: PriceSheets) -> Iterator[str]:
    """Yield the headings of the prices that count: the list's own only where there is no other."""
    for table in sheets.tables:
        names = {column.name for column in table.columns}
        unused = {name for number, name in enumerate(PRICE_FIELDS) if names & {*PRICE_FIELDS[:number]}}
        yield from (
            column.heading
            for column in table.columns
            if is_price(column.name) and column.name not in unused
        )


def _expired(found: ListedRows) -> Iterator[str]:
    """Yield notes on expired prices: of the whole offer, or of some parts."""
    today, end = current_day(), found.terms.valid_until
    if end is not None and end < today:
        yield f"EXPIRED: these prices expired on {end.isoformat()}; ask for a new offer first"
    ends = {str(row.values["part"]): row.values.get("valid_until") for row in found.priced}
    late = {part: day for part, day in ends.items() if day is not None and day < today}
    if late:
        first = min(late.values()).isoformat()
        when = f"expired on {first}" if len(late) == 1 else f"have expired, the first on {first}"
        yield f"EXPIRED: {count_text(len(late), 'price')} {when}: {shortened([*late], _NAMED)}"
    if end is not None and end >= today:
        yield f"prices are valid until {end.isoformat()}"


def _about_rows(found: ListedRows) -> Iterator[str]:
    """Yield notes on rows that are not priced parts, and on values taken from descriptions."""
    for why, parts in found.left_out.items():
        kept = _way_to_keep(found, parts[0]) if why == DISCONTINUED else ""
        yield f"{why}: {count_text(len(parts), 'row')} ({shortened(parts, _NAMED)}){kept}"
    if found.telling:
        yield _telling(found.telling)
    for word, parts in found.kept_words.items():
        some = f"{count_text(len(parts), 'row')} ({shortened(parts, _NAMED)})"
        out = shell_option("kind", f"{parts[0]}=skip")
        yield f"{shown(word)!r} is left out, but not {some}, whose own words tell their kinds; or {out}"
    if found.unpriced:
        parts = [item.part for item in found.unpriced]
        asked = count_text(len(parts), "part")
        yield f"{asked} with a price on request, not bought: {shortened(parts, _NAMED)}"
    if found.phased_out:
        ending = count_text(len(found.phased_out), "part")
        yield f"{ending} being phased out: {shortened(found.phased_out, _NAMED)}"
    counts = sorted(found.from_descriptions.items(), key=lambda item: (-item[1], item[0]))
    if counts:
        told = [f"{name} ({count:,})" for name, count in counts]
        yield f"read from descriptions: {', '.join(told)}"
    yield from _about_prices(found)
    yield from _by_category(found)
    standard = [row for row in found.priced if row.standard and row.kind != "TP"]
    if standard:
        fields = join_words(sorted({name.replace("_", " ") for row in standard for name in row.standard}))
        parts = [str(row.values["part"]) for row in standard]
        modules = f"{count_text(len(parts), 'transceiver')} ({shortened(parts, _NAMED)})"
        yield f"{fields} by the optical standard: {modules}"
    bases = [basis for row in found.priced if (basis := row.values.get("price_basis"))]
    for basis in dict.fromkeys(bases):
        yield f"{count_text(bases.count(basis), 'part')} at a {basis} price"
    if found.cheaper_spot:
        lower = shortened(found.cheaper_spot, _NAMED)
        yield f"spot prices below the framework price, which counts: {lower}; --map chooses"


def _telling(texts: Mapping[str, str]) -> str:
    """Return the note that names every row with a port, a plug or a rate that no kind was found for."""
    parts = [*texts]
    named = [f"{part} ({shown(texts[part][:_LONGEST_TEXT])})" for part in parts[:_DESCRIBED]]
    listed = join_words([*named, *parts[_DESCRIBED:]])
    option = shell_option("kind", f"{parts[0]}=KIND")
    count = count_text(len(parts), "row")
    what = f"left out by --kind, with a port, a plug or a rate in the text: {count}: {listed}"
    return f"{what}; {option} keeps a part"


def _about_prices(found: ListedRows) -> Iterator[str]:
    """Yield notes on prices of packs, lead times by date, added surcharges and rates of several links."""
    for (heading, links), parts in found.total_rates.items():
        what = f"{shown(heading)!r} is the rate of all {links} links of a plug, divided by {links}"
        yield f"{what}: {count_text(len(parts), 'part')} ({shortened(parts, _NAMED)})"
    if found.packs:
        by_pack = f"{count_text(len(found.packs), 'price')} of a pack, divided by its pieces"
        yield f"{by_pack}: {shortened(found.packs, _NAMED)}"
        yield from _breaks_of_packs(found)
    if found.has_arrivals:
        day = current_day().isoformat()
        yield f"dates of arrival are lead times from today, {day}: import the list again before a later one"
    if found.surcharged:
        surcharged = shortened(found.surcharged, _NAMED)
        yield f"surcharges added to {count_text(len(found.surcharged), 'price')}: {surcharged}"


def _breaks_of_packs(found: ListedRows) -> Iterator[str]:
    """Yield a note from how many pieces on the price breaks of packs count."""
    steps = {
        str(row.values["part"]): min(counts)
        for row in found.priced
        if (counts := [at for name in row.values if (at := break_of(name)) and at > 1])
    }
    if ours := [f"{part} from {steps[part]:,} pieces on" for part in found.packs if part in steps]:
        yield f"price breaks of packs: {shortened(ours, _NAMED)}"


def _way_to_keep(found: ListedRows, part: str) -> str:
    """Return the cell by which a part is discontinued, and the option that keeps the part."""
    sale, kind = found.discontinued[part]
    column = f" in column {shown(sale.heading)!r}" if sale.heading else ""
    option = shell_option("kind", f"{part}={kind}")
    return f": {shown(sale.cell)!r}{column} says so of {shown(part)}; {option} keeps it"


def _terms_told(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the suppliers' order terms and taxes, as stated in the list."""
    for item in document.get("suppliers", ()):
        supplier = Supplier.model_validate(item)
        if supplier.unread_terms and not {*item} & {*ORDER_FIELDS}:
            yield f"orders from {item['name']}: no terms but those that are NOT COUNTED"
            continue
        terms = terms_text(supplier, document["currency"])
        yield f"orders from {item['name']}, as stated in the list: {terms}"
    if percent := document.get("tax_percent"):
        yield f"prices are before taxes of {percent:g} %, as stated in the list: bills add them"
    elif percent is None:
        yield "the list states no tax rate, so bills add no tax: set tax_percent in the catalogue"


def _by_category(found: ListedRows) -> Iterator[str]:
    """Yield notes on the rates of twisted-pair cords derived only from their category."""
    parts: dict[float, list[str]] = {}
    for row in found.priced:
        if row.kind == "TP" and "gbps" in row.standard:
            parts.setdefault(row.values["gbps"], []).append(str(row.values["part"]))
    if parts:
        each = [f"{gbps:g} Gb/s for {shortened(own, _NAMED)}" for gbps, own in sorted(parts.items())]
        yield f"ASSUMED by category ({CATEGORIES}): {'; '.join(each)}; --constant TP.gbps=RATE changes it"


def _without_power(rows: Sequence[PricedRow], request: PriceListRequest) -> Iterator[str]:
    """Yield notes on parts without power values: the power of orders with them is unknown."""
    constant = {kind for kind, name, _ in request.constants if name == "power"}
    for kind in ("switch", "adapter", "server", "transceiver", "AOC", "ACC", "AEC"):
        if constant & {"", kind}:
            continue
        ours = [row.values for row in rows if row.kind == kind]
        dark = [str(our.get("part")) for our in ours if our.get("power") is None]
        if dark:
            first = join_words([*dark[:3], *([f"{len(dark) - 3:,} more"] if len(dark) > 3 else [])])
            some = f"{len(dark):,} of {len(ours):,} parts of kind {kind} ({first})"
            yield f"no watts for {some}: the power of orders with them is unknown"


def _capped(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield notes on the parts limited to the supplier's stock, and on those in stock without a number."""
    products = [item for table in TABLES for item in document.get(table, [])]
    parts = [part for product in products for part in product.get("lengths", [product])]
    capped = [part["part"] for part in parts if "stock" in part and "lead_time_days" not in part]
    at_once = [part["part"] for part in parts if "stock" not in part and part.get("lead_time_days") == 0]
    if at_once:
        some = f"{count_text(len(at_once), 'part number')} in stock without a number of pieces"
        yield f"{some}, such as {at_once[0]}: any quantity is ordered as delivered at once"
    if capped:
        yield (
            f"{count_text(len(capped), 'part number')} with a stock and no lead time"
            f", such as {capped[0]}: "
            "no more than the stock is ordered; a column lead_time or --constant lead_time=DAYS allows more"
        )


def _day(
    request: PriceListRequest, terms: OfferTerms, notes: Sequence[str]
) -> tuple[dt.date, tuple[str, ...]]:
    """Return the date of the prices: the user's, the list's, or the file's."""
    if request.date is not None:
        return request.date, tuple(notes)
    if terms.dated is not None:
        return terms.dated, (*notes, f"prices are dated {terms.dated.isoformat()}, as stated in the list")
    day = day_of_file(request.file)
    dated = f"prices are dated {day.isoformat()}, when the file was last modified; override with --date"
    return day, (*notes, f"the list states no date: {dated}")


def _document(
    request: PriceListRequest, found: ListedRows, day: dt.date, sources: Mapping[str, str]
) -> dict[str, Any]:
    """Return the head of a catalogue: title, currency, dates, sources, suppliers, unpriced parts."""
    text = request.source or f"price list {printable(request.file.name)}"
    named = {LIST: {"text": text, "year": day.year, "trust": request.trust}}
    if any("reach" in row.standard for row in found.priced):
        named[STANDARDS] = {"text": f"{_STANDARD_TEXT}; {text}", "year": day.year, "trust": request.trust}
    for supplier, name in sources.items():
        if supplier:
            named[name] = {"text": f"{supplier}, {text}", "year": day.year, "trust": request.trust}
    head: dict[str, Any] = {
        "schema": 1,
        "title": request.title or f"parts of {printable(request.file.name)}",
    }
    rates = [rate.model_dump(exclude_none=True) for rate in request.rates]
    head |= {"currency": request.currency, "price_date": day} | ({"rates": rates} if rates else {})
    tax_percent = request.tax_included if found.terms.tax_percent is None else found.terms.tax_percent
    if tax_percent is not None:
        head["tax_percent"] = float(tax_percent)
    if found.terms.valid_until is not None:
        head["valid_until"] = found.terms.valid_until
    if suppliers := suppliers_of(found, [name for name in sources if name], request):
        head["suppliers"] = suppliers
    if found.unpriced:
        head["on_request"] = [
            {"part": item.part, "name": item.name} | ({"supplier": item.supplier} if item.supplier else {})
            for item in found.unpriced
        ]
    return {**head, "sources": named}


def _unusable(document: dict[str, Any], rows: Sequence[PricedRow]) -> list[PriceProblem]:
    """Return the problems of the catalogue as a whole, by the line of the affected part."""
    try:
        error = next(catalogue_problems(parse(Catalogue, document, "list"), "list", {}), None)
    except InputError as refused:
        error = refused
    if error is not None:
        where = error.where.removeprefix("list: ")
        line, field_name = "-", where.rsplit(".", 1)[-1].rsplit(": ", 1)[-1]
        if place := re.match(r"([a-z]+)\.([0-9]+)", where):
            product = document[place[1]][int(place[2])]
            parts = {item["part"] for item in product.get("lengths", [product])}
            line = next((row.line for row in rows if row.values["part"] in parts), "-")
        return [PriceProblem(line, "-", f"{field_name.replace('_', ' ')}: {error.what}")]
    return []


def catalogue_toml(document: Mapping[str, Any], files: str) -> str:
    """Return a catalogue as TOML, with the names of its source files."""
    head = {key: value for key, value in document.items() if not isinstance(value, dict | list)}
    lines = [f"# Made by netfloor catalogue import of {printable(files)}.", *_lines(head)]
    for name, source in document.get("sources", {}).items():
        lines += ["", f"[sources.{_key(name)}]", *_lines(source)]
    for table in ("rates", "suppliers", "on_request", *TABLES):
        for item in document.get(table, []):
            lines += ["", f"[[{table}]]", *_lines(item)]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _value(name)


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, list):
            yield from (f"{key} = [", *(f"  {_value(item)}," for item in value), "]")
        else:
            yield f"{key} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return value.isoformat() if isinstance(value, dt.date) else repr(value).removesuffix(".0")
