"""Checks before export: NetBox rejects a whole file because of one bad record."""

import re
from difflib import get_close_matches

from netfloor.exchange.job import Job, with_field
from netfloor.exchange.names import Alphabet, check_cabinets, check_devices, check_names
from netfloor.exchange.writers.netbox.cable_rows import bundle_names
from netfloor.exchange.writers.netbox.kinds import CABLE_TYPES, INTERFACE_TYPES
from netfloor.exchange.writers.netbox.port_rows import port_name
from netfloor.exchange.writers.netbox.power_rows import power_feeds, power_names
from netfloor.exchange.writers.netbox.rows import (
    MAX_UNITS,
    SEPARATORS,
    USUAL_NAMES,
    covered_units,
    highest_unit,
    slug,
)
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

#: NetBox compares device names case-insensitively.
DEVICES = Alphabet("NetBox", 64, any_case=True)
#: NetBox's import splits port lists at commas.
PORTS = Alphabet("NetBox", 64, signs="._:/- ", any_case=True)
#: The limit also covers the grid coordinate, which holds at most 50 characters.
RACKS = Alphabet("NetBox", 50, signs="._:/- ")
BUNDLES = Alphabet("NetBox", 100, signs="._:/- ")
#: Statuses shared by racks, devices and cables; a cable in use is called connected.
STATUSES = ("planned", "active")
_TEXTS = ("site", "manufacturer", *(f"{kind}_{what}" for kind in USUAL_NAMES for what in ("type", "role")))


def check_job(job: Job) -> None:
    """Refuse a job whose files NetBox would reject.

    Raises `InputError`; the message names the device, cabinet, port, bundle or field.
    """
    fabric = job.fabric
    check_devices(fabric, DEVICES)
    check_cabinets(fabric, RACKS)
    rows = list(dict.fromkeys(cabinet.row_name for cabinet in fabric.cabinets if cabinet.row_name))
    check_names(fabric, BUNDLES, "row", [row.replace(" ", "-") for row in rows])
    _check_slugs(fabric, rows)
    ports = [port_name(end) for cable in fabric.cables for end in cable.ends] + power_names(job)
    check_names(fabric, PORTS, "port", ports)
    check_names(fabric, BUNDLES, "power feed", [row[3] for row in power_feeds(job)])
    check_names(fabric, BUNDLES, "cable bundle", list(bundle_names(job).values()), distinct=True)
    for name in _TEXTS:
        _check_text(name, job.values[name])
    for name in ("electrical_type", "optical_type"):
        _check_choice(name, job.values[name], ("", *CABLE_TYPES))
    for name in ("electrical_color", "optical_color"):
        _check_color(name, job.values[name])
    _check_choice("status", job.values["status"], STATUSES)
    _check_choice("templates", job.values["templates"], ("no", "yes"))
    _check_choice("cables", job.values["cables"], ("", "link", "piece"))
    _check_interface_type(job.values["interface_type"])
    if highest_unit(job) > MAX_UNITS:
        what = f"a cabinet would need {highest_unit(job)} rack units, NetBox holds {MAX_UNITS}"
        raise InputError(
            shown(fabric.name), what, f"add {setting('with')} switch_units=0 to leave positions out"
        )
    _check_units(job)


def _check_units(job: Job) -> None:
    """Refuse devices that overlap or extend above their cabinet."""
    fabric, expected = job.fabric, f"give {setting('with')} switch_units its height"
    device_in: dict[tuple[int | None, int], int] = {}
    for index, units in covered_units(job):
        if not units:
            continue
        device, cabinet = fabric.devices[index], fabric.cabinet_of(index)
        where = f"{shown(fabric.name)}: device {shown(device.name)!r}"
        if cabinet is not None and cabinet.units is not None and units[-1] > cabinet.units:
            what = f"reaches up to unit {units[-1]}, cabinet {shown(cabinet.name)!r} has {cabinet.units}"
            raise InputError(where, what, expected)
        for unit in units:
            lower = device_in.setdefault((device.cabinet, unit), index)
            if lower != index:
                what = f"is in unit {unit}, which {shown(fabric.devices[lower].name)!r} takes"
                raise InputError(where, what, expected)


def _check_slugs(fabric: Fabric, rows: list[str]) -> None:
    """Refuse two cabinet rows with the same slug; NetBox requires unique slugs."""
    seen: dict[str, str] = {}
    for row in rows:
        first = seen.setdefault(slug(row), row)
        if first != row:
            where = f"{shown(fabric.name)}: rows {shown(first)!r} and {shown(row)!r}"
            raise InputError(where, f"are one slug in NetBox, {slug(row)!r}", "rename one of them")


def _check_choice(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        listed = ", ".join(choice for choice in known if choice)
        raise InputError(with_field(name), f"{shown(value)!r} is not one of NetBox's", f"known: {listed}")


def _check_color(name: str, value: str) -> None:
    if value and not re.fullmatch(r"[0-9a-f]{6}", value):
        what = f"{shown(value)!r} is not a colour of NetBox"
        raise InputError(with_field(name), what, "six of 0-9 and a-f, such as 2196f3 for blue")


def _check_interface_type(value: str) -> None:
    if value and value not in INTERFACE_TYPES:
        near = ", ".join(get_close_matches(value, sorted(INTERFACE_TYPES), n=4)) or "other, 400gbase-x-osfp"
        what = f"{shown(value)!r} is not one of NetBox's interface types"
        raise InputError(with_field("interface_type"), what, f"such as {near}")


def _check_text(name: str, value: str) -> None:
    """Refuse a text that would mislead NetBox's detection of the CSV separator."""
    if not value.strip() or value != value.strip() or value.translate(SEPARATORS) != value or '"' in value:
        what = f"{shown(value)!r} is empty or holds a separator or a quote"
        raise InputError(with_field(name), what, "give the name of an object in NetBox")
