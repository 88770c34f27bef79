"""Reader of the topology file that ``ibnetdiscover`` writes and ``ibsim`` loads: a block of lines per node.

The syntax is that of infiniband-diags/ibnetdiscover.c in rdma-core, with the additions of ``-g`` and ``-f``
and of handwritten netlists.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from netfloor.exchange.readers.draft import Node, Plug, Wire
from netfloor.exchange.readers.infiniband.ib_chips import Chip, Parser
from netfloor.exchange.readers.infiniband.ib_names import (
    MAX_PORTS,
    is_aggregation,
    rate_of_text,
)
from netfloor.exchange.readers.reader import Names
from netfloor.exchange.tables.fields import checked_name, parse_description
from netfloor.fabric.fabric import SERVER, SWITCH
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

_ID = re.compile(
    r"(?P<what>vendid|devid|sysimgguid|switchguid|h?caguid|rtguid|\?\?\?guid)="
    r"0x(?P<value>[0-9a-fA-F]{1,16})(?:\([0-9a-fA-F]{1,16}\))?\s*(?:#.*)?"
)
_GROUP = re.compile(r"Chassis [0-9]{1,9}(?: \(guid 0x[0-9a-fA-F]{1,16}\))?|Non-Chassis Nodes|Hostname: .*")
_NODE = re.compile(
    r'(?P<kind>Switch|Ca|Hca|Rt|\?\?\?)\s+(?P<ports>[0-9]{1,9})\s+"(?P<id>[^"]{1,64})"\s*'
    r"(?P<note>#.*)?"
)
#: After a port's number: the GUID, the panel label added by ibdiagnet (``1/31/2``), or both.
_LABELS = r"(?:\[ext [0-9]{1,9}\])?\s*(?:\([\w/.:-]{1,40}\)){0,3}\s*"
_PORT = re.compile(
    r"\[(?P<port>[0-9]{1,9})\]"
    + _LABELS
    + r'"(?P<id>[^"]{1,64})"\s*(?:\[(?P<far>[0-9]{1,9})\])?'
    + _LABELS
    + r"(?:\s*\b\w{1,9}=\w{1,20})*\s*(?P<note>#.*)?"
)
_GUID_ID = re.compile(r"[SHR]-([0-9a-fA-F]{16})")
_QUOTED = re.compile(r'"(.*)"')
_EXPECTED = "a line of ibnetdiscover: vendid=, switchguid=, Switch, Ca, Rt or [port]"
#: Patterns that no tool's warning starts with or contains.
_RECORD = re.compile(
    r"\[[0-9]|\[[^\]\"]{0,40}\]\S{0,80}\s*\"|(?:Switch|Ca|Hca|Rt|\?\?\?)\s+(?:[0-9]|.*\")"
    r"|\w{0,9}(?:id|guid)=|include\b|.*(?:guid=0x|\"[SHR]-[0-9a-fA-F]{16}|\"\[[0-9]{1,9}\])"
)
#: Start of a record's rest after a terminal or mail client broke the line.
_REST = re.compile(r"lid [0-9]|lmc [0-9]|(?:base|enhanced) port|port 0|[0-9]{1,2}x ?[A-Z]DR")
#: Record length at which joining stops.
LONGEST_RECORD = 1000
#: Settings in ibsim's netlists, without data on devices or cables.
_SETTING = re.compile(
    r"(?:(?:switch|hca)guids|width|speed|extspeed|module|pdebug)\b|(?:switch|ca|hca)guids?\s*\+"
)


@dataclass
class _Block:
    """The lines that precede a node, and the node that port lines belong to."""

    sysimgguid: int | None = None
    guid: int | None = None
    key: str | None = None
    ports: int = 0


def _module(text: str, before: str) -> str:
    """Return the prefix that ibsim adds to the ids of the following nodes."""
    quoted = _QUOTED.search(text)
    return f"{quoted[1]}#" if text.startswith("module") and quoted is not None else before


class DumpParser(Parser):
    """Parses the lines of one dump."""

    def __init__(self, where: str, names: Names) -> None:
        super().__init__(where, names)
        self._block = _Block()
        self._module = ""

    def is_record(self, text: str) -> bool:
        """Return True for a line of a dump or netlist, complete or broken."""
        known = any(pattern.match(text) is not None for pattern in (_RECORD, _SETTING, _GROUP))
        return known and not text.startswith("#")

    def whole(self, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Yield each line joined with its broken-off rest."""
        first, record = 0, ""
        for number, text in super().whole(lines):
            open_name = record.count('"') % 2 == 1 and not self.is_record(text)
            bare_note = "#" not in record and text.startswith(('# "', "# lid "))
            begun = 0 < len(record) < LONGEST_RECORD and self.is_record(record)
            if begun and (open_name or bare_note or _REST.match(text)):
                record = f"{record} {text}"
                continue
            if record:
                yield first, record
            first, record = number, text
        if record:
            yield first, record

    def line(self, text: str, where: str) -> None:
        """Process a line; raise `InputError` if it is not part of a dump."""
        if match := _PORT.fullmatch(text):
            self._port(match, where)
        elif match := _ID.fullmatch(text):
            self._id(match)
        elif match := _NODE.fullmatch(text):
            self._node(match, where)
        elif _SETTING.match(text):
            self._module = _module(text, self._module)
        elif not _GROUP.fullmatch(text):
            names_file = text.startswith("include")
            expected = "the lines of the file that it names" if names_file else _EXPECTED
            raise InputError(where, f"{shown(text)!r} is not understood", expected)

    def _key(self, text: str) -> str:
        """Return a node's id, which is unique within its ibsim module."""
        return text if "#" in text else self._module + text

    def _id(self, match: re.Match[str]) -> None:
        if self._block.key is not None:
            self._block = _Block()
        if match["what"] == "sysimgguid":
            self._block.sysimgguid = int(match["value"], 16)
        elif match["what"].endswith("guid"):
            self._block.guid = int(match["value"], 16)

    def _node(self, match: re.Match[str], where: str) -> None:
        block = self._block if self._block.key is None else _Block()
        key, by_id = self._key(match["id"]), _GUID_ID.fullmatch(match["id"])
        guid = int(by_id[1], 16) if by_id is not None else block.guid
        quoted = _QUOTED.search(match["note"] or "")
        described = parse_description(quoted[1] if quoted is not None else key)
        name = checked_name(described.name or key, where)
        if guid is not None:
            name = self.names.get(guid, name)
        ports = _port_number(match["ports"], where, 0, MAX_PORTS)
        kind = SWITCH if match["kind"] == "Switch" else SERVER
        node = Node(name, kind, where, ports, guid=guid, model=described.model)
        self._block = _Block(key=key, ports=ports)
        if key in self.draft.nodes:  # ``-g`` repeats a chassis's switches, a second subnet its servers
            self._require_same(key, node)
            return
        self.draft.add(key, node)
        self._file(key, match["kind"], quoted[1] if quoted is not None else "")
        if kind == SWITCH:
            self.chips.of[key] = Chip(name, described.model, described.board, block.sysimgguid)

    def _file(self, key: str, kind: str, description: str) -> None:
        """Record the kind of a node that is neither switch nor server."""
        if kind in {"Rt", "???"}:
            self.chips.unusual.append(kind)
        if kind != "Switch" and is_aggregation(description):
            self.chips.inside.add(key)

    def _require_same(self, key: str, node: Node) -> None:
        before = self.draft.nodes[key]
        if (before.kind, before.ports) != (node.kind, node.ports):
            what = f"{shown(key)!r} is declared otherwise at {before.where}"
            raise InputError(node.where, what, "declare each node once")

    def _port(self, match: re.Match[str], where: str) -> None:
        if self._block.key is None:
            raise InputError(where, "a port without a node", "a line Switch, Ca or Rt before it")
        port = _port_number(match["port"], where, 1, self._block.ports)
        joined = self._key(match["id"])
        far = _port_number(match["far"] or "1", where, 1, MAX_PORTS)  # ibsim's default
        note = match["note"] or ""
        quoted = _QUOTED.search(note)
        if quoted is not None and is_aggregation(quoted[1]):
            self.chips.inside.add(joined)
        if quoted is not None:
            self.chips.named[joined] = quoted[1]
        rate = rate_of_text(note.rpartition('"')[2])
        self.draft.wires.append(Wire(Plug(self._block.key, port), Plug(joined, far), where, rate))


def _port_number(text: str, where: str, lowest: int, highest: int) -> int:
    number = int(text)
    if not lowest <= number <= highest:
        raise InputError(where, f"port {number:,}", f"the node has ports {lowest} to {highest}")
    return number
