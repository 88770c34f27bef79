"""NetBox 4.6 bulk imports: a file for each kind of object, to be read in their order."""

from collections.abc import Callable, Sequence

from netfloor.exchange.job import Exporter, Field, Files, Job
from netfloor.exchange.writers.netbox import rows as netbox_rows
from netfloor.exchange.writers.netbox.checks import check_job
from netfloor.exchange.writers.netbox.rows import Row
from netfloor.foundation.spreadsheet_text import machine_csv

#: What must be there before the first file is imported.
_BEFORE = """Import these files into NetBox 4.6 in the order of their numbers; each import is all or none.

Make sure beforehand that there are:
  site                {site}
  manufacturer        {manufacturer}
  device types        {device_types},
                      without interface templates
  device roles        {switch_role} and {host_role}

01  racks > rack groups > import
02  racks > racks > import
03  devices > devices > import
04  devices > device components > interfaces > import
05  connections > cable bundles > import
06  connections > cables > import
"""

#: Each file with its columns (netbox/dcim/forms/bulk_import.py, 4.6) and what fills it.
SHEETS: tuple[tuple[str, Sequence[str], Callable[[Job], list[Row]]], ...] = (
    ("01-rack-groups", ("name", "slug"), netbox_rows.rack_groups),
    (
        "02-racks",
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
        ),
        netbox_rows.racks,
    ),
    (
        "03-devices",
        ("name", "role", "manufacturer", "device_type", "status", "site", "rack", "position", "face"),
        netbox_rows.devices,
    ),
    ("04-interfaces", ("device", "name", "type", "speed"), netbox_rows.interfaces),
    ("05-cable-bundles", ("name", "description"), netbox_rows.cable_bundles),
    (
        "06-cables",
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
        netbox_rows.cables,
    ),
)


def write(job: Job) -> Files:
    """Return the files of a whole import and ``README.txt``, which says what must be there before.

    Raises
    ------
    InputError
        If a name is not safe, too long, or the same as another one to NetBox; if a value is not
        one of NetBox's, or the switches do not fit their cabinets.
    """
    check_job(job)
    files: dict[str, str | bytes] = {"README.txt": _before(job)}
    for name, columns, rows_of in SHEETS:
        for part, rows in _chunks(rows_of(job), job.chunk_rows):
            files[f"{name}{part}.csv"] = machine_csv(columns, rows)
    return files


def _before(job: Job) -> str:
    return _BEFORE.format(device_types=" and ".join(netbox_rows.device_types(job)), **job.values)


def _warnings(job: Job) -> tuple[str, ...]:
    units = job.values["switch_units"]
    if int(units) == 0 or not job.fabric.lacks_units:
        return ()
    return (
        f"rack units are not known: switches are placed from unit 1 up, each with switch_units={units}",
    )


def _chunks(rows: list[Row], most: int | None) -> list[tuple[str, list[Row]]]:
    """Return rows cut into pieces, each with the ending of its file's name."""
    if most is None or len(rows) <= most:
        return [("", rows)]
    starts = range(0, len(rows), most)
    digits = max(3, len(str(len(starts))))
    return [(f"-{i:0{digits}}", rows[start : start + most]) for i, start in enumerate(starts, 1)]


EXPORTER = Exporter(
    name="netbox",
    summary="NetBox 4.6 import files in their order",
    losses="rates that are not whole kbit/s",
    write=write,
    fields={
        "site": Field("Machine-room", "name of the site"),
        "manufacturer": Field("Generic", "manufacturer of all devices"),
        "switch_type": Field("Switch", "device type of the switches"),
        "switch_role": Field("Switch", "device role of the switches"),
        "switch_units": Field("1", "rack units of a switch; 0 leaves positions out"),
        "host_type": Field("Host", "device type of the hosts"),
        "host_role": Field("Host", "device role of the hosts"),
        "status": Field("planned", "status of racks, devices and cables"),
        "interface_type": Field("other", "type of every interface, such as 400gbase-x-osfp"),
        "electrical_type": Field("", "cable type of copper cables, such as dac-passive"),
        "optical_type": Field("", "cable type of optical cables, such as aoc"),
    },
    chunks=True,
    orders=True,
    warnings=_warnings,
)
