"""Neighbours as ``lldpctl`` lists them, a file for each device that was asked.

``lldpctl -f json`` (also ``json0``) and ``-f keyvalue`` name the neighbours of the device that they
run on, and not the device itself: it is called by the file's name without its ending.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from netfloor.exchange.fabric import HOST, SWITCH, Fabric
from netfloor.exchange.readers.draft import Draft, Key, Node, Plug, Wire, finish, pair
from netfloor.exchange.readers.input.fields import PortText, checked_name, port_of
from netfloor.exchange.readers.input.text_input import checked_text, lines_of, source_name
from netfloor.exchange.readers.kinds import settle_kinds
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

MOST_FILES = 20_000
#: Ports that serve to manage a device, as vendors call them.
_MANAGEMENT = re.compile(r"(mgmt|management|oob|fxp|me|ma)[0-9/._-]*|mgmt.*", re.IGNORECASE)
_KEY = re.compile(r"lldp\.(.+?)\.((?:via|rid|age|chassis|port|vlan|ppvid|pi|lldp-med|unknown-tlvs)\b.*)")
#: How a port's identifier is a name; a MAC address is none, the description is better.
_NAMES_OF_PORTS = ("ifname", "local", "ifalias")
#: Capabilities of what passes frames on, and of what does not.
_PASSES = frozenset({"bridge", "router"})


class _Neighbour(NamedTuple):
    """What one port of the device asked hears."""

    port: str
    device: str
    far_port: str
    capabilities: frozenset[str]
    where: str


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of a file, or of all files of a folder; each cable may be said at both ends.

    A neighbour is known by its name without its domain, and a file so too, where that leaves no doubt.
    Ports for management and those that hear several neighbours (others pass their messages on) are
    left out and counted.

    Raises
    ------
    InputError
        With the file, if it is none of ``lldpctl``, or two files contradict each other.
    """
    files = _files(path)
    draft, kinds = Draft(source_name(path)), dict[Key, str]()
    asked = _names_asked([file.stem for file in files])
    left = Counter[str]()
    for file in files:
        own = checked_name(file.stem, source_name(file), "a device")
        draft.nodes.setdefault(own, Node(own, "", source_name(file)))
        heard: dict[str, list[_Neighbour]] = defaultdict(list)
        for one in _neighbours(file):
            heard[one.port].append(one)
        for port, neighbours in heard.items():
            if _MANAGEMENT.fullmatch(port) or _MANAGEMENT.fullmatch(neighbours[0].far_port):
                left["for management"] += 1
            elif len({(one.device, one.far_port) for one in neighbours}) > 1:
                left["that hear several neighbours"] += 1
            else:
                far = neighbours[0].device
                short = asked.get(far.casefold()) or asked.get(far.casefold().split(".")[0], far)
                _take(draft, kinds, own, neighbours[0]._replace(device=short))
    draft.notes += [f"{count:,} ports {what} are left out" for what, count in left.items()]
    if len(files) > 1:
        pair(draft)
    settle_kinds(draft, kinds)
    return finish(draft)


def _names_asked(stems: list[str]) -> dict[str, str]:
    """Return the devices asked by each name of theirs, in lower case: whole, and without its domain."""
    short = Counter(stem.casefold().split(".")[0] for stem in stems)
    known = {host: stem for stem in stems if short[host := stem.casefold().split(".")[0]] == 1}
    return known | {stem.casefold(): stem for stem in stems}


def _take(draft: Draft, kinds: dict[Key, str], own: str, heard: _Neighbour) -> None:
    where = heard.where
    far = checked_name(heard.device, where, "a neighbour")
    draft.nodes.setdefault(far, Node(far, "", where))
    if heard.capabilities:
        kinds[far] = SWITCH if heard.capabilities & _PASSES else HOST
    ports: list[PortText] = [port_of(text, where) for text in (heard.port, heard.far_port)]
    draft.wires.append(Wire(Plug(own, ports[0]), Plug(far, ports[1]), where))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
    if not files:
        raise InputError(source_name(path), "holds no file", "a file for each device, called by its name")
    if len(files) > MOST_FILES:
        raise InputError(source_name(path), f"holds {len(files):,} files", f"at most {MOST_FILES:,}")
    return files


def _neighbours(file: Path) -> list[_Neighbour]:
    where, text = source_name(file), checked_text(file, "list of neighbours")
    if text.lstrip().startswith("{"):
        return list(_of_json(text, where))
    return list(_of_keys(text, where))


def _of_json(text: str, where: str) -> Iterator[_Neighbour]:
    """Yield the neighbours of JSON, in which a list of one may be the thing itself."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(where, "is not valid JSON", "the output of lldpctl -f json") from error
    for root in _listed(document.get("lldp")):
        for entry in _listed(root.get("interface")):
            named = [(entry["name"], entry)] if isinstance(entry.get("name"), str) else list(entry.items())
            for port, facts in named:
                for one in _listed(facts):
                    yield _neighbour(str(port), one, f"{where}: {shown(str(port))}")


def _neighbour(port: str, facts: dict[str, Any], where: str) -> _Neighbour:
    chassis = _first(facts.get("chassis"))
    device = _value(chassis.get("name"))
    if (
        not device
        and len(chassis) == 1
        and isinstance(next(iter(chassis.values())), dict)
        and "id" not in chassis
    ):
        device, chassis = next(iter(chassis.items()))
    capabilities = frozenset(
        str(one.get("type", "")).lower() for one in _listed(chassis.get("capability")) if one.get("enabled")
    )
    far = _first(facts.get("port"))
    identifier = _first(far.get("id"))
    far_port = _value(far.get("id"))
    if identifier.get("type") not in _NAMES_OF_PORTS:
        far_port = _value(far.get("descr")) or far_port
    return _named(port, device or _value(chassis.get("id")), far_port, capabilities, where)


def _named(port: str, device: str, far_port: str, capabilities: frozenset[str], where: str) -> _Neighbour:
    if not device or not far_port:
        raise InputError(where, "a neighbour without a name or a port", "lldpctl with details")
    return _Neighbour(port, device, far_port, capabilities, where)


def _of_keys(text: str, where: str) -> Iterator[_Neighbour]:
    """Yield the neighbours of ``key=value`` lines; a neighbour begins at ``via``."""
    found: list[tuple[str, dict[str, str], str]] = []
    key = ""
    for number, line in lines_of(text, where):
        if not line.startswith("lldp."):
            # a description may have several lines
            if line.strip() and line[0] != "#" and not key.endswith(".descr"):
                expected = "the output of lldpctl -f json or -f keyvalue"
                raise InputError(f"{where}: line {number}", "is no line of lldpctl", expected)
            continue
        key, equals, value = line.partition("=")
        match = _KEY.fullmatch(key)
        if not equals or match is None:
            continue
        if match[2] == "via" or not found or found[-1][0] != match[1]:
            found.append((match[1], {}, f"{where}: line {number}"))
        found[-1][1].setdefault(match[2], value.strip())
    if not found:
        raise InputError(where, "names no neighbour", "the output of lldpctl -f json or -f keyvalue")
    for port, facts, at in found:
        far = next(
            (facts[f"port.{key}"] for key in (*_NAMES_OF_PORTS, "descr", "mac") if f"port.{key}" in facts),
            "",
        )
        device = next(
            (facts[f"chassis.{key}"] for key in ("name", "mac", "local") if f"chassis.{key}" in facts), ""
        )
        capabilities = frozenset(
            key.split(".")[1].lower()
            for key, value in facts.items()
            if re.fullmatch(r"chassis\.[A-Za-z]+\.enabled", key) and value == "on"
        )
        yield _named(port, device, far, capabilities, at)


def _listed(value: Any) -> list[dict[str, Any]]:
    """Return a thing or a list of things as a list; what is no object is left out."""
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict)]


def _first(value: Any) -> dict[str, Any]:
    return next(iter(_listed(value)), {})


def _value(value: Any) -> str:
    """Return the text of a field: itself, or the ``value`` of an object or a list of such."""
    value = value[0] if isinstance(value, list) and value else value
    value = value.get("value", "") if isinstance(value, dict) else value
    return str(value).strip() if isinstance(value, (str, int)) else ""


READER = Reader("lldp", "neighbours by lldpctl, a file or a folder of files called by device", read)
