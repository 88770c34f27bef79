"""Shared parts of graph files: the parsed graph, the format definition, lines and names."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import IntArray, Topology

LongArray = npt.NDArray[np.int64]
_COMMENT_SIGNS = ("#", "%")


@dataclass(frozen=True)
class Reading:
    """Deviations in a graph file that its user permits."""

    drops_loops: bool = False  # omit links from a switch to itself instead of rejecting them
    # every directed edge is a separate link; otherwise the two directions of a pair are the same link
    arrows_are_links: bool = False

    def is_dropped(self, where: str, name: str) -> bool:
        """Return True if self loops may be dropped; otherwise raise `InputError` for this one."""
        if self.drops_loops:
            return True
        what = f"switch {shown(name)!r} is linked to itself (a self loop)"
        raise InputError(where, what, "add ,loops=drop to the spec to drop such links")


STRICT = Reading()


@dataclass(frozen=True, eq=False)
class NamedGraph:
    """A graph as every reader returns it; arrays as in `Topology`.

    Attributes
    ----------
    routers
        Number of switches.
    links, multiplicity
        Joined pairs and their parallel links.
    labels
        Switch names, or None if they are 0 .. n-1 in this order.
    endpoints
        Endpoints of each switch, (n,) int32, or None if the file does not give them.
    loops
        Number of omitted self loops.
    both_ways
        Pairs with directed edges both ways, which are the same links.
    """

    routers: int
    links: IntArray
    multiplicity: IntArray
    labels: tuple[str, ...] | None = None
    endpoints: IntArray | None = None
    loops: int = 0
    both_ways: int = 0


@dataclass(frozen=True)
class GraphFormat:
    """A graph file format."""

    name: str  # value of ``format=``
    suffixes: tuple[str, ...]  # file name endings of this format, in lower case
    losses: str  # losses in written files besides name, family, link rate, groups and slots
    # parses (text, file name for messages, permitted deviations)
    read: Callable[[str, str, Reading], NamedGraph]
    write: Callable[[Topology], str]  # writes a topology as text


def assemble(
    where: str,
    names: Sequence[str],
    ends: Sequence[tuple[int, int]] | npt.NDArray[np.integer],
    *,
    counts: Sequence[int] | None = None,
    directed: Sequence[bool] | None = None,
    loops: int = 0,
) -> NamedGraph:
    """Assemble the graph of a file's links.

    Parameters
    ----------
    where
        File name for messages.
    names
        Switch names in the order of their numbers.
    ends
        Both ends of every entry, without self loops; equal pairs add up.
    counts
        Parallel links per entry; 1 if None.
    directed
        True for entries that represent a single direction. The two directions of a pair are the same links,
        so they must agree if both are given.
    loops
        Number of omitted self loops.

    Raises
    ------
    InputError
        If there are no links, the two directions of a pair disagree, or the graph is too large.
    """
    if len(ends) == 0:
        raise InputError(where, "has no links")
    pairs = np.asarray(ends, dtype=np.int64)
    weights = np.ones(len(pairs), np.int64) if counts is None else np.asarray(counts, np.int64)
    refuse_if_too_large(where, len(names), int(weights.sum()))
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    keys, entry = np.unique(low * len(names) + high, return_inverse=True)
    links = np.column_stack([keys // len(names), keys % len(names)]).astype(np.int32)
    one_way = np.zeros(len(pairs), bool) if directed is None else np.asarray(directed)
    # sums stay far below 2**53, so floats are exact
    both, forward, backward = (
        np.bincount(entry[chosen], weights[chosen], len(keys)).astype(np.int64)
        for chosen in (~one_way, one_way & (pairs[:, 0] == low), one_way & (pairs[:, 1] == low))
    )
    _refuse_disagreement(where, names, links, forward, backward)
    multiplicity = (both + np.maximum(forward, backward)).astype(np.int32)
    both_ways = int(((forward > 0) & (backward > 0)).sum())
    return NamedGraph(len(names), links, multiplicity, labels_of(names), loops=loops, both_ways=both_ways)


def labels_of(names: Sequence[str]) -> tuple[str, ...] | None:
    """Return names as labels, or None if they only repeat the switch numbers."""
    plain = all(name == str(number) for number, name in enumerate(names))
    return None if plain else tuple(names)


def _refuse_disagreement(
    where: str, names: Sequence[str], links: IntArray, forward: LongArray, backward: LongArray
) -> None:
    wrong = np.flatnonzero((forward > 0) & (backward > 0) & (forward != backward))
    if len(wrong):
        first = int(wrong[0])
        u, v = (names[end] for end in links[first])
        what = f"{u!r} names {v!r} {forward[first]} times, {v!r} names {u!r} {backward[first]} times"
        expected = (
            "list a link at one end, or equally often at both; or add ,arrows=links "
            "to the spec if every edge is a separate link"
        )
        raise InputError(where, what, expected)


def fields_by_line(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (line number, fields) of each non-empty line; ``#`` or ``%`` begins a comment.

    Line ends may be LF, CRLF or CR.
    """
    for number, line in enumerate(split_lines(text), start=1):
        fields = line.split()
        comment = next((i for i, f in enumerate(fields) if f.startswith(_COMMENT_SIGNS)), None)
        if fields[:comment]:
            yield number, fields[:comment]


def split_lines(text: str) -> list[str]:
    """Split a text into lines with line ends of any kind."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def check_name(name: str, where: str) -> str:
    """Return a switch name; reject empty names and control characters."""
    if not name:
        raise InputError(where, "a switch has an empty name")
    if not name.isprintable():
        raise InputError(where, f"switch name {shown(name)!r} has a control character")
    return name


def writable_names(topology: Topology, form: str) -> list[str]:
    """Return the switch names of a topology; reject names that the file format cannot represent."""
    names = [topology.label(router) for router in range(topology.routers)]
    for name in names:
        check_name(name, topology.name)
        if " " in name or name.startswith(_COMMENT_SIGNS):
            raise InputError(
                topology.name,
                f"switch name {shown(name)!r} has a space or begins a comment in an {form}",
                "rename the switch or write GraphML",
            )
    return names
