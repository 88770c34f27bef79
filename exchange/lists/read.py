"""Users' lists of devices and cables as a fabric in the cabinets of a room."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from netfloor.exchange.lists.cables import MAX_NOTED, read_cables
from netfloor.exchange.lists.devices import KINDS, finished, read_devices
from netfloor.exchange.lists.problems import Problems, shortened
from netfloor.fabric.fabric import PANEL, PDU, Cable, Device, Fabric, FloorCabinet
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_KIND_NAMES = {kind: name for name, kind in KINDS.items()}


@dataclass(frozen=True)
class ListedFabric:
    """The fabric of some lists."""

    fabric: Fabric
    fixed: tuple[bool, ...]  # of each device, whether its unit is given or stacked

    @property
    def notes(self) -> tuple[str, ...]:
        """What the lists leave open and how it was decided, in sentences."""
        return self.fabric.notes


def read_lists(
    devices: Sequence[Path], cables: Sequence[Path], cabinets: Sequence[FloorCabinet]
) -> ListedFabric:
    """Read lists of devices and of cables for a room's cabinets.

    Raises
    ------
    InputError
        With all problems of all lists, by file and line.
    """
    problems = Problems()
    listed = read_devices(devices, cabinets, problems)
    if not listed:
        if not problems:
            file = devices[0].name if devices else "lists"
            problems.add(file, "holds no device", "a row for each device")
        problems.raise_all()  # every cable would add a problem about its devices
    cabling = read_cables(cables, [device.name for device in listed], problems)
    problems.raise_all()
    placed = tuple(finished(device, ports) for device, ports in zip(listed, cabling.ports, strict=True))
    notes = (*_notes(placed), *_rates(placed, cabling.cables), *cabling.notes)
    fabric = Fabric(devices[0].stem, placed, cabling.cables, tuple(cabinets), notes, named=True)
    return ListedFabric(fabric, tuple(device.unit is not None for device in placed))


def _rates(devices: Sequence[Device], cables: Sequence[Cable]) -> Iterator[str]:
    """Yield how many cables have no rate; power cords have none."""
    unknown = sum(
        cable.gbps is None and all(devices[end.device].kind != PDU for end in cable.ends)
        for cable in cables
    )
    if unknown:
        yield f"No rate is listed for {count_text(unknown, 'cable')}."


def _notes(devices: Sequence[Device]) -> Iterator[str]:
    """Yield what is unknown of devices, watts first."""
    powered = [device for device in devices if device.kind not in (PANEL, PDU)]
    unknown = [shown(device.name) for device in devices if device.load_w is None]
    if unknown:
        total = count_text(len(powered), "device")
        yield f"Watts are unknown for {len(unknown):,} of {total}: {shortened(unknown, MAX_NOTED)}."
    unknown = [shown(device.name) for device in devices if device.units is None]
    if unknown:
        yield f"Heights are not listed for {shortened(unknown, MAX_NOTED)}."
    for kind, name in _KIND_NAMES.items():
        taken = [shown(device.name) for device in devices if not device.kind_stated and device.kind == kind]
        if taken:
            yield f"Without a kind in the list, taken as {name}: {shortened(taken, MAX_NOTED)}."
