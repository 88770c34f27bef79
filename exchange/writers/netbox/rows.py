"""The records of a NetBox import, one function per file; those of cables are in `cable_rows`."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from netfloor.exchange.job import Job, whole_number, with_field
from netfloor.exchange.writers.netbox.kinds import interface_type
from netfloor.fabric.fabric import (
    KINDS,
    OTHER,
    PANEL,
    PDU,
    SERVER,
    STORAGE,
    SWITCH,
    Cable,
    Device,
    End,
    Fabric,
    FloorCabinet,
)
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

Row = tuple[str, ...]

#: Rack units of a cabinet, and most that NetBox knows.
USUAL_UNITS, MOST_UNITS = 42, 100
MOST_OUTER_MM = 32_767
#: NetBox guesses the separator of a file: none but the comma may stand in it.
SEPARATORS = str.maketrans(",;|\t", "    ")
#: Device type and role of each kind of device where nothing else is asked for; the role's colour in
#: NetBox's drawings of racks.
USUAL_NAMES = {
    SWITCH: ("Switch", "Switch", "2196f3"),
    SERVER: ("Server", "Server", "9e9e9e"),
    STORAGE: ("Storage", "Storage", "4caf50"),
    PANEL: ("Patch panel", "Patch panel", "ffffff"),
    PDU: ("PDU", "PDU", "ff9800"),
    OTHER: ("Device", "Other", "c0c0c0"),
}
#: Most characters of a slug.
_MOST_SLUG = 100


def rack_groups(job: Job) -> list[Row]:
    """Return the rows of cabinets: name, slug."""
    names = dict.fromkeys(c.row_name for c in _used(job.fabric) if c.row_name)
    return [(name, slug(name)) for name in names]


def racks(job: Job) -> list[Row]:
    """Return every cabinet that holds a device."""
    site, status = job.values["site"], job.values["status"]
    usual = max(USUAL_UNITS, highest_unit(job))
    return [
        (
            *(site, "", c.row_name, c.name, c.name, status, "4-post-cabinet", "19", str(c.units or usual)),
            *_outer(c),
        )
        for c in _used(job.fabric)
    ]


def _outer(cabinet: FloorCabinet) -> Row:
    """Return outer width, depth and their unit, where the room says them and NetBox holds them."""
    known = [size for size in (cabinet.width_mm, cabinet.depth_mm) if size and size <= MOST_OUTER_MM]
    return (str(known[0]), str(known[1]), "mm") if len(known) == 2 else ("", "", "")


def devices(job: Job) -> list[Row]:
    """Return every device; those of unknown place without a position."""
    values, fabric = job.values, job.fabric
    type_of, stacked = device_type_names(job), stacked_units(job)
    rows: list[Row] = []
    for index, device in enumerate(fabric.devices):
        position = _position(device, stacked)
        unit = "" if position is None else str(position)
        rows.append(
            (
                device.name,
                values[f"{device.kind}_role"],
                values["manufacturer"],
                type_of[type_key(device)],
                values["status"],
                values["site"],
                fabric.cabinet_name(index),
                unit,
                (device.face or "front") if unit else "",
            )
        )
    return rows


#: What tells device types apart: kind, model (empty for the kind's usual type), rack units.
TypeKey = tuple[str, str, int | None]


def type_key(device: Device) -> TypeKey:
    """Return what tells the type of a device from others."""
    return device.kind, device.model, device.units


def device_type_names(job: Job) -> dict[TypeKey, str]:
    """Return the device type by kind, model and height: one for each height where there are several."""
    kinds = dict.fromkeys(map(type_key, job.fabric.devices))
    heights = Counter((kind, model) for kind, model, units in kinds if units is not None)
    names = {}
    for kind, model, units in kinds:
        name = model or job.values[f"{kind}_type"]
        several = units is not None and heights[kind, model] > 1
        names[kind, model, units] = f"{name} {units}U" if several else name
    return names


def interfaces(job: Job) -> list[Row]:
    """Return every port in use, with its type and its rate in kbit/s."""
    devices = job.fabric.devices
    return [
        (devices[index].name, port_name(end), kind, _kbps(cable.gbps))
        for index, end, cable, kind in used_ports(job)
    ]


def used_ports(job: Job) -> Iterator[tuple[int, End, Cable, str]]:
    """Yield device, end, cable and NetBox's type of every port in use: the user's, or by cage."""
    told = job.values["interface_type"]
    for index in range(len(job.fabric.devices)):
        for port, cable in job.fabric.cables_of[index]:
            at_a = (cable.a.device, cable.a.port) == (index, port)
            end, form = (cable.a, cable.cages[0]) if at_a else (cable.b, cable.cages[1])
            yield index, end, cable, told or interface_type(form, cable.gbps)


def port_name(end: End) -> str:
    """Return the name of an interface."""
    return end.port_name or f"p{end.port}"


def _used(fabric: Fabric) -> list[FloorCabinet]:
    used = {device.cabinet for device in fabric.devices}
    return [cabinet for index, cabinet in enumerate(fabric.cabinets) if index in used]


def _position(device: Device, stacked: int) -> int | None:
    """Return the lowest rack unit of a device: its own, else by its place in the cabinet."""
    if device.unit is not None:
        return device.unit
    if device.position is None or stacked == 0:
        return None
    return 1 + (device.position - 1) * stacked


def stacked_units(job: Job) -> int:
    """Return the rack units from a switch to the next where the room has none, the tallest one's; or 0."""
    asked = whole_number(job.values, "switch_units", 0, MOST_UNITS)
    known = (device.units or 0 for device in job.fabric.devices if device.kind == SWITCH)
    return max(asked, *known, 0) if asked else 0


def covered_units(job: Job) -> list[tuple[int, range]]:
    """Return the rack units of each device that has a position, by its index."""
    usual, stacked = usual_switch_units(job), stacked_units(job)
    covered = []
    for index, device in enumerate(job.fabric.devices):
        lowest = _position(device, stacked)
        if lowest is not None:
            height = (usual if device.kind == SWITCH else 1) if device.units is None else device.units
            covered.append((index, range(lowest, lowest + height)))
    return covered


def usual_switch_units(job: Job) -> int:
    """Return the rack units of a switch whose height nobody said."""
    return max(1, whole_number(job.values, "switch_units", 0, MOST_UNITS))


def highest_unit(job: Job) -> int:
    """Return the highest rack unit that a device takes, 0 without positions."""
    return max((units[-1] for _, units in covered_units(job) if units), default=0)


def _kbps(gbps: float | None) -> str:
    """Return a rate in kbit/s, nothing where it is not known or no whole number."""
    return str(round(gbps * 10**6)) if gbps is not None and (gbps * 10**6).is_integer() else ""


def slug(name: str) -> str:
    """Return a name as NetBox has it in addresses."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def sites(job: Job) -> list[Row]:
    """Return the site: name, slug, status."""
    name = job.values["site"]
    return [(name, _slugs([name])[name], job.values["status"])]


def manufacturers(job: Job) -> list[Row]:
    """Return the manufacturer: name, slug."""
    name = job.values["manufacturer"]
    return [(name, _slugs([name])[name])]


def device_roles(job: Job) -> list[Row]:
    """Return the role of each kind of device that there is: name, slug, colour."""
    kind_of = {job.values[f"{kind}_role"]: kind for kind in _kinds(job)[::-1]}
    slugs = _slugs(kind_of)
    return [(name, slugs[name], USUAL_NAMES[kind_of[name]][2]) for name in sorted(kind_of)]


def device_types(job: Job) -> list[Row]:
    """Return every device type: manufacturer, model, slug, rack units, full depth."""
    maker, heights = job.values["manufacturer"], _heights(job)
    slugs = _slugs(heights)
    return [(maker, model, slugs[model], str(units), "true") for model, units in heights.items()]


def device_types_json(job: Job, columns: Sequence[str]) -> str:
    """Return the device types as JSON, each with a template for every port that one of its devices uses."""
    names = device_type_names(job)
    ports: dict[str, dict[str, set[str]]] = {}
    for index, end, _, kind in used_ports(job):
        device = job.fabric.devices[index]
        of_type = ports.setdefault(names[type_key(device)], {})
        of_type.setdefault(port_name(end), set()).add(kind)
    records = []
    for row in device_types(job):
        own = sorted(ports.get(row[1], {}).items(), key=lambda item: (len(item[0]), item[0]))
        templates = [
            {"name": port, "type": kinds.pop() if len(kinds) == 1 else "other"} for port, kinds in own
        ]
        records.append({**dict(zip(columns, row, strict=True)), "interfaces": templates})
    return json.dumps(records, indent=1, ensure_ascii=False) + "\n"


def _heights(job: Job) -> dict[str, int]:
    """Return the rack units of each device type; unknown ones the user's for switches, 1 for others."""
    found: dict[str, int] = {}
    for (kind, _, units), model in device_type_names(job).items():
        height = (usual_switch_units(job) if kind == SWITCH else 1) if units is None else units
        if found.setdefault(model, height) != height:
            what = f"{shown(model)!r} would be a device type of {found[model]} and of {height} rack units"
            raise InputError(with_field(f"{kind}_type"), what, "give each kind of device a type of its own")
    return found


def _kinds(job: Job) -> list[str]:
    present = {device.kind for device in job.fabric.devices}
    return [kind for kind in KINDS if kind in present]


def _slugs(names: Iterable[str]) -> dict[str, str]:
    """Return a slug for each name, numbered where two would be one; NetBox keeps them apart."""
    found: dict[str, str] = {}
    for name in names:
        base = slug(name)[: _MOST_SLUG - 4] or "name"
        number, free = 1, base
        while free in found.values():
            number += 1
            free = f"{base}-{number}"
        found[name] = free
    return found
