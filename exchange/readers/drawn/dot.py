"""Reader of DOT with ports (``"leaf1":"swp51" -- "spine1":"swp1"``), the format of PTM and NVIDIA Air."""

from pathlib import Path

from netfloor.exchange.readers.drawn.drawing import DrawnEdge, DrawnNode, fabric_of
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.text_input import checked_text, source_name
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.sizes import DRAWN_CABLES, refuse_too_slow
from netfloor.topologies.files.dot_language import parse_dot


def read(path: Path, _names: Names, request: TableRequest | None = None) -> Fabric:
    """Return the fabric of a DOT file; edges are cables, and clusters named like cabinets are cabinets.

    Raises `InputError` with file and line, if the text is not DOT, or a port holds two cables.
    """
    where, text = source_name(path), checked_text(path, "DOT file")
    refuse_too_slow(where, text.count("--") + text.count("->"), DRAWN_CABLES)
    graph = parse_dot(text, where)
    nodes = {
        name: DrawnNode(
            name,
            f"{where}: line {graph.lines[name]}",
            {heading.lower(): value for heading, value in attributes.items()},
            (graph.group_of[name],) if name in graph.group_of else (),
        )
        for name, attributes in graph.nodes.items()
    }
    edges = [
        DrawnEdge(
            edge.ends,
            f"{where}: line {edge.line}",
            edge.ports,
            (edge.attributes.get("label", ""),),
            {heading.lower(): value for heading, value in edge.attributes.items() if heading != "label"},
            arrow=edge.arrow,
        )
        for edge in graph.edges
    ]
    return fabric_of(where, nodes, edges, request or TableRequest())


READER = Reader(
    "dot", "DOT with ports, such as PTM's topology.dot and NVIDIA Air's", read, roles=True, tables=read
)
