"""Price lists as tables of rows below their headings, as the reader of tables finds them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from netfloor.exchange.tables.heading_lines import plain
from netfloor.exchange.tables.layout import Layout, best_layout, column_letter
from netfloor.exchange.tables.numbers import IMPERIAL, LENGTH_UNITS, currency_of_heading
from netfloor.exchange.tables.problems import NearNames, Problems, shortened
from netfloor.exchange.tables.report import Understood
from netfloor.exchange.tables.subject import HeadingReader, Meaning, compact, words_of
from netfloor.exchange.tables.tables import TableRow, TextTable, read_tables
from netfloor.exchange.tables.text_input import source_name
from netfloor.exchange.tables.unknown_headings import lacking
from netfloor.exchange.user_tables.price_list.headings import (
    IGNORED,
    PRICE_FIELDS,
    PRICES,
    break_of_heading,
)
from netfloor.exchange.user_tables.price_list.request import SKIPPED, PriceListRequest, break_of
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

NAMED_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "bar": "|", "\\t": "\t"}
#: What stands for the part number where no column is one, the first that there is.
_INSTEAD_OF_PART = ("maker_part", "position", "name")
_READER = HeadingReader(PRICES)
#: Headings that a row below must name to begin another table.
_FEWEST_HEADINGS = 3
_NAMED_COLUMNS = 12
#: Rows of a sheet without parts that are looked through for terms.
_TERM_ROWS = 100
_PRICE_WORDS = frozenset(["price", "preis", "prix", "precio", "cost", "prezzo", "cena"])
_OTHER_PRICES = frozenset(
    [
        "total",
        "gesamt",
        "extended",
        "ext",
        "line",
        "list",
        "liste",
        "public",
        "brutto",
        "gross",
        "ttc",
        "incl",
        "inkl",
        "vat",
        "mwst",
        "tva",
        "old",
        "alt",
        "ancien",
        "retail",
        "sale",
        "resale",
        "sprzedazy",
        "valid",
        "gultig",
        "unit",
        "date",
        "datum",
        "type",
        "art",
        "basis",
        "per",
    ]
)
_PART_WORDS = frozenset(
    [
        "part",
        "artikel",
        "article",
        "item",
        "product",
        "produkt",
        "material",
        "sku",
        "order",
        "bestell",
        "katalog",
        "katalogowy",
        "catalogue",
        "catalog",
        "reference",
        "ref",
        "codigo",
        "code",
        "teile",
        "hersteller",
    ]
)
_NUMBER_WORDS = frozenset(
    ["number", "no", "nr", "num", "nummer", "numero", "id", "code", "pn", "katalogowy"]
)
_NUMBERED = re.compile(r"[\s_.]?[1-9]$")  # Bezeichnung 2
_SENTENCE = 4  # words of a cell that is no part number
_DISCOUNTS = frozenset({"discount", "rabatt", "remise", "nachlass", "descuento", "dto", "disc"})
_GROUPS = frozenset({"group", "gruppe", "code", "class", "klasse", "groupe", "category"})
_LETTERS = re.compile("[A-Z]{1,2}")


@dataclass(frozen=True)
class PriceColumn:
    """A column that is read: its place, its heading for messages, and its field."""

    index: int
    heading: str
    name: str
    unit: str = ""  # as the user gives it

    @property
    def spelled(self) -> str:
        """The heading with its unit."""
        return f"{self.heading} ({self.unit})" if self.unit else self.heading


@dataclass(frozen=True)
class PriceTable:
    """The rows below one line of headings."""

    title: str  # name of the sheet, empty for a text
    headings: tuple[str, ...]
    columns: tuple[PriceColumn, ...]
    # (line or row for messages, cells) of each, empty ones left out
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    above: tuple[str, ...] = ()  # texts of the rows above the headings
    titles: frozenset[int] = frozenset()  # rows, from 0, that are titles over many columns

    def column(self, name: str) -> PriceColumn | None:
        """Return the column that is a field."""
        return next((one for one in self.columns if one.name == name), None)

    @property
    def is_complete(self) -> bool:
        """Whether it says parts and prices."""
        names = {one.name for one in self.columns}
        return "part" in names and any(name in PRICE_FIELDS or break_of(name) for name in names)


@dataclass(frozen=True)
class PriceSheets:
    """All tables of a price list."""

    where: str
    tables: tuple[PriceTable, ...]
    is_workbook: bool
    notes: tuple[str, ...] = field(default=())  # what was found out about the file
    texts: tuple[str, ...] = field(default=())  # of the sheets without parts: terms may stand there

    def heading_of(self, name: str) -> str:
        """Return the first heading of a field, for messages."""
        found = (one.heading for table in self.tables for one in table.columns if one.name == name)
        return next(found, "-")


def read_price_sheets(request: PriceListRequest) -> PriceSheets:
    """Return the rows below the headings of parts and prices, of every sheet that has them.

    Raises
    ------
    InputError
        If the file cannot be read, holds no rows, or a column is missing or not clear.
    """
    where = source_name(request.file)
    sheets = read_tables(request.file, "price list", _separator(request.separator))
    if all(row.is_empty for table in sheets for row in table.rows):
        raise InputError(where, "holds no rows", "a line of headings, then one line per part")
    asked = dict(request.columns)
    several = sum(any(not row.is_empty for row in table.rows) for table in sheets) > 1
    found: list[PriceTable] = []
    passed: list[str] = []
    first: tuple[TextTable, Layout] | None = None
    largest = max(sheets, key=lambda one: sum(not row.is_empty for row in one.rows))
    for sheet in sheets:
        mine = request if sheet is largest else _without_letters(request)
        layout = best_layout(sheet, PRICES, dict(mine.columns), needed=False)
        if layout is None:
            passed += [sheet.sheet] if not all(row.is_empty for row in sheet.rows) else []
            continue
        first = max(first or (sheet, layout), (sheet, layout), key=lambda pair: len(pair[1].by_key))
        tables = [one for one in _tables(sheet, layout, mine, several=several) if one.is_complete]
        found += tables
        passed += [] if tables else [sheet.sheet]
    if first is None:
        raise lacking(sheets[0], PRICES, asked)
    _refuse_unknown_map(request, found, first[1])
    if not found:
        raise lacking(first[0], PRICES, asked)
    if not any(table.rows for table in found):
        raise InputError(where, "has headings and no row below them", "one line per part")
    notes = [note for sheet in sheets for note in sheet.notes]
    read = {table.title for table in found}
    texts = [_row_text(row) for one in sheets if one.sheet not in read for row in one.rows[:_TERM_ROWS]]
    if passed and found[0].title:
        notes.append(f"sheets without part and price, not read: {shortened(passed, _NAMED_COLUMNS)}")
    notes += _unused(found)
    for table in found:
        _report(table, where, request)
    return PriceSheets(where, tuple(found), bool(sheets[0].sheet), tuple(notes), tuple(texts))


def _without_letters(request: PriceListRequest) -> PriceListRequest:
    """Return a request whose map is of headings alone: letters are of the largest sheet."""
    named = tuple(pair for pair in request.columns if not _LETTERS.fullmatch(pair[0]))
    return replace(request, columns=named)


def _separator(name: str) -> str:
    sign = NAMED_SEPARATORS.get(name.lower(), name)
    if name and (len(sign) != 1 or sign in '"\r\n'):
        raise InputError(setting("separator"), f"{name!r} is none", "; , | or tab")
    return sign


def _tables(
    sheet: TextTable, layout: Layout, request: PriceListRequest, *, several: bool
) -> Iterator[PriceTable]:
    """Yield the tables of a sheet: another line of headings below the first begins the next one."""
    headings = [column.heading for column in layout.columns]
    first, headings = _with_breaks(sheet, layout.first, headings)
    head = next(n for n, row in enumerate(sheet.rows) if row.where == layout.where)
    above = [_row_text(row) for row in sheet.rows[:head] if not row.is_empty]
    columns = _columns(headings, sheet.rows[first:], request, layout.where)
    rows: list[tuple[str, tuple[str, ...]]] = []
    titles: set[int] = set()
    for number in range(first, len(sheet.rows)):
        row = sheet.rows[number]
        if row.is_empty:
            continue
        if _is_again(row, columns):
            names = [" ".join(cell.split()) for cell in row.cells]
            if names != headings[: len(names)]:
                yield PriceTable(
                    sheet.sheet, tuple(headings), columns, tuple(rows), tuple(above), frozenset(titles)
                )
                headings, rows, titles, above = names, [], set(), []
                columns = _columns(headings, sheet.rows[number + 1 :], request, row.where)
            continue
        if number in sheet.titles:
            titles.add(len(rows))
        rows.append((_short(row, sheet.sheet if several else ""), row.cells))
    yield PriceTable(sheet.sheet, tuple(headings), columns, tuple(rows), tuple(above), frozenset(titles))


def _row_text(row: TableRow) -> str:
    """Return the different texts of a row as one."""
    return " ".join(dict.fromkeys(filter(None, row.cells)))


def _with_breaks(sheet: TextTable, first: int, headings: list[str]) -> tuple[int, list[str]]:
    """Return headings joined with a second line that says from how many pieces each price counts."""
    row = sheet.rows[first] if first < len(sheet.rows) else None
    filled = [cell for cell in row.cells if cell] if row else []
    if row is None or len(filled) < 2:
        return first, headings
    width = max(len(headings), len(row.cells))
    upper = [*headings, *[""] * (width - len(headings))]
    lower = [*row.cells, *[""] * (width - len(row.cells))]
    joined = []
    for above, cell in zip(upper, lower, strict=True):
        both = " ".join(f"{above} {cell}".split()) if above != cell else above
        alone = next((text for text in (both, cell) if break_of_heading(text)), None)
        if cell and cell != above and alone is None:
            return first, headings
        joined.append(alone if cell and cell != above and alone else above)
    return first + 1, joined


def _is_again(row: TableRow, columns: Sequence[PriceColumn]) -> bool:
    """Return whether a row is headings: no digit below the price, and several texts that name fields."""
    prices = [
        row.cells[one.index] for one in columns if one.name in PRICE_FIELDS and one.index < len(row.cells)
    ]
    if not prices or any(not text or any(map(str.isdigit, text)) for text in prices):
        return False
    named = {m.field.name for cell in row.cells if cell and (m := _READER.meaning(cell))}
    return (
        len(named) >= _FEWEST_HEADINGS and bool(named & {*PRICE_FIELDS}) and bool(named & {"part", "name"})
    )


def _columns(
    headings: Sequence[str], body: Sequence[TableRow], request: PriceListRequest, where: str
) -> tuple[PriceColumn, ...]:
    """Return the columns that are read: as the user says, then by their headings."""
    place = _places(headings, request, where)
    columns = [
        PriceColumn(
            place[heading], headings[place[heading]] or heading, name, request.units.get(heading, "")
        )
        for heading, name in request.columns
        if heading in place
    ]
    taken = {one.name for one in columns}
    settled = {one.index for one in columns}
    columns = [one for one in columns if one.name != SKIPPED]
    reused = {one.index for one in columns}  # a description may be something else too
    candidates: dict[str, list[tuple[int, Meaning]]] = defaultdict(list)
    for index, heading in enumerate(headings):
        meaning = _READER.meaning(_NUMBERED.sub("", heading)) if heading else None
        if meaning is None or meaning.field.name != "name":
            meaning = _READER.meaning(heading) if heading else None
        is_name = meaning is not None and meaning.field.name == "name"
        if not heading or (index in settled and not (is_name and index in reused)):
            continue
        if meaning is not None and meaning.field.name not in taken:
            candidates[meaning.field.name].append((index, meaning))
        elif meaning is None and (pieces := break_of_heading(heading)):
            name = f"price@{pieces}"
            if name not in taken and not any(one.name == name for one in columns):
                columns.append(PriceColumn(index, heading, name))
    for name, found in candidates.items():
        index = _preferred(name, _in_currency(found, headings, request.currency), headings, body, where)
        columns.append(PriceColumn(index, headings[index], name))
        if name == "name":  # a description may stand in several columns
            others = sorted(other for other, _ in found if other != index)
            columns += [PriceColumn(other, headings[other], name) for other in others]
    unknown = [i for i, heading in enumerate(headings) if heading and _READER.meaning(heading) is None]
    free = [
        index for index in unknown if index not in settled and break_of_heading(headings[index]) is None
    ]
    columns = _described_items(columns, settled, body)
    columns += _resembling(free, headings, {one.name for one in columns}, where)
    return tuple(sorted(_completed(columns, body), key=lambda one: one.index))


def _described_items(
    columns: list[PriceColumn], settled: set[int], body: Sequence[TableRow]
) -> list[PriceColumn]:
    """Return columns with that of part numbers as the description, where its cells are sentences."""
    part = next((one for one in columns if one.name == "part" and one.index not in settled), None)
    if part is None or any(one.name == "name" for one in columns):
        return columns
    cells = [row.cells[part.index] for row in body[:200] if part.index < len(row.cells)]
    filled = [cell for cell in cells if cell]
    if sum(len(cell.split()) >= _SENTENCE for cell in filled) * 3 <= len(filled):
        return columns
    return [replace(one, name="name") if one is part else one for one in columns]


def _resembling(
    free: Sequence[int], headings: Sequence[str], known: set[str], where: str
) -> Iterator[PriceColumn]:
    """Yield the column of prices, and of part numbers, whose heading names it in other words than usual.

    Two that may be the price are asked for: a list price, or none, must not stand for the right one.
    """
    words = {index: {*words_of(headings[index])} for index in free}
    if not known & {"price", "price@1"}:
        prices = [
            index for index in free if words[index] & _PRICE_WORDS and not words[index] & _OTHER_PRICES
        ]
        if len(prices) > 1:
            options = " or ".join(f'{setting("map")} "{headings[index]}=price"' for index in prices)
            names = " and ".join(repr(shown(headings[index])) for index in prices)
            raise InputError(where, f"{names} may both be the price", options)
        yield from (PriceColumn(index, headings[index], "price") for index in prices)
    if "discount" not in known:
        shares = [index for index in free if words[index] & _DISCOUNTS and not words[index] & _GROUPS]
        yield from (PriceColumn(index, headings[index], "discount") for index in shares[:1])
    if not known & {"part", "maker_part"}:
        parts = [index for index in free if words[index] & _PART_WORDS and words[index] & _NUMBER_WORDS]
        parts = parts or [index for index in free if "#" in headings[index]]
        yield from (PriceColumn(index, headings[index], "part") for index in parts[:1])


def _completed(columns: list[PriceColumn], body: Sequence[TableRow]) -> list[PriceColumn]:
    """Return columns with one for part and price where others stand for them."""
    names = {one.name: one for one in columns}
    if "part" not in names:
        instead = (names[name] for name in _INSTEAD_OF_PART if name in names)
        found = next((one for one in instead if one.name != "position" or _is_naming(one, body)), None)
        if found is not None:
            columns = [*columns, replace(found, name="part")]
    if not {*names} & {*PRICE_FIELDS, "price@1", "quantity"} and "total" in names:
        columns = [replace(one, name="price") if one.name == "total" else one for one in columns]
    if "price" not in names and "price@1" in names:
        columns = [replace(one, name="price") if one.name == "price@1" else one for one in columns]
    return columns


def _is_naming(column: PriceColumn, body: Sequence[TableRow]) -> bool:
    """Return whether a column of numbers holds more than the count of its lines."""
    cells = [
        cell for row in body[:200] if column.index < len(row.cells) and (cell := row.cells[column.index])
    ]
    return sum(len(cell) >= 4 or not cell.isdecimal() for cell in cells) * 2 > len(cells)


def _in_currency(
    found: Sequence[tuple[int, Meaning]], headings: Sequence[str], currency: str
) -> Sequence[tuple[int, Meaning]]:
    """Return the columns of a price that are in the catalogue's currency, where some are."""
    own = [pair for pair in found if currency_of_heading(headings[pair[0]], currency) == currency]
    return own or found


def _preferred(
    name: str,
    found: Sequence[tuple[int, Meaning]],
    headings: Sequence[str],
    body: Sequence[TableRow],
    where: str,
) -> int:
    """Return the column of a field that several headings name: metric first, then the usual word."""

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
        one, other = first[3], others[0][3]
        if cells(one) != cells(other):
            letters = " or ".join(f'{setting("map")} "{column_letter(i)}={name}"' for i in (one, other))
            raise InputError(where, f"two columns are called {shown(headings[one])!r}", letters)
    return first[3]


def _places(headings: Sequence[str], request: PriceListRequest, where: str) -> dict[str, int]:
    """Return where the columns that the user names are: by heading, else by letter."""
    names = [plain(heading) for heading in headings]
    times = Counter(names)
    letters = {column_letter(index): index for index in range(len(headings))}
    problems, place = Problems(where), dict[str, int]()
    for heading in dict.fromkeys(heading for heading, _ in request.columns):
        count = times[plain(heading)]
        if count > 1:
            problems.add(where, f"column {heading!r} stands {count} times", "give each its own heading")
        elif count == 1:
            place[heading] = names.index(plain(heading))
        elif heading in letters:
            place[heading] = letters[heading]
    problems.raise_all()
    return place


def _refuse_unknown_map(request: PriceListRequest, found: Sequence[PriceTable], layout: Layout) -> None:
    """Refuse headings of the user's map that no table has."""
    headings = [column.heading for column in layout.columns if column.heading]
    headings += [heading for table in found for heading in table.headings if heading]
    there = {plain(heading) for heading in headings}
    width = max([len(layout.columns), *(len(table.headings) for table in found)])
    letters = {column_letter(index) for index in range(width)}
    near = NearNames(dict.fromkeys(headings))
    problems = Problems(layout.where)
    for heading in dict.fromkeys(heading for heading, _ in request.columns):
        if plain(heading) not in there and heading not in letters:
            listed = ", ".join(shown(name) for name in list(dict.fromkeys(headings))[:40]) or "none"
            problems.add(
                layout.where,
                f"there is no column {shown(heading)!r}",
                near.advice(heading, f"its columns are: {listed}"),
            )
    problems.raise_all()


def _unused(tables: Sequence[PriceTable]) -> list[str]:
    """Return a note on headings that name nothing known and have cells."""
    names: dict[str, int] = {}
    for table in tables:
        read = {one.index for one in table.columns}
        for index, heading in enumerate(table.headings):
            if not heading or index in read or _READER.meaning(heading) is not None:
                continue
            if count := sum(bool(index < len(cells) and cells[index]) for _, cells in table.rows):
                names[heading] = names.get(heading, 0) + count
    if not names:
        return []
    listed = shortened([repr(shown(name)) for name in names], _NAMED_COLUMNS)
    return [f'columns not used: {listed}; --map "HEADING=FIELD" says what one holds']


def _report(table: PriceTable, where: str, request: PriceListRequest) -> None:
    """Report what each heading was taken for."""
    at = f"{where}: sheet {shown(table.title)!r}" if table.title else where
    for column in table.columns:
        if column.name in IGNORED:
            continue
        index = column.index
        cells = [cells[index] for _, cells in table.rows if index < len(cells) and cells[index]]
        unit = f" ({column.unit})" if column.unit else ""
        example = next(iter(cells), "")
        request.report.columns.append(
            Understood(at, column.heading, f"{column.name}{unit}", example, len(cells), PRICES.what)
        )


def _short(row: TableRow, sheet: str) -> str:
    line = row.where.rsplit(": ", 1)[-1]
    return f"{line} of {shown(sheet)}" if sheet else line
