"""The topology file that ``ibnetdiscover`` writes and ``ibsim`` loads: a block of lines a node.

The lines are those of infiniband-diags/ibnetdiscover.c in rdma-core, with the additions of ``-g``
and ``-f``, and of netlists written by hand.
"""

import re
from dataclasses import dataclass

from netfloor.exchange.fabric import HOST, SWITCH
from netfloor.exchange.readers.draft import Node, Plug, Wire
from netfloor.exchange.readers.infiniband.ib_chips import Chip, Parser
from netfloor.exchange.readers.infiniband.ib_names import (
    MOST_PORTS,
    is_aggregation,
    parse_description,
    rate_of_text,
)
from netfloor.exchange.readers.input.fields import checked_name
from netfloor.exchange.readers.reader import Names
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
_PORT = re.compile(
    r"\[(?P<port>[0-9]{1,9})\](?:\[ext [0-9]{1,9}\])?(?:\([0-9a-fA-F]{1,16}\))?\s*"
    r'"(?P<id>[^"]{1,64})"\[(?P<far>[0-9]{1,9})\](?:\[ext [0-9]{1,9}\])?\s*(?:\([0-9a-fA-F]{1,16}\))?'
    r"(?:\s+\w{1,9}=\w{1,20})*\s*(?P<note>#.*)?"
)
_GUID_ID = re.compile(r"[SHR]-([0-9a-fA-F]{16})")
_QUOTED = re.compile(r'"(.*)"')
_EXPECTED = "a line of ibnetdiscover: vendid=, switchguid=, Switch, Ca, Rt or [port]"


@dataclass
class _Block:
    """What the lines before a node said of it, and the node that port lines belong to."""

    sysimgguid: int | None = None
    guid: int | None = None
    key: str | None = None
    ports: int = 0


class DumpParser(Parser):
    """Takes the lines of one dump in."""

    def __init__(self, where: str, names: Names) -> None:
        super().__init__(where, names)
        self._block = _Block()
        self._grouped = False

    def line(self, text: str, where: str) -> None:
        """Take one line in; `InputError` if it is none of a dump."""
        if match := _PORT.fullmatch(text):
            self._port(match, where)
        elif match := _ID.fullmatch(text):
            self._id(match)
        elif match := _NODE.fullmatch(text):
            self._node(match, where)
        elif _GROUP.fullmatch(text):
            self._grouped = True
        else:
            raise InputError(where, f"{shown(text)!r} is not understood", _EXPECTED)

    def _id(self, match: re.Match[str]) -> None:
        if self._block.key is not None:
            self._block = _Block()
        if match["what"] == "sysimgguid":
            self._block.sysimgguid = int(match["value"], 16)
        elif match["what"].endswith("guid"):
            self._block.guid = int(match["value"], 16)

    def _node(self, match: re.Match[str], where: str) -> None:
        block = self._block if self._block.key is None else _Block()
        key, by_id = match["id"], _GUID_ID.fullmatch(match["id"])
        guid = int(by_id[1], 16) if by_id is not None else block.guid
        quoted = _QUOTED.search(match["note"] or "")
        described = parse_description(quoted[1] if quoted is not None else key)
        name = checked_name(described.name or key, where)
        if guid is not None:
            name = self.names.get(guid, name)
        ports = _port_number(match["ports"], where, 0, MOST_PORTS)
        kind = SWITCH if match["kind"] == "Switch" else HOST
        node = Node(name, kind, where, ports, guid=guid, model=described.model)
        self._block = _Block(key=key, ports=ports)
        if key in self.draft.nodes and self._grouped:  # ``-g`` repeats the switches of a chassis
            self._require_same(key, node)
            return
        self.draft.add(key, node)
        self._file(key, match["kind"], quoted[1] if quoted is not None else "")
        if kind == SWITCH:
            self.chips.of[key] = Chip(name, described.model, described.board, block.sysimgguid)

    def _file(self, key: str, kind: str, description: str) -> None:
        """Note what a node is beside a switch or host."""
        if kind in {"Rt", "???"}:
            self.chips.unusual.append(kind)
        if kind != "Switch" and is_aggregation(description):
            self.chips.inside.add(key)

    def _require_same(self, key: str, node: Node) -> None:
        before = self.draft.nodes[key]
        if (before.name, before.kind, before.ports) != (node.name, node.kind, node.ports):
            what = f"{shown(key)!r} is declared otherwise at {before.where}"
            raise InputError(node.where, what, "a node is one thing")

    def _port(self, match: re.Match[str], where: str) -> None:
        if self._block.key is None:
            raise InputError(where, "a port without a node", "a line Switch, Ca or Rt before it")
        port = _port_number(match["port"], where, 1, self._block.ports)
        far = _port_number(match["far"], where, 1, MOST_PORTS)
        note = match["note"] or ""
        quoted = _QUOTED.search(note)
        if quoted is not None and is_aggregation(quoted[1]):
            self.chips.inside.add(match["id"])
        rate = rate_of_text(note.rpartition('"')[2])
        self.draft.wires.append(Wire(Plug(self._block.key, port), Plug(match["id"], far), where, rate))


def _port_number(text: str, where: str, lowest: int, highest: int) -> int:
    number = int(text)
    if not lowest <= number <= highest:
        raise InputError(where, f"port {number:,}", f"the node has ports {lowest} to {highest}")
    return number
