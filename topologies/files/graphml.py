"""GraphML: nodes and edges in XML, the only format that also has endpoints."""

from dataclasses import replace
from io import StringIO
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.saxutils import quoteattr
from xml.sax.xmlreader import AttributesImpl, InputSource, Locator

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.topologies.files.graph import STRICT, GraphFormat, NamedGraph, Reading, assemble, check_name
from netfloor.topologies.parameters import integer, shown
from netfloor.topologies.topology import Topology

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
"""
_ENDPOINTS_KEY = '  <key id="endpoints" for="node" attr.name="endpoints" attr.type="int"/>\n'
_DIRECTION = {"directed": True, "undirected": False}
_EDGE_DIRECTION = {"true": True, "false": False}
_MAX_ENDPOINTS = 1_000_000


class _GraphHandler(ContentHandler):
    """Collects nodes, edges and endpoints of a GraphML file by node id, ignoring everything else.

    Edges are (source, target, directed, line); endpoints are present only if the file states them.
    """

    def __init__(self, where: str) -> None:
        super().__init__()
        self.numbers: dict[str, int] = {}
        self.edges: list[tuple[str, str, bool, int]] = []
        self.endpoints: dict[str, int] = {}
        self.graphs = 0
        self._where = where
        self._path: list[str] = []
        self._directed = False
        self._endpoint_key = ""
        self._node = ""
        self._text: list[str] | None = None
        self._locator: Locator | None = None  # set by the parser

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 (a name of xml.sax)
        """Handle an element's start tag by its place in GraphML."""
        local, parent = _local(name), self._path[-1] if self._path else ""
        if not self._path and local != "graphml":
            raise InputError(self._here(), f"is not GraphML: its root element is {shown(name)!r}")
        self._take(parent, local, dict(attrs.items()))
        self._path.append(local)

    def _take(self, parent: str, element: str, attributes: dict[str, str]) -> None:
        match parent, element:
            case "graphml", "key":
                of_nodes = attributes.get("for", "all") in {"node", "all"}
                if attributes.get("attr.name") == "endpoints" and of_nodes:
                    self._endpoint_key = self._required(attributes, "key", "id")
            case "graphml", "graph":
                self.graphs += 1
                self._directed = self._direction(attributes, "edgedefault", _DIRECTION, "undirected")
            case "graph", "node":
                self._add_node(attributes)
            case "graph", "edge":
                self._add_edge(attributes)
            case "node", "data":
                if self._endpoint_key and attributes.get("key") == self._endpoint_key:
                    self._text = []
            case ("node" | "edge", "graph") | ("graph", "hyperedge"):
                what = "has nested graphs or hyperedges"
                raise InputError(self._here(), what, "give plain nodes and edges")

    def endElement(self, name: str) -> None:  # noqa: N802
        """Leave an element and store the endpoints it contained, if any."""
        self._path.pop()
        if self._text is not None and _local(name) == "data":
            text, name = "".join(self._text).strip(), f"endpoints of {shown(self._node)!r}"
            count = integer(self._here(), name, text, lowest=0, highest=_MAX_ENDPOINTS)
            self.endpoints[self._node] = count
            self._text = None

    def characters(self, content: str) -> None:
        """Collect the text of an endpoints element."""
        if self._text is not None:
            self._text.append(content)

    def _add_node(self, attributes: dict[str, str]) -> None:
        self._node = check_name(self._required(attributes, "node", "id"), self._here())
        if self._node in self.numbers:
            raise InputError(self._here(), f"node {shown(self._node)!r} is declared twice")
        self.numbers[self._node] = len(self.numbers)

    def _add_edge(self, attributes: dict[str, str]) -> None:
        """Add a link; its ends may be declared later in the file."""
        ends = (self._required(attributes, "edge", end) for end in ("source", "target"))
        default = str(self._directed).lower()
        directed = self._direction(attributes, "directed", _EDGE_DIRECTION, default)
        self.edges.append((*ends, directed, self._line()))  # type: ignore[arg-type]

    def _required(self, attributes: dict[str, str], element: str, name: str) -> str:
        if name not in attributes:
            raise InputError(self._here(), f"<{element}> has no {name}")
        return attributes[name]

    def _direction(
        self, attributes: dict[str, str], name: str, known: dict[str, bool], default: str
    ) -> bool:
        text = attributes.get(name, default)
        if text not in known:
            expected = "give " + " or ".join(known)
            raise InputError(self._here(), f"{name}={shown(text)!r} is unknown", expected)
        return known[text]

    def _line(self) -> int:
        return (self._locator.getLineNumber() or 0) if self._locator else 0

    def _here(self) -> str:
        return f"{self._where}: line {self._line()}"


def _local(name: str) -> str:
    """Return an element's name without its namespace prefix."""
    return name.rpartition(":")[2]


def read(text: str, where: str, reading: Reading = STRICT) -> NamedGraph:
    """Read the single graph of a GraphML file.

    Node ids are the switch names and their order is the numbering; node data named ``endpoints`` is read,
    all other data ignored. Equal undirected edges are parallel links. The two directions of directed edges
    are the same link, as is a single direction.
    """
    handler = _parsed(text, where)
    if handler.graphs != 1:
        raise InputError(where, f"has {handler.graphs} graphs", "give a file with one graph")
    numbers, ends, directed = handler.numbers, [], []
    for source, target, one_way, line in handler.edges:
        at = f"{where}: line {line}"
        if source == target and reading.is_dropped(at, source):
            continue
        unknown = next((name for name in (source, target) if name not in numbers), None)
        if unknown is not None:
            raise InputError(at, f"unknown node {shown(unknown)!r}", "declare it with <node>")
        ends.append((numbers[source], numbers[target]))
        directed.append(one_way and not reading.arrows_are_links)
    loops = len(handler.edges) - len(ends)
    graph = assemble(where, list(numbers), ends, directed=directed, loops=loops)
    if not handler.endpoints:
        return graph
    endpoints = np.array([handler.endpoints.get(name, 0) for name in numbers], dtype=np.int32)
    return replace(graph, endpoints=endpoints)


def write(topology: Topology) -> str:
    """Write GraphML, each parallel link as its own edge; control characters in names are rejected."""
    names = [topology.label(router) for router in range(topology.routers)]
    ids = [quoteattr(check_name(name, topology.name)) for name in names]
    attached = bool(topology.endpoints.any())
    lines = [_HEAD, _ENDPOINTS_KEY if attached else "", '  <graph edgedefault="undirected">\n']
    for name, endpoints in zip(ids, topology.endpoints.tolist(), strict=True):
        data = f'><data key="endpoints">{endpoints}</data></node>' if attached else "/>"
        lines.append(f"    <node id={name}{data}\n")
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        lines += [f"    <edge source={ids[u]} target={ids[v]}/>\n"] * count
    return "".join(lines) + "  </graph>\n</graphml>\n"


def _parsed(text: str, where: str) -> _GraphHandler:
    """Parse the file's events; entities and external references are rejected."""
    from defusedxml.common import DefusedXmlException  # noqa: PLC0415 - for this format only
    from defusedxml.sax import make_parser  # noqa: PLC0415 - for this format only

    handler, parser, source = _GraphHandler(where), make_parser(), InputSource()
    parser.setContentHandler(handler)
    source.setCharacterStream(StringIO(text))
    try:
        parser.parse(source)
    except SAXParseException as error:
        at = f"{where}: line {error.getLineNumber()}"
        raise InputError(at, f"is not well-formed XML ({error.getMessage()})") from error
    except DefusedXmlException as error:
        what = "declares XML entities or external references, which are not allowed"
        raise InputError(where, what) from error
    return handler


FORMAT = GraphFormat(
    name="graphml",
    suffixes=(".graphml",),
    losses="nothing",
    read=read,
    write=write,
)
