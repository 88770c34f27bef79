"""What an empty NetBox lacks before devices go in: site, manufacturer, roles and device types."""

import json
from collections.abc import Iterable, Sequence

from netfloor.exchange.fabric import HOST, KINDS
from netfloor.exchange.job import Job, with_field
from netfloor.exchange.writers.netbox.rows import (
    Row,
    device_type_names,
    port_name,
    slug,
    used_ports,
    usual_switch_units,
)
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: Colours of the roles in NetBox's drawings of racks: its blue and its grey.
_COLOR_OF = {"switch": "2196f3", "host": "9e9e9e"}
#: Most characters of a slug.
_MOST_SLUG = 100


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
    return [(name, slugs[name], _COLOR_OF[kind_of[name]]) for name in sorted(kind_of)]


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
        of_type = ports.setdefault(names[device.kind, device.units], {})
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
    """Return the rack units of each device type; unknown ones the user's for switches, 1 for hosts."""
    found: dict[str, int] = {}
    for (kind, units), model in device_type_names(job).items():
        height = units or (1 if kind == HOST else usual_switch_units(job))
        if found.setdefault(model, height) != height:
            what = f"{shown(model)!r} would be a device type of {found[model]} and of {height} rack units"
            raise InputError(with_field(f"{kind}_type"), what, "give switches and hosts a type each")
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
