"""InfiniBand fabrics as ``ibnetdiscover`` finds them: the dump, or the flat list of ``-p``."""

from collections import Counter
from pathlib import Path

from netfloor.exchange.fabric import Fabric
from netfloor.exchange.readers.draft import Draft, finish, pair
from netfloor.exchange.readers.infiniband.ib_chips import Chips, Parser, join_directors, without_aggregation
from netfloor.exchange.readers.infiniband.ib_dump import DumpParser
from netfloor.exchange.readers.infiniband.ib_flat import FlatParser, is_flat
from netfloor.exchange.readers.input.text_input import checked_text, lines_of, source_name
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.foundation.errors import InputError


def read(path: Path, names: Names) -> Fabric:
    """Return the fabric of a dump or a flat list.

    A cable is stated at both of its ends: the two must agree. What is inside a box is no cable.

    Raises
    ------
    InputError
        With file and line, if a line is none of the format or contradicts another.
    """
    where = source_name(path)
    text = checked_text(path, "dump")
    parser = _parser(text, where, names)
    parser.parse(lines_of(text, where))
    draft, chips = parser.draft, parser.chips
    unknown = sum(wire.gbps is None for wire in draft.wires)
    without_aggregation(draft, chips)
    pair(draft)
    _note(draft, chips, unknown)
    join_directors(draft, chips)
    return finish(draft)


def _parser(text: str, where: str, names: Names) -> Parser:
    lines = (line.strip() for _, line in lines_of(text, where))
    first = next((line for line in lines if line and not line.startswith("#")), None)
    if first is None:
        raise InputError(where, "holds nothing but comments", "what ibnetdiscover writes")
    return FlatParser(where, names) if is_flat(first) else DumpParser(where, names)


def _note(draft: Draft, chips: Chips, unknown: int) -> None:
    """Say what a person should know of the dump."""
    if unknown:
        draft.notes.append(f"{unknown:,} ports have an unknown width or speed")
    if chips.unusual:
        draft.notes.append(f"{len(chips.unusual):,} nodes are neither switch nor adapter: taken as hosts")
    names = Counter(node.name for node in draft.nodes.values())
    same = {name: count for name, count in names.items() if count > 1}
    if same:
        draft.notes.append(f"{sum(same.values()):,} devices share {len(same):,} names: told apart by GUID")


READER = Reader("ibnetdiscover", "a dump of ibnetdiscover, or its flat list (-p)", read, guids=True)
