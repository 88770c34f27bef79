"""Reader of NVIDIA Air's topologies in JSON: nodes by name, links of two ends with node and interface."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from netfloor.exchange.readers.drawn.drawing import DrawnEdge, DrawnNode, fabric_of
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.text_input import checked_text, source_name
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import DRAWN_CABLES, refuse_too_slow
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_EXPECTED = 'nodes and links, such as [{"node": "leaf01", "interface": "swp1"}, {"node": ...}]'
#: Kinds of nodes by their operating system.
_SYSTEMS = (
    ("switch", re.compile(r"cumulus|sonic|nvos|onyx", re.IGNORECASE)),
    ("server", re.compile(r"ubuntu|debian|centos|rocky|alma|rhel|fedora|windows|dgx", re.IGNORECASE)),
)


def read(path: Path, _names: Names, request: TableRequest | None = None) -> Fabric:
    """Return the fabric of a topology; links that leave it, such as to ``"exit"``, are left out.

    Raises `InputError` with the link, if the text is not such JSON, or an end has no node or interface.
    """
    where = source_name(path)
    content = _content(checked_text(path, "topology in JSON"), where)
    named, links = content.get("nodes"), content.get("links")
    if not isinstance(named, dict) or not isinstance(links, list):
        raise InputError(where, "has no nodes and links", _EXPECTED)
    refuse_too_slow(where, len(links), DRAWN_CABLES)
    nodes = {
        name: DrawnNode(name, f"{where}: node {shown(name)}", _attributes(facts))
        for name, facts in named.items()
    }
    edges = list(_edges(links, nodes, where))
    fabric = fabric_of(where, nodes, edges, request or TableRequest())
    if left := len(links) - len(edges):
        note = f"{count_text(left, 'link')} out of the topology left out"
        fabric = replace(fabric, notes=(*fabric.notes, note))
    return fabric


def _content(text: str, where: str) -> Mapping[str, Any]:
    """Return the object with nodes and links, which Air's API wraps in ``content``."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(where, "is not valid JSON", _EXPECTED) from error
    inner = document.get("content", document) if isinstance(document, dict) else None
    if not isinstance(inner, dict):
        raise InputError(where, "is not a topology of NVIDIA Air", _EXPECTED)
    return inner


def _attributes(facts: Any) -> dict[str, str]:
    """Return the texts and numbers of a node, and its kind by its operating system."""
    if not isinstance(facts, dict):
        return {}
    result = {
        str(key).lower(): str(value)
        for key, value in facts.items()
        if isinstance(value, str | int) and not isinstance(value, bool)
    }
    system = result.get("os", "")
    kind = next((kind for kind, pattern in _SYSTEMS if pattern.search(system)), "")
    return {**({"function": kind} if kind else {}), **result}


def _edges(links: list[Any], nodes: Mapping[str, DrawnNode], where: str) -> Iterator[DrawnEdge]:
    for number, link in enumerate(links, 1):
        at = f"{where}: link {number}"
        if not isinstance(link, list) or len(link) != 2:
            raise InputError(at, "does not have two ends", _EXPECTED)
        if not all(isinstance(end, dict) for end in link):
            continue  # such as "exit"
        ends = [(str(end.get("node") or ""), str(end.get("interface") or "")) for end in link]
        for name, port in ends:
            if name not in nodes:
                raise InputError(at, f"names the node {shown(name)!r}", "a name in nodes")
            if not port:
                raise InputError(at, f"gives no interface of {shown(name)!r}", _EXPECTED)
        (a, port_a), (b, port_b) = ends
        yield DrawnEdge((a, b), at, (port_a, port_b))


READER = Reader("air", "a topology of NVIDIA Air in JSON", read, roles=True, tables=read)
