"""What a graph file format offers: one file a format, one entry in the registry."""

from collections.abc import Callable
from dataclasses import dataclass

from topologies.files.graph import NamedGraph
from topologies.topology import Topology


@dataclass(frozen=True)
class GraphFormat:
    """One way of writing a graph down.

    Attributes
    ----------
    name
        What ``format=`` says.
    suffixes
        File name endings, in lower case, that mean this format.
    losses
        What a written file does not hold besides name, family, link rate, groups and slots.
    read
        Makes a graph of (text, file name for messages).
    write
        Makes the text of a topology.
    """

    name: str
    suffixes: tuple[str, ...]
    losses: str
    read: Callable[[str, str], NamedGraph]
    write: Callable[[Topology], str]
