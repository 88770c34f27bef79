"""The files of a NetBox export: found by name in a folder, their columns by either spelling."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from exchange.readers.tables import Columns, Record, csv_table, records
from exchange.readers.text_input import checked_text, source_name
from foundation.errors import InputError

#: Most that NetBox knows.
RACK_UNITS = 100
MOST_FILES = 10_000
DEVICE: Columns = {
    "name": ("name", "device"),
    "role": ("role", "device_role"),
    "model": ("device_type", "type"),
    "site": ("site",),
    "rack": ("rack",),
    "position": ("position",),
}
RACK: Columns = {
    "name": ("name", "rack"),
    "group": ("group", "rack_group"),
    "u_height": ("u_height", "height"),
}
INTERFACE: Columns = {"device": ("device",), "name": ("name", "interface"), "speed": ("speed",)}
CABLE: Columns = {
    "device_a": ("side_a_device", "device_a"),
    "device_b": ("side_b_device", "device_b"),
    "name_a": ("side_a_name", "termination_a", "interface_a"),
    "name_b": ("side_b_name", "termination_b", "interface_b"),
    "type_a": ("side_a_type", "termination_a_type"),
    "type_b": ("side_b_type", "termination_b_type"),
    "length": ("length",),
    "length_unit": ("length_unit",),
}
#: Words that make another kind of object of a file: rack groups, device types, cable bundles.
_OTHER = {"group", "groups", "type", "types", "role", "roles", "bundle", "bundles", "bays", "reservations"}
_KINDS = {
    "cable": (CABLE, ("device_a", "device_b", "name_a", "name_b")),
    "interface": (INTERFACE, ("device", "name")),
    "rack": (RACK, ("name",)),
    "device": (DEVICE, ("name",)),
}


@dataclass(frozen=True)
class Export:
    """The records of each kind of object."""

    where: str
    devices: Sequence[Record]
    cables: Sequence[Record]
    racks: Sequence[Record]
    interfaces: Sequence[Record]


def read_export(path: Path) -> Export:
    """Return the records of every export in a folder, several files of a kind one after the other.

    Raises
    ------
    InputError
        If it is no folder, or holds no devices or no cables.
    """
    where = source_name(path)
    found: dict[str, list[Record]] = {kind: [] for kind in _KINDS}
    present = set()
    for file in _files(path, where):
        kind = kind_of_file(file.name)
        if kind is not None:
            present.add(kind)
            columns, needed = _KINDS[kind]
            found[kind] += records(
                csv_table(checked_text(file, "export"), source_name(file)), columns, needed
            )
    for kind in ("device", "cable"):
        if kind not in present:
            raise InputError(where, f"holds no export of {kind}s", f"a file such as {kind}s.csv")
    return Export(where, found["device"], found["cable"], found["rack"], found["interface"])


def kind_of_file(name: str) -> str | None:
    """Return what a file's name says that it lists, such as ``06-cables-001.csv``; None for others."""
    words = set(re.sub(r"[^a-z]+", " ", name.lower()).split())
    if "csv" not in words or words & _OTHER:
        return None
    return next((kind for kind in _KINDS if {kind, f"{kind}s"} & words), None)


def _files(path: Path, where: str) -> list[Path]:
    try:
        files = sorted(path.iterdir())
    except (OSError, ValueError) as error:
        raise InputError(where, "is no folder that can be read", "a folder of CSV exports") from error
    if len(files) > MOST_FILES:
        raise InputError(where, f"holds {len(files):,} files", "a folder of CSV exports")
    return files
