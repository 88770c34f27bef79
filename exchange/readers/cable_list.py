"""Reader of cable lists with any headings, file types and sheets.

Lists without headings are ``device,port,device,port``, two switches and a count as in
`topologies.files.edge_list`, or ``switch cabinet switch cabinet``.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from netfloor.exchange.lists.cable_rows import CableRows
from netfloor.exchange.lists.cabling import Cabling, kinds_by_ports
from netfloor.exchange.lists.devices import DeviceBook, finished
from netfloor.exchange.lists.forms.known_names import KnownNames
from netfloor.exchange.lists.forms.mixed_rows import tables_of_one_kind
from netfloor.exchange.lists.forms.paired_rows import ENDS
from netfloor.exchange.lists.list_tables import list_tables
from netfloor.exchange.lists.listed_cable import ListedCable
from netfloor.exchange.lists.listed_device import ListedDevice
from netfloor.exchange.lists.rows import MAX_ROWS
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.readers.draft import Draft, Key, Node, Plug, Wire, finish, panel_notes
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.readers.roles import settle_roles
from netfloor.exchange.tables.fields import UNIT_FROM_TOP, port_of
from netfloor.exchange.tables.headings.layout import best_layout, find_layout, target_meaning
from netfloor.exchange.tables.headings.unknown_headings import letter_options, not_of
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.read import TableRequest, collector_paused, open_tables
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import HeadingReader, compact
from netfloor.exchange.tables.tables import (
    SAMPLE,
    SAMPLE_LINES,
    TableRow,
    TextTable,
    csv_table,
    with_headings,
)
from netfloor.exchange.tables.text_input import decoded_table, lines_of, source_name
from netfloor.exchange.tables.workbook_input import is_archive
from netfloor.fabric.fabric import PANEL, SERVER, SWITCH, Fabric
from netfloor.fabric.links import with_named_passes
from netfloor.fabric.power import PowerRules
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.files import Reading, parse_graph
from netfloor.topologies.files.graph import split_lines
from netfloor.topologies.parameters import shown

_OPEN_PANEL = "call its ports alike in front and behind, such as F1 and R1, or 1 in both rows"
#: In a list without headings, a single letter may be a switch's name.
LINKS = replace(
    CABLES, letters=False, fields=tuple(field for field in CABLES.fields if field.name != "via")
)


@collector_paused()
def read(path: Path, _names: Names = {}, request: TableRequest | None = None, *, form: str) -> Fabric:  # noqa: B006
    """Return the fabric of a cable list; a workbook contributes all its sheets.

    Raises `InputError` with all problems, by file and line.
    """
    where = source_name(path)
    asked, problems = request or TableRequest(), Problems(where)
    _refuse_via(asked)
    plain = None if is_archive(path) else _without_headings(path, form, asked)
    if isinstance(plain, Draft):
        settle_roles(plain, {}, asked, otherwise=SWITCH)
        return finish(plain)
    tables, racks = list_tables([path], LINKS, asked, problems, plain=plain)
    if not problems and not any(table.subject is LINKS for table in tables):
        if any(len(table.columns) > 1 for table in tables):
            what = "a device list: no column names both ends of a cable"
            remedy = "a workbook with a sheet of each list; netfloor plan takes lists of devices and cables"
            raise InputError(tables[0].layout.where, what, remedy)
        opened = open_tables(path, "cable list", asked)
        raise not_of(opened, (LINKS,), asked.columns_of(opened[0]))
    asked.report.notes += _via_notes(tables)
    draft, stated, is_clear = _gathered(where, tables, racks.from_top, asked, problems)
    settle_roles(draft, stated, asked, otherwise=SWITCH if form == "edges" and is_clear else None)
    fabric = with_named_passes(finish(draft))
    asked.report.read = *fabric.notes, *panel_notes(fabric, _OPEN_PANEL)
    return replace(fabric, notes=asked.report.read)


def _refuse_via(asked: TableRequest) -> None:
    """Refuse a user-specified column of intermediate panels, which only plans read."""
    reader = HeadingReader(CABLES)
    for heading, target in asked.columns.items():
        meaning = target_meaning(reader, target)
        if meaning is not None and meaning.field.name == "via":
            what = f"{shown(heading)!r} as {target} is not read by imports, which trace the rows of cords"
            raise InputError(setting("map"), what, "netfloor plan FILE --room ROOM --out DIR reads it")


def _via_notes(tables: Sequence[SubjectTable]) -> list[str]:
    """Return a note on columns of intermediate panels: each such row is read as a single cable."""
    via = CABLES.by_name["via"].compact
    return [
        f"{table.layout.where}: {shown(heading)!r} names panels on the way, and each row is read as one "
        "cable: netfloor plan FILE --room ROOM --out DIR has each piece"
        for table in tables
        if table.subject is LINKS
        for _, heading in table.further
        if compact(heading) in via
    ]


def _gathered(
    where: str,
    tables: list[SubjectTable],
    from_top: frozenset[str],
    asked: TableRequest,
    problems: Problems,
) -> tuple[Draft, dict[Key, str], bool]:
    """Return the rows as a draft, the stated device kinds, and whether all types are clear."""
    book, notes = DeviceBook(None, problems, grows=True, from_top=from_top), asked.report.notes
    rows = CableRows(book, problems, as_built=True)
    book.join_spellings(tables)
    book.read([table for table in tables if table.subject is DEVICES], notes)
    for table in tables:
        if table.subject is LINKS:
            rows.read(table, notes)
    tables.clear()  # frees memory: a list of 500,000 cables would otherwise exist twice
    book.settle(notes)
    by_ports = kinds_by_ports(rows.cables, book.devices)
    panels = book.panels | {number for number, kind in by_ports.items() if kind == PANEL}
    cabling = Cabling(book.names, panels, problems, as_built=True)
    cabling.add_all(rows.cables)
    rows.cables.clear()
    problems.raise_all()
    results = asked.report.ordered((*notes, *rows.notes(), *cabling.notes()), kept="kept with its cable")
    draft = Draft(where, notes=list(results))
    for device in book.devices:
        draft.add(device.name, _node(device))
    waiting, names = cabling.cables[::-1], book.names
    del cabling
    while waiting:  # frees each cable as its wire is made
        draft.wires.append(_wire(waiting.pop(), names, panels))
    stated: dict[Key, str] = {item.name: kind for item in book.devices if (kind := item.stated_kind)}
    stated |= {book.devices[number].name: SERVER for number, kind in by_ports.items() if kind == SERVER}
    return draft, stated, rows.are_types_clear


def _wire(cable: ListedCable, names: Sequence[str], panels: Collection[int]) -> Wire:
    """Return a listed cable as a wire of a draft; ports of panels keep names, which tell their sides."""
    a, b = (
        Plug(names[device], port if device in panels else port_of(port, cable.where))
        if port
        else Plug(names[device], None)
        for device, port in cable.ends
    )
    return Wire(
        a,
        b,
        cable.where,
        cable.gbps,
        cable.length_mm,
        power=cable.is_power,
        id=cable.id,
        kind=cable.kind,
        installed=bool(cable.installed),
        length_listed=bool(cable.installed) and cable.length_mm is not None,
        attributes=tuple(cable.attributes.items()),
    )


def _node(device: ListedDevice) -> Node:
    """Return a listed device as a node of a draft; its kind is settled later."""
    top = device.number("unit_from_top")
    full = finished(device, 0, None, None, volts=PowerRules().volts)
    return Node(
        device.name,
        SWITCH,
        device.where,
        cabinet=device.text("rack"),
        unit=full.unit,
        units=full.units,
        model=full.model,
        watts=full.watts,
        kilograms=full.kilograms,
        face=full.face,
        half_depth=full.half_depth,
        bay=full.bay,
        feed=full.feed,
        inlets=full.inlets,
        outlets=full.outlets,
        rating_w=full.rating_w,
        attributes={**device.attributes, **({} if top is None else {UNIT_FROM_TOP: str(top)})},
    )


# Lists without headings


def _without_headings(path: Path, form: str, asked: TableRequest) -> Draft | SubjectTable | None:
    """Return the cables of a text without headings; None if it has headings or is not such a list."""
    text, _ = decoded_table(path, "cable list")
    where = source_name(path)
    if _has_headings(text, where, asked):
        return None
    lines = [line for _, line in lines_of(text, where) if line.strip() and line.lstrip()[0] not in "#%"]
    separated = bool(lines) and any(sign in lines[0] for sign in ",;\t|")
    table = csv_table(_without_comments(text), where, asked.separator)
    if not lines:
        raise InputError(where, "holds no link", "a row for each cable")
    if form == "edges" and not separated and len(lines[0].split()) in {2, 3}:
        return _graph(text, where)
    filled = [row for row in table.rows if not row.is_empty]
    if not separated and form == "edges":
        filled = [
            TableRow(f"{where}: line {number}", tuple(line.split()))
            for number, line in lines_of(_without_comments(text), where)
            if line.strip()
        ]
    if asked.columns or form in {"cvt", "p2p"} or (len(filled) > 1 and _are_headings(filled, table)):
        return None
    if form == "edges" and len(filled[0].cells) == 2:
        return _graph(re.sub("[,;|]", " ", text), where)
    return _of_four(filled, where, form)


def _has_headings(text: str, where: str, asked: TableRequest) -> bool:
    """Return whether the first lines of a text are cable headings followed by rows."""
    lines = split_lines(text[:SAMPLE])[:SAMPLE_LINES]
    try:
        table = csv_table("\n".join(lines), where, asked.separator)
    except InputError:  # an unterminated or multi-line quoted text, which the table reader reports
        return True
    said = asked.columns_of(table)
    names = KnownNames([table], asked.columns_of)
    if tables_of_one_kind(table, [], said, names)[0] is not table:
        return True
    layout = find_layout(table, LINKS, said)
    if layout is None:
        others = (find_layout(table, item, said) for item in (DEVICES, ENDS))
        return any(item is not None and len(item.by_key) > 1 for item in others)
    filled = sum(not row.is_empty for row in table.rows)
    return filled > 1 or len(layout.columns) != 4


def _are_headings(rows: Sequence[TableRow], table: TextTable) -> bool:
    """Return whether the first row looks like headings: partly known, or unlike the cables below it."""
    best = best_layout(table, LINKS, {}, needed=False)
    if best is not None and best.first <= 1 + next(
        i for i, row in enumerate(table.rows) if not row.is_empty
    ):
        return True
    first, below = rows[0].cells, rows[1:200]
    names = {cell for row in below for cell in row.cells}
    numbered = [any(map(str.isdigit, "".join(row.cells))) for row in below]
    return (
        bool(below) and all(numbered) and not any(map(str.isdigit, "".join(first))) and not names & {*first}
    )


def _of_four(rows: Sequence[TableRow], where: str, form: str) -> SubjectTable:
    """Return a table of four-cell lines, with the missing headings added."""
    heads = ("device a", "rack a", "device b", "rack b") if form == "edges" else _PORTS
    for row in rows:
        if len(row.cells) != 4:
            options = " ".join(letter_options(TextTable(where, tuple(rows)), LINKS.needed))
            by_letter = f"; or by letter: {options}" if len(row.cells) > 4 else ""
            expected = f"{_EXPECTED[form]}{by_letter}"
            raise InputError(row.where, f"has {count_text(len(row.cells), 'column')}", expected)
    table = with_headings(TextTable(where, tuple(rows)), heads)
    layout = find_layout(table, LINKS, {})
    if layout is None:  # the cells of a row are better headings than those of its places
        raise InputError(rows[0].where, "has headings and no row below them", "a row for each cable")
    return SubjectTable(table, LINKS, layout)


_PORTS = ("device a", "port a", "device b", "port b")
_EXPECTED = {
    "edges": "a line of headings, or two switches and a count, or switch cabinet switch cabinet",
    "csv": "device,port,device,port; or a first line of headings such as Device A, Port A; lists of two "
    "columns without headings are read as edges",
}


def _graph(text: str, where: str) -> Draft:
    """Return the switches of a plain edge list, without locations."""
    graph = parse_graph(text, "edges", where, Reading(drops_loops=True))
    if int(graph.multiplicity.sum()) > MAX_ROWS:
        raise InputError(where, "too many cables", f"at most {MAX_ROWS:,}")
    labels = graph.labels or tuple(map(str, range(graph.routers)))
    draft = Draft(where, {name: Node(name, SWITCH, where) for name in labels})
    if graph.loops:
        draft.notes.append(f"cables from a switch to itself are left out: {graph.loops:,}")
    for (u, v), count in zip(graph.links.tolist(), graph.multiplicity.tolist(), strict=True):
        draft.wires += [Wire(Plug(labels[u], None), Plug(labels[v], None), where)] * count
    return draft


def _without_comments(text: str) -> str:
    return "\n".join("" if line.lstrip().startswith(("#", "%")) else line for line in split_lines(text))


_SUMMARIES = {
    "csv": "a cable list, CSV or workbook, with headings or as device,port,device,port",
    "edges": "a cable list whose devices are switches unless it says otherwise, or an edge list",
    "cvt": "point-to-point tables of NVIDIA's cable validation tool",
    "p2p": "point-to-point tables of NVIDIA's cable validation tool",
}
READERS = tuple(
    Reader(form, summary, partial(read, form=form), tables=partial(read, form=form))
    for form, summary in _SUMMARIES.items()
)
