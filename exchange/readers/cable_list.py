"""Lists of cables as people and tools write them: one reader, whatever their headings, files and sheets.

Without headings: ``device,port,device,port``, two switches and a count as in
`topologies.files.edge_list`, or ``switch cabinet switch cabinet``.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.readers.draft import Draft, Key, Node, Plug, Wire, finish
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.readers.roles import settle_roles
from netfloor.exchange.tables.fields import checked_name, kind_of_words, port_of, whole
from netfloor.exchange.tables.layout import best_layout, find_layout
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.read import (
    SubjectRow,
    SubjectTable,
    TableRequest,
    open_tables,
    read_subjects,
)
from netfloor.exchange.tables.tables import (
    SAMPLE,
    SAMPLE_LINES,
    TableRow,
    TextTable,
    csv_table,
    with_headings,
)
from netfloor.exchange.tables.text_input import decoded_table, lines_of, source_name
from netfloor.exchange.tables.unknown_headings import not_of
from netfloor.exchange.tables.workbook_input import is_archive
from netfloor.fabric.fabric import SWITCH, Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.files import Reading, parse_graph
from netfloor.topologies.files.graph import split_lines
from netfloor.topologies.parameters import shown

MOST_CABLES = 1_000_000
MOST_UNIT = 1000
#: A letter alone may be a switch's name in a list without headings.
LINKS = replace(CABLES, letters=False)
#: What lists write for a cell that is not used.
_BLANK = frozenset({"", "-", "\u2013", "\u2014", "n/a", "none"})
_SPAN = re.compile(r"[Uu]?([0-9]{1,4})\s?[-\u2013]\s?[Uu]?([0-9]{1,4})")


@dataclass
class _Said:
    """What all rows say of a device."""

    where: str
    kind: str = ""
    rack: str = ""
    unit: int | None = None
    model: str = ""
    at: dict[str, str] = field(default_factory=dict)  # the row that says a field


class _CableRows:
    """The devices and cables of rows, each cable once."""

    def __init__(self, problems: Problems) -> None:
        self.devices: dict[str, _Said] = {}
        self.wires: list[Wire] = []
        self.repeated: list[str] = []
        self.apart: list[str] = []
        self.without_port: list[str] = []
        self.unclear: dict[str, str] = {}  # types that name neither a switch nor a server, by device
        self._problems = problems
        self._at_port: dict[Plug, int] = {}

    def add_device(self, row: SubjectRow) -> None:
        """Add what a row of a list of devices says."""
        with self._problems.collecting():
            name = checked_name(row.needed("name"), row.where)
            words = row.text("kind"), row.text("role")
            kind = next((kind for text in words if (kind := kind_of_words(text))), "")
            unit = _unit(row.text("unit"), row.where)
            self._say(name, row.where, kind=kind, rack=row.text("rack"), unit=unit, model=row.text("model"))

    def add(self, row: SubjectRow) -> None:
        """Add the cables of a row; what is wrong with it is a problem."""
        before = len(self.wires)
        with self._problems.collecting():
            plugs = self._plug(row, "a"), self._plug(row, "b")
            gbps, length = row.gbps("rate"), row.length_mm("length")
            count = whole(row.text("count") or "1", row.where, "count", 1, MOST_CABLES)
            if count > 1 and any(plug.port is not None for plug in plugs):
                what = f"{count} cables at one port"
                raise InputError(row.where, what, "a row for each, or no ports")
            if before + count > MOST_CABLES:
                raise InputError(row.where, "too many cables", f"at most {MOST_CABLES:,}")
            further = tuple((name, text) for name, text in row.further.items() if len(text) <= MAX_KEPT)
            wire = Wire(*plugs, row.where, gbps, length, id=row.text("id"), attributes=further)
            for _ in range(count):
                self._place(wire)
        if row.beyond and not row.table.table.sheet:
            what = f"{shown(row.beyond[0][:40])!r} is beyond the last heading"
            self._problems.add(row.where, what, "a cell that holds the separator needs quotes")
        elif any(cell not in _BLANK for cell in (*row.apart, *row.beyond)):
            self.apart.append(row.where)

    def _plug(self, row: SubjectRow, side: str) -> Plug:
        name = checked_name(row.needed(f"device_{side}"), row.where)
        words, owner = row.text(f"type_{side}"), row.table.columns[f"device_{side}"].meaning
        kind = kind_of_words(words) or (owner.of if owner else "") or ""
        if words and not kind:
            self.unclear[name] = words
        rack, unit = row.text(f"rack_{side}"), _unit(row.text(f"unit_{side}"), row.where)
        self._say(name, row.where, kind=kind, rack=rack, unit=unit)
        port, slot = row.text(f"port_{side}"), row.text(f"slot_{side}")
        if port.lower() in _BLANK:
            if f"port_{side}" in row.table.columns:
                self.without_port.append(row.where)
            return Plug(name, None)
        label = port if slot.lower() in _BLANK else f"{slot}:{port}"
        return Plug(name, port_of(label, row.where))

    def _say(self, name: str, where: str, **fields: str | int | None) -> None:
        """Take in what a row says of a device; a contradiction is a problem."""
        said = self.devices.setdefault(name, _Said(where))
        for what, now in fields.items():
            if now is None or now == "" or str(now).lower() in _BLANK:
                continue
            before = getattr(said, what)
            if before in {None, ""}:
                setattr(said, what, checked_name(now, where, f"a {what}") if isinstance(now, str) else now)
                said.at[what] = where
            elif before != now:
                told = f"{shown(str(now))!r} here and {shown(str(before))!r} at {said.at[what]}"
                self._problems.add(
                    where, f"{_WORDS.get(what, what)} of {shown(name)!r} is {told}", "one of them"
                )

    def _place(self, wire: Wire) -> None:
        """Add a cable; a row about the same two ports, from either end, is the same cable."""
        held = [self._at_port.get(plug) if plug.port is not None else None for plug in wire.plugs]
        if held[0] is not None and held[0] == held[1] and wire.a != wire.b:
            self._join(held[0], wire)
            return
        for plug, index in zip(wire.plugs, held, strict=True):
            if index is not None and wire.a.node != wire.b.node:
                first = self.wires[index].where
                label = f"port {shown(str(plug.port))} of {shown(str(plug.node))!r}"
                self._problems.add(
                    wire.where, f"{label} holds a cable already ({first})", "one cable per port"
                )
        for plug in wire.plugs:
            self._at_port.setdefault(plug, len(self.wires))
        self.wires.append(wire)

    def _join(self, index: int, wire: Wire) -> None:
        known = self.wires[index]
        self.repeated.append(wire.where)
        for what, old, new in (
            ("rate", known.gbps, wire.gbps),
            ("length", known.length_mm, wire.length_mm),
            ("id", known.id, wire.id),
        ):
            if old and new and old != new:
                text = f"another {what} for the cable of {known.where}: the ports are the same"
                self._problems.add(wire.where, text, "one row per cable")
        self.wires[index] = known._replace(
            gbps=wire.gbps if known.gbps is None else known.gbps,
            length_mm=wire.length_mm if known.length_mm is None else known.length_mm,
            id=known.id or wire.id,
            attributes=known.attributes or wire.attributes,
        )

    def from_both_ends(self) -> int:
        """Take out second rows of cables without ports, where every pair is listed from both ends alike."""
        free = [wire for wire in self.wires if wire.a.port is None and wire.b.port is None]
        counts = Counter((wire.a.node, wire.b.node) for wire in free)
        if not counts or any(counts[b, a] != count or a == b for (a, b), count in counts.items()):
            return 0
        order = {name: number for number, name in enumerate(self.devices)}
        kept = [
            wire
            for wire in self.wires
            if not (wire.a.port is None and wire.b.port is None)
            or order[str(wire.a.node)] < order[str(wire.b.node)]
        ]
        removed, self.wires = len(self.wires) - len(kept), kept
        return removed


#: Characters of a further cell that is kept.
MAX_KEPT = 200
_WORDS = {"rack": "cabinet", "kind": "type"}


def _unit(text: str, where: str) -> int | None:
    """Return the lowest rack unit of ``40``, ``U40`` or ``U40-41``, None where it is blank."""
    if text.lower() in _BLANK:
        return None
    if span := _SPAN.fullmatch(text):
        text = str(min(int(span[1]), int(span[2])))
    return whole(text.removeprefix("U").removeprefix("u").strip(), where, "unit", 0, MOST_UNIT)


def read(path: Path, _names: Names = {}, request: TableRequest | None = None, *, form: str) -> Fabric:  # noqa: B006
    """Return the fabric of a file of cables, of a workbook that of all its sheets.

    Raises
    ------
    InputError
        With all problems, by file and line.
    """
    where = source_name(path)
    asked, problems = request or TableRequest(), Problems(where)
    plain = None if is_archive(path) else _without_headings(path, form, asked)
    if isinstance(plain, Draft):
        settle_roles(plain, {}, asked, otherwise=SWITCH)
        return finish(plain)
    tables = [plain] if plain else read_subjects([path], (LINKS, DEVICES), asked, problems)
    if not problems and not any(table.subject is LINKS for table in tables):
        raise not_of(open_tables(path, "list of cables", asked), (LINKS,), asked.columns)
    draft, stated, is_clear = _gathered(where, tables, asked, problems)
    settle_roles(draft, stated, asked, otherwise=SWITCH if form == "edges" and is_clear else None)
    return finish(draft)


def _gathered(
    where: str, tables: list[SubjectTable], asked: TableRequest, problems: Problems
) -> tuple[Draft, dict[Key, str], bool]:
    """Return rows as a draft, the kinds that they state, and whether all types are clear."""
    rows = _CableRows(problems)
    for table in tables:
        for row in table.rows():
            if table.subject is LINKS:
                rows.add(row)
            else:
                rows.add_device(row)
    tables.clear()  # a list of 500,000 cables would be held twice
    removed = rows.from_both_ends()
    problems.raise_all()
    draft = _draft(where, rows, asked)
    if rows.repeated or removed:
        total = count_text(len(rows.repeated) + removed, "row")
        first = f", first {rows.repeated[0]}" if rows.repeated else ""
        draft.notes.append(f"{total} state a cable that another row states{first}: each is one cable")
    stated: dict[Key, str] = {name: said.kind for name, said in rows.devices.items() if said.kind}
    unclear = {name: words for name, words in rows.unclear.items() if name not in stated}
    if unclear:
        name, words = next(iter(unclear.items()))
        draft.notes.append(
            f"{count_text(len(unclear), 'type')} of devices names neither switch nor server, such as "
            f"{shown(words)} of {shown(name)}"
        )
    return draft, stated, not unclear


def _draft(where: str, rows: _CableRows, asked: TableRequest) -> Draft:
    """Return devices and cables as a draft, of kinds that are settled later."""
    draft = Draft(where, wires=rows.wires, notes=list(dict.fromkeys(asked.report.notes)))
    for name, said in rows.devices.items():
        draft.add(name, Node(name, SWITCH, said.where, cabinet=said.rack, unit=said.unit, model=said.model))
    if rows.without_port:
        total = count_text(len(rows.without_port), "end")
        draft.notes.append(
            f"{total} of cables have no port, first at {rows.without_port[0]}: "
            "the lowest free ports are assigned"
        )
    if rows.apart:
        total = count_text(len(rows.apart), "row")
        draft.notes.append(f"cells without a heading in {total} are passed over, first at {rows.apart[0]}")
    return draft


# Lists without headings


def _without_headings(path: Path, form: str, asked: TableRequest) -> Draft | SubjectTable | None:
    """Return the cables of a text without headings, None if it has any or cannot be such a list."""
    text, _ = decoded_table(path, "list of cables")
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
    """Return whether the first lines of a text hold headings of cables, and rows below them."""
    lines = split_lines(text[:SAMPLE])[:SAMPLE_LINES]
    try:
        table = csv_table("\n".join(lines), where, asked.separator)
    except InputError:  # a text in quotes that goes on below, or that never ends: reported by the table
        return True
    layout = find_layout(table, LINKS, asked.columns)
    if layout is None:
        return False
    filled = sum(not row.is_empty for row in table.rows)
    return filled > 1 or len(layout.columns) != 4


def _are_headings(rows: Sequence[TableRow], table: TextTable) -> bool:
    """Return whether the first row seems to be headings: known in part, or unlike the cables below."""
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
    """Return lines of four cells below the headings that they lack."""
    heads = ("device a", "rack a", "device b", "rack b") if form == "edges" else _PORTS
    for row in rows:
        if len(row.cells) != 4:
            raise InputError(row.where, f"has {count_text(len(row.cells), 'column')}", _EXPECTED[form])
    table = with_headings(TextTable(where, tuple(rows)), heads)
    layout = find_layout(table, LINKS, {})
    assert layout is not None  # noqa: S101 - these headings are known
    return SubjectTable(table, LINKS, layout)


_PORTS = ("device a", "port a", "device b", "port b")
_EXPECTED = {
    "edges": "a line of headings, or two switches and a count, or switch cabinet switch cabinet",
    "csv": "device,port,device,port; or a first line of headings such as Device A, Port A; lists of two "
    "columns without headings are read as edges",
}


def _graph(text: str, where: str) -> Draft:
    """Return the switches of a plain edge list, which stand nowhere yet."""
    graph = parse_graph(text, "edges", where, Reading(drops_loops=True))
    if int(graph.multiplicity.sum()) > MOST_CABLES:
        raise InputError(where, "too many cables", f"at most {MOST_CABLES:,}")
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
    "csv": "a list of cables, CSV or workbook, with headings or as device,port,device,port",
    "edges": "a list of cables whose devices are switches unless it says otherwise, or an edge list",
    "cvt": "point-to-point tables of NVIDIA's cable validation tool",
    "p2p": "point-to-point tables of NVIDIA's cable validation tool",
}
READERS = tuple(
    Reader(form, summary, partial(read, form=form), tables=partial(read, form=form))
    for form, summary in _SUMMARIES.items()
)
