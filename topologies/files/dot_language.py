"""Parser for DOT, the language of Graphviz: nodes and edges with attributes and ports."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

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
  | (?P<sign>[{}\[\]=;,:+])
    """,
    re.VERBOSE | re.DOTALL,
)
#: As above, plus lines that begin with a hash: Graphviz ignores them at the margin, other parsers anywhere.
_PREPROCESSOR = re.compile(r"(?P<hash>[^\S\n]*\#[^\n]*)|" + _TOKEN.pattern, _TOKEN.flags)
_ANGLES = re.compile("[<>]")
#: Compass points of a node, used in place of a port.
_COMPASS = frozenset({"n", "ne", "e", "se", "s", "sw", "w", "nw", "c", "_"})
_MAX_EDGES, _MAX_DEPTH = 1_000_000, 100
_ESCAPES = re.compile(r'\\(["\n\\])')
_KEPT = {'"': '"', "\n": "", "\\": "\\\\"}


class Token(NamedTuple):
    """A token with its line.

    A ``name``, ``quoted`` name, ``html`` text, ``edge`` (``--``, ``->``), ``sign`` or ``end``.

    The text is verbatim, except that a quoted name is unescaped.
    """

    kind: str
    text: str
    line: int

    @property
    def is_name(self) -> bool:
        """True for an ID in the sense of DOT, including keywords."""
        return self.kind in {"name", "quoted", "html"}

    def matches(self, text: str) -> bool:
        """Test for this sign, or this keyword in upper or lower case."""
        return self.kind in {"name", "sign"} and self.text.lower() == text


def tokens(text: str, where: str) -> Iterator[Token]:
    """Yield the tokens of a DOT text (graphviz.org) without comments, and finally the ``end`` token.

    A number followed directly by a name is rejected; Graphviz warns and splits it. `InputError` names the
    line of a character that starts no token.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    position, line = 0, 1
    while position < len(text):
        starts_line = position == 0 or text[position - 1] == "\n"
        if text[position] == "<":
            end = _html_end(text, position)
            if end is None:
                raise InputError(f"{where}: line {line}", "an HTML text is not closed")
            yield Token("html", text[position:end], line)
            line += text.count("\n", position, end)
            position = end
            continue
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


def _html_end(text: str, start: int) -> int | None:
    """Return the end position of the HTML text that starts at a position, None if it is not closed."""
    depth = 0
    for match in _ANGLES.finditer(text, start):
        depth += 1 if match.group() == "<" else -1
        if depth == 0:
            return match.end()
    return None


def quoted(name: str) -> str | None:
    r"""Quote a name, or return None if DOT cannot represent it.

    DOT has only the escape ``\"``, and two backslashes stay two, so a name with an odd number of
    backslashes before a quote or the end is ambiguous.
    """
    text = '"' + name.replace('"', '\\"') + '"'
    match = _TOKEN.fullmatch(text)
    meant = None if match is None else _ESCAPES.sub(lambda escape: _KEPT[escape[1]], text[1:-1])
    return text if meant == name else None


def _what_is_wrong(text: str, position: int) -> str:
    if text[position] == '"':
        return "a quoted name is not closed"
    if text.startswith("/*", position):
        return "a comment is not closed"
    if text[position].isdigit() or text[position] in "-.":
        return "a number continues as a name: put the name in quotes"
    return f"{shown(text[position])!r} is not DOT syntax"


@dataclass
class DotEdge:
    """An edge between two nodes, with the port at each end (empty if none) and its attributes."""

    ends: tuple[str, str]
    ports: tuple[str, str]
    line: int
    arrow: bool
    attributes: dict[str, str]


@dataclass
class DotGraph:
    """Content of a DOT text; nodes by name in order of appearance.

    Attributes
    ----------
    extras
        Features that a plain graph lacks, each kind with its first line: ``subgraph``, ``port``, ``html``,
        ``arrow``; with the node's name for a port.
    group_of
        Label, or else name, of the innermost cluster in which a node first appears.
    """

    strict: bool = False
    directed: bool = False
    nodes: dict[str, dict[str, str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    edges: list[DotEdge] = field(default_factory=list)
    group_of: dict[str, str] = field(default_factory=dict)
    extras: dict[str, tuple[int, str]] = field(default_factory=dict)


def parse_dot(text: str, where: str) -> DotGraph:
    """Parse the single graph of a DOT text, ignoring default attributes.

    `InputError` names the line if it is not DOT.
    """
    reader = _DotReader(text, where)
    reader.graph()
    return reader.found


class _Place(NamedTuple):
    """A node and its port in a statement."""

    name: str
    port: str


class _DotReader:
    """Reads statements in sequence (graphviz.org, DOT language)."""

    def __init__(self, text: str, where: str) -> None:
        self.found = DotGraph()
        self._where = where
        self._order: list[str] = []
        self._labels: list[str] = []  # of every cluster, by number
        # clusters of the subgraphs around a statement; -1 for a subgraph that is not a cluster
        self._groups: list[int] = []
        self._cluster_of: dict[str, int] = {}
        self._subgraphs: dict[str, list[_Place]] = {}
        self._tokens = tokens(text, where)
        self._next = next(self._tokens)

    def graph(self) -> None:
        """Read the whole file."""
        self.found.strict = self._skip("strict")
        self.found.directed = self._next.matches("digraph")
        if not (self._skip("digraph") or self._skip("graph")):
            raise self._unexpected("'graph'")
        if self._next.is_name:
            self._name()
        if not self._skip("{"):
            raise self._unexpected("'{'")
        self._statements()
        if self._next.kind != "end":
            raise self._error("continues after the graph", "give a file with one graph")
        self.found.group_of = {name: self._labels[item] for name, item in self._cluster_of.items()}

    def _statements(self) -> None:
        while not self._skip("}"):
            self._statement()
            self._skip(";")

    def _statement(self) -> None:
        if any(self._next.matches(word) for word in _DEFAULTS):
            is_graph = self._take().matches("graph")
            attributes = self._attributes()
            if is_graph:
                self._label(attributes)
            return
        line = self._next.line
        chain = [self._end()]
        if isinstance(chain[0], _Place) and self._skip("="):
            self._label({chain[0].name: self._name()})
            return
        self._chain(chain, line)

    def _chain(self, chain: "list[_Place | list[_Place]]", line: int) -> None:
        """Read the rest of a statement after its first node or subgraph: edges and attributes."""
        arrows = []
        while self._next.kind == "edge":
            arrow = self._take().text == "->"
            if arrow:
                self.found.extras.setdefault("arrow", (line, ""))
            arrows.append(arrow)
            chain.append(self._end())
        attributes = self._attributes()
        for item in chain:
            for place in item if isinstance(item, list) else [item]:
                self._add(place, line)
        if isinstance(chain[0], _Place) and not arrows:
            self.found.nodes[chain[0].name] |= attributes
        for (a, b), arrow in zip(pairwise(chain), arrows, strict=True):
            self._join(a, b, attributes, line, arrow=arrow)

    def _join(
        self,
        a: "_Place | list[_Place]",
        b: "_Place | list[_Place]",
        attributes: dict[str, str],
        line: int,
        *,
        arrow: bool,
    ) -> None:
        for item in a if isinstance(a, list) else [a]:
            for other in b if isinstance(b, list) else [b]:
                if len(self.found.edges) >= _MAX_EDGES:
                    raise self._error("has too many edges", f"at most {_MAX_EDGES:,}")
                ends, ports = (item.name, other.name), (item.port, other.port)
                self.found.edges.append(DotEdge(ends, ports, line, arrow, attributes))

    def _add(self, place: _Place, line: int) -> None:
        if place.name not in self.found.nodes:
            self.found.nodes[place.name] = {}
            self.found.lines[place.name] = line
            self._order.append(place.name)
            cluster = next((group for group in reversed(self._groups) if group >= 0), -1)
            if cluster >= 0:
                self._cluster_of[place.name] = cluster

    def _label(self, attributes: dict[str, str]) -> None:
        """Set the innermost cluster's label if the attributes have one."""
        if self._groups and self._groups[-1] >= 0 and attributes.get("label"):
            self._labels[self._groups[-1]] = attributes["label"]

    def _end(self) -> "_Place | list[_Place]":
        """Read a node with its port, or a subgraph and its nodes."""
        if not (self._next.matches("subgraph") or self._next.matches("{")):
            return self._place()
        self.found.extras.setdefault("subgraph", (self._next.line, ""))
        if len(self._groups) >= _MAX_DEPTH:
            raise self._error("nests subgraphs too deeply", f"at most {_MAX_DEPTH}")
        name = ""
        if self._skip("subgraph") and self._next.is_name:
            name = self._name()
        nodes, edges = len(self._order), len(self.found.edges)
        if not self._skip("{"):
            return self._subgraphs.get(name, [])
        is_cluster = name.startswith("cluster")
        self._labels += [name] if is_cluster else []
        self._groups.append(len(self._labels) - 1 if is_cluster else -1)
        self._statements()
        self._groups.pop()
        inside = dict.fromkeys(end for edge in self.found.edges[edges:] for end in edge.ends)
        inside |= dict.fromkeys(self._order[nodes:])
        self._subgraphs[name] = [_Place(item, "") for item in inside]
        return self._subgraphs[name]

    def _attributes(self) -> dict[str, str]:
        """Read attribute lists: ``[a=1, b=2; c]``."""
        result: dict[str, str] = {}
        while self._skip("["):
            while not self._skip("]"):
                name = self._name()
                result[name] = self._name() if self._skip("=") else ""
                if not self._skip(","):
                    self._skip(";")
        return result

    def _place(self) -> _Place:
        name, port = self._name(), ""
        while self._skip(":"):
            self.found.extras.setdefault("port", (self._next.line, name))
            is_compass = self._next.kind == "name" and self._next.text in _COMPASS
            text = self._name()
            port = port or ("" if is_compass else text)
        return _Place(name, port)

    def _name(self) -> str:
        """Read a name; quoted parts may be joined by +."""
        if not self._next.is_name or any(self._next.matches(word) for word in _KEYWORDS):
            raise self._unexpected("a name")
        token = self._take()
        text = token.text
        if token.kind == "html":
            self.found.extras.setdefault("html", (token.line, ""))
        while token.kind == "quoted" and self._skip("+"):
            if self._next.kind != "quoted":
                raise self._unexpected("a name in quotes")
            text += self._take().text
        return text

    def _take(self) -> Token:
        token = self._next
        if token.kind != "end":
            self._next = next(self._tokens)
        return token

    def _skip(self, text: str) -> bool:
        """Consume a sign or keyword if it is the next token."""
        return self._next.matches(text) and bool(self._take())

    def _unexpected(self, wanted: str) -> InputError:
        met = self._next.text if self._next.kind == "end" else repr(shown(self._next.text))
        return self._error(f"{met} where DOT expects {wanted}")

    def _error(self, what: str, expected: str = "") -> InputError:
        return InputError(f"{self._where}: line {self._next.line}", what, expected)
