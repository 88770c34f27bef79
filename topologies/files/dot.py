"""DOT, the language of Graphviz: undirected graphs."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import DOT_LINKS, refuse_too_slow
from netfloor.topologies.files.graph import STRICT, GraphFormat, NamedGraph, Reading, assemble, check_name
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology

_DEFAULTS = ("graph", "node", "edge")
_KEYWORDS = (*_DEFAULTS, "digraph", "subgraph", "strict")
_TOKEN = re.compile(
    r"""
    (?P<space>[^\S\n]+)
  | (?P<newline>\n)
  | (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<edge>--|->)
  | (?P<name>(?:[^\W\d]|[^\x00-\x7f])(?:\w|[^\x00-\x7f])*
           |-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?![\w.]))
  | (?P<quoted>"(?:[^"\\]|\\.)*")
  | (?P<sign>[{}\[\]=;,:+<])
    """,
    re.VERBOSE | re.DOTALL,
)
#: The same, and lines for the C preprocessor, which Graphviz passes over too.
_PREPROCESSOR = re.compile(r"(?P<hash>\#[^\n]*)|" + _TOKEN.pattern, _TOKEN.flags)
_ESCAPES = re.compile(r'\\(["\n\\])')
_KEPT = {'"': '"', "\n": "", "\\": "\\\\"}


class Token(NamedTuple):
    """A ``name``, ``quoted`` name, ``edge`` (``--`` or ``->``), ``sign`` or the ``end``, and its line.

    The text is as it stands; that of a quoted name is what it means.
    """

    kind: str
    text: str
    line: int

    @property
    def is_name(self) -> bool:
        """True for what DOT calls an ID, keywords included."""
        return self.kind in {"name", "quoted"}

    def matches(self, text: str) -> bool:
        """Return True for this sign, or this keyword in upper or lower case."""
        return self.kind in {"name", "sign"} and self.text.lower() == text


def tokens(text: str, where: str) -> Iterator[Token]:
    """Yield the tokens of a DOT text without comments, and one of kind ``end``.

    The DOT language, graphviz.org; a number that runs on as a name is refused, where Graphviz
    warns and cuts it in two.

    Raises
    ------
    InputError
        With the line, for a character that begins no token.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    position, line = 0, 1
    while position < len(text):
        starts_line = position == 0 or text[position - 1] == "\n"
        match = (_PREPROCESSOR if starts_line else _TOKEN).match(text, position)
        if match is None:
            raise InputError(f"{where}: line {line}", _what_is_wrong(text, position))
        kind, token = str(match.lastgroup), match.group()
        if kind == "quoted":
            yield Token(kind, _ESCAPES.sub(lambda escape: _KEPT[escape[1]], token[1:-1]), line)
        elif kind not in {"space", "newline", "comment", "hash"}:
            yield Token(kind, token, line)
        line += token.count("\n")
        position = match.end()
    yield Token("end", "the end of the file", line)


def quoted(name: str) -> str | None:
    r"""Return a name in quotes, or None if DOT has no way to write it.

    Only ``\"`` is an escape in DOT, and two backslashes stay two: a name in which an odd
    number of them precede a quote or the end cannot be told from an escape.
    """
    text = '"' + name.replace('"', '\\"') + '"'
    match = _TOKEN.fullmatch(text)
    meant = None if match is None else _ESCAPES.sub(lambda escape: _KEPT[escape[1]], text[1:-1])
    return text if meant == name else None


def _what_is_wrong(text: str, position: int) -> str:
    if text[position] == '"':
        return "a quoted name does not end"
    if text.startswith("/*", position):
        return "a comment does not end"
    if text[position].isdigit() or text[position] in "-.":
        return "a number runs on as a name: put the name in quotes"
    return f"{shown(text[position])!r} begins nothing that DOT knows"


def read(text: str, where: str, reading: Reading = STRICT) -> NamedGraph:
    """Return the one undirected graph of a DOT file.

    Routers are numbered as they first appear. Equal edges are parallel links, except in a
    ``strict`` graph, where they are one. Attributes are passed over. Directed graphs, subgraphs,
    ports and HTML names are refused.
    """
    refuse_too_slow(where, text.count("--"), DOT_LINKS)
    reader = _DotReader(text, where, reading)
    strict = reader.graph()
    ends = list({(min(link), max(link)): None for link in reader.ends}) if strict else reader.ends
    return assemble(where, list(reader.numbers), ends, loops=reader.loops)


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
        what = f"switch name {shown(name)!r} has a backslash before a quote or its end: DOT cannot hold it"
        raise InputError(topology.name, what, "rename the switch or write GraphML")
    return text


class _DotReader:
    """Reads statements one after the other (graphviz.org, DOT language): routers by name, and edges."""

    def __init__(self, text: str, where: str, reading: Reading) -> None:
        self.loops = 0
        self._reading = reading
        self.numbers: dict[str, int] = {}
        self.ends: list[tuple[int, int]] = []
        self._where = where
        self._tokens = tokens(text, where)
        self._next = next(self._tokens)

    def graph(self) -> bool:
        """Read the whole file; return True for a strict graph."""
        strict = self._skip("strict")
        if self._next.matches("digraph"):
            raise self._error("is a directed graph", "give an undirected one: graph { a -- b }")
        if not self._skip("graph"):
            raise self._unexpected("'graph'")
        if self._next.is_name:
            self._name()
        if not self._skip("{"):
            raise self._unexpected("'{'")
        while not self._skip("}"):
            self._statement()
            self._skip(";")
        if self._next.kind != "end":
            raise self._error("continues after the graph", "give a file with one graph")
        return strict

    def _statement(self) -> None:
        """Read one statement."""
        self._refuse_subgraph()
        if any(self._next.matches(word) for word in _DEFAULTS):
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
        at = f"{self._where}: line {line}"
        numbers = [self.numbers.setdefault(check_name(name, at), len(self.numbers)) for name in chain]
        for (u, v), name in zip(pairwise(numbers), chain, strict=False):
            if u == v and self._reading.is_dropped(at, name):
                self.loops += 1
            else:
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
        if self._next.matches("<"):
            raise self._error("holds an HTML name or label <...>", "put it in quotes")
        if not self._next.is_name or any(self._next.matches(word) for word in _KEYWORDS):
            raise self._unexpected("a name")
        token = self._take()
        text = token.text
        while token.kind == "quoted" and self._skip("+"):
            if self._next.kind != "quoted":
                raise self._unexpected("a name in quotes")
            text += self._take().text
        if self._next.matches(":"):
            raise self._error(f"gives {shown(text)!r} a port", "leave the port out: links join switches")
        return text

    def _refuse_subgraph(self) -> None:
        if self._next.matches("subgraph") or self._next.matches("{"):
            raise self._error("holds a subgraph", "give plain nodes and edges")

    def _take(self) -> Token:
        token = self._next
        if token.kind != "end":
            self._next = next(self._tokens)
        return token

    def _skip(self, text: str) -> bool:
        """Take a sign or keyword if it is the next token."""
        return self._next.matches(text) and bool(self._take())

    def _unexpected(self, wanted: str) -> InputError:
        met = self._next.text if self._next.kind == "end" else repr(shown(self._next.text))
        return self._error(f"{met} stands where DOT wants {wanted}")

    def _error(self, what: str, expected: str = "") -> InputError:
        return InputError(f"{self._where}: line {self._next.line}", what, expected)


FORMAT = GraphFormat(
    name="dot",
    suffixes=(".dot", ".gv"),
    losses="endpoints; names with a backslash before a quote or at the end are refused",
    read=read,
    write=write,
)
