"""Reader of containerlab topology files, written by hand or by netlab: nodes and links between interfaces.

Both link formats are supported: ``endpoints: ["leaf1:eth1", "host1:eth1"]``, and ``type: veth`` with node
and interface of each end. The labels ``graph-rack`` and ``graph-rack-unit`` give rack and unit.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from netfloor.exchange.readers.draft import Draft, Key, Node, Plug, Wire, finish
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.readers.roles import settle_roles
from netfloor.exchange.tables.fields import checked_name, port_of, whole
from netfloor.exchange.tables.kinds import kind_of_words
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.text_input import checked_text, source_name
from netfloor.exchange.yaml_text import yaml_node
from netfloor.fabric.fabric import OTHER, SERVER, SWITCH, Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import join_words
from netfloor.topologies.parameters import shown

MAX_LINKS = 100_000
MAX_UNIT = 1000
ICON, RACK, UNIT = "graph-icon", "graph-rack", "graph-rack-unit"
_EXPECTED = "topology: with nodes: and links:, as containerlab's *.clab.yml has them"
#: How cables of any other text are given.
AS_TABLE = "for others a CSV table with a row for each cable, below the headings a,port a,b,port b"
_ENDPOINTS = 'endpoints: ["leaf1:eth1", "host1:eth1"]'
#: Node kinds that may be a switch or a server: an operating system, or any container.
_OPEN_KINDS = frozenset(
    {"", "linux", "ext-container", "generic_vm", "openbsd", "freebsd", "k8s-kind", "cisco_sdwan"}
)
_OTHER_KINDS = re.compile(
    r".*(?:panos|fortigate|cloudguard|ftdv|vsrx)|keysight_.*|c8000v_fw", re.IGNORECASE
)
#: Images of routing and switching software in ``linux`` nodes.
_SWITCHING_IMAGE = re.compile(
    r"(?:.*[/_.:-])?(?:frr|frrouting|sonic|cumulus|vyos|bird|gobgp)\b", re.IGNORECASE
)
#: Node names of link ends outside the lab.
_OUTSIDE = frozenset({"host", "mgmt-net", "macvlan", "vxlan", "vxlan-stitch", "dummy"})
_ICONS = {"router": SWITCH, "switch": SWITCH, "server": SERVER, "host": SERVER}
#: Maximum number of maps that a merge key may add to a map.
_MAX_MERGED = 10


def read(path: Path, _names: Names, request: TableRequest | None = None) -> Fabric:
    """Return the fabric of a topology file, without links to the host or to a bridge outside the lab.

    Raises `InputError` with file and line, if the file is not a topology, or a port holds two cables.
    """
    where = source_name(path)
    topology = _topology(checked_text(path, "topology file"), where)
    parts = _fields(topology)
    draft, kinds = Draft(where), dict[Key, str]()
    for name, node in _fields(parts.get("nodes")).items():
        place, settings = f"{where}: {_line(node)}", _settings(_fields(node), parts)
        labels = {key: _text(value) for key, value in _fields(_fields(node).get("labels")).items()}
        draft.add(name, _node(checked_name(name, place), place, settings, labels))
        if kind := _kind(settings, labels):
            kinds[name] = kind
    outside: Counter[str] = Counter()
    for link in _items(parts.get("links")):
        place = f"{where}: {_line(link)}"
        ends, other = _ends(_fields(link), place)
        if other:
            outside[other] += 1
            continue
        a, b = (_plug(*end, place, draft.nodes) for end in ends)
        draft.wires.append(Wire(a, b, place))
    if outside:
        counted = join_words([f"{shown(kind)} ({count:,})" for kind, count in sorted(outside.items())])
        draft.notes.append(f"links that lead out of the lab are left out: {counted}")
    settle_roles(draft, kinds, request or TableRequest())
    return finish(draft)


def _topology(text: str, where: str) -> Any:
    """Return the YAML node under ``topology``."""
    if text.count("endpoints") > MAX_LINKS:
        what = f"more than {MAX_LINKS:,} links"
        raise InputError(where, what, "a cable list, CSV: device,port,device,port")
    remedy = "a topology file without templates ({{ }})" if "{{" in text else _EXPECTED
    document = yaml_node(text, where, remedy, aliases=True)
    topology = _fields(document).get("topology")
    if not _fields(_fields(topology).get("nodes")):
        raise InputError(where, "contains no topology nodes", f"{_EXPECTED}; {AS_TABLE}")
    return topology


def _fields(node: Any, merged: int = 0) -> dict[str, Any]:
    """Return the values of a map by key; its own values override those of a merge key (``<<``)."""
    result: dict[str, Any] = {}
    for key, value in node.value if getattr(node, "id", "") == "mapping" else ():
        if _text(key) == "<<" and merged < _MAX_MERGED:
            result = {**_fields(value, merged + 1), **result}
        else:
            result[_text(key)] = value
    return result


def _items(node: Any) -> list[Any]:
    return node.value if getattr(node, "id", "") == "sequence" else []


def _text(node: Any) -> str:
    return node.value.strip() if getattr(node, "id", "") == "scalar" else ""


def _line(node: Any) -> str:
    return f"line {node.start_mark.line + 1}"


def _settings(own: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, str]:
    """Return kind, type, image and group of a node, inherited from its group, its kind and the defaults."""
    defaults, groups, kinds = (_fields(parts.get(name)) for name in ("defaults", "groups", "kinds"))
    group = _text(own.get("group"))
    sources = [own, _fields(groups.get(group))]
    kind = _first(sources, "kind") or _text(defaults.get("kind"))
    sources += [_fields(kinds.get(kind)), defaults]
    return {"kind": kind, "group": group, **{name: _first(sources, name) for name in ("type", "image")}}


def _first(sources: list[Any], name: str) -> str:
    return next((text for source in sources if (text := _text(source.get(name)))), "")


def _kind(settings: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """Return the device kind by the node's icon, kind, image or group; empty if none is clear."""
    if icon := labels.get(ICON, "").lower():
        return _ICONS.get(icon) or kind_of_words(icon) or ""
    kind = settings["kind"].lower()
    if _OTHER_KINDS.fullmatch(kind[:80]):
        return OTHER
    if kind not in _OPEN_KINDS or _SWITCHING_IMAGE.match(settings["image"][:200]):
        return SWITCH
    return kind_of_words(settings["group"]) or ""


def _node(name: str, where: str, settings: Mapping[str, str], labels: Mapping[str, str]) -> Node:
    rack, unit = labels.get(RACK, ""), labels.get(UNIT, "")
    kept = {heading: settings[heading] for heading in ("image", "group") if settings[heading]}
    return Node(
        name,
        "",
        where,
        cabinet=rack and checked_name(rack, where, "a cabinet"),
        unit=whole(unit, where, "unit", 1, MAX_UNIT) if unit else None,
        model=settings["type"],
        attributes={"containerlab kind": settings["kind"], **kept} if settings["kind"] else kept,
    )


def _ends(link: Mapping[str, Any], where: str) -> tuple[list[tuple[str, str]], str]:
    """Return node and interface of both ends of a link, or its target outside the lab."""
    kind = _text(link.get("type"))
    if kind not in {"", "veth"}:
        return [], kind
    ends = list(_stated_ends(link))
    if len(ends) != 2 or not all(node and port for node, port in ends):
        raise InputError(where, "a link without two ends of node and interface", _ENDPOINTS)
    return ends, next((node for node, _ in ends if node in _OUTSIDE), "")


def _stated_ends(link: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for end in _items(link.get("endpoints")):
        if parts := _fields(end):
            yield _text(parts.get("node")), _text(parts.get("interface"))
        else:
            node, _, port = _text(end).partition(":")
            yield node, port


def _plug(node: str, port: str, where: str, nodes: Mapping[Key, Node]) -> Plug:
    if node not in nodes:
        raise InputError(where, f"there is no node {shown(node)!r}", "a node of the topology at each end")
    return Plug(node, port_of(port, where))


READER = Reader(
    "containerlab", "a topology file of containerlab or netlab, *.clab.yml", read, roles=True, tables=read
)
