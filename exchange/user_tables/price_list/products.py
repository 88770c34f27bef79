"""Products of a catalogue from priced rows: lengths grouped by product, and missing values reported."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any

from netfloor.costmodels.catalogue.parts.part_fields import StockPart
from netfloor.costmodels.sets.coefficient import plain_number
from netfloor.exchange.plug_forms import is_too_fast
from netfloor.exchange.user_tables.price_list.cells import constant_values, taken_by
from netfloor.exchange.user_tables.price_list.described.descriptions import category_of
from netfloor.exchange.user_tables.price_list.kinds import KINDS, SKIP
from netfloor.exchange.user_tables.price_list.listed_rows import (
    INCOMPLETE,
    ListedRows,
    PricedRow,
)
from netfloor.exchange.user_tables.price_list.missing_values import (
    is_stranger,
    lacking_fields,
    missing_values,
    named_parts,
)
from netfloor.exchange.user_tables.price_list.problems import SHEETS, PriceProblem, shell_option, some_lines
from netfloor.exchange.user_tables.price_list.request import (
    EVERY_OTHER,
    FURTHER,
    PriceListRequest,
    break_of,
)
from netfloor.foundation.units import mm_to_metres

#: Fields of a part number in the catalogue that have other names in a row.
_BUYING = {
    **{name: name for name in ("maker_part", "owned", "stock", "spares", "min_order", "pack")},
    "lead_time": "lead_time_days",
    "date": "price_date",
    **{name: name for name in ("valid_until", "price_basis")},
}
#: Names of sources: the list itself, and the optical standards.
LIST, STANDARDS = "list", "standards"
_USUAL = {("min_order", 1), ("pack", 1)}
#: Number of part numbers in a message, and of duplicates listed separately.
_NAMED, _LISTED_TWINS = 3, 10
#: How several rows of a part number are read.
_AS_BREAKS = (
    "a column of the quantities from which each price counts makes them price breaks"
    f", {shell_option('map', 'HEADING=price_from')}, where only that and the falling price differ"
)
#: No copper cable with plugs is longer, in mm.
_MAX_COPPER_MM = 15_000
_COLOUR = re.compile(
    r"\b(?:black|schwarz|noir|negro|nero|zwart|blue|blau|bleu|azul|blauw|rot|rouge|rojo|rosso|rood|green"
    r"|gr\u00fcn|vert|verde|groen|yellow|gelb|jaune|amarillo|giallo|geel|white|wei\u00df|weiss|blanc|blanco"
    r"|bianco|gr[ae]y|grau|lichtgrau|gris|grigio|grijs|orange|naranja|violett?|erikaviolett|purple|lila"
    r"|aqua|t\u00fcrkis|turquoise|magenta|pink|rosa|beige|brown|braun|red(?= |,|$)(?<!de red))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Products:
    """Parts by catalogue table with their rows, omitted rows and duplicates."""

    tables: Mapping[str, list[dict[str, Any]]]
    rows: Sequence[PricedRow]
    problems: Sequence[PriceProblem]


def products_of(
    found: ListedRows, request: PriceListRequest, sources: Mapping[str, str], part_heading: str
) -> Products:
    """Return the products of complete rows; they are built only if there are no problems.

    ``sources`` names the source of each supplier's prices.
    """
    whole = _tiers(found.priced)
    problems = [] if any(map(_asks_for_rows, found.problems)) else _twice(whole, part_heading)
    problems += [*missing_values(whole), *_too_fast(whole), *_too_long(whole)]
    problems += _uneven(row for row in whole if not [*_too_fast([row])])
    problems += _rising(whole)
    if problems or found.problems:
        return Products({}, whole, problems)
    tables: dict[str, list[dict[str, Any]]] = defaultdict(list)
    series: dict[tuple[Any, ...], list[PricedRow]] = defaultdict(list)
    for row in whole:
        if KINDS[row.kind].table in {"cables", "cords"}:
            series[_product_key(row)].append(row)
        else:
            tables[KINDS[row.kind].table].append(_device(row, request, sources))
    for alike in series.values():
        for without_twin in _without_twins(alike):
            tables[KINDS[without_twin[0].kind].table].append(_series(without_twin, request, sources))
    for products in tables.values():
        _name_apart(products)
    return Products(dict(tables), whole, [])


def complete_rows(found: ListedRows, request: PriceListRequest) -> tuple[ListedRows, frozenset[str]]:
    """Return the rows to keep, with the user's constants, and the constants that no row lacks."""
    constants, problems = constant_values(request)
    rows = [_completed(row, constants) for row in found.priced]
    used = {
        (word, name)
        for row, before in zip(rows, found.priced, strict=True)
        for word in ("", row.kind, str(row.values.get("part")).lower())
        for name, value in row.values.items()
        if name != "price_per"
        if (word, name) in constants and value == constants[word, name]
        if name not in before.values or name in before.standard or name not in before.given
    }
    used |= {(word, "price_per") for word in found.said_pieces}
    idle = frozenset(f"{of}.{name}" if of else name for of, name in constants.keys() - used)
    return replace(found, priced=_kept(rows, found, request), problems=[*found.problems, *problems]), idle


def _completed(row: PricedRow, constants: Mapping[tuple[str, str], Any]) -> PricedRow:
    """Return a row with missing values filled from the constants of its part, of its kind and of all rows.

    Constants of a kind fill what neither the list nor an optical standard gives; those of a part also
    replace the standard. The rate of a category of twisted pair is only assumed.
    """
    takes, part = taken_by(row.kind), str(row.values.get("part")).lower()
    of_all, of_kind, of_part = (
        {name: value for (of, name), value in constants.items() if of == word and name in takes}
        for word in ("", row.kind, part)
    )
    given = {name: value for name, value in row.values.items() if name not in row.standard}
    by_standard = {name: row.values[name] for name in row.standard}
    assumed, sure = (by_standard, {}) if row.kind == "TP" else ({}, by_standard)
    values = {**assumed, **of_all, **of_kind, **sure, **of_part, **given}
    changed = {name for name in row.standard if values[name] != by_standard[name]}
    return replace(row, values=values, standard=row.standard - changed)


def unknown_parts(parts: Iterable[str], request: PriceListRequest) -> frozenset[str]:
    """Return the words of constants that are neither a kind nor one of a list's part numbers."""
    words = {of for of, _, _ in request.constants if of and of not in KINDS}
    return frozenset(words - {part.lower() for part in parts})


def _kept(rows: Iterable[PricedRow], found: ListedRows, request: PriceListRequest) -> list[PricedRow]:
    """Leave out incomplete rows, and doubtful rows of guessed kinds, as the user's options say."""
    kept = []
    for row in rows:
        lacks = lacking_fields(row)
        if is_stranger(row) and request.kinds.get(EVERY_OTHER) == SKIP:
            found.leave_out_other(str(row.values["part"]), row.telling)
        elif lacks and request.skip_incomplete:
            found.leave_out(INCOMPLETE, str(row.values["part"]))
        else:
            kept.append(row)
    return kept


def _tiers(rows: Sequence[PricedRow]) -> list[PricedRow]:
    """Merge rows of one part number with rising quantities and falling prices into price breaks.

    The first quantity above 1 is the least that can be ordered.
    """
    by_part: dict[Any, list[PricedRow]] = defaultdict(list)
    for row in rows:
        by_part[row.values["part"] or row.line, row.values.get("supplier")].append(row)
    joined = []
    for alike in by_part.values():
        steps = sorted(alike, key=_start)
        starts = [_start(row) for row in steps]
        prices = [row.values["price"] for row in steps]
        falls = None not in prices and prices == sorted(prices, reverse=True)
        if falls and len({*starts}) == len(starts) and _differ_in_steps(steps):
            breaks = {f"price@{start}": price for start, price in zip(starts[1:], prices[1:], strict=True)}
            first = {**steps[0].values, **breaks}
            if starts[0] > 1:
                first["min_order"] = max(first.get("min_order") or 1, starts[0])
            joined.append(replace(steps[0], values=first))
        else:
            joined += alike
    return joined


def _start(row: PricedRow) -> int:
    """Return the quantity from which a row's price counts."""
    return int(row.values.get("price_from") or row.values.get("min_order") or 1)


def _differ_in_steps(rows: Sequence[PricedRow]) -> bool:
    """Return whether rows differ only in quantity and price."""
    steps = {"price_from" if any("price_from" in row.values for row in rows) else "min_order", "price"}
    plain = [{name: value for name, value in row.values.items() if name not in steps} for row in rows]
    return all(item == plain[0] for item in plain)


def _asks_for_rows(problem: PriceProblem) -> bool:
    """Return whether a question concerns the rows of a part number: their quantities or their sheets."""
    return "=price_from" in problem.what or problem.column == SHEETS


def _twice(rows: Iterable[PricedRow], column: str) -> list[PriceProblem]:
    """Return the part numbers of several rows that are not price breaks, and how rows become breaks."""
    lines: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        lines[row.values["part"] or row.line].append(row.line)
    twice = {part: at for part, at in lines.items() if len(at) > 1}
    if len(twice) > _LISTED_TWINS:
        first = ", ".join(map(repr, list(twice)[:_NAMED]))
        every = [line for at in twice.values() for line in at]
        what = f"{len(twice):,} part numbers occur several times, such as {first}; {_AS_BREAKS}"
        return [PriceProblem(some_lines(every), column, what, len(every))]
    return [
        PriceProblem(
            some_lines(at), column, f"part number {part!r} occurs {len(at)} times; {_AS_BREAKS}", len(at)
        )
        for part, at in twice.items()
    ]


def _too_long(rows: Iterable[PricedRow]) -> Iterator[PriceProblem]:
    """Yield copper cables that are longer than any with plugs: the length may be a reach."""
    far = [
        row
        for row in rows
        if row.kind in {"DAC", "ACC", "AEC"} and (row.values.get("length") or 0) > _MAX_COPPER_MM
    ]
    if far:
        metres = f"{mm_to_metres(max(row.values['length'] for row in far)):g} m"
        out = shell_option("kind", ",".join(f"{row.values['part']}={SKIP}" for row in far[:_NAMED]))
        what = f"{metres} are too long for a copper cable ({named_parts(far)}), and may be a reach: {out}"
        yield PriceProblem(some_lines([row.line for row in far]), "-", f"{what}, or correct it", len(far))


def _rising(rows: Iterable[PricedRow]) -> Iterator[PriceProblem]:
    """Yield parts whose price rises with the quantity, which no order can use."""
    dearer = list[tuple[PricedRow, int]]()
    for row in rows:
        breaks = sorted((at, row.values[name]) for name in row.values if (at := break_of(name)) and at > 1)
        steps = [(1, row.values.get("price")), *breaks]
        if None not in [price for _, price in steps]:
            dearer += [(row, at) for (_, before), (at, price) in pairwise(steps) if price > before][:1]
    if dearer:
        named = [row for row, _ in dearer]
        _, at = dearer[0]
        out = shell_option("kind", ",".join(f"{item.values['part']}={SKIP}" for item in named[:_NAMED]))
        what = f"the price rises from {at:,} pieces on ({named_parts(named)}): correct the column of breaks"
        lines = [item.line for item in named]
        yield PriceProblem(some_lines(lines), "-", f"{what}, or {out} leaves these parts out", len(named))


def _too_fast(rows: Iterable[PricedRow]) -> Iterator[PriceProblem]:
    """Yield cables whose described rate exceeds the maximum of a plug's form factor."""
    for row in rows:
        values = row.values
        if KINDS[row.kind].table != "cables" or not isinstance(values.get("gbps"), float | int):
            continue
        links, tails = values.get("links", 1), values.get("tails", 1)
        for end, gbps in (("a", values["gbps"] * links), ("b", values["gbps"] * links / tails)):
            form = values.get(f"connector_{end}", values.get("connector"))
            if isinstance(form, str) and is_too_fast(form, gbps):
                what = f"{values['part']}: {gbps:g} Gb/s are too fast for a plug {form}"
                out = shell_option("kind", f"{values['part']}=skip")
                of_name = shell_option("map", f"{row.rate_heading}={SKIP}") if row.rate_heading else ""
                remedy = f"{of_name} takes the rate of the description" if of_name else "columns of gbps"
                remedy += f", or {out}" if of_name else f", links, tails, or {out}"
                yield PriceProblem(row.line, "-", f"{what}; {remedy}")
                break


def _uneven(rows: Iterable[PricedRow]) -> Iterator[PriceProblem]:
    """Yield cables between plugs of several lanes and of one, whose number of tails is unknown."""
    unclear = [
        row
        for row in rows
        if KINDS[row.kind].table == "cables" and not {"tails", "links"} & {*row.values} and _is_uneven(row)
    ]
    for ends, alike in groupby(sorted(unclear, key=_ends), key=_ends):
        named = [*alike]
        parts = [str(row.values["part"]) for row in named]
        four, one = (
            shell_option(
                "constant", ",".join(f"{part}.links={count},{part}.tails={count}" for part in parts)
            )
            for count in (4, 1)
        )
        what = (
            f"{' to '.join(ends)} without a number of tails ({named_parts(named)}): {four} for four tails"
        )
        lines = [row.line for row in named]
        yield PriceProblem(some_lines(lines), "-", f"{what}, or {one} for a single link", len(named))


def _ends(row: PricedRow) -> tuple[str, str]:
    """Return the form factors of a cable's plugs, empty if unknown."""
    a, b = (row.values.get(f"connector_{end}", row.values.get("connector")) or "" for end in "ab")
    return str(a), str(b)


def _is_uneven(row: PricedRow) -> bool:
    ends = [end for end in _ends(row) if end]
    single = [end.startswith("SFP") for end in ends]
    return len(ends) == 2 and any(single) and any(end.startswith(("QSFP", "OSFP")) for end in ends)


def _product_key(row: PricedRow) -> tuple[Any, ...]:
    names = (
        *("gbps", "links", "tails", "connector", "connector_a", "connector_b", "power", "fibre_connector"),
        *("fibre", "fibres", "supplier", "currency"),
    )
    return row.kind, *_look(row), *(row.values.get(name) for name in names)


def _look(row: PricedRow) -> tuple[str, str]:
    """Return the category and the colour in a part's description, each empty without one."""
    text = str(row.values.get("name") or "")
    category, colour = category_of(text), _COLOUR.search(text)
    return f"Cat {category}" if category else "", colour[0].lower() if colour else ""


def _without_twins(rows: Iterable[PricedRow]) -> list[list[PricedRow]]:
    """Return rows grouped by product, shortest first; a second row of one length starts another product."""
    results: list[list[PricedRow]] = []
    ordered = sorted(rows, key=lambda row: row.values["length"])
    for _, alike in groupby(ordered, key=lambda row: row.values["length"]):
        for number, row in enumerate(alike):
            if number < len(results):
                results[number].append(row)
            else:
                results.append([row])
    return results


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
    name = _common_name([row.values.get("name", "") for row in rows]) or " ".join(
        filter(None, (_look(rows[0])[0], f"{rate}{ends} {kind}", _look(rows[0])[1]))
    )
    of_reach = {"length", "reach", "power"}
    by_user = any(of_reach & {*row.values} - row.given - row.standard for row in rows)
    said = {"source": LIST} if of_reach & rows[0].given and not by_user else {}  # else unverified
    return {"name": name, **about, **said, "lengths": lengths}


def _common_name(names: Sequence[str]) -> str:
    """Return the common name of a product's rows without lengths, if they agree."""
    length = r"(?i)(?<![\w.,])[0-9]+(?:[.,][0-9]+)?\s*(?:mm|cm|m|ft|meter|metre)s?(?!\w)"
    short = {_tidy(re.sub(length, " ", name)) for name in names}
    return short.pop() if len(short) == 1 else ""


def _tidy(name: str) -> str:
    """Return a name without the remains of a removed length: empty brackets, adjacent signs."""
    text = re.sub(r"\(\s*[,;/-]?\s*\)|\[\s*\]", " ", name)
    text = re.sub(r"\(\s*[,;/]\s*", "(", re.sub(r"\s*[,;/]\s*\)", ")", text))
    text = re.sub(r"\s*([,;])(?:\s*[,;])*(?=\s|[,;]|$)", r"\1", text)
    text = re.sub(r"(?<=\s)([-/\u2013|])(?:\s+[-/\u2013|])+(?=\s|$)", r"\1", text)
    return " ".join(text.split()).strip(" ,;-/|\u2013")


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
    said = {"source": LIST} if {"reach", "power", "weight"} & row.given else {}
    said = {"source": STANDARDS} if "reach" in row.standard else said
    by_user = {"reach", "power", "weight"} & {*values} - row.given - row.standard
    said = {} if by_user else said  # unverified
    return {**_buying(row, request, sources), **device, **said}


def _buying(row: PricedRow, request: PriceListRequest, sources: Mapping[str, str]) -> dict[str, Any]:
    values = row.values
    bought: dict[str, Any] = {"part": values["part"], "price": values["price"]}
    if values["currency"] != request.currency:
        bought["currency"] = values["currency"]
    bought |= {_BUYING[name]: values[name] for name in _BUYING if name in values}
    usual = {*_USUAL, ("maker_part", values["part"]), ("maker_part", "")}
    bought = {name: value for name, value in bought.items() if (name, value) not in usual}
    bought |= {name: values[name] for name in FURTHER if name in values}
    if "supplier" in values and "supplier" in StockPart.model_fields:
        bought["supplier"] = values["supplier"]
    breaks = sorted((at, values[name]) for name in values if (at := break_of(name)) and at > 1)
    minimum = values.get("min_order") or 1
    breaks = [(at, price) for at, price in breaks if at > minimum or price < values["price"]]
    if breaks:
        bought["breaks"] = [{"at_least": at, "price": price} for at, price in breaks]
    return {**bought, "price_source": sources[values.get("supplier") or ""]}


def _name_apart(products: Iterable[dict[str, Any]]) -> None:
    """Add numbers to equal product names to make them unique."""
    seen: dict[str, int] = defaultdict(int)
    for product in products:
        seen[product["name"]] += 1
        if seen[product["name"]] > 1:
            product["name"] += f" ({seen[product['name']]})"
