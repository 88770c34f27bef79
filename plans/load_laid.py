"""The plan file of a laid fabric back in memory, after the independent check."""

from pathlib import Path

from netfloor.fabric.fabric import Cable, Device, End, Fabric
from netfloor.foundation.errors import CheckFailedError, InputError
from netfloor.plans.check.laid import laid_problems
from netfloor.plans.laid import LaidFabric, hall_cabinets
from netfloor.plans.laid_file import LaidModel, read_laid_record, rows_of
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room_spec import room_from_definition


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
    return _assembled(record, path)


def _assembled(record: LaidModel, path: Path) -> LaidFabric:
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
