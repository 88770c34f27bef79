"""Lists with one row per cable end, paired by the cable's name."""

from collections.abc import Sequence
from dataclasses import replace

from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.fields import NO, YES
from netfloor.exchange.tables.headings.layout import Layout
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import TableField, TableSubject, compact
from netfloor.exchange.tables.tables import TableRow
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_NAMED = 10
#: Headings of a column that says whether an end is at the front of a panel, ``Vorderseite`` 1 or 0, or at
#: its rear.
_FRONTS = (
    "front,front side,panel front,vorderseite,vorne,frontseite,voorzijde,voorkant,face avant,avant"
    ",cote avant,cara frontal,frontal,parte delantera,delantera,lato anteriore,fronte"
)
_REARS = (
    "rear,rear side,back,back side,panel rear,ruckseite,hinten,achterzijde,achterkant,face arriere,arriere"
    ",cote arriere,cara posterior,parte trasera,trasera,posterior,lato posteriore,retro"
)
_FRONT, _REAR = "front", "rear"
_OF_REARS = frozenset(map(compact, _REARS.split(",")))
#: Headings of the cable that two rows share, besides those of its id.
_CABLES = (
    "verbindungsname,verbindungsbezeichnung,verbindungsnummer,verbindungs id,connexion,nom de connexion"
    ",nom de la connexion,liaison,nom du cable,conexion,nombre de conexion,nombre del cable,verbindingsnaam"
    ",naam verbinding,kabelnaam,connessione,nome connessione,nome cavo"
)


def _of_an_end(table_field: TableField) -> TableField:
    """Return a cable field as a field of the end that each row describes."""
    needed = table_field.name in {"device", "port", "id"}
    words = {
        "device": f"{DEVICES.by_name['name'].words},element,component,komponente,elemento,objet,objeto"
        ",apparaat,toestel,naam,apparato,nome",
        "id": f"{table_field.words},{table_field.likely},{_CABLES}",
        "panel_side": f"{table_field.words},{_FRONTS},{_REARS}",
    }.get(table_field.name, table_field.words)
    return replace(
        table_field, words=words, needed=needed, sided=False, likely="", pattern="", distinct=False
    )


#: One row per end; two rows share the name of a cable.
ENDS = TableSubject(
    "ends of cables", tuple(map(_of_an_end, CABLES.fields)), paired="id", used_later=CABLES.used_later
)


def with_joined_ends(
    tables: Sequence[SubjectTable], cables: TableSubject, notes: list[str]
) -> list[SubjectTable]:
    """Return the tables, with tables of ends converted to tables of ``cables``."""
    return [_joined(table, cables, notes) if table.subject is ENDS else table for table in tables]


def _joined(table: SubjectTable, cables: TableSubject, notes: list[str]) -> SubjectTable:
    """Return a table of ends as a table of cables, each at the position of its first row."""
    pairs: dict[str, list[TableRow]] = {}
    by_where = {row.where: row for row in table.table.rows}
    for row in table.rows():
        pairs.setdefault(row.values["id"], []).append(by_where[row.where])
    alone = [row for rows in pairs.values() if len(rows) == 1 for row in rows]
    both = [rows for rows in pairs.values() if len(rows) == 2]
    columns, sources = _columns(table, cables, both)
    sides = {
        column.index: _REAR if compact(column.heading) in _OF_REARS else _FRONT
        for column in table.layout.columns
        if column.key == "panel_side"
    }
    rows = [
        TableRow(
            first.where,
            tuple(
                _side_named(_cell((first, second)[end], index), sides[index])
                if index in sides
                else _cell((first, second)[end], index)
                for index, end in sources
            ),
        )
        for first, second in both
    ]
    head = TableRow(table.layout.where, tuple(column.heading for column in columns))
    what = (
        f"{table.table.where}: a row for each end: {count_text(len(both), 'cable')} by {_heading(table)!r}"
    )
    if alone:
        places = [row.where.removeprefix(f"{table.table.where}: ") for row in alone]
        what += f"; without a second row, left out: {shortened(places, _NAMED)}"
    notes.append(what)
    at = {index: number for number, (index, _) in reversed([*enumerate(sources)])}
    return SubjectTable(
        replace(table.table, rows=(head, *rows), titles=frozenset()),
        cables,
        Layout(columns, 1, table.layout.where),
        table.decimal,
        is_joined=True,
        statuses=tuple(replace(item, index=at[item.index]) for item in table.statuses if item.index in at),
    )


def _columns(
    table: SubjectTable, cables: TableSubject, both: Sequence[Sequence[TableRow]]
) -> tuple[tuple[TableColumn, ...], list[tuple[int, int]]]:
    """Return the columns of cables, and for each the source column and the source row of the pair."""
    columns: list[TableColumn] = []
    sources: list[tuple[int, int]] = []
    further = dict(table.further)
    for column in table.layout.columns:
        index, name = column.index, column.meaning.field.name if column.meaning else ""
        differs = any(_cell(first, index) != _cell(second, index) for first, second in both)
        is_of_end = cables.by_name[name].sided if name else differs
        if not name and index not in further:
            continue
        for end, side in enumerate(SIDES if is_of_end else ("",)):
            meaning = column.meaning and replace(column.meaning, field=cables.by_name[name], side=side)
            heading = f"{further.get(index, column.heading)} {side}".strip()
            columns.append(TableColumn(len(columns), heading, meaning, column.number))
            sources.append((index, end))
    return tuple(columns), sources


def _heading(table: SubjectTable) -> str:
    return shown(table.columns["id"].heading)


def _cell(row: TableRow, index: int) -> str:
    return row.cells[index] if index < len(row.cells) else ""


def _side_named(cell: str, side: str) -> str:
    """Return the side of a panel that a cell means: ``1`` below ``Vorderseite`` is the front."""
    said = cell.lower()
    if said not in YES | NO:
        return cell
    return side if said in YES else next(iter({_FRONT, _REAR} - {side}))
