"""DOT, the language of Graphviz: undirected graphs."""

from itertools import pairwise

from foundation.errors import InputError
from topologies.files.dot_tokens import Token, quoted, tokens
from topologies.files.format import GraphFormat
from topologies.files.graph import NamedGraph, assemble
from topologies.files.text_lines import check_name
from topologies.parameters import shown
from topologies.topology import Topology

_DEFAULTS = ("graph", "node", "edge")
_KEYWORDS = (*_DEFAULTS, "digraph", "subgraph", "strict")


def read(text: str, where: str) -> NamedGraph:
    """Return the one undirected graph of a DOT file.

    Routers are numbered as they first appear. Equal edges are parallel links, except in a
    ``strict`` graph, where they are one. Attributes are passed over. Directed graphs, subgraphs,
    ports and HTML names are refused.
    """
    reader = _Reader(text, where)
    strict = reader.graph()
    ends = list(dict.fromkeys(map(_sorted, reader.ends))) if strict else reader.ends
    return assemble(where, list(reader.numbers), ends)


def write(topology: Topology) -> str:
    """Return an undirected graph, all routers first, a parallel link an edge of its own."""
    names = [_written(topology, router) for router in range(topology.routers)]
    lines = [f"  {name};\n" for name in names]
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        lines += [f"  {names[u]} -- {names[v]};\n"] * count
    return "graph {\n" + "".join(lines) + "}\n"


def _written(topology: Topology, router: int) -> str:
    name = check_name(topology.label(router), topology.name)
    text = quoted(name)
    if text is None:
        what = f"router name {shown(name)!r} has a backslash before a quote or its end: DOT cannot hold it"
        raise InputError(topology.name, what, "rename the router or write GraphML")
    return text


def _sorted(link: tuple[int, int]) -> tuple[int, int]:
    return min(link), max(link)


class _Reader:
    """Reads statements one after the other (graphviz.org, DOT language).

    Attributes
    ----------
    numbers
        Number of each router name, in the order of the file.
    ends
        Both ends of every edge.
    """

    def __init__(self, text: str, where: str) -> None:
        self.numbers: dict[str, int] = {}
        self.ends: list[tuple[int, int]] = []
        self._where = where
        self._tokens = tokens(text, where)
        self._next = next(self._tokens)

    def graph(self) -> bool:
        """Read the whole file; return True for a strict graph."""
        strict = self._skip_word("strict")
        if self._next.is_word("digraph"):
            raise self._error("is a directed graph", "give an undirected one: graph { a -- b }")
        if not self._skip_word("graph"):
            raise self._unexpected("'graph'")
        if self._next.is_name:
            self._name()
        self._expect("{")
        while not self._skip("}"):
            self._statement()
            self._skip(";")
        if self._next.kind != "end":
            raise self._error("goes on after the graph", "give a file with one graph")
        return strict

    def _statement(self) -> None:
        """Read one statement."""
        self._refuse_subgraph()
        if any(self._next.is_word(word) for word in _DEFAULTS):
            self._take()
            self._attributes()
            return
        line, chain = self._next.line, [self._name()]
        if self._skip("="):
            self._name()
            return
        while self._next.kind == "edge":
            if self._take().text == "->":
                raise self._error("holds a directed edge ->", "write -- in an undirected graph")
            self._refuse_subgraph()
            chain.append(self._name())
        self._attributes()
        self._add(chain, line)

    def _add(self, chain: list[str], line: int) -> None:
        """Give routers of a statement their numbers and join those that follow each other."""
        here = f"{self._where}: line {line}"
        numbers = [self.numbers.setdefault(check_name(name, here), len(self.numbers)) for name in chain]
        for (u, v), name in zip(pairwise(numbers), chain, strict=False):
            if u == v:
                raise InputError(here, f"router {shown(name)!r} is linked to itself (a self loop)")
            self.ends.append((u, v))

    def _attributes(self) -> None:
        """Pass over attribute lists: ``[a=1, b=2; c]``."""
        while self._skip("["):
            while not self._skip("]"):
                self._name()
                if self._skip("="):
                    self._name()
                if not self._skip(","):
                    self._skip(";")

    def _name(self) -> str:
        """Read a name; parts in quotes may be joined by +."""
        if self._is("<"):
            raise self._error("holds an HTML name or label <...>", "put it in quotes")
        if not self._next.is_name or any(self._next.is_word(word) for word in _KEYWORDS):
            raise self._unexpected("a name")
        token = self._take()
        text = token.text
        while token.kind == "quoted" and self._skip("+"):
            if self._next.kind != "quoted":
                raise self._unexpected("a name in quotes")
            text += self._take().text
        if self._is(":"):
            raise self._error(f"gives {shown(text)!r} a port", "leave the port out: links join routers")
        return text

    def _refuse_subgraph(self) -> None:
        if self._next.is_word("subgraph") or self._is("{"):
            raise self._error("holds a subgraph", "give plain nodes and edges")

    def _is(self, sign: str) -> bool:
        return self._next.kind == "sign" and self._next.text == sign

    def _take(self) -> Token:
        token = self._next
        if token.kind != "end":
            self._next = next(self._tokens)
        return token

    def _skip(self, sign: str) -> bool:
        """Take a sign if it is the next token."""
        found = self._is(sign)
        if found:
            self._take()
        return found

    def _skip_word(self, word: str) -> bool:
        """Take a keyword if it is the next token."""
        found = self._next.is_word(word)
        if found:
            self._take()
        return found

    def _expect(self, sign: str) -> None:
        if not self._skip(sign):
            raise self._unexpected(repr(sign))

    def _unexpected(self, wanted: str) -> InputError:
        found = self._next.text if self._next.kind == "end" else repr(shown(self._next.text))
        return self._error(f"{found} stands where DOT wants {wanted}")

    def _error(self, what: str, expected: str = "") -> InputError:
        return InputError(f"{self._where}: line {self._next.line}", what, expected)


FORMAT = GraphFormat(
    name="dot",
    suffixes=(".dot", ".gv"),
    losses="endpoints; names with a backslash before a quote or at the end are refused",
    read=read,
    write=write,
)
