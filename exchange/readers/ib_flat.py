"""The flat list of ``ibnetdiscover -p``: a line a port, both of its ends named.

Adapters are known by the GUIDs of their ports alone: each port is a host of its own.
"""

import re
from collections.abc import Iterable

from exchange.fabric import HOST, SWITCH
from exchange.readers.draft import Draft, Key, Node, Plug, Wire, check_name
from exchange.readers.ib_chips import Chip, Chips
from exchange.readers.ib_dump import MOST_PORTS
from exchange.readers.ib_names import is_aggregation, parse_description, parse_guid, rate_of_text
from exchange.readers.reader import Names
from foundation.errors import InputError
from topologies.parameters import shown

_PORT = r"(SW|CA|RT|\?\?)\s+(\d{1,9})\s+(\d{1,9})\s+0x([0-9a-fA-F]{1,16})"
_START = re.compile(_PORT + r"\s+(\S{1,9})\s+(\S{1,9})(?:\s+Gbps)?")
_JOINED = re.compile(r"\s+-\s+" + _PORT + r"\s+\(")
_EXPECTED = "a line of ibnetdiscover -p"


def is_flat(line: str) -> bool:
    """Return True if a line is one of a flat list."""
    return _START.match(line.strip()) is not None


class FlatParser:
    """Takes the lines of one list in."""

    def __init__(self, where: str, names: Names) -> None:
        self.where, self.names = where, names
        self.draft, self.chips = Draft(where), Chips()
        self._first: dict[Key, Node] = {}

    def parse(self, lines: Iterable[tuple[int, str]]) -> None:
        """Read every line; `InputError` naming the first that is none of a list."""
        for number, line in lines:
            text = line.strip()
            if text and not text.startswith("#"):
                self._line(text, f"{self.where}: line {number}")
        self.draft.nodes = dict(self._first)

    def _line(self, text: str, where: str) -> None:
        start = _START.match(text)
        if start is None:
            raise InputError(where, f"{shown(text)!r} is not understood", _EXPECTED)
        joined = _JOINED.match(text, start.end())
        if joined is None:
            self._alone(text[start.end() :].strip(), start, where)
            return
        here, there = _two_names(text[joined.end() :].strip(), where)
        ends = [self._plug(match, name, where) for match, name in ((start, here), (joined, there))]
        rate = rate_of_text(f"{start[5]} {start[6]}")
        self.draft.wires.append(Wire(ends[0], ends[1], where, rate))

    def _alone(self, rest: str, start: re.Match[str], where: str) -> None:
        """Take a port in that no cable is in."""
        if len(rest) < 2 or rest[0] != "'" or rest[-1] != "'":
            raise InputError(where, f"{shown(rest)!r} is not understood", _EXPECTED)
        self._plug(start, rest[1:-1], where)

    def _plug(self, match: re.Match[str], description: str, where: str) -> Plug:
        port, guid = int(match[3]), parse_guid(match[4])
        if not 1 <= port <= MOST_PORTS:
            raise InputError(where, f"port {port:,}", f"1 to {MOST_PORTS}")
        kind = SWITCH if match[1] == "SW" else HOST
        before = self._first.get(guid)
        if before is None:
            self._new(guid, kind, match[1], description, where)
        elif before.kind != kind:
            raise InputError(where, f"0x{guid:016x} is a {kind} here and a {before.kind} at {before.where}")
        return Plug(guid, port)

    def _new(self, guid: int, kind: str, letters: str, description: str, where: str) -> None:
        described = parse_description(description)
        name = self.names.get(guid, check_name(described.name or f"0x{guid:016x}", where))
        self._first[guid] = Node(name, kind, where, guid=guid, model=described.model)
        if kind == SWITCH:
            self.chips.of[guid] = Chip(name, described.model, described.board)
        elif is_aggregation(description):
            self.chips.inside.add(guid)
        if letters in {"RT", "??"}:
            self.chips.unusual.append(letters)


def _two_names(text: str, where: str) -> tuple[str, str]:
    """Return both names of ``'one' - 'other' )``."""
    inner = text.removesuffix(")").strip()
    here, dash, there = inner.partition("' - '")
    if not dash or not text.endswith(")") or here[:1] != "'" or there[-1:] != "'":
        raise InputError(where, f"{shown(text)!r} names no two nodes", _EXPECTED)
    return here[1:], there[:-1]
