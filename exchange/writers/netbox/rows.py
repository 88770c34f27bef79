"""NetBox records, one function per import file; for cables see `cable_rows`."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from netfloor.exchange.job import Job, whole_number, with_field
from netfloor.fabric.fabric import (
    KINDS,
    OTHER,
    PANEL,
    PDU,
    SERVER,
    STORAGE,
    SWITCH,
    Device,
    Fabric,
    FloorCabinet,
)
from netfloor.foundation.errors import InputError
from netfloor.foundation.spreadsheet_text import one_line
from netfloor.topologies.parameters import shown

Row = tuple[str, ...]

#: Default rack units of a cabinet, and NetBox's maximum.
USUAL_UNITS, MAX_UNITS = 42, 100
MAX_OUTER_MM = 32_767
#: NetBox detects the CSV separator, so cells may contain no separator but the comma.
SEPARATORS = str.maketrans(",;|\t", "    ")
#: Default device type, role and role colour in NetBox's elevations, by kind of device.
USUAL_NAMES = {
    SWITCH: ("Switch", "Switch", "2196f3"),
    SERVER: ("Server", "Server", "9e9e9e"),
    STORAGE: ("Storage", "Storage", "4caf50"),
    PANEL: ("Patch panel", "Patch panel", "ffffff"),
    PDU: ("PDU", "PDU", "ff9800"),
    OTHER: ("Device", "Other", "c0c0c0"),
}
#: Optional device columns of NetBox's import and their maximum lengths.
_DEVICE_TEXTS = {"serial": 50, "asset_tag": 50, "description": 200, "comments": 10_000}
#: From NetBox 4.7 (dcim/choices.py).
DEVICE_STATUSES = frozenset(
    ("offline", "active", "planned", "staged", "failed", "inventory", "decommissioning")
)
#: Maximum length of a slug.
_MAX_SLUG = 100


def rack_groups(job: Job) -> list[Row]:
    """Return the rows of cabinets: name and slug."""
    names = dict.fromkeys(c.row_name for c in _used(job.fabric) if c.row_name)
    return [(name, slug(name)) for name in names]


def racks(job: Job) -> list[Row]:
    """Return every occupied cabinet."""
    site, status = site_of(job), job.values["status"]
    usual = max(USUAL_UNITS, highest_unit(job))
    rows: list[Row] = []
    for c in _used(job.fabric):
        known, units = c.attributes, str(c.units or usual)
        facility = text_of(known, "facility_id", 50) or c.name
        rows.append(
            (
                *(site, "", c.row_name, c.name, facility, status, "4-post-cabinet", "19", units),
                *_outer(c),
                *((str(c.from_top).lower(),) if counts_from_top(job) else ()),
                *(text_of(known, name, 50) for name in rack_attributes(job)),
            )
        )
    return rows


def counts_from_top(job: Job) -> bool:
    """Return True if a cabinet numbers its units from the top."""
    return any(cabinet.from_top for cabinet in _used(job.fabric))


def rack_attributes(job: Job) -> list[str]:
    """Return the optional columns that the cabinets use."""
    return _known_of(_used(job.fabric), ("serial", "asset_tag"))


def device_attributes(job: Job) -> list[str]:
    """Return the optional columns that the devices use."""
    return _known_of(job.fabric.devices, tuple(_DEVICE_TEXTS))


def _known_of(things: Iterable[Device | FloorCabinet], names: tuple[str, ...]) -> list[str]:
    there = {name for thing in things for name in thing.attributes}
    return [name for name in names if name in there]


def text_of(attributes: Mapping[str, str], name: str, maximum: int) -> str:
    """Return the cell of an optional column, truncated to NetBox's limit."""
    return one_line(attributes.get(name, "")).translate(SEPARATORS).replace('"', "'").strip()[:maximum]


def site_of(job: Job) -> str:
    """Return the site: the common site of all imported devices, otherwise the user's."""
    sites = {text_of(device.attributes, "site", 100) for device in job.fabric.devices}
    return sites.pop() if len(sites) == 1 and all(sites) else job.values["site"]


def role_of(job: Job, device: Device) -> str:
    """Return the role of a device: its own, otherwise the user's for its kind."""
    return text_of(device.attributes, "role", 100) or job.values[f"{device.kind}_role"]


def maker_of(job: Job, device: Device) -> str:
    """Return the manufacturer of a device: its own, otherwise the user's."""
    return text_of(device.attributes, "manufacturer", 100) or job.values["manufacturer"]


def _status_of(job: Job, device: Device) -> str:
    status = device.attributes.get("status", "")
    return status if status in DEVICE_STATUSES else job.values["status"]


def _outer(cabinet: FloorCabinet) -> Row:
    """Return outer width, depth and unit, if the room gives them and NetBox accepts them."""
    known = [size for size in (cabinet.width_mm, cabinet.depth_mm) if size and size <= MAX_OUTER_MM]
    return (str(known[0]), str(known[1]), "mm") if len(known) == 2 else ("", "", "")


def devices(job: Job) -> list[Row]:
    """Return every device; devices of unknown location have no position."""
    fabric, stacked, further = job.fabric, stacked_units(job), device_attributes(job)
    type_of, site, usual = device_type_names(job), site_of(job), usual_switch_units(job)
    rows: list[Row] = []
    for index, device in enumerate(fabric.devices):
        position, cabinet = _position(device, stacked), fabric.cabinet_of(index)
        unit = ""
        if position is not None:
            high = usual if device.units is None and device.kind == SWITCH else device.units or 1
            unit = str(position if cabinet is None else _rail(job, cabinet).rail_number(position, high))
        rows.append(
            (
                device.name,
                role_of(job, device),
                maker_of(job, device),
                type_of[type_key(job, device)],
                _status_of(job, device),
                site,
                fabric.cabinet_name(index),
                unit,
                (device.face or "front") if unit else "",
                *(text_of(device.attributes, name, _DEVICE_TEXTS[name]) for name in further),
            )
        )
    return rows


def _rail(job: Job, cabinet: FloorCabinet) -> FloorCabinet:
    """Return a cabinet as in the rack file: with a height and numbered from 1."""
    usual = max(USUAL_UNITS, highest_unit(job)) if cabinet.units is None else cabinet.units
    return replace(cabinet, units=usual, first_unit=1)


@dataclass(frozen=True)
class TypeKey:
    """The attributes that distinguish device types; the model is empty for the kind's default type."""

    kind: str
    maker: str
    model: str
    units: int | None


def type_key(job: Job, device: Device) -> TypeKey:
    """Return the attributes that distinguish a device's type."""
    return TypeKey(device.kind, maker_of(job, device), device.model, device.units)


def device_type_names(job: Job) -> dict[TypeKey, str]:
    """Return the device type names by kind, manufacturer, model and height, one name per height."""
    keys = dict.fromkeys(type_key(job, device) for device in job.fabric.devices)
    heights = Counter((key.kind, key.maker, key.model) for key in keys if key.units is not None)
    names = {}
    for key in keys:
        name = key.model or job.values[f"{key.kind}_type"]
        several = key.units is not None and heights[key.kind, key.maker, key.model] > 1
        names[key] = f"{name} {key.units}U" if several else name
    return names


def _used(fabric: Fabric) -> list[FloorCabinet]:
    used = {device.cabinet for device in fabric.devices}
    return [cabinet for index, cabinet in enumerate(fabric.cabinets) if index in used]


def _position(device: Device, stacked: int) -> int | None:
    """Return the lowest rack unit of a device: its own, else derived from its position in the cabinet."""
    if device.bay:
        return None  # NetBox has no half width: such devices are in bays of a parent device
    if device.unit is not None:
        return device.unit
    if device.position is None or stacked == 0:
        return None
    return 1 + (device.position - 1) * stacked


def stacked_units(job: Job) -> int:
    """Return the units per switch position if the room gives none: the tallest switch's, or 0."""
    asked = whole_number(job.values, "switch_units", 0, MAX_UNITS)
    known = (device.units or 0 for device in job.fabric.devices if device.kind == SWITCH)
    return max(asked, *known, 0) if asked else 0


def covered_units(job: Job) -> list[tuple[int, range]]:
    """Return the rack units that each positioned device occupies, with its index."""
    usual, stacked = usual_switch_units(job), stacked_units(job)
    covered = []
    for index, device in enumerate(job.fabric.devices):
        lowest = _position(device, stacked)
        if lowest is not None:
            height = (usual if device.kind == SWITCH else 1) if device.units is None else device.units
            covered.append((index, range(lowest, lowest + height)))
    return covered


def usual_switch_units(job: Job) -> int:
    """Return the default height of a switch in rack units."""
    return max(1, whole_number(job.values, "switch_units", 0, MAX_UNITS))


def highest_unit(job: Job) -> int:
    """Return the highest occupied rack unit, 0 without positions."""
    return max((units[-1] for _, units in covered_units(job) if units), default=0)


def slug(name: str) -> str:
    """Return a name as a NetBox slug."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def sites(job: Job) -> list[Row]:
    """Return the site: name, slug, status."""
    name = site_of(job)
    return [(name, _slugs([name])[name], job.values["status"])]


def manufacturers(job: Job) -> list[Row]:
    """Return the manufacturers: name, slug."""
    names = dict.fromkeys(maker_of(job, device) for device in job.fabric.devices)
    slugs = _slugs(names)
    return [(name, slugs[name]) for name in names]


def device_roles(job: Job) -> list[Row]:
    """Return the role of each device kind in the plan: name, slug, colour."""
    ranked = sorted(job.fabric.devices, key=lambda device: KINDS.index(device.kind), reverse=True)
    kind_of = {role_of(job, device): device.kind for device in ranked}
    slugs = _slugs(kind_of)
    return [(name, slugs[name], USUAL_NAMES[kind_of[name]][2]) for name in sorted(kind_of)]


def device_types(job: Job) -> list[Row]:
    """Return every device type: manufacturer, model, slug, rack units, full depth, weight and its unit."""
    heights = _heights(job)
    slugs = _slugs(model for _, model in heights)
    names, of_type = device_type_names(job), dict[tuple[str, str], list[Device]]()
    for device in job.fabric.devices:
        key = type_key(job, device)
        of_type.setdefault((key.maker, names[key]), []).append(device)
    rows = []
    for (maker, model), units in heights.items():
        devices = of_type[maker, model]
        full = str(not all(device.half_depth for device in devices)).lower()
        weights = {device.kilograms for device in devices}
        weight = weights.pop() if len(weights) == 1 else None
        kg = () if not has_weights(job) else ("", "") if weight is None else (f"{weight:.2f}", "kg")
        rows.append((maker, model, slugs[model], str(units), full, *kg))
    return rows


def has_weights(job: Job) -> bool:
    """Return True if the weight of any device is known."""
    return any(device.kilograms is not None for device in job.fabric.devices)


def _heights(job: Job) -> dict[tuple[str, str], int]:
    """Return the height of each manufacturer's model; the default is the user's for switches, else 1."""
    result: dict[tuple[str, str], int] = {}
    for key, model in device_type_names(job).items():
        usual = usual_switch_units(job) if key.kind == SWITCH else 1
        height = usual if key.units is None else key.units
        if result.setdefault((key.maker, model), height) != height:
            before = result[key.maker, model]
            what = f"{shown(model)!r} would be a device type of {before} and of {height} rack units"
            kind = with_field(f"{key.kind}_type")
            raise InputError(kind, what, "give each kind of device a type of its own")
    return result


def _slugs(names: Iterable[str]) -> dict[str, str]:
    """Return a unique slug for each name, numbering duplicates; NetBox requires unique slugs."""
    result: dict[str, str] = {}
    for name in names:
        base = slug(name)[: _MAX_SLUG - 4] or "name"
        number, free = 1, base
        while free in result.values():
            number += 1
            free = f"{base}-{number}"
        result[name] = free
    return result
