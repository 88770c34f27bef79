"""Records of a folder of exports, with the columns of NetBox's imports and of its lists."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from netfloor.exchange.tables.tables import (
    Columns,
    Record,
    TextTable,
    csv_table,
    first_row,
    has_columns,
    records,
)
from netfloor.exchange.tables.text_input import checked_text, source_name
from netfloor.foundation.errors import InputError

MAX_FILES = 10_000
_NOTES: Columns = {"description": ("description",), "comments": ("comments",)}
DEVICE: Columns = {
    "name": ("name", "device"),
    "role": ("role", "device_role"),
    "manufacturer": ("manufacturer",),
    "model": ("device_type", "type"),
    "site": ("site",),
    "rack": ("rack",),
    "position": ("position",),
    "face": ("face",),
    "status": ("status",),
    "serial": ("serial", "serial_number"),
    "asset_tag": ("asset_tag",),
    **_NOTES,
}
RACK: Columns = {
    "name": ("name", "rack"),
    "group": ("group", "rack_group"),
    "facility": ("facility_id",),
    "u_height": ("u_height", "height"),
    "desc_units": ("desc_units", "descending_units"),
    "starting_unit": ("starting_unit",),
    "outer_width": ("outer_width",),
    "outer_depth": ("outer_depth",),
    "outer_unit": ("outer_unit",),
    "serial": ("serial", "serial_number"),
    "asset_tag": ("asset_tag",),
}
DEVICE_TYPE: Columns = {
    "model": ("model", "device_type"),
    "manufacturer": ("manufacturer",),
    "u_height": ("u_height", "height"),
    "full_depth": ("is_full_depth", "full_depth"),
    "weight": ("weight",),
    "weight_unit": ("weight_unit",),
}
INTERFACE: Columns = {
    "device": ("device",),
    "name": ("name", "interface"),
    "type": ("type",),
    "kbps": ("speed_kbps",),
    "speed": ("speed",),
    "channels": ("channels",),
}
FRONT_PORT: Columns = {
    "device": ("device",),
    "name": ("name", "front_port"),
    "rear_port": ("rear_port",),
    "position": ("rear_port_position",),
    "mappings": ("mappings",),
}
REAR_PORT: Columns = {"device": ("device",), "name": ("name", "rear_port")}
POWER_PORT: Columns = {
    "device": ("device",),
    "name": ("name", "power_port"),
    "type": ("type",),
    "maximum": ("maximum_draw", "maximum_draw_w"),
    "allocated": ("allocated_draw", "allocated_draw_w"),
    "description": ("description",),
}
POWER_OUTLET: Columns = {
    "device": ("device",),
    "name": ("name", "power_outlet"),
    "type": ("type",),
    "description": ("description",),
}
POWER_FEED: Columns = {
    "name": ("name", "power_feed"),
    "panel": ("power_panel",),
    "phase": ("phase",),
    "voltage": ("voltage",),
    "amperage": ("amperage",),
    "utilization": ("max_utilization",),
    "description": ("description",),
}
CABLE: Columns = {
    "id": ("id",),
    "device_a": ("side_a_device", "device_a"),
    "device_b": ("side_b_device", "device_b"),
    "name_a": ("side_a_name", "termination_a", "interface_a"),
    "name_b": ("side_b_name", "termination_b", "interface_b"),
    "type_a": ("side_a_type", "termination_a_type"),
    "type_b": ("side_b_type", "termination_b_type"),
    "profile": ("profile",),
    "length": ("length",),
    "length_unit": ("length_unit",),
    "type": ("type",),
    "label": ("label",),
    "color": ("color",),
    "status": ("status",),
    **_NOTES,
}
#: Words that mark a file as another type of object: roles, groups, bundles, templates.
_OTHER = {
    "group",
    "groups",
    "role",
    "roles",
    "bundle",
    "bundles",
    "bays",
    "reservations",
    "panels",
}
_TEMPLATES = {"template", "templates"}
#: Each type of object by the words of its file name, longest first, and its required columns.
_KINDS: dict[str, tuple[tuple[frozenset[str], ...], Columns, tuple[str, ...]]] = {
    "device_type": ((frozenset({"device", "types"}), frozenset({"devicetypes"})), DEVICE_TYPE, ("model",)),
    "front_port": ((frozenset({"front"}), frozenset({"frontports"})), FRONT_PORT, ("device", "name")),
    "rear_port": ((frozenset({"rear"}), frozenset({"rearports"})), REAR_PORT, ("device", "name")),
    "power_outlet": (
        (frozenset({"power", "outlets"}), frozenset({"poweroutlets"})),
        POWER_OUTLET,
        ("device", "name"),
    ),
    "power_feed": ((frozenset({"power", "feeds"}), frozenset({"powerfeeds"})), POWER_FEED, ("name",)),
    "power_port": (
        (frozenset({"power", "ports"}), frozenset({"powerports"})),
        POWER_PORT,
        ("device", "name"),
    ),
    "cable": (
        (frozenset({"cable"}), frozenset({"cables"})),
        CABLE,
        ("device_a", "device_b", "name_a", "name_b"),
    ),
    "interface": (
        (frozenset({"interface"}), frozenset({"interfaces"})),
        INTERFACE,
        ("device", "name"),
    ),
    "rack": ((frozenset({"rack"}), frozenset({"racks"})), RACK, ("name",)),
    "device": ((frozenset({"device"}), frozenset({"devices"})), DEVICE, ("name",)),
}


@dataclass(frozen=True)
class Export:
    """The records of each type of object."""

    where: str
    device: Sequence[Record] = ()
    cable: Sequence[Record] = ()
    rack: Sequence[Record] = ()
    interface: Sequence[Record] = ()
    device_type: Sequence[Record] = ()
    front_port: Sequence[Record] = ()
    rear_port: Sequence[Record] = ()
    power_port: Sequence[Record] = ()
    power_outlet: Sequence[Record] = ()
    power_feed: Sequence[Record] = ()


def read_export(path: Path) -> Export:
    """Return the records of every export in a folder, concatenating files of the same type.

    Raises `InputError` if the path is not a folder, or has no devices or no cables.
    """
    where = source_name(path)
    records_of: dict[str, list[Record]] = {kind: [] for kind in _KINDS}
    present = set()
    for file in _files(path, where):
        kind = kind_of_file(file.name)
        if kind is not None:
            _, columns, needed = _KINDS[kind]
            table = csv_table(checked_text(file, "export"), source_name(file))
            _refuse_current_view(table)
            if kind == "device_type" and not has_columns(table, columns, needed):
                continue  # not needed for devices, whatever the file lists
            present.add(kind)
            records_of[kind] += records(table, columns, needed)
    for kind in ("device", "cable"):
        if kind not in present:
            raise InputError(where, f"holds no export of {kind}s", f"a file such as {kind}s.csv")
    return Export(where, **records_of)


def _refuse_current_view(table: TextTable) -> None:
    """Refuse an export of cables without their terminations, with the remedy in NetBox's menu terms."""
    if has_columns(table, CABLE, ("name_a", "name_b")) and not has_columns(table, CABLE, ("device_a",)):
        raise InputError(
            first_row(table).where,
            "there is no column Device A, as in an export of the current view",
            "in NetBox's cable list choose Export, then All data",
        )


def kind_of_file(name: str) -> str | None:
    """Return the type of object in a file by its name, such as ``10-cables-001.csv``; None for others."""
    words = set(re.sub(r"[^a-z]+", " ", name.lower()).split())
    if "csv" not in words or words & (_OTHER | _TEMPLATES):
        return None
    if "types" in words and "device" not in words:
        return None  # of racks, modules
    return next(
        (kind for kind, (named, *_) in _KINDS.items() if any(item <= words for item in named)), None
    )


def _files(path: Path, where: str) -> list[Path]:
    try:
        files = sorted(path.iterdir())
    except (OSError, ValueError) as error:
        raise InputError(where, "is not a folder that can be read", "a folder of CSV exports") from error
    if len(files) > MAX_FILES:
        raise InputError(where, f"holds {len(files):,} files", "a folder of CSV exports")
    return files
