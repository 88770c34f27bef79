"""Conversion of a drawing to a fabric, by the attributes, labels and groups of nodes and edges."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from netfloor.exchange.readers.draft import Draft, Key, Node, Plug, Wire, finish
from netfloor.exchange.readers.roles import settle_roles
from netfloor.exchange.tables.fields import (
    PortText,
    checked_name,
    length_mm,
    port_of,
    rate_gbps,
    whole,
)
from netfloor.exchange.tables.kinds import kind_of_words
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import KINDS, Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

MAX_UNIT, _MAX_HEIGHT = 1000, 100
_LONGEST_LABEL = 200
_NODE = {
    "kind": ("function", "role", "kind", "type", "device_role"),
    "model": ("model", "device_type", "hardware"),
    "rack": ("rack", "cabinet"),
    "unit": ("unit", "position", "ru"),
    "height": ("height_u", "u_height", "units"),
}
#: Headings of the attributes that are read.
NODE_FACTS = frozenset(heading for headings in _NODE.values() for heading in headings)
_EDGE = {
    "port_a": ("source_port", "src_port", "sourceport", "srcport", "port_a", "a_port", "left_port"),
    "port_b": ("target_port", "dst_port", "targetport", "dstport", "port_b", "b_port", "right_port"),
    "rate": ("rate", "speed", "bandwidth", "gbps", "capacity"),
    "length": ("length", "length_m", "cable_length"),
    "id": ("cable", "cable_id"),
}
#: Words and patterns that identify cabinet labels.
_CABINET = re.compile(
    r"(?:rack|cabinet|cab)\b.{1,60}|[A-Z]{1,2}-?[0-9]{1,3}|R[0-9]{1,4}C[0-9]{1,4}", re.IGNORECASE
)
#: Two ports in an edge label: ``swp51 -- swp1``, ``Eth1/49 - Eth1/1``, ``eth0 to swp3``.
_PORTS = re.compile(r"(\S{1,60})(?: ?(?:<?-->?|<->|->|\u2013|\u2014) ?| - | to )(\S{1,60})")
_PORT = re.compile(r"[A-Za-z][A-Za-z0-9/_.:-]{0,58}[0-9]|[0-9]{1,6}")
_RATE = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,3})? ?[GMT](?:b/s|bps|bit/s|be|e)?", re.IGNORECASE)


@dataclass
class DrawnNode:
    """A node: its label, its attributes by heading, and its groups' labels, innermost first."""

    name: str
    where: str
    attributes: dict[str, str] = field(default_factory=dict)
    groups: tuple[str, ...] = ()


@dataclass
class DrawnEdge:
    """An edge between two nodes, by key; ports are empty if the drawing has none."""

    ends: tuple[str, str]
    where: str
    ports: tuple[str, str] = ("", "")
    labels: tuple[str, ...] = ()
    attributes: dict[str, str] = field(default_factory=dict)
    arrow: bool = False


def fabric_of(
    name: str, nodes: Mapping[str, DrawnNode], edges: Iterable[DrawnEdge], request: TableRequest
) -> Fabric:
    """Return the fabric of a drawing.

    A node's kind comes from the user's patterns, then an attribute (``function="host"``), its name
    (``leaf1``), its ports or its cables; see `settle_roles`. Edges between the same two ports are one
    cable. Raises `InputError` with the location, for a port that holds two cables, or an attribute that
    cannot be read.
    """
    draft, kinds = Draft(name), dict[Key, str]()
    for key, drawn in nodes.items():
        kind = _stated_kind(drawn)
        draft.add(key, _node(drawn, kind or ""))
        if kind:
            kinds[key] = kind
    draft.wires = _wires(edges)
    _require_nodes(draft)
    settle_roles(draft, kinds, request)
    return finish(draft)


def _stated_kind(drawn: DrawnNode) -> str | None:
    """Return the kind stated by an attribute, None if there is none."""
    for heading in _NODE["kind"]:
        text = drawn.attributes.get(heading, "").lower()
        kind = text if text in KINDS else kind_of_words(text)
        if kind is not None:
            return kind
    return None


def _text(attributes: Mapping[str, str], fields: Mapping[str, tuple[str, ...]], name: str) -> str:
    return next((text for heading in fields[name] if (text := attributes.get(heading, "").strip())), "")


def _rest(attributes: Mapping[str, str], fields: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the attributes without a meaning of their own."""
    known = {heading for headings in fields.values() for heading in headings}
    return {heading: text for heading, text in attributes.items() if text and heading not in known}


def _node(drawn: DrawnNode, kind: str) -> Node:
    texts = {name: _text(drawn.attributes, _NODE, name) for name in _NODE}
    attributes = _rest(drawn.attributes, _NODE)
    if texts["kind"]:
        attributes["function"] = texts["kind"]
    rack = texts["rack"]
    for group in drawn.groups:
        if not rack and _CABINET.fullmatch(group):
            rack = group
        elif group and group != rack:
            attributes.setdefault("group", group)
    unit = texts["unit"].upper().removeprefix("U")
    return Node(
        checked_name(drawn.name, drawn.where),
        kind,
        drawn.where,
        cabinet=rack and checked_name(rack, drawn.where, "a cabinet"),
        unit=whole(unit, drawn.where, "unit", 1, MAX_UNIT) if unit else None,
        units=whole(texts["height"], drawn.where, "height", 0, _MAX_HEIGHT) if texts["height"] else None,
        model=texts["model"],
        attributes=attributes,
    )


def _wires(edges: Iterable[DrawnEdge]) -> list[Wire]:
    wires: list[Wire] = []
    known: set[frozenset[Plug]] = set()
    one_way: Counter[tuple[str, ...]] = Counter()
    for edge in edges:
        ports, rate_label = _ports(edge)
        plugs = [Plug(key, port) for key, port in zip(edge.ends, ports, strict=True)]
        if None not in ports:
            if frozenset(plugs) in known:
                continue  # repeats an edge from its other end
            known.add(frozenset(plugs))
        elif edge.arrow:
            if one_way[edge.ends[::-1]]:
                one_way[edge.ends[::-1]] -= 1
                continue
            one_way[edge.ends] += 1
        rate = _text(edge.attributes, _EDGE, "rate") or rate_label
        length = _text(edge.attributes, _EDGE, "length")
        wires.append(
            Wire(
                plugs[0],
                plugs[1],
                edge.where,
                rate_gbps(rate, edge.where),
                length_mm(length, edge.where),
                id=_text(edge.attributes, _EDGE, "id"),
                attributes=tuple(_rest(edge.attributes, _EDGE).items()),
            )
        )
    return wires


def _ports(edge: DrawnEdge) -> tuple[list[PortText], str]:
    """Return the ports of an edge by its attributes, else by its labels, and a label that is a rate."""
    texts = [edge.ports[side] or _text(edge.attributes, _EDGE, f"port_{'ab'[side]}") for side in (0, 1)]
    labels = [label.strip() for label in edge.labels if 0 < len(label.strip()) <= _LONGEST_LABEL]
    rate = next((label for label in labels if _RATE.fullmatch(label)), "")
    others = [label for label in labels if label != rate]
    if not any(texts) and len(others) == 2 and all(_PORT.fullmatch(label) for label in others):
        texts = others
    for label in others:
        match = _PORTS.fullmatch(label)
        if not any(texts) and match and all(_PORT.fullmatch(part) for part in match.groups()):
            texts = list(match.groups())
    return [port_of(text, edge.where) if text else None for text in texts], rate


def _require_nodes(draft: Draft) -> None:
    """Raise `InputError` for a wire from an unknown node."""
    for wire in draft.wires:
        for plug in wire.plugs:
            if plug.node not in draft.nodes:
                raise InputError(wire.where, f"there is no node {shown(str(plug.node))!r}")
