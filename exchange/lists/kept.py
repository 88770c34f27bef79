"""Values kept from the previous plan where new lists are blank: device locations, cable ports and ids."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Protocol

from netfloor.exchange.tables.problems import Problems
from netfloor.fabric.fabric import Cable, Device, Fabric, FloorCabinet
from netfloor.topologies.parameters import shown

_OWN_ID = re.compile(r"C(\d{6,9})")


class BlankCable(Protocol):
    """A listed cable whose ports and id may still be empty; see `ListedCable`."""

    where: str
    devices: tuple[int, int]
    ports: list[str]
    gbps: float | None
    id: str


@dataclass(frozen=True, eq=False)
class OldFabric:
    """The existing fabric, and the number of the first unused id."""

    fabric: Fabric
    next_number: int

    def ids(self, used: Collection[str]) -> Iterator[str]:
        """Yield ids for new cables that no previous cable used."""
        return new_ids({cable.id for cable in self.fabric.cables}.union(used), self.next_number)

    def keep_cabling(self, cables: Sequence[BlankCable], names: Sequence[str], problems: Problems) -> None:
        """Give cables the ports and ids of previous cables between the same devices, closest match first.

        A listed id that connected other devices in the previous plan is a problem.
        """
        waiting: dict[frozenset[str], list[Cable]] = defaultdict(list)
        joined = {}
        for was in self.fabric.cables:
            ends = frozenset(self.fabric.devices[end.device].name for end in was.ends)
            waiting[ends].append(was)
            joined[was.id] = ends
        pairs = [frozenset(names[device] for device in cable.devices) for cable in cables]
        for cable, pair in zip(cables, pairs, strict=True):
            if (before := joined.get(cable.id)) is not None and before != pair:
                what = (
                    f"id {shown(cable.id)!r} joins {' and '.join(map(shown, sorted(before)))} in the plan"
                )
                problems.add(cable.where, what, "another id: an id is never used for other devices")
        given = {
            (names[d], port) for cable in cables for d, port in zip(cable.devices, cable.ports, strict=True)
        }
        for stated in (2, 1, 0):  # cables with listed ports choose first
            for cable, pair in zip(cables, pairs, strict=True):
                if sum(map(bool, cable.ports)) == stated:
                    self._keep(cable, names, waiting[pair], given)

    def _keep(
        self,
        cable: BlankCable,
        names: Sequence[str],
        old: list[Cable],
        given: Collection[tuple[str, str]],
    ) -> None:
        own = [names[device] for device in cable.devices]
        fitting = []
        for was in old:
            ends = {self.fabric.devices[end.device].name: end.port_text for end in was.ends}
            ports = [ends[name] for name in own]
            differs = any(port and port != there for port, there in zip(cable.ports, ports, strict=True))
            blank = [
                (name, there) for name, port, there in zip(own, cable.ports, ports, strict=True) if not port
            ]
            if differs or (cable.id and cable.id != was.id) or any(end in given for end in blank):
                continue
            fitting.append((was.gbps != cable.gbps, was, ports))
        if fitting:
            _, was, ports = min(fitting, key=lambda item: item[0])
            cable.ports[:] = ports
            cable.id = cable.id or was.id
            old.remove(was)


def new_ids(used: Collection[str], first: int = 1) -> Iterator[str]:
    """Yield unused ids with ascending numbers."""
    return (text for number in count(first) if (text := f"C{number:06}") not in used)


def next_number(fabric: Fabric, known: int = 1) -> int:
    """Return the next free number of ids in netfloor's own format."""
    numbers = [int(match[1]) for cable in fabric.cables if (match := _OWN_ID.fullmatch(cable.id))]
    return max([known, *(number + 1 for number in numbers)])


def with_kept_places(
    devices: Sequence[Device], old: Fabric, cabinets: Sequence[FloorCabinet], usable: Collection[str]
) -> tuple[Device, ...]:
    """Return devices with rack and unit from the previous plan where the lists leave them blank.

    A device stays free if its cabinet is gone or the lists give its units to other devices.
    """
    number = {cabinet.name: place for place, cabinet in enumerate(cabinets) if cabinet.name in usable}
    taken = {unit for item in devices for unit in _units(item)}
    results = []
    for device in devices:
        kept = _at_home(device, old, number, cabinets)
        own = set() if kept is None else set(_units(kept)) - set(_units(device))
        if kept is None or not own.isdisjoint(taken):
            results.append(device)
            continue
        taken |= own
        results.append(kept)
    return tuple(results)


def _at_home(
    device: Device, old: Fabric, number: Mapping[str, int], cabinets: Sequence[FloorCabinet]
) -> Device | None:
    """Return a device at its previous location, None if the lists give one or the location is gone."""
    place = old.device_named.get(device.name)
    if place is None or (device.cabinet is not None and (device.unit is not None or device.units == 0)):
        return None
    was, cabinet = old.devices[place], number.get(old.cabinet_name(place))
    if cabinet is None or device.cabinet not in (None, cabinet):
        return None
    units = was.units if device.units is None else device.units
    kept = replace(device, cabinet=cabinet, unit=was.unit, units=units, bay=was.bay)
    limit = cabinets[cabinet].units
    inside = limit is None or all(unit <= limit for _, unit, _ in _units(kept))
    return kept if inside and (was.unit is not None or units == 0) else None


def _units(device: Device) -> list[tuple[int, int, str]]:
    """Return the cabinet, unit and side of every position that a device occupies."""
    if device.cabinet is None or device.unit is None:
        return []
    sides = (device.face or "front",) if device.half_depth else ("front", "rear")
    span = range(device.unit, device.unit + (1 if device.units is None else device.units))
    return [(device.cabinet, unit, side) for unit in span for side in sides]
