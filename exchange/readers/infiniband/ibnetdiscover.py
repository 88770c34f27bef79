"""Reader of InfiniBand fabrics from ``ibnetdiscover``: the dump, or the flat list of ``-p``."""

import re
from collections import Counter
from pathlib import Path

from netfloor.exchange.readers.draft import Draft, Key, Node, Wire, finish, pair
from netfloor.exchange.readers.infiniband.ib_chips import Chips, Parser, join_directors, without_aggregation
from netfloor.exchange.readers.infiniband.ib_dump import DumpParser
from netfloor.exchange.readers.infiniband.ib_flat import FlatParser, is_flat
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.tables.fields import checked_name
from netfloor.exchange.tables.text_input import checked_text, lines_of, source_name
from netfloor.fabric.fabric import SERVER, Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text

_EXPECTED = "what ibnetdiscover writes, or another format to read it by"
#: Linux's description of an adapter: its server, then the adapter's name.
_OF_HOST = re.compile(r"(\S+) (?:HCA-[0-9]+|(?:mlx|mthca|hfi|qib|irdma|bnxt_re)\w{1,12})")
_ADAPTER = re.compile("H-[0-9a-fA-F]{16}")


def read(path: Path, names: Names) -> Fabric:
    """Return the fabric of a dump or a flat list.

    A dump states a cable at both of its ends, which must agree. Connections inside a box are not cables.
    Raises `InputError` with file and line, if a line is invalid or contradicts another.
    """
    where = source_name(path)
    text = checked_text(path, "dump")
    parser = _parser(text, where, names)
    parser.parse(lines_of(text, where))
    draft, chips = parser.draft, parser.chips
    if not draft.nodes:
        raise InputError(where, "holds no record of a switch or an adapter", _EXPECTED)
    _add_hosts(draft, chips)
    unknown = sum(wire.gbps is None for wire in draft.wires)
    without_aggregation(draft, chips)
    pair(draft)
    _note(draft, chips, unknown)
    join_directors(draft, chips)
    return finish(draft)


def _add_hosts(draft: Draft, chips: Chips) -> None:
    """Add the adapters that cables lead to but that have no record, as in a dump of the switches only."""
    missing: dict[Key, Wire] = {}
    for wire in draft.wires:
        key = wire.b.node
        if key not in draft.nodes and isinstance(key, str) and _ADAPTER.fullmatch(key):
            missing.setdefault(key, wire)
    for key, wire in missing.items():
        name = checked_name(chips.named.get(key, "") or str(key), wire.where)
        draft.add(key, Node(name, SERVER, wire.where, guid=int(str(key).removeprefix("H-"), base=16)))
    if missing:
        first = next(iter(missing.values())).where
        draft.notes.append(
            f"{len(missing):,} adapters have no record of their own, only cables that lead to them, "
            f"first at {first}"
        )


def _parser(text: str, where: str, names: Names) -> Parser:
    lines = (line.strip() for _, line in lines_of(text, where))
    flat, dump = FlatParser(where, names), DumpParser(where, names)
    for line in lines:
        if is_flat(line):
            return flat
        if dump.is_record(line):
            break
    return dump


def _note(draft: Draft, chips: Chips, unknown: int) -> None:
    """Add notes on the dump for the user."""
    if unknown:
        draft.notes.append(f"{unknown:,} ports have an unknown width or speed")
    if chips.unusual:
        draft.notes.append(
            f"{len(chips.unusual):,} nodes, neither switch nor adapter, are treated as servers"
        )
    adapters = [match[1] for node in draft.nodes.values() if (match := _OF_HOST.fullmatch(node.name))]
    if len(hosts := set(adapters)) < len(adapters):
        what = f"{len(adapters):,} adapters are in {count_text(len(hosts), 'server')} by their names"
        draft.notes.append(f"{what}; each adapter counts as a server")
    names = Counter(node.name for node in draft.nodes.values())
    same = {name: count for name, count in names.items() if count > 1}
    if same:
        draft.notes.append(
            f"{sum(same.values()):,} devices share {len(same):,} names and are distinguished by GUID"
        )


READER = Reader("ibnetdiscover", "a dump of ibnetdiscover, or its flat list (-p)", read, guids=True)
