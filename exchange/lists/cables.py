"""Cables of users' lists in a plan: stated ports and ids, with free ports and new ids for blank cells."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from netfloor.exchange.lists.both_ends import EndColumns
from netfloor.exchange.lists.cabling import Cabling
from netfloor.exchange.lists.kept import OldFabric, new_ids
from netfloor.exchange.lists.listed_cable import ListedCable
from netfloor.exchange.tables.fields import LARGEST_PORT
from netfloor.exchange.tables.problems import Problems, shortened
from netfloor.fabric.fabric import Cable, End, Fabric
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

MAX_NOTED = 10
_LAST = re.compile(r"[0-9]{1,6}\Z")


@dataclass(frozen=True)
class ListedCables:
    """The cables of some lists, and the highest port of each device."""

    cables: tuple[Cable, ...]
    ports: tuple[int, ...]
    lines: tuple[str, ...]  # location of each cable in the lists
    notes: tuple[str, ...]
    tables: tuple[EndColumns | None, ...] = ()  # the columns of each cable's table
    fixed: frozenset[str] = frozenset()  # ids of cables taken as installed because they are between panels
    trunks: frozenset[str] = frozenset()  # ids of cables between panels that are to buy as listed


class _FreePorts:
    """The free ports of a device, lowest first, named like its other ports."""

    def __init__(self, labels: Iterable[str]) -> None:
        self._used = set(labels)
        stems = Counter(label[: match.start()] for label in labels if (match := _LAST.search(label)))
        self._stem = next((stem for stem, _ in stems.most_common(1)), "port ")
        numbers = [label[len(self._stem) :] for label in labels if self._is_of_stem(label)]
        self._width = max((len(number) for number in numbers if number[0] == "0"), default=0)
        self._numbers = count(0 if any(int(number) == 0 for number in numbers) else 1)

    def _is_of_stem(self, label: str) -> bool:
        match = _LAST.search(label)
        return match is not None and label[: match.start()] == self._stem

    def take(self) -> str:
        """Return the lowest free port and mark it used."""
        label = next(label for number in self._numbers if (label := self._named(number)) not in self._used)
        self._used.add(label)
        return label

    def _named(self, number: int) -> str:
        return f"{self._stem}{number:0{self._width}}"


def read_cables(
    rows: Iterable[ListedCable],
    names: Sequence[str],
    panels: Collection[int],
    problems: Problems,
    known: Iterable[ListedCable] = (),
    old: OldFabric | None = None,
) -> ListedCables:
    """Return the cables of rows between devices of these names, after those ``known``.

    ``panels`` are device numbers. Cells left blank are taken from the ``old`` fabric, if there is one. The
    result is complete only if there are no problems.
    """
    cabling = Cabling(names, frozenset(panels), problems)
    for cable in known:
        cabling.place(cable)
    cabling.add_all(rows)
    cabling.cord_links(old)
    if old is not None:
        old.keep_cabling(cabling.cables, names, problems)
    _assign_ports(cabling.cables)
    _assign_ids(cabling.cables, old)
    numbers = port_numbers(end for cable in cabling.cables for end in cable.ends)
    ports = [max(numbers.get(device, {"": 0}).values()) for device in range(len(names))]
    cables = tuple(_finished(cable, numbers) for cable in cabling.cables)
    lines = tuple(cable.where for cable in cabling.cables)
    tables = tuple(cable.columns for cable in cabling.cables)
    own = (frozenset(cable.id for cable in item) for item in (cabling.fixed, cabling.trunks))
    return ListedCables(cables, tuple(ports), lines, tuple(cabling.notes()), tables, *own)


def _assign_ports(cables: Sequence[ListedCable]) -> None:
    """Assign the lowest free ports to blank ends."""
    labels: dict[int, list[str]] = {}
    for cable in cables:
        for device, port in cable.ends:
            if port:
                labels.setdefault(device, []).append(port)
    free: dict[int, _FreePorts] = {}
    for cable in cables:
        cable.assigned = not cable.ports[0], not cable.ports[1]
        for side, (device, port) in enumerate(cable.ends):
            if not port:
                if device not in free:
                    free[device] = _FreePorts(labels.get(device, ()))
                cable.ports[side] = free[device].take()


def _assign_ids(cables: Sequence[ListedCable], old: OldFabric | None) -> None:
    """Assign new ids to cables without one, unused by the lists and by the old fabric."""
    used = {cable.id for cable in cables}
    new = new_ids(used) if old is None else old.ids(used)
    for cable in cables:
        cable.id = cable.id or next(new)


def port_numbers(ends: Iterable[tuple[int, str]]) -> dict[int, dict[str, int]]:
    """Return the number of each port by device and label, from the ends of all cables.

    The number is the one at the end of the label, if no other label of the device ends in it; it is one
    higher if the ports of the device count from 0. Other ports are numbered after these, in list order.
    """
    labels: dict[int, dict[str, int | None]] = {}
    for device, port in ends:
        match = _LAST.search(port)
        number = int(match[0]) if match else None
        within = number is not None and number <= LARGEST_PORT
        labels.setdefault(device, {})[port] = number if within else None
    return {device: _distinct(own) for device, own in labels.items()}


def _distinct(last: Mapping[str, int | None]) -> dict[str, int]:
    """Return the port numbers of a device from the numbers that end its labels; None without numbers."""
    times = Counter(last.values())
    own = {label: number for label, number in last.items() if number is not None and times[number] == 1}
    if 0 in own.values() and len({_LAST.sub("", label) for label in own}) == 1:
        own = {label: number + 1 for label, number in own.items()}
    own = {label: number for label, number in own.items() if number}
    past = count(max(own.values(), default=0) + 1)
    return {label: own[label] if label in own else next(past) for label in last}


def _finished(cable: ListedCable, numbers: Mapping[int, Mapping[str, int]]) -> Cable:
    a, b = (
        End(device, numbers[device][port], port, stated=not assigned)
        for (device, port), assigned in zip(cable.ends, cable.assigned, strict=True)
    )
    return Cable(
        cable.id,
        a,
        b,
        cable.length_mm,
        cable.gbps,
        kind=cable.kind,
        installed=bool(cable.installed),
        length_listed=bool(cable.installed) and cable.length_mm is not None,
        attributes=cable.attributes,
    )


def assigned_note(fabric: Fabric, *, power: bool) -> Iterator[str]:
    """Yield a note on ports assigned to blank cells; power ports only if ``power`` is true."""
    ports: dict[int, list[str]] = {}
    for number, cable in enumerate(fabric.cables):
        for end in cable.ends if power or number not in fabric.power_cords else ():
            if not end.stated:
                ports.setdefault(end.device, []).append(end.port_name)
    if ports:
        devices = [
            f"{len(own):,} on {shown(fabric.devices[device].name)} ({shortened(list(map(shown, own)), 4)})"
            for device, own in ports.items()
        ]
        total = count_text(sum(map(len, ports.values())), "port")
        yield f"Assigned {total} that the list leaves blank: {shortened(devices, MAX_NOTED)}."
