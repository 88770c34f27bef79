"""Reader of neighbour lists: ``lldpctl`` (JSON, ``key=value`` lines, plain text), tables of LLDP and CDP.

They name the neighbours of the device that prints them but not the device itself, which is therefore named
by the prompt above the output, else by the file without its extension.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from netfloor.exchange.readers.draft import Draft, Key, Node, Plug, Wire, finish, pair, settle_kinds
from netfloor.exchange.readers.neighbour_tables import (
    Output,
    begins_table,
    heard_in_tables,
    outputs_of,
)
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.tables.fields import PortText, checked_name, port_of
from netfloor.exchange.tables.text_input import checked_text, lines_of, source_name
from netfloor.fabric.fabric import SERVER, SWITCH, Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

_EXPECTED = "the output of lldpctl, plain or by -f json or -f keyvalue, or a table of LLDP or CDP"
_KEY = re.compile(r"lldp\.(.+?)\.((?:via|rid|age|chassis|port|vlan|ppvid|pi|lldp-med|unknown-tlvs)\b.*)")
#: Types of port identifier that are names; for a MAC address the description is better.
_NAMES_OF_PORTS = ("ifname", "local", "ifalias")
#: A line of the plain output, with its keyword.
_PLAIN = re.compile(r"[ \t]*([A-Za-z][A-Za-z-]*):(.*)")
_HEADING = re.compile(r"[ \t]{0,100}(LLDP neighbors:|Interface: {1,100}\S{1,200}, via: )")
#: The heading of lldpctl's plain output.
_LLDPCTL = "LLDP neighbors:"
#: Fields whose first word is a type, and fields that are a name, by section.
_PLAIN_FIELDS = {
    ("chassis", "chassisid"): "chassis.{}",
    ("chassis", "capability"): "chassis.{}.enabled",
    ("port", "portid"): "port.{}",
}
_PLAIN_NAMES = {("chassis", "sysname"): "chassis.name", ("port", "portdescr"): "port.descr"}
MAX_FILES = 20_000
#: Vendors' names of management ports.
_MANAGEMENT = re.compile(r"(mgmt|management|oob|fxp|me|ma)[0-9/._-]*|mgmt.*", re.IGNORECASE)
#: Capabilities of devices that forward frames.
_PASSES = frozenset({"bridge", "router"})


# Neighbours by output format: JSON, key=value lines, plain text


class Neighbour(NamedTuple):
    """A neighbour seen on one port of the queried device."""

    port: str
    device: str
    far_port: str
    capabilities: frozenset[str]
    where: str


class _Facts(NamedTuple):
    """The data on a neighbour, by the names of ``-f keyvalue`` without their port."""

    port: str
    values: dict[str, str]
    where: str


def outputs_in(file: Path, notes: list[str]) -> list[tuple[str, list[Neighbour]]]:
    """Return device and neighbours of each output in a file; the file's name is the default device.

    ``notes`` gets what is left out.

    Raises `InputError` with the line if the file is no such output, or holds several without prompts that
    name their devices.
    """
    where, text = source_name(file), checked_text(file, "list of neighbours")
    if text.lstrip().startswith("{"):
        return [(file.stem, list(_of_json(text, where)))]
    outputs = outputs_of(list(lines_of(text, where)))
    for output in outputs:
        count = sum(line.strip() == _LLDPCTL or begins_table(line) for _, line in output.lines)
        if count > 1 and not output.device:
            what = f"holds {count:,} outputs, and no prompt names their devices"
            remedy = "a file for each device, called by its name, or its prompt above each, user@leaf1:~$"
            raise InputError(where, what, remedy)
    results = [(item.device or file.stem, list(_neighbours(item, where, notes))) for item in outputs]
    if not any(heard for _, heard in results) and any(item.device for item in outputs):
        raise InputError(where, "names no neighbour", _EXPECTED)
    return results


def _neighbours(output: Output, where: str, notes: list[str]) -> Iterator[Neighbour]:
    """Yield the neighbours of one output in any form; outputs of other commands have none."""
    if plain := [part for part in output.parts if any(_HEADING.match(line) for _, line in part)]:
        for part in plain:
            yield from _of_plain(part, where)
    elif tables := heard_in_tables(output, where, notes):
        for table in tables:
            yield _named(table.port, table.device, table.far_port, table.capabilities, table.where)
    elif keys := [part for part in output.parts if any(line.startswith("lldp.") for _, line in part)]:
        for part in keys:
            yield from _of_keys(part, where)
    elif not output.device:
        yield from _of_keys(output.lines, where)


def _of_json(text: str, where: str) -> Iterator[Neighbour]:
    """Yield the neighbours from JSON, in which a single item may replace a list."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(where, "is not valid JSON", _EXPECTED) from error
    if "lldp" not in document:
        raise InputError(where, "has no key lldp, so it is not the output of lldpctl", _EXPECTED)
    for root in _listed(document["lldp"]):
        for entry in _listed(root.get("interface")):
            named = [(entry["name"], entry)] if isinstance(entry.get("name"), str) else list(entry.items())
            for port, facts in named:
                for item in _listed(facts):
                    yield _neighbour(str(port), item, f"{where}: {shown(str(port))}")


def _neighbour(port: str, facts: dict[str, Any], where: str) -> Neighbour:
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
        str(item.get("type", "")).lower()
        for item in _listed(chassis.get("capability"))
        if item.get("enabled")
    )
    far = _first(facts.get("port"))
    identifier = _first(far.get("id"))
    far_port = _value(far.get("id"))
    if identifier.get("type") not in _NAMES_OF_PORTS:
        far_port = _value(far.get("descr")) or far_port
    return _named(port, device or _value(chassis.get("id")), far_port, capabilities, where)


def _named(port: str, device: str, far_port: str, capabilities: frozenset[str], where: str) -> Neighbour:
    if not device or not far_port:
        raise InputError(where, "a neighbour without a name or a port", "lldpctl with details")
    return Neighbour(port, device, far_port, capabilities, where)


def _of_keys(lines: Sequence[tuple[int, str]], where: str) -> Iterator[Neighbour]:
    """Yield the neighbours from ``key=value`` lines; each neighbour starts at ``via``."""
    factses: list[_Facts] = []
    latest: dict[str, _Facts] = {}
    key = ""
    for number, line in lines:
        if not line.startswith("lldp."):
            # a description may have several lines
            if line.strip() and line[0] != "#" and not key.endswith(".descr"):
                raise InputError(f"{where}: line {number}", "is not a line of lldpctl output", _EXPECTED)
            continue
        key, equals, value = line.partition("=")
        match = _KEY.fullmatch(key)
        if not equals or match is None:
            continue
        before = latest.get(match[1])
        if match[2] == "via" or before is None:
            before = latest[match[1]] = _Facts(match[1], {}, f"{where}: line {number}")
            factses.append(before)
        before.values.setdefault(match[2], value.strip())
    if not factses:
        raise InputError(where, "names no neighbour", _EXPECTED)
    yield from _of_facts(factses)


def _of_plain(lines: Sequence[tuple[int, str]], where: str) -> Iterator[Neighbour]:
    """Yield the neighbours from the plain output; statistics and other sections are ignored."""
    results: list[_Facts] = []
    section = ""
    for number, line in lines:
        match = _PLAIN.fullmatch(line)
        if match is None:
            continue
        name, value = match[1].lower(), match[2].strip()
        if name == "interface":
            port = value.split(",")[0].strip()
            results, section = [*results, _Facts(port, {}, f"{where}: line {number}")], ""
        elif not value:
            section = name
        elif results:
            kind, _, rest = value.partition(" ")
            if field := _PLAIN_FIELDS.get((section, name)):
                results[-1].values.setdefault(field.format(kind.rstrip(",")), rest.strip() or kind)
            elif field := _PLAIN_NAMES.get((section, name)):
                results[-1].values.setdefault(field, value)
    yield from _of_facts([item for item in results if item.values])


def _of_facts(found: list[_Facts]) -> Iterator[Neighbour]:
    """Yield the neighbours from data by the names of ``-f keyvalue``."""
    for port, facts, at in found:
        ports = (*_NAMES_OF_PORTS, "descr", "mac")
        far = next((facts[f"port.{key}"] for key in ports if f"port.{key}" in facts), "")
        names = ("name", "mac", "local")
        device = next((facts[f"chassis.{key}"] for key in names if f"chassis.{key}" in facts), "")
        capabilities = frozenset(
            key.split(".")[1].lower()
            for key, value in facts.items()
            if re.fullmatch(r"chassis\.[A-Za-z]+\.enabled", key) and value == "on"
        )
        yield _named(port, device, far, capabilities, at)


def _listed(value: Any) -> list[dict[str, Any]]:
    """Return an item or a list of items as a list, without items that are not objects."""
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]


def _first(value: Any) -> dict[str, Any]:
    return next(iter(_listed(value)), {})


def _value(value: Any) -> str:
    """Return the text of a field: the field itself, or the ``value`` of an object or a list of them."""
    value = value[0] if isinstance(value, list) and value else value
    value = value.get("value", "") if isinstance(value, dict) else value
    return str(value).strip() if isinstance(value, (str, int)) else ""


# The fabric


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of a file or of all files of a folder; a cable may appear at both ends.

    Device names and file names match with or without their domain if that is unambiguous. Management ports,
    and ports with several neighbours (through devices that forward LLDP), are left out and counted. Raises
    `InputError` with the file, if it is not ``lldpctl``'s output, or two files contradict each other.
    """
    return read_outputs(_files(path), source_name(path))


def read_outputs(files: Sequence[Path], where: str) -> Fabric:
    """Return the fabric of some files of neighbours, called ``where``; see `read`."""
    draft, kinds = Draft(where), dict[Key, str]()
    outputs = [(file, *output) for file in files for output in outputs_in(file, draft.notes)]
    asked = _names_asked(list(dict.fromkeys(device for _, device, _ in outputs)))
    left = Counter[str]()
    for file, device, neighbours_there in outputs:
        own = checked_name(device, source_name(file), "a device")
        draft.nodes.setdefault(own, Node(own, "", source_name(file)))
        heard: dict[str, list[Neighbour]] = defaultdict(list)
        for item in neighbours_there:
            heard[item.port].append(item)
        for port, neighbours in heard.items():
            if _MANAGEMENT.fullmatch(port) or _MANAGEMENT.fullmatch(neighbours[0].far_port):
                left["for management"] += 1
            elif len({(neighbour.device, neighbour.far_port) for neighbour in neighbours}) > 1:
                left["that hear several neighbours"] += 1
            else:
                far = neighbours[0].device
                short = asked.get(far.casefold()) or asked.get(far.casefold().split(".")[0], far)
                _take(draft, kinds, own, neighbours[0]._replace(device=short))
    draft.notes += [f"{count:,} ports {what} are left out" for what, count in left.items()]
    if len(outputs) > 1:
        pair(draft)
    settle_kinds(draft, kinds)
    return finish(draft)


def are_outputs(files: Sequence[Path]) -> bool:
    """Return whether each of some files names neighbours."""
    with suppress(InputError):
        return all(any(heard for _, heard in outputs_in(file, [])) for file in files)
    return False


def _names_asked(stems: list[str]) -> dict[str, str]:
    """Return the queried devices by each of their lower-case names: complete, and without the domain."""
    short = Counter(stem.casefold().split(".")[0] for stem in stems)
    known = {host: stem for stem in stems if short[host := stem.casefold().split(".")[0]] == 1}
    return known | {stem.casefold(): stem for stem in stems}


def _take(draft: Draft, kinds: dict[Key, str], own: str, heard: Neighbour) -> None:
    where = heard.where
    far = checked_name(heard.device, where, "a neighbour")
    draft.nodes.setdefault(far, Node(far, "", where))
    if heard.capabilities:
        kinds[far] = SWITCH if heard.capabilities & _PASSES else SERVER
    ports: list[PortText] = [port_of(text, where) for text in (heard.port, heard.far_port)]
    draft.wires.append(Wire(Plug(own, ports[0]), Plug(far, ports[1]), where))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
    if not files:
        raise InputError(source_name(path), "holds no file", "a file for each device, called by its name")
    if len(files) > MAX_FILES:
        raise InputError(source_name(path), f"holds {len(files):,} files", f"at most {MAX_FILES:,}")
    return files


READER = Reader("lldp", "neighbours by LLDP or CDP, a file or a folder of files called by device", read)
