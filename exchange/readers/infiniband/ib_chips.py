"""Nodes inside a box in an InfiniBand dump: aggregation nodes, and the chips of a director switch."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from netfloor.exchange.readers.draft import Draft, Key, Node, Plug, Wire
from netfloor.exchange.readers.reader import Names
from netfloor.fabric.fabric import SWITCH
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown


@dataclass(frozen=True)
class Chip:
    """A switch chip: name of its box, type, position in a director, and system GUID."""

    name: str
    model: str
    board: str
    sysimgguid: int | None = None


@dataclass
class Chips:
    """Data on the nodes of a dump."""

    of: dict[Key, Chip] = field(default_factory=dict)  # the chip of each switch
    inside: set[Key] = field(default_factory=set)  # nodes that are part of the switch they connect to
    # kinds of nodes other than switches and adapters, one entry per node
    unusual: list[str] = field(default_factory=list)
    # descriptions of nodes from the cables that lead to them, by node id
    named: dict[Key, str] = field(default_factory=dict)


class Parser(ABC):
    """Base class of parsers: the fabric stated by one file, and data on its nodes."""

    def __init__(self, where: str, names: Names) -> None:
        self.where, self.names = where, names
        self.draft, self.chips = Draft(where), Chips()

    def parse(self, lines: Iterable[tuple[int, str]]) -> None:
        """Read every record; count lines outside any record in a note.

        Raises `InputError` if a line begins like a record but is invalid; the message names the first.
        """
        passed, first = 0, ""
        for number, text in self.whole(lines):
            at = f"{self.where}: line {number}"
            if self.is_record(text):
                self.line(text, at)
            elif not text.startswith("#"):
                passed += 1
                first = first or f"{at}: {shown(text)}"
        if passed:
            self.draft.notes.append(f"{count_text(passed, 'line')} of warnings skipped, first {first}")

    def whole(self, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Yield (number, text) of each non-empty line, joining records broken by a terminal."""
        return ((number, text) for number, line in lines if (text := line.strip()))

    @abstractmethod
    def is_record(self, text: str) -> bool:
        """Return True for the start of a record, complete or not; False for a warning or prompt."""

    @abstractmethod
    def line(self, text: str, where: str) -> None:
        """Process a line that starts a record."""


def without_aggregation(draft: Draft, chips: Chips) -> None:
    """Remove aggregation nodes and their links, in place; the switch loses the port to the node."""
    inside = [key for key in chips.inside if key in draft.nodes]
    removed = 0
    kept: list[Wire] = []
    for wire in draft.wires:
        if not {wire.a.node, wire.b.node} & chips.inside:
            kept.append(wire)
            continue
        removed += wire.a.node not in chips.inside
        for plug in wire.plugs:
            _lose_port(draft, plug)
    draft.wires = kept
    for key in inside:
        del draft.nodes[key]
    if removed:
        draft.notes.append(f"{removed:,} links to aggregation nodes inside switches are not cables")


def _lose_port(draft: Draft, plug: Plug) -> None:
    """Remove the highest port of a switch if it is this port."""
    node = draft.nodes.get(plug.node)
    if node is not None and node.kind == SWITCH and node.ports == plug.port:
        draft.nodes[plug.node] = replace(node, ports=node.ports - 1)


def join_directors(draft: Draft, chips: Chips) -> None:
    """Merge the chips of each director into one switch, in place; links inside it are not cables."""
    directors = _directors(chips)
    home = {key: director for director, keys in directors.items() for key in keys}
    if not home:
        return
    before = len(draft.wires)
    wires = []
    for wire in draft.wires:
        ends = [home.get(plug.node) for plug in wire.plugs]
        if ends[0] is None or ends[0] != ends[1]:
            a, b = (_outside(plug, home, chips) for plug in wire.plugs)
            wires.append(wire._replace(a=a, b=b))
    draft.wires = wires
    nodes: dict[Key, Node] = {}
    for key, node in draft.nodes.items():
        # its chips have internal ports, so the total is unknown beyond the ports in use
        nodes.setdefault(home.get(key, key), node if key not in home else replace(node, ports=0))
    draft.nodes = nodes
    draft.notes.append(
        f"{len(home):,} chips are {len(directors):,} directors; {before - len(wires):,} links inside them "
        "are not cables"
    )


def _directors(chips: Chips) -> dict[Key, list[Key]]:
    """Return the chips of each director, grouped by their common properties."""
    by_name: dict[Key, list[Key]] = defaultdict(list)
    for key, chip in chips.of.items():
        if chip.board:
            by_name["director", chip.name, chip.model].append(key)
    directors: dict[Key, list[Key]] = {}
    for common, keys in by_name.items():
        if _distinct_boards(keys, chips):
            directors[common] = keys
            continue
        # several boxes share a factory name, but the system GUID distinguishes them
        for key in keys:
            directors.setdefault((common, chips.of[key].sysimgguid), []).append(key)
    return {common: keys for common, keys in directors.items() if _distinct_boards(keys, chips)}


def _distinct_boards(keys: list[Key], chips: Chips) -> bool:
    return len({chips.of[key].board for key in keys}) == len(keys)


def _outside(plug: Plug, home: dict[Key, Key], chips: Chips) -> Plug:
    """Return a chip's plug as a plug of its director."""
    if plug.node not in home:
        return plug
    return Plug(home[plug.node], f"{chips.of[plug.node].board}/{plug.port}")
