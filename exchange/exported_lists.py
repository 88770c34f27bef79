"""A folder of NetBox's exports as the fabric of a plan of lists: in a room's cabinets, with its panels."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from netfloor.exchange.lists.paths import path_problems
from netfloor.exchange.lists.power import check_cords, with_numbers
from netfloor.exchange.lists.read import ListedFabric
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.problems import NearNames, Problems
from netfloor.exchange.tables.text_input import source_name
from netfloor.fabric.fabric import Cable, Fabric, FloorCabinet
from netfloor.fabric.power import PowerRules
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown


def read_exported(
    folder: Path, cabinets: Sequence[FloorCabinet], power: PowerRules | None = None
) -> ListedFabric:
    """Read a folder of NetBox's exports for a room's cabinets.

    Raises
    ------
    InputError
        If it cannot be read, or names what the room has not; paths through panels that lead nowhere.
    """
    where = source_name(folder)
    found = READERS["netbox"].read(folder, {})
    problems = Problems(where)
    problems.include_all(_place_problems(found, cabinets, where))
    problems.raise_all()
    fabric = _renumbered(_in_room(found, cabinets))
    lines = tuple(f"{where}: cable {shown(cable.id)}" for cable in fabric.cables)
    check_cords(fabric, lines, problems, power)
    problems.include_all(path_problems(fabric, lines))
    problems.raise_all()
    return ListedFabric(fabric, tuple(device.unit is not None for device in fabric.devices), lines)


def _place_problems(fabric: Fabric, cabinets: Sequence[FloorCabinet], where: str) -> Iterator[InputError]:
    """Yield racks that the room has not, and devices above the highest unit of theirs."""
    units = {cabinet.name: cabinet.units for cabinet in cabinets}
    near = NearNames(units)
    for cabinet in fabric.cabinets:
        if cabinet.name not in units:
            advice = near.advice(cabinet.name, "a cabinet of the room, named as on its door")
            yield InputError(where, f"there is no cabinet {shown(cabinet.name)!r} in the room", advice)
    for number, device in enumerate(fabric.devices):
        most = units.get(fabric.cabinet_name(number))
        if most is not None and device.unit is not None:
            last = device.unit + max(device.units or 1, 1) - 1
            if last > most:
                what = f"{shown(device.name)} is in unit {last} of {shown(fabric.cabinet_name(number))}"
                yield InputError(where, what, f"units 1 to {most}")


def _in_room(fabric: Fabric, cabinets: Sequence[FloorCabinet]) -> Fabric:
    """Return a fabric in the cabinets of a room, its devices known by their names."""
    place = {cabinet.name: number for number, cabinet in enumerate(cabinets)}
    devices = tuple(
        device if device.cabinet is None else replace(device, cabinet=place[fabric.cabinet_name(number)])
        for number, device in enumerate(fabric.devices)
    )
    return replace(fabric, devices=devices, cabinets=tuple(cabinets), named=True)


def _renumbered(fabric: Fabric) -> Fabric:
    """Return a fabric whose ports have the numbers of lists, by their labels; panels join the same ones."""
    labels = {(end.device, end.port): end.port_text for cable in fabric.cables for end in cable.ends}
    bare = replace(fabric, devices=tuple(replace(device, passes=()) for device in fabric.devices))
    numbered = with_numbers(bare, [_labelled(cable) for cable in fabric.cables])
    ports = {(end.device, end.port_name): end.port for cable in numbered.cables for end in cable.ends}
    devices = []
    for number, (device, was) in enumerate(zip(numbered.devices, fabric.devices, strict=True)):
        joints = [
            (ports[number, labels[number, front]], ports[number, labels[number, rear]], position)
            for front, rear, position in was.passes
        ]
        devices.append(replace(device, passes=tuple(joints)))
    return replace(numbered, devices=tuple(devices))


def _labelled(cable: Cable) -> Cable:
    a, b = (replace(end, port_name=end.port_text) for end in cable.ends)
    return replace(cable, a=a, b=b)
