"""GraphML: nodes and edges in XML, the one format that also holds endpoints."""

from dataclasses import replace
from io import StringIO
from xml.sax import SAXParseException
from xml.sax.saxutils import quoteattr
from xml.sax.xmlreader import InputSource

import numpy as np

from foundation.errors import InputError
from topologies.files.format import GraphFormat
from topologies.files.graph import NamedGraph, assemble
from topologies.files.graphml_handler import GraphMLHandler
from topologies.files.text_lines import check_name
from topologies.parameters import shown
from topologies.topology import Topology

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
"""
_ENDPOINTS_KEY = '  <key id="endpoints" for="node" attr.name="endpoints" attr.type="int"/>\n'


def read(text: str, where: str) -> NamedGraph:
    """Return the one graph of a GraphML file.

    Node ids are the router names and their order is the numbering; node data named ``endpoints``
    is read, all other data passed over. Equal undirected edges are parallel links. The two
    directions of directed edges are the same link, as is a direction that stands alone.
    """
    handler = _parsed(text, where)
    if handler.graphs != 1:
        raise InputError(where, f"holds {handler.graphs} graphs", "give a file with one graph")
    numbers, ends = handler.numbers, []
    for source, target, _, line in handler.edges:
        here = f"{where}: line {line}"
        if source == target:
            raise InputError(here, f"router {shown(source)!r} is linked to itself (a self loop)")
        unknown = next((name for name in (source, target) if name not in numbers), None)
        if unknown is not None:
            raise InputError(here, f"unknown node {shown(unknown)!r}", "declare it with <node>")
        ends.append((numbers[source], numbers[target]))
    directed = [edge[2] for edge in handler.edges]
    graph = assemble(where, list(numbers), ends, directed=directed)
    if not handler.endpoints:
        return graph
    endpoints = np.array([handler.endpoints.get(name, 0) for name in numbers], dtype=np.int32)
    return replace(graph, endpoints=endpoints)


def write(topology: Topology) -> str:
    """Return GraphML, a parallel link an edge of its own; control characters are refused."""
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


def _parsed(text: str, where: str) -> GraphMLHandler:
    """Return the events of the file; entities and external references are refused."""
    from defusedxml.common import DefusedXmlException  # noqa: PLC0415 - for this format only
    from defusedxml.sax import make_parser  # noqa: PLC0415 - for this format only

    handler, parser, source = GraphMLHandler(where), make_parser(), InputSource()
    parser.setContentHandler(handler)
    source.setCharacterStream(StringIO(text))
    try:
        parser.parse(source)
    except SAXParseException as error:
        here = f"{where}: line {error.getLineNumber()}"
        raise InputError(here, f"is not well-formed XML ({error.getMessage()})") from error
    except DefusedXmlException as error:
        what = "declares XML entities or external references, which are refused"
        raise InputError(where, what) from error
    return handler


FORMAT = GraphFormat(
    name="graphml",
    suffixes=(".graphml",),
    losses="nothing",
    read=read,
    write=write,
)
