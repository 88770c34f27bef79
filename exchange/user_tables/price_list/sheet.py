"""Price lists as tables of rows under their headings, from the table reader."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at, column_letter, plain
from netfloor.exchange.tables.headings.layout import Layout, best_layout
from netfloor.exchange.tables.problems import NearNames, Problems, shortened
from netfloor.exchange.tables.report import Understood
from netfloor.exchange.tables.tables import TableRow, TextTable, read_tables
from netfloor.exchange.tables.text_input import source_name
from netfloor.exchange.user_tables.price_list.columns.breaks import break_of_heading
from netfloor.exchange.user_tables.price_list.columns.columns import (
    HEADINGS,
    PriceColumn,
    price_columns,
)
from netfloor.exchange.user_tables.price_list.columns.likely_columns import lacking_columns
from netfloor.exchange.user_tables.price_list.columns.variants import with_variants
from netfloor.exchange.user_tables.price_list.headings import (
    IGNORED,
    PRICE_FIELDS,
    PRICES,
)
from netfloor.exchange.user_tables.price_list.money.accounts import holds_tax_rates
from netfloor.exchange.user_tables.price_list.problems import SHEETS, PriceProblem, shell_option
from netfloor.exchange.user_tables.price_list.request import SKIPPED, PriceListRequest, is_price
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

NAMED_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "bar": "|", "\\t": "\t"}
#: Minimum headings in a later row to start another table.
_FEWEST_HEADINGS = 3
_NAMED_COLUMNS = 12
#: Maximum rows searched for terms on a sheet without parts.
_TERM_ROWS = 100
_LETTERS = re.compile("[A-Z]{1,2}")
#: A heading that is a length: ``0.5 m``, ``10 ft``.
_OF_LENGTH = re.compile(
    r"[0-9]{1,4}(?:[.,][0-9]{1,2})?\s?(?:m|cm|ft|mtr|meter|metres?|m\u00e8tres?)", re.IGNORECASE
)
_FEWEST_LENGTHS = 3
#: Fewest parts of a sheet that are also those of another; half of its parts are enough.
_FEWEST_TWINS = 4


@dataclass(frozen=True)
class PriceTable:
    """The rows under one line of headings."""

    title: str  # name of the sheet, empty for a text file
    headings: tuple[str, ...]
    columns: tuple[PriceColumn, ...]
    # (line or row for messages, cells) of each non-empty row
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    above: tuple[tuple[str, str], ...] = ()  # line and text of each row above the first part
    titles: frozenset[int] = frozenset()  # rows, from 0, that are titles over many columns

    def column(self, name: str) -> PriceColumn | None:
        """Return the column of a field."""
        return next((column for column in self.columns if column.name == name), None)

    @property
    def is_complete(self) -> bool:
        """Whether it has parts and prices."""
        names = {column.name for column in self.columns}
        return "part" in names and any(map(is_price, names))


@dataclass(frozen=True)
class PriceSheets:
    """All tables of a price list."""

    where: str
    tables: tuple[PriceTable, ...]
    is_workbook: bool
    notes: tuple[str, ...] = field(default=())  # findings about the file
    unclear: tuple[PriceProblem, ...] = field(default=())  # ambiguous headings
    # lines and texts of sheets without parts, which may contain terms
    texts: tuple[tuple[str, str], ...] = field(default=())
    # cells of the rows above the headings and of sheets without parts
    head: tuple[tuple[str, ...], ...] = field(default=())

    def heading_of(self, name: str) -> str:
        """Return the first heading of a field, for messages."""
        result = (
            column.heading for table in self.tables for column in table.columns if column.name == name
        )
        return next(result, "-")


def read_price_sheets(request: PriceListRequest) -> PriceSheets:
    """Return the rows below headings of parts and prices, from every sheet that has them.

    Raises `InputError` if the file cannot be read or has no rows, or a column is missing or ambiguous.
    """
    where = source_name(request.file)
    sheets = read_tables(request.file, "price list", _separator(request.separator))
    sheets = [with_lengths_as_rows(sheet) for sheet in sheets]
    if all(row.is_empty for table in sheets for row in table.rows):
        raise InputError(where, "holds no rows", "a line of headings, then one line per part")
    sheets, request, left_out = _without_sheets(sheets, request)
    several = sum(any(not row.is_empty for row in table.rows) for table in sheets) > 1
    results: list[PriceTable] = []
    passed: list[str] = []
    head: list[tuple[str, ...]] = []
    unclear: dict[str, list[PriceProblem]] = {}  # by sheet
    first: tuple[TextTable, Layout] | None = None
    headings: list[str] = []
    largest = max(sheets, key=lambda item: sum(not row.is_empty for row in item.rows))
    for sheet in sheets:
        mine = request if sheet is largest else _without_letters(request)
        layout = best_layout(sheet, PRICES, dict(mine.columns), needed=False)
        if layout is None:
            passed += [sheet.sheet] if not all(row.is_empty for row in sheet.rows) else []
            continue
        headings += [column.heading for column in layout.columns if column.heading]
        first = max(first or (sheet, layout), (sheet, layout), key=lambda pair: len(pair[1].by_key))
        own = unclear.setdefault(sheet.sheet, [])
        tables = [item for item in _tables(sheet, layout, mine, own, several=several) if item.is_complete]
        results += tables
        head += [row.cells for row in sheet.rows[: layout.first - 1]] if tables else []
        passed += [] if tables else [sheet.sheet]
    if first is None:
        raise lacking_columns(sheets[0], None, request)
    _refuse_unknown_map(request, results, first[1], headings)
    if not results:
        raise lacking_columns(*first, request)
    if not any(table.rows for table in results):
        raise InputError(where, "has headings and no row below them", "one line per part")
    for table, question in [*_same_parts(results)]:
        results.remove(table)
        unclear[table.title] = [question]
    notes = [note for sheet in sheets for note in sheet.notes]
    notes += [f"sheets left out by --map: {shortened(left_out, _NAMED_COLUMNS)}"] if left_out else []
    read = {table.title for table in results}
    others = (item for item in sheets if item.sheet not in read)
    term_rows = [(row, item.sheet) for item in others for row in item.rows[:_TERM_ROWS]]
    texts = [_row_text(row, sheet) for row, sheet in term_rows]
    head += [row.cells for row, _ in term_rows]
    if passed and results[0].title:
        notes.append(
            f"sheets without part and price, read for terms only: {shortened(passed, _NAMED_COLUMNS)}"
        )
    notes += _unused(results, request)
    for table in results:
        _report(table, where, request)
    return PriceSheets(
        where,
        tuple(results),
        bool(sheets[0].sheet),
        notes=tuple(notes),
        unclear=tuple(problem for problems in unclear.values() for problem in problems),
        texts=tuple(texts),
        head=tuple(head),
    )


def _without_sheets(
    sheets: list[TextTable], request: PriceListRequest
) -> tuple[list[TextTable], PriceListRequest, list[str]]:
    """Return the sheets, the request and the sheets left out: ``--map "Simulation=skip"``.

    A name that is also a cell, such as a heading, is that of the column.
    """
    skipped = {plain(heading) for heading, name in request.columns if name == SKIPPED}
    names = [sheet.sheet for sheet in sheets if sheet.sheet and plain(sheet.sheet) in skipped]
    cells = {plain(cell) for sheet in sheets if names for row in sheet.rows for cell in row.cells if cell}
    names = [name for name in names if plain(name) not in cells]
    if not names or len(names) == len(sheets):
        return sheets, request, []
    columns = tuple(pair for pair in request.columns if plain(pair[0]) not in {*map(plain, names)})
    kept = [sheet for sheet in sheets if sheet.sheet not in names]
    return kept, replace(request, columns=columns), names


def _same_parts(tables: Sequence[PriceTable]) -> Iterator[tuple[PriceTable, PriceProblem]]:
    """Yield each table most of whose parts another sheet has, with the question which sheet counts."""
    if len({table.title for table in tables}) < 2:
        return
    cells = [{cell.lower() for _, row in table.rows for cell in row if cell} for table in tables]
    for number, table in enumerate(tables):
        column = table.column("part")
        parts = {cell_at(row, column.index).lower() for _, row in table.rows} - {""} if column else set()
        for place, (other, texts) in enumerate(zip(tables, cells, strict=True)):
            same = parts & texts
            if other.title == table.title or 2 * len(same) < max(len(parts), _FEWEST_TWINS):
                continue
            if (len(other.rows), -place) < (len(table.rows), -number):
                continue  # the question is asked of the smaller
            counts = [f"{shown(item.title)!r} of {len(item.rows):,} rows" for item in (other, table)]
            what = f"{' and '.join(counts)} have prices of {len(same):,} equal parts; which counts?"
            ways = [shell_option("map", f"{item.title}={SKIPPED}") for item in (table, other)]
            yield table, PriceProblem("-", SHEETS, f"{what} {ways[0]} or {ways[1]} leaves the sheet out")
            break


def _without_letters(request: PriceListRequest) -> PriceListRequest:
    """Return a request without columns by letter, which apply only to the largest sheet."""
    named = tuple(pair for pair in request.columns if not _LETTERS.fullmatch(pair[0]))
    return replace(request, columns=named)


def _separator(name: str) -> str:
    sign = NAMED_SEPARATORS.get(name.lower(), name)
    if name and (len(sign) != 1 or sign in '"\r\n'):
        raise InputError(setting("separator"), f"{name!r} is none", "; , | or tab")
    return sign


def _tables(
    sheet: TextTable,
    layout: Layout,
    request: PriceListRequest,
    unclear: list[PriceProblem],
    *,
    several: bool,
) -> Iterator[PriceTable]:
    """Yield the tables of a sheet; another line of headings starts the next table."""
    headings = [column.heading for column in layout.columns]
    headings = _with_breaks_inside(sheet, layout.first - 1, headings)
    first, headings = _with_breaks(sheet, layout.first, headings)
    first, asked = _rest_of_headings(sheet, first, headings, request)
    unclear += asked
    # includes the heading lines: the upper one of two may be a title
    above = [_row_text(row, sheet.sheet) for row in sheet.rows[: layout.first] if not row.is_empty]
    sheet = replace(sheet, rows=(*sheet.rows[:first], *with_variants(headings, sheet.rows[first:])))
    columns = price_columns(headings, sheet.rows[first:], request, layout.where, unclear)
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
                columns = price_columns(headings, sheet.rows[number + 1 :], request, row.where, unclear)
            continue
        if number in sheet.titles:
            titles.add(len(rows))
        rows.append((_short(row, sheet.sheet if several else ""), row.cells))
    yield PriceTable(sheet.sheet, tuple(headings), columns, tuple(rows), tuple(above), frozenset(titles))


def _row_text(row: TableRow, sheet: str) -> tuple[str, str]:
    """Return the line of a row, and its distinct texts as one text, without cells that are headings."""
    cells = dict.fromkeys(filter(None, row.cells))
    are_headings = sum(HEADINGS.meaning(cell) is not None for cell in cells) >= _FEWEST_HEADINGS
    return _short(row, sheet), "" if are_headings else " ".join(cells)


def _with_breaks_inside(sheet: TextTable, lower: int, headings: list[str]) -> list[str]:
    """Return headings with the pieces that the lower of two lines of headings states below a price."""
    cells = sheet.rows[lower].cells if 0 <= lower < len(sheet.rows) else ()
    results = []
    for index, heading in enumerate(headings):
        cell, meaning = cell_at(cells, index), HEADINGS.meaning(heading)
        is_price = meaning is not None and meaning.field.name in PRICE_FIELDS
        both = " ".join(f"{heading} {cell}".split())
        is_break = cell != heading and is_price and None not in map(break_of_heading, (cell, both))
        results.append(both if is_break else heading)
    return results


def _with_breaks(sheet: TextTable, first: int, headings: list[str]) -> tuple[int, list[str]]:
    """Return headings merged with a second line that gives the minimum quantity of each price.

    The second line has no text under other headings, unless it tells equal headings apart.
    """
    row = sheet.rows[first] if first < len(sheet.rows) else None
    filled = [cell for cell in row.cells if cell] if row else []
    if row is None or len(filled) < 2:
        return first, headings
    width = max(len(headings), len(row.cells))
    upper = [*headings, *[""] * (width - len(headings))]
    lower = [*row.cells, *[""] * (width - len(row.cells))]
    pairs = list(zip(upper, lower, strict=True))
    prices = [
        above for above, cell in pairs if above and break_of_heading(cell) and HEADINGS.meaning(above)
    ]
    # equal headings, told apart by the pieces below them, or several pieces in one line
    meanings = [(HEADINGS.meaning(above), cell) for above, cell in pairs if above and cell]
    is_part = any(item is not None and item.field.name in {"part", "name"} for item, _ in meanings)
    several = not is_part and sum(break_of_heading(cell) is not None for cell in lower) > 1
    is_sure = several or len({*prices}) < len(prices)
    joined = []
    for above, cell in pairs:
        both = " ".join(f"{above} {cell}".split()) if above != cell else above
        alone = next((text for text in (both, cell) if break_of_heading(text)), None)
        if cell and cell != above and alone is None:
            if not is_sure:
                return first, headings
            alone = both if HEADINGS.meaning(both) or not above else above
        joined.append(alone if cell and cell != above and alone else above)
    return first + 1, joined


def _rest_of_headings(
    sheet: TextTable, first: int, headings: Sequence[str], request: PriceListRequest
) -> tuple[int, list[PriceProblem]]:
    """Return the first row of data, and a question about further columns of a second heading line.

    A line below the headings is one of them if it has texts below or beside prices that are not amounts and
    nothing below the headings of part numbers and names.
    """
    cells = sheet.rows[first].cells if first < len(sheet.rows) else ()
    below = [
        cell_at(row.cells, index)
        for row in sheet.rows[first + 1 : first + 2]
        for index in range(len(row.cells))
    ]
    meanings = [HEADINGS.meaning(text) if text else None for text in headings]
    named = {
        i for i, item in enumerate(meanings) if item is not None and item.field.name in {"part", "name"}
    }
    texts = {index: cell for index, cell in enumerate(cells) if cell}
    prices = [i for i, item in enumerate(meanings) if item is not None and item.field.name in PRICE_FIELDS]
    is_rest = (
        bool(named) and bool(prices) and not named & {*texts} and any(cell_at(below, i) for i in named)
    )
    is_rest = is_rest and len(texts) > 1 and all(map(_is_no_amount, texts.values()))
    if not is_rest or min(texts) < min(prices):
        return first, []
    letters = {letter for letter, _ in request.columns}
    if all(column_letter(index) in letters or index in prices for index in texts):
        return first + 1, []
    pieces = {index: int(match[0]) for index, cell in texts.items() if (match := re.search("[0-9]+", cell))}
    fields = ((index, "price" if count <= 1 else f"price@{count}") for index, count in pieces.items())
    option = shell_option("map", ",".join(f"{column_letter(index)}={field}" for index, field in fields))
    line = _short(sheet.rows[first], "")
    what = "may be a second line of headings: "
    what += f"{option} reads its columns" if pieces else "write it into the line above"
    return first + 1, [
        PriceProblem(line, "-", f"{', '.join(map(repr, map(shown, texts.values())))} {what}")
    ]


def _is_no_amount(cell: str) -> bool:
    return re.fullmatch(r"[^A-Za-z+<>\u2265]*[0-9][0-9.,' ]*[^A-Za-z+<>]*", cell) is None


def _is_again(row: TableRow, columns: Sequence[PriceColumn]) -> bool:
    """Return whether a row is headings: no digit in the price column, and several known headings."""
    prices = [
        row.cells[column.index]
        for column in columns
        if column.name in PRICE_FIELDS and column.index < len(row.cells)
    ]
    if not prices or any(not text or any(map(str.isdigit, text)) for text in prices):
        return False
    named = {m.field.name for cell in row.cells if cell and (m := HEADINGS.meaning(cell))}
    return (
        len(named) >= _FEWEST_HEADINGS and bool(named & {*PRICE_FIELDS}) and bool(named & {"part", "name"})
    )


def _refuse_unknown_map(
    request: PriceListRequest, found: Sequence[PriceTable], layout: Layout, headings: Sequence[str]
) -> None:
    """Refuse headings of the user's map that no table has; ``headings`` are those of all sheets."""
    headings = [column.heading for column in layout.columns if column.heading] + [*headings]
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


def _unused(tables: Sequence[PriceTable], request: PriceListRequest) -> list[str]:
    """Return a note on unknown headings with cells that the user does not skip."""
    names: dict[str, int] = {}
    skipped = {plain(heading) for heading, name in request.columns if name == SKIPPED}
    for table in tables:
        read = {column.index for column in table.columns}
        named = [plain(heading) for heading in table.headings]
        by_letter = [plain(column_letter(index)) for index in range(len(named))]
        asked = [
            name if name in skipped or by in named else by
            for name, by in zip(named, by_letter, strict=True)
        ]
        read |= {index for index, name in enumerate(asked) if name in skipped}
        for index, heading in enumerate(table.headings):
            if not heading or index in read or HEADINGS.meaning(heading) is not None:
                continue
            if holds_tax_rates(heading, [cell_at(cells, index) for _, cells in table.rows]):
                continue
            if count := sum(bool(index < len(cells) and cells[index]) for _, cells in table.rows):
                names[heading] = names.get(heading, 0) + count
    if not names:
        return []
    listed = shortened([repr(shown(name)) for name in names], _NAMED_COLUMNS)
    return [f'columns not used: {listed}; --map "HEADING=FIELD" assigns one']


def _report(table: PriceTable, where: str, request: PriceListRequest) -> None:
    """Report the meaning of each heading."""
    at = f"{where}: sheet {shown(table.title)!r}" if table.title else where
    for column in table.columns:
        index = column.index
        cells = [cells[index] for _, cells in table.rows if index < len(cells) and cells[index]]
        unit = f" ({column.unit})" if column.unit else ", not used" if column.name in IGNORED else ""
        example = next(iter(cells), "")
        request.report.columns.append(
            Understood(at, column.heading, f"{column.name}{unit}", example, len(cells), PRICES.what)
        )


def _short(row: TableRow, sheet: str) -> str:
    line = row.where.rsplit(": ", 1)[-1]
    return f"{line} of {shown(sheet)}" if sheet else line


def with_lengths_as_rows(table: TextTable) -> TextTable:
    """Convert a table with lengths as headings and prices below to one row per part and length.

    A part's name combines its row number and its length, because the list has no separate numbers.
    """
    for first, row in enumerate(table.rows[:MAX_ABOVE]):
        at = [index for index, cell in enumerate(row.cells) if _OF_LENGTH.fullmatch(cell[:40])]
        if len(at) < _FEWEST_LENGTHS:
            continue
        others = [index for index, cell in enumerate(row.cells) if cell and index not in at]
        named = {meaning.field.name: i for i in others if (meaning := HEADINGS.meaning(row.cells[i]))}
        number = named.get("part", named.get("name"))
        if number is None or {*named} & {"price", "length"}:
            continue
        head = replace(row, cells=(*(row.cells[i] for i in others), "Length", "Price"))
        below: list[TableRow] = []
        for item in table.rows[first + 1 :]:
            prices = [(row.cells[i], cell_at(item.cells, i)) for i in at if cell_at(item.cells, i)]
            own = {i: cell_at(item.cells, i) for i in others}
            if not prices:
                below.append(replace(item, cells=tuple(own.values())) if not item.is_empty else item)
            for length, price in prices:
                cells = {**own, number: f"{own[number]} {length}"}
                below.append(replace(item, cells=(*cells.values(), length, price)))
        return replace(table, rows=(*table.rows[:first], head, *below), titles=frozenset())
    return table
