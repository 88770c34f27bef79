"""A price list as rows below its headings, as the reader of tables finds them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from netfloor.exchange.tables.heading_lines import plain
from netfloor.exchange.tables.layout import best_layout, column_letter
from netfloor.exchange.tables.problems import NearNames, Problems
from netfloor.exchange.tables.report import Understood
from netfloor.exchange.tables.tables import TableRow, TextTable, read_tables
from netfloor.exchange.tables.text_input import source_name
from netfloor.exchange.tables.unknown_headings import lacking
from netfloor.exchange.user_tables.price_list.request import PRICES, PriceListRequest
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

NAMED_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "bar": "|", "\\t": "\t"}


@dataclass(frozen=True)
class PriceSheet:
    """The rows of a price list."""

    where: str
    headings: tuple[str, ...]  # as they stand in the file
    # (Line or row for messages, cells) of each, empty ones left out
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    place: Mapping[str, int]  # column of each heading that is read
    is_workbook: bool
    request: PriceListRequest  # its columns are all that are read
    notes: tuple[str, ...] = field(default=())  # what was found out about the file


def read_price_sheet(request: PriceListRequest) -> PriceSheet:
    """Return the rows below the headings of parts and prices.

    Raises
    ------
    InputError
        If the file cannot be read, holds no rows, or a column is missing or not clear.
    """
    where = source_name(request.file)
    tables = read_tables(request.file, "price list", _separator(request.separator))
    if all(row.is_empty for table in tables for row in table.rows):
        raise InputError(where, "holds no rows", "a line of headings, then one line per part")
    asked = dict(request.columns)
    found = [(table, best_layout(table, PRICES, asked, needed=False)) for table in tables]
    table, layout = max(found, key=lambda pair: len(pair[1].by_key) if pair[1] else -1)
    if layout is None:
        raise lacking(table, PRICES, asked)
    row_of_headings = tuple(column.heading for column in layout.columns)
    place = _places(row_of_headings, request, layout.where)
    columns = list(request.columns)
    if not {"part", "price"} <= {name for _, name in columns}:
        for problem in layout.problems:
            raise problem
        taken = {name for _, name in columns}
        for column in layout.columns:
            if column.meaning and column.key not in taken and column.index not in place.values():
                columns.append((column.heading, column.key))
                place[column.heading] = column.index
    if not {"part", "price"} <= {name for _, name in columns}:
        raise lacking(table, PRICES, asked)
    rows = tuple((_short(row), row.cells) for row in table.rows[layout.first :] if not row.is_empty)
    if not rows:
        raise InputError(where, "has headings and no row below them", "one line per part")
    full = replace(request, columns=tuple(columns))
    _report(full, table, place, rows)
    return PriceSheet(where, row_of_headings, rows, place, bool(table.sheet), full, table.notes)


def _separator(name: str) -> str:
    sign = NAMED_SEPARATORS.get(name.lower(), name)
    if name and (len(sign) != 1 or sign in '"\r\n'):
        raise InputError(setting("separator"), f"{name!r} is none", "; , | or tab")
    return sign


def _places(headings: tuple[str, ...], request: PriceListRequest, where: str) -> dict[str, int]:
    """Return where the columns that the user names are: by heading, else by letter."""
    names = [plain(heading) for heading in headings]
    times, near = Counter(names), NearNames([heading for heading in headings if heading])
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
        else:
            there = f"its columns are: {', '.join(shown(name) for name in headings[:40] if name) or 'none'}"
            problems.add(where, f"there is no column {shown(heading)!r}", near.advice(heading, there))
    problems.raise_all()
    return place


def _report(
    request: PriceListRequest,
    table: TextTable,
    place: Mapping[str, int],
    rows: tuple[tuple[str, tuple[str, ...]], ...],
) -> None:
    """Report what each heading was taken for."""
    for heading, name in request.columns:
        index = place[heading]
        cells = [cells[index] for _, cells in rows if index < len(cells) and cells[index]]
        unit = f" ({request.units[heading]})" if heading in request.units else ""
        example = next(iter(cells), "")
        request.report.columns.append(
            Understood(table.where, heading, f"{name}{unit}", example, len(cells), PRICES.what)
        )


def _short(row: TableRow) -> str:
    return row.where.rsplit(": ", 1)[-1]
