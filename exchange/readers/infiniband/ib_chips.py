"""What in an InfiniBand dump is inside a box: aggregation nodes, and the chips of a director."""

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
    """A switch chip: the name of its box, the type, the place in a director, the system's GUID."""

    name: str
    model: str
    board: str
    sysimgguid: int | None = None


@dataclass
class Chips:
    """What is known of the nodes of a dump."""

    of: dict[Key, Chip] = field(default_factory=dict)  # the chip of each switch
    inside: set[Key] = field(default_factory=set)  # nodes that are a part of the switch they are joined to
    # kinds of nodes that are neither switch nor adapter, one entry a node
    unusual: list[str] = field(default_factory=list)
    # what cables say of the nodes that they lead to, by the node's id: its description
    named: dict[Key, str] = field(default_factory=dict)


class Parser(ABC):
    """Takes the lines of one file in: what it states, and what is known of its nodes."""

    def __init__(self, where: str, names: Names) -> None:
        self.where, self.names = where, names
        self.draft, self.chips = Draft(where), Chips()

    def parse(self, lines: Iterable[tuple[int, str]]) -> None:
        """Read every record; lines that begin none are passed over and counted in a note.

        Raises
        ------
        InputError
            Naming the first line that begins a record and is none.
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
            self.draft.notes.append(f"{count_text(passed, 'line')} of warnings passed over, first {first}")

    def whole(self, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Yield (number, text) of each line that is not empty; records that a terminal broke are joined."""
        return ((number, text) for number, line in lines if (text := line.strip()))

    @abstractmethod
    def is_record(self, text: str) -> bool:
        """Return True for a line that begins a record, whole or not; False for a warning or prompt."""

    @abstractmethod
    def line(self, text: str, where: str) -> None:
        """Take one line in that begins a record."""


def without_aggregation(draft: Draft, chips: Chips) -> None:
    """Take aggregation nodes and their links out, in place; a switch loses the port to it."""
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
        draft.notes.append(f"{removed:,} links to aggregation nodes inside switches are no cables")


def _lose_port(draft: Draft, plug: Plug) -> None:
    """Take the highest port off a switch if this is it."""
    node = draft.nodes.get(plug.node)
    if node is not None and node.kind == SWITCH and node.ports == plug.port:
        draft.nodes[plug.node] = replace(node, ports=node.ports - 1)


def join_directors(draft: Draft, chips: Chips) -> None:
    """Make one switch of the chips of each director, in place; links inside it are no cables."""
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
        # its chips' ports also lead inside, so the ports in use are all that is known
        nodes.setdefault(home.get(key, key), node if key not in home else replace(node, ports=0))
    draft.nodes = nodes
    draft.notes.append(
        f"{len(home):,} chips are {len(directors):,} directors; {before - len(wires):,} links inside them "
        "are no cables"
    )


def _directors(chips: Chips) -> dict[Key, list[Key]]:
    """Return the chips of each director by what they have in common."""
    by_name: dict[Key, list[Key]] = defaultdict(list)
    for key, chip in chips.of.items():
        if chip.board:
            by_name["director", chip.name, chip.model].append(key)
    directors: dict[Key, list[Key]] = {}
    for common, keys in by_name.items():
        if _distinct_boards(keys, chips):
            directors[common] = keys
            continue
        # several boxes of one factory name: the system's GUID tells them apart
        for key in keys:
            directors.setdefault((common, chips.of[key].sysimgguid), []).append(key)
    return {common: keys for common, keys in directors.items() if _distinct_boards(keys, chips)}


def _distinct_boards(keys: list[Key], chips: Chips) -> bool:
    return len({chips.of[key].board for key in keys}) == len(keys)


def _outside(plug: Plug, home: dict[Key, Key], chips: Chips) -> Plug:
    """Return a plug of a chip as one of its director."""
    if plug.node not in home:
        return plug
    return Plug(home[plug.node], f"{chips.of[plug.node].board}/{plug.port}")
