"""Status columns of tables: their values that decide on rows, and notes on what each value did."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.heading_lines import cell_at, plain
from netfloor.exchange.tables.kinds import kind_of_name
from netfloor.exchange.tables.problems import NearNames, Problems, shortened
from netfloor.exchange.tables.row_kinds.statuses import (
    ASKED,
    INSTALLED,
    KEPT,
    PLANNED,
    REMOVED,
    ROW_TARGETS,
    StatusColumn,
    row_status,
    status_columns,
    status_of,
    value_named,
)
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.tables import TextTable
from netfloor.fabric.fabric import PANEL
from netfloor.foundation.errors import setting
from netfloor.topologies.parameters import shown

#: Maximum values of one kind in a note, and characters of a value that can be named in an option.
_NAMED, _LONGEST = 8, 60
#: Statuses of rows that are left out.
_GONE = (REMOVED, ASKED)
#: The user's targets for values, by ``HEADING:VALUE``, of a table.
AskedRows = Callable[[TextTable], Mapping[str, str]]
_TARGETS = {status: target for target, status in ROW_TARGETS.items()}


def with_statuses(tables: Sequence[SubjectTable], asked: AskedRows) -> list[SubjectTable]:
    """Return tables with their status columns.

    Columns of one heading in several tables are one: cables in place are told from cables to come by all.
    A row of a link through panels is several cables, which no status calls installed.
    """
    own = {id(table): [*_columns_of(table, asked(table.table))] for table in tables}
    said: dict[str, set[str]] = {}
    for table in tables:
        for column in own[id(table)]:
            if column.is_status and column.of_cables and "via" not in table.columns:
                said.setdefault(plain(column.heading), set()).update(map(status_of, _cells(table, column)))
    both = {heading for heading, statuses in said.items() if {INSTALLED, PLANNED} <= statuses}
    return [
        replace(
            table,
            statuses=tuple(
                replace(
                    column,
                    has_both=column.is_status
                    and column.of_cables
                    and "via" not in table.columns
                    and plain(column.heading) in both,
                )
                for column in own[id(table)]
            ),
        )
        for table in tables
    ]


def _columns_of(table: SubjectTable, asked: Mapping[str, str]) -> Iterator[StatusColumn]:
    headings = [column.heading for column in table.layout.columns]
    known = {column.index for column in table.columns.values()}
    of_cables = INSTALLED in table.subject.by_name
    counts = of_cables or table.subject.has_free_units
    unmapped = [index for index, _ in table.further if index not in known] if counts else []
    yield from status_columns(headings, unmapped, asked, of_cables=of_cables)


def _cells(table: SubjectTable, column: StatusColumn | TableColumn) -> set[str]:
    """Return the different texts of a column."""
    return {cell_at(row.cells, column.index) for row in table.table.rows[table.layout.first :]} - {""}


def report_unknown_values(
    tables: Sequence[SubjectTable],
    asked: Mapping[str, str],
    own_name: Callable[[str, TextTable], str],
    problems: Problems,
) -> frozenset[str]:
    """Return the names of the user's map that are of a column; report values that no row has.

    ``own_name``: the name that a name of the map has in a table, without its file or sheet.
    """
    used = set[str]()
    for name in (name for name, target in asked.items() if target in ROW_TARGETS):
        known: dict[str, str] = {}
        named: tuple[str, str] | None = None
        for table in tables:
            for column in table.statuses:
                if value := value_named(own_name(name, table.table), column):
                    named = value, shown(column.heading)
                    known |= {plain(cell): cell for cell in _cells(table, column)}
        if named is None:
            continue
        used.add(name)
        if named[0] not in known:
            listed = f"the values are {shortened([shown(cell[:40]) for cell in known.values()], _NAMED)}"
            advice = NearNames(known.values()).advice(named[0], listed)
            problems.add(setting("map"), f"no row has {shown(named[0])!r} below {named[1]!r}", advice)
    return frozenset(used)


def rows_left_out(table: SubjectTable, key: str) -> Iterator[tuple[str, str]]:
    """Yield the value in a column of each row that a status leaves out, and what keeps the row."""
    index = table.columns[key].index
    for row in table.table.rows[table.layout.first :]:
        for status in table.statuses if row_status(table.statuses, row.cells) in _GONE else ():
            cell, name = cell_at(row.cells, status.index), cell_at(row.cells, index)
            if name and status.status(cell) in _GONE:
                option = f'{setting("map")} "{status.option}:{cell[:_LONGEST]}={_TARGETS[KEPT]}"'
                yield name, f"its row, {row.where}, is left out for {shown(cell[:40])!r}; {option} keeps it"


def status_notes(table: SubjectTable, dropped: Sequence[str]) -> Iterator[str]:
    """Yield the values of each status column with their numbers of rows, and what each did.

    Rows that another column leaves out are counted there alone.
    ``dropped``: location and classification of each row left out, as `SubjectTable.rows` gives them.
    """
    if not table.statuses:
        return
    out = (f": {REMOVED})", f": {ASKED})")
    counted = {item.partition(" (")[0] for item in dropped if item.endswith(out)}
    counted |= {row.where.removeprefix(f"{table.table.where}: ") for row in table.rows()}
    rows = [
        row
        for row in table.table.rows[table.layout.first :]
        if row.where.removeprefix(f"{table.table.where}: ") in counted
    ]
    outcomes = [(row, row_status(table.statuses, row.cells)) for row in rows]
    for column in table.statuses:
        values = Counter(
            (cell, column.is_installed(cell) and status != INSTALLED)
            for row, status in outcomes
            if (cell := cell_at(row.cells, column.index))
            and (status not in _GONE or column.status(cell) in _GONE)
        )
        if told := _told(column, values, names_panels=_names_panels(table)):
            yield f"{table.table.where}: {shown(column.heading)!r}: {told}"


def _names_panels(table: SubjectTable) -> bool:
    """Return whether an end of a cable of a table is a panel by its heading or its name."""
    ends = [table.columns[key] for key in ("device_a", "device_b") if key in table.columns]
    return any(
        (column.meaning is not None and column.meaning.of == PANEL)
        or any(kind_of_name(cell) == PANEL for cell in _cells(table, column))
        for column in ends
    )


def _told(column: StatusColumn, values: Mapping[tuple[str, bool], int], *, names_panels: bool) -> str:
    """Describe the effect of a column's values and the options to change it; empty without any effect.

    ``values``: numbers of rows by value, and whether another column overrules the value ``installed``.
    ``names_panels``: whether cables between two panels, which count as installed, may be among them.
    """
    groups: dict[str, list[tuple[str, bool]]] = {}
    for value, is_overruled in values:
        status = column.status(value)
        if not column.of_cables and status not in (*_GONE, KEPT):
            continue
        if not column.is_status and not status and not (column.is_remark and status_of(value) == REMOVED):
            continue
        sure = status != INSTALLED or column.is_installed(value)
        group = _OVERRULED if is_overruled else status if sure else f"{INSTALLED}?"
        groups.setdefault(group, []).append((value, is_overruled))
    parts, options = [], []
    unsure = f"{INSTALLED}?"
    for status, (done, other, what) in _OUTCOMES.items():
        if status == unsure and names_panels:
            done = "kept, and bought unless between two panels"  # noqa: PLW2901 - the same outcome
        if own := groups.get(status, ()):
            texts = [f"{shown(key[0][:40])!r} {values[key]:,}" for key in own]
            parts.append(f"{shortened(texts, _NAMED)} {done}")
            named = next((item for item, _ in own if len(item) <= _LONGEST and "=" not in item), "")
            if other and named:
                options.append(f'--map "{shown(column.option)}:{shown(named)}={_TARGETS[other]}" {what}')
    return "; ".join((", ".join(parts), *options)) if parts else ""


#: Cables called installed in rows of which another column says otherwise.
_OVERRULED = f"{INSTALLED}, overruled"
#: What a status did to its rows, and the target that would do otherwise, with what that does.
_OUTCOMES: Mapping[str, tuple[str, str, str]] = {
    INSTALLED: ("installed and not bought", KEPT, "buys such cables"),
    f"{INSTALLED}?": ("kept and bought", INSTALLED, "if such cables are in place"),
    _OVERRULED: ("not taken as installed, since another column of their rows says otherwise", "", ""),
    PLANNED: ("kept", "", ""),
    KEPT: ("kept as asked", "", ""),
    "": ("unknown and kept", ASKED, "leaves such rows out"),
    REMOVED: ("left out", KEPT, "keeps such rows"),
    ASKED: ("left out as asked", "", ""),
}
