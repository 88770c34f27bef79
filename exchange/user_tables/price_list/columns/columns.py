"""Columns of a price list, identified by the user, by their headings, or by their cells."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from netfloor.exchange.tables.heading_lines import cell_at, column_letter, plain
from netfloor.exchange.tables.numbers import (
    IMPERIAL,
    LENGTH_UNITS,
    currency_of_heading,
)
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.row_kinds.sums import is_total
from netfloor.exchange.tables.subject import HeadingReader, Meaning, compact, words_of
from netfloor.exchange.tables.tables import TableRow
from netfloor.exchange.user_tables.price_list.columns.amounts import are_numbers
from netfloor.exchange.user_tables.price_list.columns.breaks import (
    break_of_heading,
    steps_of_headings,
    steps_of_values,
)
from netfloor.exchange.user_tables.price_list.columns.unread import unread_columns
from netfloor.exchange.user_tables.price_list.headings import (
    PRICE_FIELDS,
    PRICES,
    STEP_PRICE,
    SURCHARGES,
    branded_part,
    is_variant_value,
    makers_number,
    says_surcharge,
    surcharge_field,
    surcharge_question,
    variant_heading,
)
from netfloor.exchange.user_tables.price_list.money.accounts import sum_of_list_price, unused_money
from netfloor.exchange.user_tables.price_list.problems import PriceProblem, shell_option
from netfloor.exchange.user_tables.price_list.request import SKIPPED, PriceListRequest, is_price
from netfloor.exchange.user_tables.price_list.row_kinds import kind_columns
from netfloor.exchange.user_tables.price_words import (
    DISCOUNT_WORDS,
    NET_WORDS,
    NUMBER_WORDS,
    OTHER_PRICES,
    PART_WORDS,
)
from netfloor.topologies.parameters import shown

#: Interprets the headings of price lists.
HEADINGS = HeadingReader(PRICES)
#: Substitutes for a missing part number column, in order of preference.
_INSTEAD_OF_PART = ("maker_part", "position", "name")
_PRICE_WORDS = frozenset({"price", "preis", "prix", "precio", "cost", "prezzo", "cena", "prijs"})
_COUNT_WORDS = frozenset({"quantity", "qty", "menge", "quantite", "cantidad", "aantal", "pieces", "pcs"})
_OF_PRICE = _PRICE_WORDS | {"pricing", "base", "basis"}
_NUMBERED = re.compile(r"[\s_.]?[1-9]$")  # Bezeichnung 2
_SENTENCE = 4  # words of a cell that is not a part number
#: Number of rows used to classify a column.
_SAMPLE = 200
_GROUPS = frozenset({"group", "gruppe", "code", "class", "klasse", "groupe", "category"})


@dataclass(frozen=True)
class PriceColumn:
    """A column to read: its position, its heading for messages, and its field."""

    index: int
    heading: str
    name: str
    unit: str = ""  # as the user gives it

    @property
    def spelled(self) -> str:
        """The heading with its unit."""
        return f"{self.heading} ({self.unit})" if self.unit else self.heading


@dataclass(frozen=True)
class _Asked:
    """Questions to the user about the headings of a line."""

    line: str
    unclear: list[PriceProblem]

    def add(self, heading: str, what: str) -> None:
        self.unclear.append(PriceProblem(self.line, heading, what))


def price_columns(
    headings: Sequence[str],
    body: Sequence[TableRow],
    request: PriceListRequest,
    where: str,
    unclear: list[PriceProblem],
) -> tuple[PriceColumn, ...]:
    """Return the columns to read, identified by the user and then by their headings.

    If two columns may be the price or the part number, one is read and ``unclear`` gets the question, so
    that all other problems are reported at the same time.
    """
    place = _places(headings, request, where)
    asked = _Asked(where.rsplit(": ", 1)[-1], unclear)
    columns = [
        PriceColumn(
            place[heading], headings[place[heading]] or heading, name, request.units.get(heading, "")
        )
        for heading, name in request.columns
        if heading in place
    ]
    taken = {column.name for column in columns}
    settled = {column.index for column in columns}
    columns = [column for column in columns if column.name != SKIPPED]
    reused = {column.index for column in columns}  # a description may have a second meaning
    steps = steps_of_headings(headings) or steps_of_values(headings, [row.cells for row in body[:_SAMPLE]])
    steps = {i: name for i, name in steps.items() if i not in settled}
    columns += [PriceColumn(index, headings[index], name) for index, name in steps.items()]
    settled |= {*steps}
    candidates: dict[str, list[tuple[int, Meaning]]] = defaultdict(list)
    for index, heading in enumerate(headings):
        meaning = _meaning(heading, body, index) if heading else None
        is_name = meaning is not None and meaning.field.name == "name"
        if not heading or (index in settled and not (is_name and index in reused)):
            continue
        if meaning is not None and meaning.field.name not in taken | SURCHARGES:
            candidates[meaning.field.name].append((index, meaning))
        elif meaning is None and (pieces := break_of_heading(heading)):
            name = f"price@{pieces}"
            if name not in taken and not any(column.name == name for column in columns):
                columns.append(PriceColumn(index, heading, name))
    candidates |= _parts_and_names(candidates, body, taken, reused)
    candidates |= _kinds(candidates, body, request)
    for name, candidate in candidates.items():
        if not candidate:
            continue
        index = _preferred(name, _in_currency(candidate, headings, request.currency), headings, body, asked)
        columns.append(PriceColumn(index, headings[index], name))
        if name == "name":  # a description may span several columns
            others = sorted(other for other, _ in candidate if other != index)
            columns += [PriceColumn(other, headings[other], name) for other in others]
    read = {column.index for column in columns}
    unknown = [
        i for i, text in enumerate(headings) if text and i not in read and HEADINGS.meaning(text) is None
    ]
    free = [
        index for index in unknown if index not in settled and break_of_heading(headings[index]) is None
    ]
    columns = [_with_pieces(item, settled, body) for item in _items(columns, settled, body)]
    columns += _resembling(free, headings, body, {column.name for column in columns}, asked)
    _ask_for_pieces(free, headings, body, {column.name for column in columns}, asked)
    columns += _surcharges(headings, body, columns, settled, asked)
    columns = _with_list_price(columns, settled, body, asked)
    _ask_for_price_of_pieces(columns, settled, asked)
    columns = sorted(_completed(columns, body), key=lambda item: item.index)
    columns = _with_all_money(columns, headings, body, settled, request, asked)
    _ask_for_unread(columns, headings, body, settled, asked)
    return tuple(columns)


def _meaning(heading: str, body: Sequence[TableRow], index: int) -> Meaning | None:
    """Return the meaning of a heading, also numbered, of a shop's variants or with a brand's name."""
    if is_variant_value(heading) and not any(cell_at(row.cells, index) for row in body):
        return None
    meaning = HEADINGS.meaning(_NUMBERED.sub("", heading))
    if meaning is None or meaning.field.name != "name":
        meaning = HEADINGS.meaning(heading) or HEADINGS.meaning(variant_heading(heading))
    return makers_number(heading, meaning or branded_part(heading))


def _with_all_money(
    columns: list[PriceColumn],
    headings: Sequence[str],
    body: Sequence[TableRow],
    settled: set[int],
    request: PriceListRequest,
    asked: _Asked,
) -> list[PriceColumn]:
    """Ask about each unused column of money; beside a net price and a discount it is the list price."""
    if any(is_price(column.name) for column in columns if column.index in settled):
        return columns  # the user says which price counts
    used = dict.fromkeys(settled, SKIPPED) | {item.index: item.name for item in columns}
    nets = [item for item in columns if item.name == "price" and {*words_of(item.heading)} & NET_WORDS]
    for index, key, what in unused_money(headings, body, used, HEADINGS.meaning, request.currency):
        is_list = bool(nets) and not {*words_of(cell_at(headings, index))} & NET_WORDS
        if is_list and "discount" in used.values() and "list_price" not in used.values():
            columns = [*columns, PriceColumn(index, headings[index], "list_price")]
            used[index] = "list_price"
        elif not any(f"{key}=price" in problem.what for problem in asked.unclear):
            asked.add(cell_at(headings, index) or "-", what)
    return columns


def _ask_for_unread(
    columns: Sequence[PriceColumn],
    headings: Sequence[str],
    body: Sequence[TableRow],
    settled: set[int],
    asked: _Asked,
) -> None:
    """Ask about each unread column of numbers or units that may concern prices or quantities."""
    used = dict.fromkeys(settled, SKIPPED) | {item.index: item.name for item in columns}
    meanings = [_meaning(heading, body, i) if heading else None for i, heading in enumerate(headings)]
    named = {item.field.name for item in meanings if item is not None}
    are_summed = "total" in named or any(is_total(cell) for row in body for cell in row.cells if cell)
    if not are_summed and "position" not in named:  # else quantities are those of a quotation
        used = {i: name for i, name in used.items() if name != "quantity" or i in settled}
    for key, what in unread_columns(headings, [row.cells for row in body], used, meanings):
        if not any(f"{key}=" in problem.what for problem in asked.unclear):
            asked.add(key, what)


def _ask_for_pieces(
    free: Sequence[int], headings: Sequence[str], body: Sequence[TableRow], known: set[str], asked: _Asked
) -> None:
    """Ask for a column of numbers that may be the number of pieces per price, where some are above 1."""
    for index in free if "price_per" not in known else ():
        words = {*words_of(headings[index])}
        cells = [cell for row in body[:_SAMPLE] if (cell := cell_at(row.cells, index))]
        is_count = bool(cells) and all(re.fullmatch("[0-9]{1,5}", cell) for cell in cells)
        if words & _COUNT_WORDS and words & _OF_PRICE and is_count and {*map(int, cells)} - {0, 1}:
            heading = headings[index]
            what = f"{shown(heading)!r} may be the number of pieces per price"
            either = (shell_option("map", f"{heading}={field}") for field in ("price_per", "skip"))
            asked.add(heading, f"{what}; {' or '.join(either)}")


def _ask_for_price_of_pieces(columns: Sequence[PriceColumn], settled: set[int], asked: _Asked) -> None:
    """Ask whether the only price, such as ``Preis pro 100``, is per 100 pieces or a price break."""
    prices = [
        column for column in columns if column.name in PRICE_FIELDS or column.name.startswith("price@")
    ]
    if len(prices) != 1 or prices[0].index in settled or prices[0].name == "price@1":
        return
    heading = prices[0].heading
    if (match := _PER_PIECES.search(heading)) is not None:
        count = match[1].replace(".", "")
        of_all = f'{shell_option("map", f"{heading}=price")} with --constant "price_per={count}"'
        of_one = f"{shell_option('map', f'{heading}=price@{count}')} for one piece of {count} or more"
        what = f"{shown(heading)!r} may be a price per {count} pieces"
        asked.add(heading, f"{what}: {of_all}, or {of_one}")


#: A price of so many pieces: ``Preis pro 100``, ``price/1000``.
_PER_PIECES = re.compile(
    r"(?:\b(?:pro|per|je|par|por)\s|/)\s?([0-9][0-9.]{1,6})(?![0-9]|\s?[GMk]b)", re.IGNORECASE
)


def _kinds(
    candidates: Mapping[str, list[tuple[int, Meaning]]],
    body: Sequence[TableRow],
    request: PriceListRequest,
) -> dict[str, list[tuple[int, Meaning]]]:
    """Return the columns of kinds whose words are kinds."""
    kinds = candidates.get("kind", [])
    cells = [[cell_at(row.cells, index) for row in body] for index, _ in kinds]
    named = [index for name in ("name", "part") for index, _ in candidates.get(name, [])]
    names = (cell_at(row.cells, index) for row in body[:_SAMPLE] for index in named)
    return {"kind": [kinds[number] for number in kind_columns(cells, names, request.kinds)]}


def _parts_and_names(
    candidates: Mapping[str, list[tuple[int, Meaning]]],
    body: Sequence[TableRow],
    taken: set[str],
    reused: set[int],
) -> dict[str, list[tuple[int, Meaning]]]:
    """Return the columns of part numbers, which contain no sentences, and of descriptions.

    A description of part numbers beside another, as Cisco's ``Product``, is the part number alone: a name
    of last resort, for values that the other lacks. ``taken``: fields that the user gives to columns, of
    which ``reused`` may have a second meaning.
    """
    parts, names = _without_counts(candidates.get("part", []), body), candidates.get("name", [])
    others = [pair for pair in names if not _are_numbers(pair[0], body)]
    numbers = [pair for pair in names if pair not in others]
    if numbers and (others or "name" in taken):
        if not parts and not {"part", "maker_part"} & (taken | {*candidates}):
            return {"part": numbers[:1], "name": [*others, *numbers[1:]]}
        names = [pair for pair in names if pair in others or pair[0] not in reused]
    sentences = [pair for pair in parts if _are_sentences(pair[0], body)]
    if names or "name" in taken or not 0 < len(sentences) < len(parts):
        return {"part": parts, "name": names}
    return {"part": [pair for pair in parts if pair not in sentences], "name": sentences}  # SKU and Item


def _are_numbers(index: int, body: Sequence[TableRow]) -> bool:
    """Return whether the cells of a column are part numbers: single words, each once, most with a digit."""
    cells = [cell for row in body[:_SAMPLE] if (cell := cell_at(row.cells, index))]
    words = [cell for cell in dict.fromkeys(cells) if len(cell.split()) == 1]
    digits = sum(any(map(str.isdigit, cell)) for cell in words)
    return bool(cells) and 10 * len(words) >= 9 * len(cells) and 3 * digits >= 2 * len(words)


def _without_counts(
    found: list[tuple[int, Meaning]], body: Sequence[TableRow]
) -> list[tuple[int, Meaning]]:
    """Return part number columns without a row counter, if another column remains."""
    kept = []
    for index, meaning in found:
        cells = [cell for row in body[:_SAMPLE] if not is_total(cell := cell_at(row.cells, index))]
        numbers = [int(cell) for cell in cells if cell.isascii() and cell.isdecimal() and len(cell) < 5]
        is_count = numbers == sorted({*numbers}) and len(numbers) == sum(map(bool, cells))
        kept += [] if numbers and is_count else [(index, meaning)]
    return kept or found


def _with_pieces(column: PriceColumn, settled: set[int], body: Sequence[TableRow]) -> PriceColumn:
    """Return the column of a price unit as a column of pieces if its cells are numbers."""
    if column.name != "price_basis" or column.index in settled:
        return column
    cells = [text for row in body[:_SAMPLE] if (text := cell_at(row.cells, column.index))]
    is_count = bool(cells) and all(
        re.fullmatch(r"[0-9]{1,5}(?: ?[A-Za-z]{2,6}\.?)?", text) for text in cells
    )
    return replace(column, name="price_per") if is_count else column


def _with_list_price(
    columns: list[PriceColumn], settled: set[int], body: Sequence[TableRow], asked: _Asked
) -> list[PriceColumn]:
    """Return the columns with the only price as the list price if discount and sums confirm it.

    If a heading says net or the sums match, the price is the net price; otherwise it is a question.
    """
    by_name = {column.name: column for column in columns}
    price, discount = by_name.get("price"), by_name.get("discount")
    if price is None or discount is None or {*by_name} & {*PRICE_FIELDS} != {"price"}:
        return columns
    if price.index in settled or {*words_of(price.heading)} & NET_WORDS:
        return columns
    places = {name: column.index for name, column in by_name.items()}
    votes = Counter(sum_of_list_price(row, places) for row in body[:_SAMPLE])
    if votes[True] and not votes[False]:
        return [replace(column, name="list_price") if column is price else column for column in columns]
    if not votes[False] and any(cell_at(row.cells, discount.index) for row in body[:_SAMPLE]):
        what = f"{shown(price.heading)!r} may be before or after {shown(discount.heading)!r}"
        before = shell_option("map", f"{price.heading}=list_price")
        after = shell_option("map", f"{discount.heading}=skip")
        asked.add(price.heading, f"{what}; {before} or {after}")
    return columns


def _items(columns: list[PriceColumn], settled: set[int], body: Sequence[TableRow]) -> list[PriceColumn]:
    """Return the columns with the part number column as the description if its cells are sentences."""
    columns = _described_kinds(columns, settled, body)
    part = next((item for item in columns if item.name == "part" and item.index not in settled), None)
    if part is None or any(column.name == "name" for column in columns):
        return columns
    if not _are_sentences(part.index, body):
        return columns
    return [replace(column, name="name") if column is part else column for column in columns]


def _are_sentences(index: int, body: Sequence[TableRow]) -> bool:
    """Return whether at least a third of a column's cells are sentences instead of part numbers."""
    filled = [cell for row in body[:_SAMPLE] if (cell := cell_at(row.cells, index))]
    return sum(len(cell.split()) >= _SENTENCE for cell in filled) * 3 > len(filled)


def _described_kinds(
    columns: list[PriceColumn], settled: set[int], body: Sequence[TableRow]
) -> list[PriceColumn]:
    """Return the columns with the kind column as the description if its cells are and no other's are."""
    kind = next((item for item in columns if item.name == "kind" and item.index not in settled), None)
    if kind is None or any(column.name == "name" for column in columns):
        return columns
    cells = [cell for row in body[:_SAMPLE] if (cell := cell_at(row.cells, kind.index))]
    if sum(len(cell.split()) >= _SENTENCE for cell in cells) * 2 <= len(cells):
        return columns
    return [replace(column, name="name") if column is kind else column for column in columns]


def _resembling(
    free: Sequence[int], headings: Sequence[str], body: Sequence[TableRow], known: set[str], asked: _Asked
) -> Iterator[PriceColumn]:
    """Yield a price column and a part number column whose headings are unusual wordings.

    Two price candidates are a question, because a list price or other price must not replace the right one.
    """
    words = {index: {*words_of(headings[index])} for index in free}
    if not known & {"price", "price@1", f"{STEP_PRICE}1"}:
        prices = [
            index for index in free if words[index] & _PRICE_WORDS and not words[index] & OTHER_PRICES
        ]
        if len(prices) > 1:
            options = " or ".join(shell_option("map", f"{headings[index]}=price") for index in prices)
            names = " and ".join(repr(shown(headings[index])) for index in prices)
            asked.add(headings[prices[0]], f"{names} may both be the price; {options}")
        yield from (PriceColumn(index, headings[index], "price") for index in prices[:1])
    if "discount" not in known:
        shares = [index for index in free if words[index] & DISCOUNT_WORDS and not words[index] & _GROUPS]
        shares = [index for index in shares if are_numbers([cell_at(row.cells, index) for row in body])]
        yield from (PriceColumn(index, headings[index], "discount") for index in shares[:1])
    if not known & {"part", "maker_part"}:
        parts = [index for index in free if words[index] & PART_WORDS and words[index] & NUMBER_WORDS]
        parts = parts or [index for index in free if "#" in headings[index]]
        yield from (PriceColumn(index, headings[index], "part") for index in parts[:1])


def _surcharges(
    headings: Sequence[str],
    body: Sequence[TableRow],
    columns: Sequence[PriceColumn],
    settled: set[int],
    asked: _Asked,
) -> Iterator[PriceColumn]:
    """Yield the columns of known surcharges; ask about every other one, as it may be in the prices."""
    used = settled | {column.index for column in columns}
    are_included = any(is_price(item.name) and says_surcharge(item.heading) for item in columns)
    for index, heading in enumerate(headings):
        if index in used or not says_surcharge(heading):
            continue
        key = column_letter(index) if headings.count(heading) > 1 else heading
        if (field := surcharge_field(heading)) and not are_included and key == heading:
            yield PriceColumn(index, heading, field)
        elif any(re.search("[1-9]", cell_at(row.cells, index)) for row in body):
            asked.add(heading, surcharge_question(heading, key))


def _completed(columns: list[PriceColumn], body: Sequence[TableRow]) -> list[PriceColumn]:
    """Return the columns with substitutes for missing part number or price columns."""
    names = {column.name: column for column in columns}
    if "part" not in names:
        instead = (names[name] for name in _INSTEAD_OF_PART if name in names)
        result = next((item for item in instead if item.name != "position" or _is_naming(item, body)), None)
        if result is not None:
            columns = [*columns, replace(result, name="part")]
    if not {*names} & {*PRICE_FIELDS, "price@1", "quantity"} and "total" in names:
        columns = [replace(item, name="price") if item.name == "total" else item for item in columns]
    if "price" not in names and "price@1" in names:
        columns = [replace(item, name="price") if item.name == "price@1" else item for item in columns]
    return columns


def _is_naming(column: PriceColumn, body: Sequence[TableRow]) -> bool:
    """Return whether a number column contains more than line numbers."""
    cells = [
        cell for row in body[:200] if column.index < len(row.cells) and (cell := row.cells[column.index])
    ]
    return sum(len(cell) >= 4 or not cell.isdecimal() for cell in cells) * 2 > len(cells)


def _in_currency(
    found: Sequence[tuple[int, Meaning]], headings: Sequence[str], currency: str
) -> Sequence[tuple[int, Meaning]]:
    """Return the price columns in the catalogue's currency, if there are any."""
    own = [pair for pair in found if currency_of_heading(headings[pair[0]], currency) == currency]
    return own or found


def _preferred(
    name: str,
    found: Sequence[tuple[int, Meaning]],
    headings: Sequence[str],
    body: Sequence[TableRow],
    asked: _Asked,
) -> int:
    """Return the preferred column of a field with several headings: metric first, then the usual term."""

    def cells(index: int) -> list[str]:
        return [row.cells[index] if index < len(row.cells) else "" for row in body]

    words = [compact(word) for word in (name, *PRICES.by_name[name].words.split(","))]
    ranked = []
    for index, meaning in found:
        text = compact(headings[index])
        rank = next((number for number, word in enumerate(words) if word and word in text), len(words))
        rank = next((number for number, word in enumerate(words) if word == text), rank)
        is_imperial = LENGTH_UNITS.get(meaning.unit, "") in IMPERIAL
        ranked.append((is_imperial, rank, -sum(map(bool, cells(index))), index))
    first, *others = sorted(ranked)
    if others and first[:2] == others[0][:2] and name in {"part", "price"}:
        item, other = first[3], others[0][3]
        if cells(item) != cells(other):
            letters = " or ".join(shell_option("map", f"{column_letter(i)}={name}") for i in (item, other))
            asked.add(headings[item], f"two columns are called {shown(headings[item])!r}; {letters}")
    return first[3]


def _places(headings: Sequence[str], request: PriceListRequest, where: str) -> dict[str, int]:
    """Return the indices of the user's columns, by heading or else by letter."""
    names = [plain(heading) for heading in headings]
    times = Counter(names)
    letters = {column_letter(index): index for index in range(len(headings))}
    problems, place = Problems(where), dict[str, int]()
    for heading in dict.fromkeys(heading for heading, _ in request.columns):
        count = times[plain(heading)]
        if count > 1:
            problems.add(where, f"column {heading!r} occurs {count} times", "give each its own heading")
        elif count == 1:
            place[heading] = names.index(plain(heading))
        elif heading in letters:
            place[heading] = letters[heading]
    problems.raise_all()
    return place
