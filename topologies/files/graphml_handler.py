"""Events of an XML parser turned into the routers and links of a GraphML file."""

from collections.abc import Callable
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from foundation.errors import InputError
from topologies.files.text_lines import check_name
from topologies.parameters import integer, shown

_DIRECTION = {"directed": True, "undirected": False}
_EDGE_DIRECTION = {"true": True, "false": False}
_MOST_ENDPOINTS = 1_000_000


class GraphMLHandler(ContentHandler):
    """Collects what `topologies.files.graphml` needs; everything else is passed over.

    Attributes
    ----------
    numbers
        Number of each node id, in the order of the file.
    edges
        (source, target, directed, line) of every edge.
    endpoints
        Endpoints by node id, where the file says so.
    graphs
        How many graphs the file holds.
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
        self._locator: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 (a name of xml.sax)
        """Keep what knows the line."""
        self._locator = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        """Take in an element that stands where GraphML wants it."""
        local, parent = _local(name), self._path[-1] if self._path else ""
        if not self._path and local != "graphml":
            raise InputError(self._here(), f"is not GraphML: its root element is {shown(name)!r}")
        take = _TAKE.get((parent, local))
        if take is not None:
            take(self, dict(attrs.items()))
        self._path.append(local)

    def endElement(self, name: str) -> None:  # noqa: N802
        """Leave an element; take in the endpoints that it may have held."""
        self._path.pop()
        if self._text is not None and _local(name) == "data":
            text = "".join(self._text).strip()
            self.endpoints[self._node] = integer(
                self._here(),
                f"endpoints of {shown(self._node)!r}",
                text,
                lowest=0,
                highest=_MOST_ENDPOINTS,
            )
            self._text = None

    def characters(self, content: str) -> None:
        """Keep text that is a number of endpoints."""
        if self._text is not None:
            self._text.append(content)

    def take_key(self, attributes: dict[str, str]) -> None:
        """Learn which key means endpoints."""
        of_nodes = attributes.get("for", "all") in {"node", "all"}
        if attributes.get("attr.name") == "endpoints" and of_nodes:
            self._endpoint_key = self._required(attributes, "key", "id")

    def take_graph(self, attributes: dict[str, str]) -> None:
        """Begin a graph."""
        self.graphs += 1
        self._directed = self._direction(attributes, "edgedefault", _DIRECTION, "undirected")

    def take_node(self, attributes: dict[str, str]) -> None:
        """Add a router."""
        self._node = check_name(self._required(attributes, "node", "id"), self._here())
        if self._node in self.numbers:
            raise InputError(self._here(), f"node {shown(self._node)!r} is declared twice")
        self.numbers[self._node] = len(self.numbers)

    def take_edge(self, attributes: dict[str, str]) -> None:
        """Add a link; its ends may be declared further down."""
        ends = (self._required(attributes, "edge", end) for end in ("source", "target"))
        default = str(self._directed).lower()
        directed = self._direction(attributes, "directed", _EDGE_DIRECTION, default)
        self.edges.append((*ends, directed, self._line()))  # type: ignore[arg-type]

    def take_node_data(self, attributes: dict[str, str]) -> None:
        """Begin to listen if this is a number of endpoints."""
        if self._endpoint_key and attributes.get("key") == self._endpoint_key:
            self._text = []

    def refuse(self, _: dict[str, str]) -> None:
        """Refuse graphs inside nodes or edges, and hyperedges."""
        raise InputError(self._here(), "holds nested graphs or hyperedges", "give plain nodes and edges")

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


#: What is done with an element, by (parent, element).
_TAKE: dict[tuple[str, str], Callable[[GraphMLHandler, dict[str, str]], None]] = {
    ("graphml", "key"): GraphMLHandler.take_key,
    ("graphml", "graph"): GraphMLHandler.take_graph,
    ("graph", "node"): GraphMLHandler.take_node,
    ("graph", "edge"): GraphMLHandler.take_edge,
    ("node", "data"): GraphMLHandler.take_node_data,
    ("node", "graph"): GraphMLHandler.refuse,
    ("edge", "graph"): GraphMLHandler.refuse,
    ("graph", "hyperedge"): GraphMLHandler.refuse,
}
