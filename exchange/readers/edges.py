"""Edge lists with places: a row a cable, both routers with their cabinets.

With headings: CSV. Without: two routers and a count as in `topologies.files.edge_list`, or
``router cabinet router cabinet``.
"""

from dataclasses import replace
from pathlib import Path

from netfloor.exchange.readers.draft import Draft, Node, Plug, Wire, finish
from netfloor.exchange.readers.input.fields import (
    PortText,
    checked_name,
    kind_of_words,
    length_mm,
    port_of,
    rate_gbps,
    whole,
)
from netfloor.exchange.readers.input.tables import (
    Record,
    TableRow,
    TextTable,
    column_name,
    csv_table,
    has_columns,
    records,
)
from netfloor.exchange.readers.input.text_input import checked_text, lines_of, source_name
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.fabric.fabric import SERVER, SWITCH, Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.files import Reading, parse_graph
from netfloor.topologies.files.graph import split_lines
from netfloor.topologies.parameters import shown

MOST_CABLES = 1_000_000
MOST_UNIT = 1000
#: What the two sides of a heading may be called, and each field.
_SIDES = {
    "a": ("a", "1", "source", "src", "from"),
    "b": ("b", "2", "z", "target", "destination", "dst", "to"),
}
_FIELDS = {
    "router": ("router", "switch", "node", "device", "name"),
    "cabinet": ("cabinet", "rack"),
    "unit": ("unit", "u", "ru", "position"),
    "port": ("port",),
    "type": ("type", "kind", "role"),
}
_CABLE = {
    "count": ("count", "cables", "multiplicity"),
    "length": ("length", "length_m", "cable_length"),
    "rate": ("gbps", "rate", "rate_gbps", "speed_gbps"),
}
NEEDED = ("router_a", "router_b")
#: Headings without a side, which may stand twice.
_SIDELESS = frozenset(word for words in _FIELDS.values() for word in words)


def _columns() -> dict[str, tuple[str, ...]]:
    """Return the headings of each field: side and field in either order."""
    columns: dict[str, tuple[str, ...]] = dict(_CABLE)
    for side, names in _SIDES.items():
        for field, words in _FIELDS.items():
            pairs = [pair for word in words for name in names for pair in ((word, name), (name, word))]
            columns[f"{field}_{side}"] = tuple(dict.fromkeys("_".join(pair) for pair in pairs))
        # a word alone is a heading, a letter alone may be a router's name
        columns[f"router_{side}"] += tuple(name for name in names if len(name) > 2)
    return columns


COLUMNS = _columns()


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of an edge list; routers that no column calls hosts are switches.

    Raises
    ------
    InputError
        With file and line, if a row is no cable or contradicts another.
    """
    where, text = source_name(path), checked_text(path, "edge list")
    lines = [line for _, line in lines_of(text, where) if line.strip() and line.lstrip()[0] not in "#%"]
    if not lines:
        raise InputError(where, "holds no link")
    if any(sign in lines[0] for sign in ",;\t|"):
        table = _with_sides(csv_table(_without_comments(text), where))
        if has_columns(table, COLUMNS, NEEDED):
            return finish(_cables(table))
        if len(table.rows[0].cells) == 2:
            return finish(_plain(text.replace(",", " "), where))
    if len(lines[0].split()) in {2, 3} and not set(",;|") & set(lines[0]):
        return finish(_plain(text, where))
    return finish(_cables(_placed_pairs(text, where)))


def _plain(text: str, where: str) -> Draft:
    """Return the routers of a plain edge list, which stand nowhere yet."""
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


def _with_sides(table: TextTable) -> TextTable:
    """Return a table whose headings that stand twice, as in ``source,rack,target,rack``, have sides."""
    rows = [row for row in table.rows if not row.is_empty]
    if not rows:
        return table
    cells = [column_name(cell) for cell in rows[0].cells]
    for word in _SIDELESS:
        places = [place for place, cell in enumerate(cells) if cell == word]
        if len(places) == 2:
            cells[places[0]], cells[places[1]] = f"{word}_a", f"{word}_b"
    return replace(table, rows=(replace(rows[0], cells=tuple(cells)), *rows[1:]))


def _placed_pairs(text: str, where: str) -> TextTable:
    """Return ``router cabinet router cabinet`` lines below the headings that they lack."""
    rows = [TableRow(where, ("router_a", "cabinet_a", "router_b", "cabinet_b"))]
    for number, line in lines_of(_without_comments(text), where):
        sign = next((sign for sign in ",;\t|" if sign in line), None)
        cells = tuple(cell.strip() for cell in line.split(sign))
        at = f"{where}: line {number}"
        if not any(cells):
            continue
        if len(cells) != 4:
            expected = "headings, or two switches and a count, or switch cabinet switch cabinet"
            raise InputError(at, f"has {len(cells)} fields", expected)
        rows.append(TableRow(at, cells))
    return TextTable(where, tuple(rows))


def _cables(table: TextTable) -> Draft:
    draft = Draft(table.where)
    for record in records(table, COLUMNS, NEEDED):
        a, b = (Plug(_router(draft, record, side), _port(record, side)) for side in "ab")
        rate = rate_gbps(record.text("rate"), record.where)
        wire = Wire(a, b, record.where, rate, length_mm(record.text("length"), record.where))
        count = whole(record.text("count") or "1", record.where, "count", 1, MOST_CABLES)
        if count > 1 and (a.port is not None or b.port is not None):
            raise InputError(record.where, f"{count} cables at one port", "a row for each, or no ports")
        if len(draft.wires) + count > MOST_CABLES:
            raise InputError(record.where, "too many cables", f"at most {MOST_CABLES:,}")
        draft.wires += [wire] * count
    return draft


def _router(draft: Draft, record: Record, side: str) -> str:
    """Return a router's name; what a row says of it must not contradict an earlier one."""
    where, name = record.where, checked_name(record.needed(f"router_{side}"), record.where, "a switch")
    unit = record.text(f"unit_{side}").removeprefix("U").removeprefix("u")
    cabinet = record.text(f"cabinet_{side}")
    kind = kind_of_words(text) if (text := record.text(f"type_{side}")) else SWITCH
    if kind is None:
        raise InputError(where, f"type {shown(text)!r}", "switch or host")
    node = Node(
        name,
        kind,
        where,
        cabinet=checked_name(cabinet, where, "a cabinet") if cabinet else "",
        unit=whole(unit, where, "unit", 0, MOST_UNIT) if unit else None,
    )
    draft.nodes[name] = _agreed(draft.nodes.get(name, node), node)
    return name


def _agreed(before: Node, now: Node) -> Node:
    """Return what two rows say of one router."""
    for what, first, second in (("cabinet", before.cabinet, now.cabinet), ("unit", before.unit, now.unit)):
        if first and second and first != second:
            told = f"{shown(str(second))} here and {shown(str(first))} at {before.where}"
            raise InputError(now.where, f"{what} of {shown(now.name)!r} is {told}")
    kind = SERVER if SERVER in {before.kind, now.kind} else SWITCH
    cabinet, unit = before.cabinet or now.cabinet, now.unit if before.unit is None else before.unit
    if (kind, cabinet, unit) == (before.kind, before.cabinet, before.unit):
        return before
    return replace(before, kind=kind, cabinet=cabinet, unit=unit)


def _port(record: Record, side: str) -> PortText:
    text = record.text(f"port_{side}")
    return port_of(text, record.where) if text else None


READER = Reader("edges", "an edge list, with cabinets where it has columns for them", read)
