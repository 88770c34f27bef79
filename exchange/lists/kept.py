"""What new lists leave blank is as in the plan that grows: places of devices, ports and ids of cables."""

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
    """A cable of a list, whose ports and id may be empty yet; see `ListedCable`."""

    where: str
    devices: tuple[int, int]
    ports: list[str]
    gbps: float | None
    id: str


@dataclass(frozen=True, eq=False)
class OldFabric:
    """What stands, and the number of the first id that no cable ever had."""

    fabric: Fabric
    next_number: int

    def ids(self, used: Collection[str]) -> Iterator[str]:
        """Yield ids for new cables: never one that a cable had before."""
        return new_ids({cable.id for cable in self.fabric.cables}.union(used), self.next_number)

    def keep_cabling(self, cables: Sequence[BlankCable], names: Sequence[str], problems: Problems) -> None:
        """Give cables the ports and ids of those that join the same devices; the closest match first.

        A listed id that joined other devices in the plan is a problem.
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
        for stated in (2, 1, 0):  # cables whose ports are listed choose first
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
            _, was, ports = min(fitting, key=lambda one: one[0])
            cable.ports[:] = ports
            cable.id = cable.id or was.id
            old.remove(was)


def new_ids(used: Collection[str], first: int = 1) -> Iterator[str]:
    """Yield ids that are not in use, by numbers from the first on."""
    return (text for number in count(first) if (text := f"C{number:06}") not in used)


def next_number(fabric: Fabric, known: int = 1) -> int:
    """Return the number of the first id of netfloor's own form that no cable of a fabric has."""
    numbers = [int(match[1]) for cable in fabric.cables if (match := _OWN_ID.fullmatch(cable.id))]
    return max([known, *(number + 1 for number in numbers)])


def with_kept_places(
    devices: Sequence[Device], old: Fabric, cabinets: Sequence[FloorCabinet], usable: Collection[str]
) -> tuple[Device, ...]:
    """Return devices whose rack or unit the lists leave blank where they stand already.

    One whose cabinet is not there any more, or whose units the lists give to others, stays free.
    """
    number = {cabinet.name: place for place, cabinet in enumerate(cabinets) if cabinet.name in usable}
    taken = {unit for one in devices for unit in _units(one)}
    found = []
    for device in devices:
        kept = _at_home(device, old, number, cabinets)
        own = set() if kept is None else set(_units(kept)) - set(_units(device))
        if kept is None or not own.isdisjoint(taken):
            found.append(device)
            continue
        taken |= own
        found.append(kept)
    return tuple(found)


def _at_home(
    device: Device, old: Fabric, number: Mapping[str, int], cabinets: Sequence[FloorCabinet]
) -> Device | None:
    """Return a device where it stands, None if the lists say where, or its place is no more."""
    place = old.device_named.get(device.name)
    if place is None or (device.cabinet is not None and (device.unit is not None or device.units == 0)):
        return None
    was, cabinet = old.devices[place], number.get(old.cabinet_name(place))
    if cabinet is None or device.cabinet not in (None, cabinet):
        return None
    units = was.units if device.units is None else device.units
    kept = replace(device, cabinet=cabinet, unit=was.unit, units=units)
    limit = cabinets[cabinet].units
    inside = limit is None or all(unit <= limit for _, unit, _ in _units(kept))
    return kept if inside and (was.unit is not None or units == 0) else None


def _units(device: Device) -> list[tuple[int, int, str]]:
    """Return the cabinet, unit and side of everything that a device fills."""
    if device.cabinet is None or device.unit is None:
        return []
    sides = (device.face or "front",) if device.half_depth else ("front", "rear")
    span = range(device.unit, device.unit + (1 if device.units is None else device.units))
    return [(device.cabinet, unit, side) for unit in span for side in sides]
