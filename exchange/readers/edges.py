"""Edge lists with places: a row a cable, both routers with their cabinets.

With headings: CSV. Without: two routers and a count as in `topologies.files.edge_list`, or
``router cabinet router cabinet``.
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from exchange.fabric import HOST, SWITCH, Fabric
from exchange.readers.draft import Draft, Node, Plug, PortText, Wire, check_name
from exchange.readers.finish import finish
from exchange.readers.kinds import kind_of_words
from exchange.readers.ports import port_of
from exchange.readers.quantities import length_mm, rate_gbps, whole
from exchange.readers.reader import Names, Reader
from exchange.readers.tables import Record, Row, Table, column_name, csv_table, has_columns, records
from exchange.readers.text_input import checked_text, lines_of, source_name
from foundation.errors import InputError
from topologies.files import parse_graph
from topologies.parameters import shown

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
    graph = parse_graph(text, "edges", where)
    if int(graph.multiplicity.sum()) > MOST_CABLES:
        raise InputError(where, "too many cables", f"at most {MOST_CABLES:,}")
    labels = graph.labels or tuple(map(str, range(graph.routers)))
    draft = Draft(where, {name: Node(name, SWITCH, where) for name in labels})
    for (u, v), count in zip(graph.links.tolist(), graph.multiplicity.tolist(), strict=True):
        draft.wires += [Wire(Plug(labels[u], None), Plug(labels[v], None), where)] * count
    return draft


def _without_comments(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join("" if line.lstrip().startswith(("#", "%")) else line for line in lines)


def _with_sides(table: Table) -> Table:
    """Return a table whose headings that stand twice, as in ``source,rack,target,rack``, have sides."""
    first = next((i for i, row in enumerate(table.rows) if not row.is_empty), None)
    if first is None:
        return table
    cells = [column_name(cell) for cell in table.rows[first].cells]
    times, seen = Counter(cells), Counter[str]()
    named = []
    for cell in cells:
        seen[cell] += 1
        sided = times[cell] == 2 and cell in _SIDELESS
        named.append(f"{cell}_{'ab'[seen[cell] - 1]}" if sided else cell)
    rows = list(table.rows)
    rows[first] = replace(rows[first], cells=tuple(named))
    return replace(table, rows=tuple(rows[first:]))


def _placed_pairs(text: str, where: str) -> Table:
    """Return ``router cabinet router cabinet`` lines below the headings that they lack."""
    rows = [Row(where, ("router_a", "cabinet_a", "router_b", "cabinet_b"))]
    for number, line in lines_of(_without_comments(text), where):
        sign = next((sign for sign in ",;\t|" if sign in line), None)
        cells = tuple(cell.strip() for cell in line.split(sign))
        here = f"{where}: line {number}"
        if not any(cells):
            continue
        if len(cells) != 4:
            expected = "headings, or two routers and a count, or router cabinet router cabinet"
            raise InputError(here, f"has {len(cells)} fields", expected)
        rows.append(Row(here, cells))
    return Table(where, tuple(rows))


def _cables(table: Table) -> Draft:
    draft = Draft(table.where)
    for record in records(table, COLUMNS, NEEDED):
        a, b = (Plug(_router(draft, record, side), _port(record, side)) for side in "ab")
        wire = Wire(
            a,
            b,
            record.where,
            rate_gbps(record.text("rate"), record.where),
            length_mm(record.text("length"), record.where),
        )
        count = _count(record)
        if count > 1 and (a.port is not None or b.port is not None):
            raise InputError(record.where, f"{count} cables at one port", "a row for each, or no ports")
        if len(draft.wires) + count > MOST_CABLES:
            raise InputError(record.where, "too many cables", f"at most {MOST_CABLES:,}")
        draft.wires += [wire] * count
    return draft


def _router(draft: Draft, record: Record, side: str) -> str:
    """Return a router's name; what a row says of it must not contradict an earlier one."""
    where, name = record.where, check_name(record.needed(f"router_{side}"), record.where, "a router")
    unit = record.text(f"unit_{side}").removeprefix("U").removeprefix("u")
    cabinet = record.text(f"cabinet_{side}")
    kind = kind_of_words(text) if (text := record.text(f"type_{side}")) else SWITCH
    if kind is None:
        raise InputError(where, f"type {shown(text)!r}", "switch or host")
    node = Node(
        name,
        kind,
        where,
        cabinet=check_name(cabinet, where, "a cabinet") if cabinet else "",
        unit=whole(unit, where, "unit", 0, MOST_UNIT) if unit else None,
    )
    before = draft.nodes.get(name)
    if before is not None:
        node = _agreed(before, node)
    draft.nodes[name] = node
    return name


def _agreed(before: Node, now: Node) -> Node:
    """Return what two rows say of one router."""
    for what, one, other in (("cabinet", before.cabinet, now.cabinet), ("unit", before.unit, now.unit)):
        if one and other and one != other:
            there = f"{shown(str(one))} at {before.where}"
            said = f"{what} of {shown(now.name)!r} is {shown(str(other))} here and {there}"
            raise InputError(now.where, said)
    return replace(
        before,
        kind=HOST if HOST in {before.kind, now.kind} else SWITCH,
        cabinet=before.cabinet or now.cabinet,
        unit=before.unit if before.unit is not None else now.unit,
    )


def _port(record: Record, side: str) -> PortText:
    text = record.text(f"port_{side}")
    return port_of(text, record.where) if text else None


def _count(record: Record) -> int:
    text = record.text("count")
    return whole(text, record.where, "count", 1, MOST_CABLES) if text else 1


READER = Reader("edges", "an edge list, with cabinets where it has columns for them", read)
