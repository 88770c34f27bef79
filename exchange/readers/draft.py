"""What a reader found, before it is a fabric: nodes by key, and wires between their ports."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from foundation.errors import InputError
from topologies.parameters import shown

Key = Hashable
#: A port as the file says it: a number, a name, or nothing.
PortText = int | str | None
LONGEST_NAME = 200


@dataclass(frozen=True)
class Node:
    """A switch or host of a file; see `exchange.fabric.Device`.

    Attributes
    ----------
    where
        File and line that declare it, for messages.
    ports
        Ports that the file says it has; 0 where it does not.
    cabinet
        Name of its cabinet; empty where the file does not say.
    """

    name: str
    kind: str
    where: str
    ports: int = 0
    cabinet: str = ""
    unit: int | None = None
    guid: int | None = None
    model: str = ""


class Plug(NamedTuple):
    """One end of a wire: a node and its port; a tuple, for there are many."""

    node: Key
    port: PortText


class Wire(NamedTuple):
    """A cable as one line of a file states it."""

    a: Plug
    b: Plug
    where: str
    gbps: float | None = None
    length_mm: int | None = None

    @property
    def plugs(self) -> tuple[Plug, Plug]:
        """Both ends."""
        return self.a, self.b


@dataclass
class Draft:
    """Everything that a reader found in one file."""

    name: str
    nodes: dict[Key, Node] = field(default_factory=dict)
    wires: list[Wire] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, key: Key, node: Node) -> None:
        """Take a node in; `InputError` if its key is taken."""
        if key in self.nodes:
            what = f"{shown(node.name)!r} is declared twice, first at {self.nodes[key].where}"
            raise InputError(node.where, what)
        self.nodes[key] = node


def check_name(name: str, where: str, what: str = "a device") -> str:
    """Return a name without blanks around it; refuse one that no message could show."""
    name = name.strip()
    if not name:
        raise InputError(where, f"{what} has no name")
    if not name.isprintable():
        raise InputError(where, f"the name {shown(name)!r} holds a control character")
    if len(name) > LONGEST_NAME:
        raise InputError(where, f"the name {shown(name)!r} is too long", f"at most {LONGEST_NAME}")
    return name
