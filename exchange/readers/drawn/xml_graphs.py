"""Reader of GraphML (including yEd's) and GEXF: labels name devices, groups cabinets."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, InputSource, Locator

from netfloor.exchange.readers.drawn.drawing import NODE_FACTS, DrawnEdge, DrawnNode, fabric_of
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.tables import column_name
from netfloor.exchange.tables.text_input import checked_text, source_name
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import DRAWN_CABLES, refuse_too_slow
from netfloor.topologies.parameters import shown

_MAX_DEPTH = 100
#: Elements with text: GraphML's data and yEd's labels; GEXF keeps its texts in attributes.
_TEXTS = frozenset({"data", "NodeLabel", "EdgeLabel"})


@dataclass
class _Item:
    """A node or an edge whose elements are being read."""

    key: str
    where: str
    ends: tuple[str, str] = ("", "")
    arrow: bool = False
    data: dict[str, str] = field(default_factory=dict)
    labels: list[tuple[str, str]] = field(default_factory=list)  # drawing position and text
    is_group: bool = False


class _Handler(ContentHandler):
    """Collects nodes, groups and edges of either format by element name."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.nodes: dict[str, tuple[_Item, tuple[_Item, ...]]] = {}
        self.edges: list[_Item] = []
        self._where = where
        self._headings: dict[str, str] = {}
        self._path: list[str] = []
        self._open: list[_Item] = []
        self._directed = False
        self._data = ""
        self._text: list[str] | None = None
        self._locator: Locator | None = None  # set by the parser

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 (a name of xml.sax)
        """Process the start of an element."""
        local, values = name.rpartition(":")[2], dict(attrs.items())
        if not self._path and local not in {"graphml", "gexf"}:
            raise InputError(self._here(), f"is neither GraphML nor GEXF: its root is {shown(name)!r}")
        if len(self._path) >= _MAX_DEPTH:
            raise InputError(self._here(), "nests its elements too deeply", f"at most {_MAX_DEPTH}")
        self._path.append(local)
        if local in {"key", "attribute"} and "id" in values:
            heading = values.get("attr.name") or values.get("title") or values["id"]
            self._headings[values["id"]] = column_name(heading)
        elif local == "graph":
            default = values.get("edgedefault") or values.get("defaultedgetype", "")
            self._directed = default == "directed"
            if self._open:
                self._open[-1].is_group = True
        elif local in {"node", "edge"}:
            self._begin(local, values)
        elif self._open:
            self._inside(local, values)

    def _begin(self, local: str, values: dict[str, str]) -> None:
        item = _Item(values.get("id", ""), self._here())
        if local == "node":
            if not item.key or item.key in self.nodes:
                raise InputError(item.where, f"the node {shown(item.key)!r} has no id of its own")
            self.nodes[item.key] = item, tuple(entry for entry in reversed(self._open) if entry.is_group)
            if parent := values.get("pid"):
                item.data["pid"] = parent
        else:
            missing = [name for name in ("source", "target") if name not in values]
            if missing:
                raise InputError(item.where, f"<edge> has no {missing[0]}")
            item.ends = values["source"], values["target"]
            kind = values.get("directed") or values.get("type") or ""
            item.arrow = kind in {"true", "directed"} or (not kind and self._directed)
            self.edges.append(item)
        if values.get("label"):
            item.labels.append(("", values["label"]))
        self._open.append(item)

    def _inside(self, local: str, values: dict[str, str]) -> None:
        """Process an element inside a node or an edge."""
        item = self._open[-1]
        if local == "attvalue":
            key = values.get("for") or values.get("id", "")
            item.data[self._headings.get(key, key)] = values.get("value", "")
        elif local in _TEXTS:
            self._text = []
            if local == "data":
                self._data = self._headings.get(values.get("key", ""), values.get("key", ""))
            else:
                self._data = values.get("modelPosition") or values.get("preferredPlacement") or ""
        elif local in {"GroupNode", "ProxyAutoBoundsNode"}:
            item.is_group = True

    def characters(self, content: str) -> None:
        """Collect the text of a relevant element."""
        if self._text is not None:
            self._text.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802
        """Process the end of an element with its text."""
        local = name.rpartition(":")[2]
        self._path.pop()
        text = "".join(self._text or ()).strip()
        if local in _TEXTS and self._text is not None and self._open:
            if local == "data":
                self._open[-1].data |= {self._data: text} if text and self._data else {}
            elif text:
                self._open[-1].labels.append((self._data, text))
            self._text = None
        elif local in {"node", "edge"} and self._open:
            self._open.pop()

    def _here(self) -> str:
        line = (self._locator.getLineNumber() or 0) if self._locator else 0
        return f"{self._where}: line {line}"


def read(path: Path, _names: Names, request: TableRequest | None = None) -> Fabric:
    """Return the fabric of a GraphML or GEXF file.

    A node's name is its label, otherwise its attribute ``name`` or ``label``, otherwise its id. yEd's
    groups and GEXF's parents are groups; a group named like a cabinet is a cabinet. Raises `InputError`
    with file and line, if the file is neither, or a port holds two cables.
    """
    where = source_name(path)
    text = checked_text(path, "graph file")
    refuse_too_slow(where, text.count("<edge") + text.count("<node") // 2, DRAWN_CABLES)
    handler = _parsed(text, where)
    groups = {key for key, (item, _) in handler.nodes.items() if item.is_group}
    groups |= {item.data["pid"] for item, _ in handler.nodes.values() if "pid" in item.data}
    nodes = {
        key: DrawnNode(_name(item), item.where, _facts(item), tuple(_groups(handler, key)))
        for key, (item, _) in handler.nodes.items()
        if key not in groups
    }
    return fabric_of(where, nodes, [_edge(item) for item in handler.edges], request or TableRequest())


def _name(item: _Item) -> str:
    label = next((" ".join(_without_facts(text).split()) for _, text in item.labels), "")
    return label or item.data.get("name") or item.data.get("label") or item.key


def _facts(item: _Item) -> dict[str, str]:
    """Return the data of a node or an edge, including facts such as ``role: spine`` in its texts."""
    texts = [*(text for _, text in item.labels), *map(item.data.get, _DESCRIPTIONS)]
    told = (_FACT.fullmatch(line[:_LONGEST_FACT]) for text in texts if text for line in _lines(text))
    facts = {match[1].lower().replace(" ", "_"): match[2] for match in told if match}
    known = {name: text for name, text in facts.items() if name in NODE_FACTS}
    return known | {name: text for name, text in item.data.items() if name not in {"name", "label", "pid"}}


def _without_facts(text: str) -> str:
    """Return a label without its fact lines such as ``role: spine``."""
    lines = text.splitlines()
    kept = [
        line
        for line in lines
        if not ((match := _FACT.fullmatch(line[:_LONGEST_FACT])) and _names_fact(match))
    ]
    return "\n".join(kept or lines)


def _names_fact(match: re.Match[str]) -> bool:
    return match[1].lower().replace(" ", "_") in NODE_FACTS


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines()[:_MAX_FACTS]:
        yield from line.split(";")


def _groups(handler: _Handler, key: str) -> Iterator[str]:
    """Yield the names of the groups around a node, innermost first."""
    item, around = handler.nodes[key]
    yield from (_name(group) for group in around)
    seen = {key}
    while (parent := item.data.get("pid", "")) in handler.nodes and parent not in seen:
        seen.add(parent)
        item = handler.nodes[parent][0]
        yield _name(item)


def _edge(item: _Item) -> DrawnEdge:
    """Return an edge, with its labels in the order of its ends if their positions show it."""
    labels = sorted(item.labels, key=lambda pair: {"s": 0, "t": 2}.get(pair[0][:1], 1))
    texts = tuple(" ".join(text.split()) for _, text in labels)
    return DrawnEdge(item.ends, item.where, labels=texts, attributes=_facts(item), arrow=item.arrow)


def _parsed(text: str, where: str) -> _Handler:
    """Parse the file; entities and external references are refused."""
    from defusedxml.common import DefusedXmlException  # noqa: PLC0415 - for this format only
    from defusedxml.sax import make_parser  # noqa: PLC0415 - for this format only

    handler, parser, source = _Handler(where), make_parser(), InputSource()
    parser.setContentHandler(handler)
    source.setCharacterStream(StringIO(text))
    try:
        parser.parse(source)
    except SAXParseException as error:
        at = f"{where}: line {error.getLineNumber()}"
        raise InputError(at, f"is not well-formed XML ({error.getMessage()})") from error
    except DefusedXmlException as error:
        what = "declares XML entities or external references, which are refused"
        raise InputError(where, what) from error
    return handler


#: Facts in labels and descriptions: ``role: spine``, ``Rack=A07``.
_FACT = re.compile(r"\s{0,9}([A-Za-z][A-Za-z_ ]{0,19}?)\s{0,3}[:=]\s{0,3}(\S.{0,99}?)\s{0,9}")
_DESCRIPTIONS = ("description", "Description", "desc", "notes")
_LONGEST_FACT, _MAX_FACTS = 140, 20
READERS = (
    Reader("graphml", "GraphML with labels, groups and ports, yEd's too", read, roles=True, tables=read),
    Reader("gexf", "GEXF of Gephi, with labels and attributes", read, roles=True, tables=read),
)
