"""Device tables extracted from cable lists: rack, unit and other columns of the devices at the ends."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from netfloor.exchange.lists.both_ends import NO_PORT
from netfloor.exchange.lists.rows import list_rows
from netfloor.exchange.lists.subjects import DEVICES
from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.layout import Layout
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import SIDES, words_of
from netfloor.exchange.tables.tables import TableRow
from netfloor.foundation.errors import setting
from netfloor.foundation.wording import join_words
from netfloor.topologies.parameters import shown

#: Column of a cable's end, and the corresponding device field.
_FIELDS = {"device": "name", "rack": "rack", "unit": "unit", "type": "role", "model": "model"}
#: Devices at the ends of cables, which are there whatever their names.
_OF_ENDS = replace(DEVICES, has_free_units=False)
#: NetBox's import terms for termination types, and the kind of device with such ports.
_OF_PORTS = {
    "frontport": "panel",
    "rearport": "panel",
    "poweroutlet": "pdu",
    "interface": "",
    "powerport": "",
}


def tables_of_ends(tables: Sequence[SubjectTable]) -> list[SubjectTable]:
    """Return a device table for each end of each cable list, every statement once."""
    return [table for one in tables for side in SIDES if (table := _of_side(one, side)) is not None]


def _of_side(table: SubjectTable, side: str) -> SubjectTable | None:
    known = {name: table.columns[key] for name in _FIELDS if (key := f"{name}_{side}") in table.columns}
    if "device" not in known:
        return None
    columns = tuple(
        TableColumn(
            index,
            column.heading,
            column.meaning and replace(column.meaning, field=DEVICES.by_name[_FIELDS[name]], side=""),
        )
        for index, (name, column) in enumerate(known.items())
    )
    head = TableRow(table.layout.where, tuple(column.heading for column in columns))
    stated: dict[tuple[str, ...], str] = {}
    for where, cells in _statements(table, [*known], side):
        stated.setdefault(cells, where)
    found = tuple(TableRow(where, cells) for cells, where in stated.items())
    own = replace(table.table, rows=(head, *found), titles=frozenset())
    return SubjectTable(own, _OF_ENDS, Layout(columns, 1, table.layout.where), table.decimal)


def _statements(
    table: SubjectTable, names: Sequence[str], side: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield location and cells of each row that names its device; its problems are reported elsewhere."""
    for row in list_rows([table], Problems()):
        texts = {name: row.values.get(f"{name}_{side}", "") for name in names}
        kind = texts.get("type", "").lower().removeprefix("dcim.").replace(" ", "")
        if kind in _OF_PORTS:
            texts["type"] = _OF_PORTS[kind]
        if texts["device"]:
            yield row.where, tuple("" if text.lower() in NO_PORT else text for text in texts.values())


#: Words of a heading for single ports.
_PORT_WORDS = frozenset({"port", "interface", "anschluss", "prise", "puerto", "interfaz", "schnittstelle"})
#: Words of a heading for port data other than the name.
_OF_PORTS_ALONE = frozenset(
    {"start", "end", "from", "to", "first", "last", "range", "speed", "type", "count"}
) | {"number", "mode", "description", "status", "group"}
_FEWEST_PORTS = 2


def refuse_cables_as_devices(tables: Sequence[SubjectTable], problems: Problems) -> None:
    """Refuse cable tables in which only one column, such as ``Switch``, names devices.

    Their rows name ports under several headings, and repeat the same devices.
    """
    for table in tables:
        if table.subject is not DEVICES:
            continue
        words = {heading: {*words_of(heading)} for _, heading in table.further}
        ports = [one for one, said in words.items() if said & _PORT_WORDS and not said & _OF_PORTS_ALONE]
        if len(ports) < _FEWEST_PORTS:
            continue
        names = [row.values.get("name", "") for row in table.rows()]
        if 2 * len({*names}) >= len(names):
            continue
        name = shown(table.columns["name"].heading)
        what = f"{name!r} names {len({*names}):,} devices in {len(names):,} rows, with ports below "
        what += join_words([repr(shown(one)) for one in ports])
        option = setting("map")
        remedy = f'if each row is a cable: {option} "{name}=a" {option} "{shown(ports[-1])}=port a" '
        remedy += f'{option} "HEADING=b" {option} "HEADING=port b"'
        problems.add(table.layout.where, what, remedy)
