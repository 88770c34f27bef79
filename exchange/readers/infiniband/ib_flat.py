"""Reader of the flat list of ``ibnetdiscover -p``: one line per port with both of its ends.

The list identifies adapters only by port GUID, so each port becomes a separate server.
"""

import re

from netfloor.exchange.readers.draft import Node, Plug, Wire
from netfloor.exchange.readers.infiniband.ib_chips import Chip, Parser
from netfloor.exchange.readers.infiniband.ib_names import (
    MAX_PORTS,
    is_aggregation,
    rate_of_text,
)
from netfloor.exchange.tables.fields import checked_name, parse_description
from netfloor.fabric.fabric import SERVER, SWITCH
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

_PORT = r"(SW|CA|RT|\?\?)\s+(\d{1,9})\s+(\d{1,9})\s+0x([0-9a-fA-F]{1,16})"
#: Text that no tool's warning contains: a kind of node, then a number or a GUID.
_RECORD = re.compile(r"(?:SW|CA|RT|\?\?)\s+\S*\d|(?:Switch|Ca|Hca|Rt)\s+\d|\[\d|\w*guid=")
_START = re.compile(_PORT + r"\s+(\S{1,9})\s+(\S{1,9})(?:\s+Gbps)?")
_JOINED = re.compile(r"\s+-\s+" + _PORT + r"\s+\(")
_EXPECTED = "a line of ibnetdiscover -p"


def is_flat(line: str) -> bool:
    """Return True if a line belongs to a flat list."""
    return _START.match(line.strip()) is not None


class FlatParser(Parser):
    """Parses the lines of one list."""

    def is_record(self, text: str) -> bool:
        """Return True for the start of a line of a list or of a dump."""
        return _RECORD.match(text) is not None

    def line(self, text: str, where: str) -> None:
        """Process a line; raise `InputError` if it is not part of a list."""
        start = _START.match(text)
        if start is None:
            raise InputError(where, f"{shown(text)!r} is not understood", _EXPECTED)
        joined = _JOINED.match(text, start.end())
        if joined is None:
            self._alone(text[start.end() :].strip(), start, where)
            return
        near, far = _two_names(text[joined.end() :].strip(), where)
        ends = [self._plug(match, name, where) for match, name in ((start, near), (joined, far))]
        rate = rate_of_text(f"{start[5]} {start[6]}")
        self.draft.wires.append(Wire(ends[0], ends[1], where, rate))

    def _alone(self, rest: str, start: re.Match[str], where: str) -> None:
        """Process a port without a cable."""
        if rest.startswith("-"):
            raise InputError(where, f"{shown(rest)!r} is not understood", _EXPECTED)
        quoted = len(rest) > 1 and rest[0] == rest[-1] == "'"
        self._plug(start, rest[1:-1] if quoted else rest, where)

    def _plug(self, match: re.Match[str], description: str, where: str) -> Plug:
        port, guid = int(match[3]), int(match[4], 16)
        if not 1 <= port <= MAX_PORTS:
            raise InputError(where, f"port {port:,}", f"1 to {MAX_PORTS}")
        kind = SWITCH if match[1] == "SW" else SERVER
        before = self.draft.nodes.get(guid)
        if before is None:
            self._new(guid, kind, match[1], description, where)
        elif before.kind != kind:
            raise InputError(where, f"0x{guid:016x} is a {kind} here and a {before.kind} at {before.where}")
        return Plug(guid, port)

    def _new(self, guid: int, kind: str, letters: str, description: str, where: str) -> None:
        described = parse_description(description)
        name = self.names.get(guid, checked_name(described.name or f"0x{guid:016x}", where))
        self.draft.nodes[guid] = Node(name, kind, where, guid=guid, model=described.model)
        if kind == SWITCH:
            self.chips.of[guid] = Chip(name, described.model, described.board)
        elif is_aggregation(description):
            self.chips.inside.add(guid)
        if letters in {"RT", "??"}:
            self.chips.unusual.append(letters)


def _two_names(text: str, where: str) -> tuple[str, str]:
    """Return both names of ``'one' - 'other' )``, with or without quotes."""
    inner = text.removesuffix(")").strip()
    near, dash, far = inner.partition("' - '")
    if dash and text.endswith(")") and near[:1] == "'" and far[-1:] == "'":
        return near[1:], far[:-1]
    names = inner.split(" - ")
    if len(names) != 2 or not text.endswith(")") or "'" in inner:
        raise InputError(where, f"{shown(text)!r} names no two nodes", "( 'one' - 'other' )")
    return names[0].strip(), names[1].strip()
