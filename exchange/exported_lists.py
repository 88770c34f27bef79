"""Readers of files that describe a whole fabric, for plans of lists in a room's cabinets.

The files are a folder of NetBox exports, DOT with ports, a containerlab topology, or the LLDP or CDP
neighbours that devices print.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from shlex import quote

from netfloor.exchange.device_types import with_device_types
from netfloor.exchange.lists.paths import end_notes, path_problems
from netfloor.exchange.lists.power import check_cords, with_numbers
from netfloor.exchange.lists.racks import ListedRacks
from netfloor.exchange.lists.read import ListedFabric
from netfloor.exchange.lists.units import with_heights
from netfloor.exchange.readers import READERS, Reader
from netfloor.exchange.readers.containerlab import AS_TABLE
from netfloor.exchange.readers.lldp import are_outputs, read_outputs
from netfloor.exchange.tables.problems import NearNames, Problems
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.report import TableReport
from netfloor.exchange.tables.text_input import source_name
from netfloor.fabric.fabric import Cable, Fabric, FloorCabinet
from netfloor.fabric.power import PowerRules
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

#: Format by file extension, and extensions of files that may be the output of devices.
_FORMATS = {".dot": "dot", ".gv": "dot", ".yml": "containerlab", ".yaml": "containerlab"}
_OF_OUTPUT = frozenset({".txt", ".log", ".out", ".json", ""})
_NEIGHBOURS = "lldp"


def exported_format(paths: Sequence[Path]) -> str | None:
    """Return the format of files that describe a whole fabric, None for lists.

    That is a single file or folder, or the neighbours that several devices print, a file for each.
    """
    if len(paths) == 1 and paths[0].is_dir():
        return "netbox"
    if len(paths) == 1 and (known := _FORMATS.get(paths[0].suffix.lower())):
        return known
    return _NEIGHBOURS if _are_neighbours(paths) else None


def _are_neighbours(paths: Sequence[Path]) -> bool:
    """Return whether files are tables of LLDP or CDP neighbours, or other such output."""
    may_be = (
        path.suffix.lower() in _OF_OUTPUT and path.is_file() and path.stat().st_size <= _MAX_TRIED
        for path in paths
    )
    return all(may_be) and are_outputs(paths)


#: Largest file that is tried in other formats after it was refused as a list, and those not tried.
_MAX_TRIED = 20 << 20
_OF_TABLES = frozenset({".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".ods", ".md"})
#: Texts of other languages than tables, and the forms of them that are read.
_NO_TABLES = {".yaml": "YAML", ".yml": "YAML", ".json": "JSON", ".xml": "XML", ".toml": "TOML"}
_READ_FORMS = "read are containerlab topologies and the neighbours that switches print as JSON"
_NOT_TRIED = frozenset({"netbox", "csv", "edges", "cvt", "p2p"})


@contextmanager
def naming_imports(paths: Sequence[Path], report: TableReport) -> Iterator[None]:
    """Replace the problems of files that are not lists by an error that names the import that reads them.

    Files without an extension of tables are tried first: some of their lines may look like rows. The
    ``report`` of a table without a list is dropped.
    """
    for path in paths:
        if path.suffix.lower() not in _OF_TABLES:
            _refuse_import(path)
        if (language := _NO_TABLES.get(path.suffix.lower())) and path.is_file():
            what = f"is {language} that describes no cables in a form that netfloor reads"
            raise InputError(source_name(path), what, f"{_READ_FORMS}; {AS_TABLE}")
    try:
        yield
    except InputError:
        for path in paths:
            try:
                _refuse_import(path)
            except InputError:
                report.clear()
                raise
        raise


def _refuse_import(path: Path) -> None:
    """Raise an error that names the command which reads a file, if an import does."""
    if (reader := import_of(path)) is not None:
        what = f"holds no device list or cables, but {reader.summary}"
        command = f"netfloor import {quote(str(path))} --from {reader.name} reads it"
        raise InputError(source_name(path), what, command)


def import_of(path: Path) -> Reader | None:
    """Return the reader of a file that is not a table and describes cables; None for other files."""
    if not path.is_file() or path.stat().st_size > _MAX_TRIED:
        return None
    for name, reader in READERS.items():
        if name in _NOT_TRIED:
            continue
        with suppress(InputError):
            if reader.read(path, {}).cables:
                return reader
    return None


def read_exported(
    paths: Sequence[Path],
    cabinets: Sequence[FloorCabinet],
    power: PowerRules | None = None,
    request: TableRequest | None = None,
    device_types: Path | None = None,
) -> ListedFabric:
    """Read files that describe a whole fabric into a room's cabinets.

    ``device_types``: folder of types that supplement the file by model. A device without unit and height
    is assumed to be 1 U, with a note. Raises `InputError` if the file
    cannot be read, if it names racks missing from the room, or if paths end inside panels.
    """
    where, reader = source_name(paths[0]), READERS[exported_format(paths) or "netbox"]
    asked = request or TableRequest()
    if asked.columns:
        raise InputError(setting("map"), f"{where} is not a cable list", "leave it out")
    result = _read(reader, paths, asked)
    if device_types is not None:
        result = with_device_types(result, device_types)
    result = with_heights(result)
    problems = Problems(where)
    problems.include_all(_place_problems(result, cabinets, where))
    problems.raise_all()
    fabric = _renumbered(_in_room(result, cabinets))
    lines = tuple(f"{where}: cable {shown(cable.id)}" for cable in fabric.cables)
    check_cords(fabric, lines, problems, power)
    problems.include_all(path_problems(fabric, lines))
    problems.raise_all()
    fabric = replace(fabric, notes=(*fabric.notes, *end_notes(fabric)))
    return ListedFabric(fabric, tuple(device.unit is not None for device in fabric.devices), lines)


def _read(reader: Reader, paths: Sequence[Path], asked: TableRequest) -> Fabric:
    if reader.name == _NEIGHBOURS:
        return read_outputs(paths, source_name(paths[0]))
    return reader.read(paths[0], {}) if reader.tables is None else reader.tables(paths[0], {}, asked)


def exported_racks(paths: Sequence[Path], asked: TableRequest) -> ListedRacks:
    """Return the racks that files of a whole fabric name, as lists do.

    Raises `InputError` if they cannot be read.
    """
    fabric = _read(READERS[exported_format(paths) or "netbox"], paths, asked)
    highest, without = dict[str, int](), list[int]()
    for number, device in enumerate(fabric.devices):
        height = max(device.units or 1, 1)
        if device.cabinet is None:
            without.append(height)
            continue
        rack = fabric.cabinet_name(number)
        top = 0 if device.unit is None else device.unit + height - 1
        highest[rack] = max(highest.get(rack, 0), top)
    return ListedRacks(highest, without)


def _place_problems(fabric: Fabric, cabinets: Sequence[FloorCabinet], where: str) -> Iterator[InputError]:
    """Yield an error for each rack missing from the room and each device above its rack's highest unit."""
    units = {cabinet.name: cabinet.units for cabinet in cabinets}
    near = NearNames(units)
    for cabinet in fabric.cabinets:
        if cabinet.name not in units:
            advice = near.advice(cabinet.name, "a cabinet of the room, named as on its door")
            yield InputError(where, f"there is no cabinet {shown(cabinet.name)!r} in the room", advice)
    for number, device in enumerate(fabric.devices):
        maximum = units.get(fabric.cabinet_name(number))
        if maximum is not None and device.unit is not None:
            last = device.unit + max(device.units or 1, 1) - 1
            if last > maximum:
                what = f"{shown(device.name)} is in unit {last} of {shown(fabric.cabinet_name(number))}"
                yield InputError(where, what, f"units 1 to {maximum}")


def _in_room(fabric: Fabric, cabinets: Sequence[FloorCabinet]) -> Fabric:
    """Return a fabric in a room's cabinets, with devices identified by name."""
    place = {cabinet.name: number for number, cabinet in enumerate(cabinets)}
    devices = tuple(
        device if device.cabinet is None else replace(device, cabinet=place[fabric.cabinet_name(number)])
        for number, device in enumerate(fabric.devices)
    )
    return replace(fabric, devices=devices, cabinets=tuple(cabinets), named=True)


def _renumbered(fabric: Fabric) -> Fabric:
    """Return a fabric with ports numbered by label, as in lists, and panel ports paired accordingly."""
    labels = {(end.device, end.port): end.port_text for cable in fabric.cables for end in cable.ends}
    bare = replace(fabric, devices=tuple(replace(device, passes=()) for device in fabric.devices))
    numbered = with_numbers(bare, [_labelled(cable) for cable in fabric.cables])
    ports = {(end.device, end.port_name): end.port for cable in numbered.cables for end in cable.ends}
    devices = []
    for number, (device, was) in enumerate(zip(numbered.devices, fabric.devices, strict=True)):
        joints = [
            (ports[number, labels[number, front]], ports[number, labels[number, rear]], position)
            for front, rear, position in was.passes
        ]
        devices.append(replace(device, passes=tuple(joints)))
    return replace(numbered, devices=tuple(devices))


def _labelled(cable: Cable) -> Cable:
    a, b = (replace(end, port_name=end.port_text) for end in cable.ends)
    return replace(cable, a=a, b=b)
