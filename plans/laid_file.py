"""The plan file of a laid fabric: devices and cables by columns, schema 2.

A plan holds no time, host or absolute path. A column whose rows are all alike is that one value, so
that `pandas.DataFrame(plan["cables"])` reads either form.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from netfloor.fabric.fabric import Cable, Device, End, Fabric
from netfloor.foundation.errors import CheckFailedError, InputError
from netfloor.foundation.files import load_json, write_atomic
from netfloor.foundation.models import parse
from netfloor.foundation.tool import TOOL
from netfloor.plans.check.laid import laid_problems
from netfloor.plans.file import KIND, document_sha256, room_input
from netfloor.plans.laid import LaidFabric, hall_cabinets
from netfloor.plans.laid_models import CablesRecord, DevicesRecord, LaidModel
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room_spec import room_from_definition

SCHEMA = 2
_BEGINNING = re.compile(r'\s*\{\s*"schema"\s*:\s*2\b')


def laid_document(laid: LaidFabric) -> dict[str, Any]:
    """Return the JSON document of a laid fabric's file."""
    fabric = laid.fabric
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "kind": KIND,
        "tool": dict(TOOL),
        "title": laid.title,
        "name": fabric.name,
        "room": room_input(laid.hall, laid.room_spec),
        "devices": _device_columns(fabric),
        "cables": _cable_columns(fabric.cables),
        "total_mm": laid.total_mm,
        "notes": list(fabric.notes),
    }
    return document | {"sha256": document_sha256(document)}


def _device_columns(fabric: Fabric) -> dict[str, Any]:
    devices = fabric.devices
    return {
        "name": [one.name for one in devices],
        **_columns(
            kind=(one.kind for one in devices),
            model=(one.model for one in devices),
            cabinet=(fabric.cabinet_name(number) for number in range(len(devices))),
            unit=(one.unit for one in devices),
            height=(one.units for one in devices),
            watts=(one.watts for one in devices),
            kilograms=(one.kilograms for one in devices),
            face=(one.face for one in devices),
            half_depth=(one.half_depth for one in devices),
            feed=(one.feed for one in devices),
            network=(one.network for one in devices),
            ports=(one.ports for one in devices),
            attributes=(dict(one.attributes) for one in devices),
        ),
    }


def _cable_columns(cables: Sequence[Cable]) -> dict[str, Any]:
    return {
        "id": [one.id for one in cables],
        **_columns(
            a=(one.a.device for one in cables),
            port_a=(one.a.port for one in cables),
            label_a=(one.a.port_name for one in cables),
            b=(one.b.device for one in cables),
            port_b=(one.b.port for one in cables),
            label_b=(one.b.port_name for one in cables),
            gbps=(one.gbps for one in cables),
            length_mm=(one.length_mm for one in cables),
            attributes=(dict(one.attributes) for one in cables),
        ),
    }


def _columns(**columns: Iterable[Any]) -> dict[str, Any]:
    """Return columns as lists, those whose rows are all alike as that one value."""
    found = {}
    for name, values in columns.items():
        rows = list(values)
        found[name] = rows[0] if rows and all(row == rows[0] for row in rows) else rows
    return found


def write_laid(path: Path, laid: LaidFabric) -> str:
    """Write a laid fabric's file, whole or not at all, a line a column; return the checksum in it."""
    document = laid_document(laid)
    lines = []
    for key, value in document.items():
        if key in {"devices", "cables"}:
            columns = ",\n".join(f"  {json.dumps(name)}: {_compact(own)}" for name, own in value.items())
            lines.append(f"{json.dumps(key)}: {{\n{columns}\n}}")
        else:
            lines.append(f"{json.dumps(key)}: {_compact(value)}")
    write_atomic(path, "{\n" + ",\n".join(lines) + "\n}\n")
    return str(document["sha256"])


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def is_laid(path: Path) -> bool:
    """Return whether a file is a plan of schema 2, which begins with its schema."""
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            return _BEGINNING.match(stream.read(200)) is not None
    except OSError:
        return False  # whoever reads it says why


def read_laid_record(path: Path) -> tuple[dict[str, Any], LaidModel]:
    """Return a file of schema 2 as written, and its fields checked for form.

    Raises
    ------
    InputError
        If a field is missing or of another form, or columns differ in length.
    """
    document = load_json(path, "plan file")
    record = parse(LaidModel, document, path)
    for what, table in (("devices", record.devices), ("cables", record.cables)):
        first, *others = table.model_dump().values()
        if any(isinstance(column, list) and len(column) != len(first) for column in others):
            raise InputError(f"{path}: {what}", "has columns of several lengths", "the file was changed")
    return document, record


def load_laid(path: Path) -> LaidFabric:
    """Return a laid fabric, its lengths measured again.

    Raises
    ------
    InputError
        If the file is not a plan of schema 2.
    CheckFailedError
        If lengths or checksum are not what devices and room give.
    """
    document, record = read_laid_record(path)
    problems = laid_problems(document, record)
    if problems:
        raise CheckFailedError(f"{path}: {problems[0]} (run `netfloor verify` for all problems)")
    return assembled_laid(record, path)


def assembled_laid(record: LaidModel, path: Path) -> LaidFabric:
    """Return a laid fabric of a record that was checked."""
    hall = room_from_definition(record.room.definition, "room.definition")
    if not isinstance(hall, Hall):
        raise InputError(f"{path}: room", "is a grid, which has no rack units", "a room file with [hall]")
    cabinets = hall_cabinets(hall)
    number = {cabinet.name: place for place, cabinet in enumerate(cabinets)}
    devices = tuple(
        Device(
            name=row["name"],
            kind=row["kind"],
            ports=row["ports"],
            cabinet=number[row["cabinet"]],
            unit=row["unit"],
            units=row["height"],
            **{
                key: row[key]
                for key in ("model", "watts", "kilograms", "face", "half_depth", "feed", "network")
            },
            attributes=row["attributes"],
        )
        for row in rows_of(record.devices)
    )
    cables = tuple(
        Cable(
            row["id"],
            End(row["a"], row["port_a"], row["label_a"]),
            End(row["b"], row["port_b"], row["label_b"]),
            row["length_mm"],
            row["gbps"],
            attributes=row["attributes"],
        )
        for row in rows_of(record.cables)
    )
    fabric = Fabric(record.name, devices, cables, cabinets, tuple(record.notes), named=True)
    return LaidFabric(fabric, hall, record.room.spec, record.title, path, record.sha256)


def rows_of(table: DevicesRecord | CablesRecord) -> list[Mapping[str, Any]]:
    """Return a table by rows; a column of one value has it in each."""
    columns = dict(table)
    count = len(next(iter(columns.values())))
    full = {
        name: column if isinstance(column, list) else [column] * count for name, column in columns.items()
    }
    return [dict(zip(full, row, strict=True)) for row in zip(*full.values(), strict=True)]
