"""Bulk-import files for NetBox 4.6 and 4.7, one per object type, imported in numbered order."""

from collections import Counter
from collections.abc import Callable, Sequence

from netfloor.exchange.job import Exporter, Field, Files, Job
from netfloor.exchange.writers.netbox import cable_rows, port_rows, power_rows
from netfloor.exchange.writers.netbox import rows as netbox_rows
from netfloor.exchange.writers.netbox.checks import check_job
from netfloor.exchange.writers.netbox.rows import USUAL_NAMES, Row
from netfloor.foundation.spreadsheet_text import machine_csv

#: The menu entry for each file, in NetBox's wording.
_README = """Import these files into NetBox {version} in the order of their numbers. Each import is
all or none. An empty NetBox takes all of them. Delete rows of what yours has already, and skip a file that
has no rows below its headings. {own_types}

01  organization > sites > import
02  devices > device types > manufacturers > import
03  devices > device roles > import
04  devices > device types > import
05  racks > rack groups > import
06  racks > racks > import
07  devices > devices > import
{interfaces}{more_ports}09  connections > cable bundles > import
10  connections > cables > import

Device types and their rack units: {device_types}.
Long files: NetBox took 0.15 to 0.7 seconds for a cable. Its web server ends a request after 120 seconds
(contrib/gunicorn.py), a background job ends after 300 (RQ_DEFAULT_TIMEOUT). Export with --chunk-rows 100
and import one piece after the other, or raise RQ_DEFAULT_TIMEOUT and tick "Background job" in the form.
"""
_OWN_TYPES = """Device types of your own must have no interface
templates, for file 08 makes the interfaces."""
_TEMPLATED = """File 04 gives every device type interface templates,
of which NetBox makes the interfaces of each device; their speeds are not imported."""
#: Cables that NetBox imports within its 120 s request limit: 0.7 s each, measured on a busy machine.
_MAX_AT_ONCE = 100
_DEVICE_TYPES, _INTERFACES, _CABLES = "04-device-types", "08-interfaces", "10-cables"

#: Port files that only some plans need, each with its NetBox menu entry.
_MORE_PORTS = (
    ("08a-rear-ports", ("device", "name", "type", "positions"), port_rows.rear_ports),
    (
        "08b-front-ports",
        ("device", "name", "type", "rear_port", "rear_port_position"),
        port_rows.front_ports,
    ),
    (
        "08c-power-ports",
        ("device", "name", "type", "maximum_draw", "description"),
        power_rows.power_ports,
    ),
    (
        "08d-power-outlets",
        ("device", "name", "type", "power_port", "description"),
        power_rows.power_outlets,
    ),
    ("08e-power-panels", ("site", "name"), power_rows.power_panels),
    (
        "08f-power-feeds",
        (
            *("site", "power_panel", "rack", "name", "status", "type", "supply", "phase"),
            *("voltage", "amperage", "max_utilization", "description"),
        ),
        power_rows.power_feeds,
    ),
)
#: Columns of each file (netbox/dcim/forms/bulk_import.py, 4.6.8 and 4.7.3) and the function that fills it.
SHEETS: tuple[tuple[str, Sequence[str], Callable[[Job], list[Row]]], ...] = (
    ("01-sites", ("name", "slug", "status"), netbox_rows.sites),
    ("02-manufacturers", ("name", "slug"), netbox_rows.manufacturers),
    ("03-device-roles", ("name", "slug", "color"), netbox_rows.device_roles),
    (
        _DEVICE_TYPES,
        ("manufacturer", "model", "slug", "u_height", "is_full_depth"),
        netbox_rows.device_types,
    ),
    ("05-rack-groups", ("name", "slug"), netbox_rows.rack_groups),
    (
        "06-racks",
        (
            "site",
            "location",
            "group",
            "name",
            "facility_id",
            "status",
            "form_factor",
            "width",
            "u_height",
            "outer_width",
            "outer_depth",
            "outer_unit",
        ),
        netbox_rows.racks,
    ),
    (
        "07-devices",
        ("name", "role", "manufacturer", "device_type", "status", "site", "rack", "position", "face"),
        netbox_rows.devices,
    ),
    (_INTERFACES, ("device", "name", "type", "speed"), port_rows.interfaces),
    *_MORE_PORTS,
    ("09-cable-bundles", ("name", "description"), cable_rows.cable_bundles),
    (
        _CABLES,
        (
            *(f"side_{side}_{what}" for side in "ab" for what in ("site", "device", "type", "name")),
            "type",
            "status",
            "bundle",
            "label",
            "color",
            "length",
            "length_unit",
            "description",
        ),
        cable_rows.cables,
    ),
)


def write(job: Job) -> Files:
    """Return all import files and ``README.txt``, which gives the menu entry for each file.

    Raises `InputError` if a name is not safe, too long, or equal to another in NetBox; if a value is not
    valid in NetBox, or the switches do not fit their cabinets.
    """
    check_job(job)
    files: dict[str, str | bytes] = {"README.txt": _readme(job)}
    for name, usual, rows_of in SHEETS:
        columns = (*usual, *_more_columns(job, name))
        if _templated(job) and name == _DEVICE_TYPES:
            files[f"{name}.json"] = port_rows.device_types_json(job, columns)
        elif not (_templated(job) and name == _INTERFACES):
            rows = rows_of(job)
            if not rows and name in dict.fromkeys(item for item, *_ in _MORE_PORTS):
                continue
            for part, chunk in _chunks(rows, job.chunk_rows):
                files[f"{name}{part}.csv"] = machine_csv(columns, chunk)
    return files


def _more_columns(job: Job, name: str) -> Sequence[str]:
    """Return the optional columns of a file that this plan uses."""
    if name == _CABLES:
        panel = ("side_b_power_panel",) if cable_rows.to_feeds(job) else ()
        return (*cable_rows.further(job), *(("profile",) if cable_rows.by_piece(job) else ()), *panel)
    if name == _DEVICE_TYPES:
        return ("weight", "weight_unit") if netbox_rows.has_weights(job) else ()
    if name == "06-racks":
        desc = ("desc_units",) if netbox_rows.counts_from_top(job) else ()
        return (*desc, *netbox_rows.rack_attributes(job))
    return netbox_rows.device_attributes(job) if name == "07-devices" else ()


def _templated(job: Job) -> bool:
    return job.values["templates"] == "yes"


def _readme(job: Job) -> str:
    types = [f"{model} ({units} U)" for _, model, _, units, *_ in netbox_rows.device_types(job)]
    there = [name for name, _, rows_of in _MORE_PORTS if rows_of(job)]
    templated = _templated(job)
    return _README.format(
        version="4.7" if cable_rows.by_piece(job) or "08b-front-ports" in there else "4.6 or 4.7",
        own_types=_TEMPLATED if templated else _OWN_TYPES,
        interfaces="" if templated else "08  devices > device components > interfaces > import\n",
        more_ports="".join(_menu_line(name) for name in there),
        device_types=", ".join(types) or "none",
    )


def _menu_line(name: str) -> str:
    number, _, words = name.partition("-")
    menu = "power" if words in {"power-panels", "power-feeds"} else "devices > device components"
    return f"{number:<4}{menu} > {words.replace('-', ' ')} > import\n"


def _warnings(job: Job) -> tuple[str, ...]:
    results = []
    if (units := netbox_rows.stacked_units(job)) and job.fabric.lacks_units:
        what = f"switches are placed from unit 1 up, {units} U each; override with switch_units"
        results.append(f"rack units are not known: {what}")
    ports = Counter(kind for *_, kind in port_rows.used_ports(job))
    if ports["other"] and not job.values["interface_type"]:
        what = f'{ports["other"]:,} of {ports.total():,} interfaces have NetBox\'s type "other"'
        why = "none matches their cage and rate; plan with a catalogue, or set interface_type"
        results.append(f"{what}: {why}")
    if any(port_rows.front_ports(job)):
        results.append("panels have front and rear ports: the file that joins them needs NetBox 4.7")
    if any(cabinet.first_unit != 1 for cabinet in job.fabric.cabinets):
        results.append("NetBox's import has no starting unit: racks and positions count from unit 1")
    rows = len(cable_rows.pieces(job))
    if job.chunk_rows is None and rows > _MAX_AT_ONCE:
        what = f"{rows:,} cables in one file may take NetBox longer than a request may last"
        results.append(f"{what}: --chunk-rows {_MAX_AT_ONCE} splits it")
    if _templated(job):
        results.append("interfaces come from the device types' templates: their speeds are not imported")
    if any(cable.piece for cable in job.fabric.cables):
        if cable_rows.by_piece(job):
            results.append(
                "a piece of several links is one cable: NetBox 4.7 takes it, 4.6 needs cables=link"
            )
        else:
            results.append(
                "each link is a cable of its own: cables=piece makes one of each piece (NetBox 4.7)"
            )
    if links := cable_rows.split_pieces(job):
        maximum = max(cable_rows.PROFILE_OF)
        results.append(f"{links:,} links run in pieces of more than {maximum}: each is a cable of its own")
    return tuple(results)


def _chunks(rows: list[Row], maximum: int | None) -> list[tuple[str, list[Row]]]:
    """Split rows into chunks, each with its file name suffix."""
    if maximum is None or len(rows) <= maximum:
        return [("", rows)]
    starts = range(0, len(rows), maximum)
    digits = max(3, len(str(len(starts))))
    return [(f"-{i:0{digits}}", rows[start : start + maximum]) for i, start in enumerate(starts, 1)]


EXPORTER = Exporter(
    name="netbox",
    summary="NetBox import files in their order",
    losses="rates that are not whole kbit/s",
    write=write,
    fields={
        "site": Field("Machine-room", "name of the site"),
        "manufacturer": Field("Generic", "manufacturer of all devices"),
        **{
            f"{kind}_{what}": Field(names[place], f"device {what} of devices of kind {kind}")
            for kind, names in USUAL_NAMES.items()
            for place, what in enumerate(("type", "role"))
        },
        "switch_units": Field("1", "rack units of a switch; 0 leaves positions out"),
        "status": Field("planned", "status of racks, devices and cables"),
        "interface_type": Field("", "such as 400gbase-x-osfp; else by cage and rate"),
        "cables": Field("", "link or piece: what is one cable; else piece where one has several links"),
        "volts": Field("230", "voltage of the power feeds, by which ratings are in amperes"),
        "templates": Field("no", "yes: device types with interface templates instead of file 08"),
        "electrical_type": Field("", "cable type of copper cables, such as dac-passive"),
        "optical_type": Field("", "cable type of optical cables, such as aoc"),
        "electrical_color": Field("", "colour of copper cables, such as 2196f3; else by type"),
        "optical_color": Field("", "colour of optical cables; else by type"),
    },
    chunks=True,
    orders=True,
    power=True,
    warnings=_warnings,
)
