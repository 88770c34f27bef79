"""Cables of users' lists: stated ports and ids, with free ports and new ids for blank cells."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from netfloor.exchange.lists.both_ends import (
    NO_PORT,
    OTHER_ID,
    BothEnds,
    EndColumns,
    StatedEnds,
    in_row_order,
    mirrored_pairs,
    port_key,
)
from netfloor.exchange.lists.kept import OldFabric, new_ids
from netfloor.exchange.lists.listed_cable import ListedCable
from netfloor.exchange.lists.rows import MAX_ROWS, list_rows
from netfloor.exchange.lists.via import ViaCords, ViaLink, behind_panels, read_steps
from netfloor.exchange.tables.fields import LARGEST_PORT, side_first, whole, yes_or_no
from netfloor.exchange.tables.problems import NearNames, Problems, shortened
from netfloor.exchange.tables.rows import SubjectRow, SubjectTable
from netfloor.exchange.tables.subject import SIDES, label
from netfloor.fabric.fabric import Cable, End, Fabric
from netfloor.fabric.links import side_of, with_side_word
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Maximum cables in one row.
MAX_PARALLEL = 10_000
MAX_NOTED = 10
#: Twisted-pair category, in NetBox's form.
_CATEGORY = re.compile(r"\bcat(?:egory)?[ .]{0,3}([3-8]A?)\b", re.IGNORECASE)
_LAST = re.compile(r"[0-9]{1,6}\Z")


@dataclass(frozen=True)
class ListedCables:
    """The cables of some lists, and the highest port of each device."""

    cables: tuple[Cable, ...]
    ports: tuple[int, ...]
    lines: tuple[str, ...]  # location of each cable in the lists
    notes: tuple[str, ...]


class _Reading:
    """The cables read so far, by port and by id."""

    def __init__(self, names: Sequence[str], panels: Collection[int], problems: Problems) -> None:
        self.cables: list[ListedCable] = []
        self.via: list[ViaLink] = []
        self.both_ends = BothEnds()
        self._panels = panels
        self._names = names
        self._index = {name: index for index, name in enumerate(names)}
        self._near = NearNames(names)
        self._problems = problems
        self._at_port: dict[tuple[int, str], ListedCable] = {}
        self._by_id: dict[str, ListedCable] = {}
        self._halves: list[tuple[StatedEnds, ListedCable, int]] = []  # each with its cable index

    def add(self, row: SubjectRow, columns: EndColumns) -> None:
        """Add the cables of a row whose devices are known; defer a row that states only one end in full."""
        devices = self._device(row, "a"), self._device(row, "b")
        times = self._times(row)
        a, b = devices
        if a is None or b is None:
            return
        ports = row.values.get("port_a"), row.values.get("port_b")
        if a == b and not (a in self._panels and all(ports) and ports[0] != ports[1]):
            what = f"a cable joins {shown(self._names[a])} to itself"
            self._problems.add(row.where, what, "two devices")
            return
        half = columns.half_stated(row)
        for _ in range(times):
            cable = self._cable(row, (a, b), columns)
            if "via" in row.values:
                self._add_via(row, cable)
            elif half is None:
                self.place(cable)
            else:
                self._halves.append((half, cable, len(self.cables)))
        if len(self.cables) + len(self._halves) > MAX_ROWS:
            self._problems.add(row.where, "too many cables", f"at most {MAX_ROWS:,}")
            self._problems.raise_all()

    def _add_via(self, row: SubjectRow, cable: ListedCable) -> None:
        """Add a link through panels, which is split into cords after all rows are read."""
        with self._problems.collecting():
            steps = read_steps(row.values["via"], row.where, self._names, self._panels)
            for name in ("installed", "length"):
                if name in row.values:
                    what = f"{name} of a link via panels, which is several cables"
                    raise InputError(row.where, what, "blank, or rows of its cords instead of via")
            if loss := {"loss", "loss_(db)"} & cable.attributes.keys():
                what = f"{min(loss)} of a link via panels, which is several cables"
                raise InputError(
                    row.where, what, "blank, and the loss in the row of each cable between panels"
                )
            for device in {*cable.devices} & {*self._panels}:
                what = f"via leads from a panel, {shown(self._names[device])}"
                raise InputError(row.where, what, "the devices at both ends of the link in a and b")
            self.via.append(ViaLink(cable, steps))

    def _is_fixed(self, cable: ListedCable) -> bool:
        """Return whether a cable connects the rears of two panels, so that it counts as installed."""
        a, b = cable.devices
        fronts = any(side_of(port) == "f" for port in cable.ports)
        return a != b and {a, b} <= {*self._panels} and not fronts

    def cord_links(self, old: OldFabric | None) -> None:
        """Add the cords of the links through panels."""
        if self.via:
            behind = list(behind_panels(self.cables, self.via, self._panels))
            for cable in behind:
                cable.is_behind = True
                self._put_in_front(cable)
            before = None if old is None else old.fabric
            cords = ViaCords(self.cables, self._names, self._panels, before, self._problems)
            for cord in cords.cords(self.via):
                self.place(cord)
            for cable in behind:
                self._lay_behind(cable)

    def _device(self, row: SubjectRow, side: str) -> int | None:
        name = row.values.get(f"device_{side}")
        if name is None:
            self._problems.add(row.where, f"device {side} is empty", row.advice_if_empty(f"device_{side}"))
            return None
        if name not in self._index:
            advice = self._near.advice(
                name, "a row for it in the list of devices, with rack and unit, or with a height"
            )
            self._problems.add(row.where, f"there is no device {shown(name)!r}", advice)
        return self._index.get(name)

    def _times(self, row: SubjectRow) -> int:
        """Return the number of cables in a row."""
        if "count" not in row.values:
            return 1
        times = 1
        with self._problems.collecting():
            times = whole(row.values["count"], row.where, "count", 1, MAX_PARALLEL)
        for name, what in (("port_a", "ports"), ("port_b", "ports"), ("id", "an id")):
            if times > 1 and name in row.values:
                self._problems.add(row.where, f"count {times} with {what}", "a range, or one row per cable")
                return 1
        return times

    def place_halves(self) -> None:
        """Add the cables of rows that state one end in full, merging rows from both ends."""
        pairs, in_order = mirrored_pairs([stated for stated, *_ in self._halves])
        cables = [cable for _, cable, _ in self._halves]
        second, before = {*pairs.values()}, list[int]()
        self.both_ends.in_order += [cables[n].where for n in in_order if any(cables[n].ports)]
        for number, cable in enumerate(cables):
            if (other := pairs.get(number)) is not None:
                again = cables[other]
                cable.ports = [
                    max(pair, key=len) for pair in zip(cable.ports, again.ports[::-1], strict=True)
                ]
                again.ports = cable.ports[::-1]
            if number not in second:
                count_before = len(self.cables)
                self.place(cable)
                before += [self._halves[number][2]] * (len(self.cables) - count_before)
            if other is not None:
                self._join(cable, cables[other])
        self.cables = in_row_order(self.cables, before)
        self._halves.clear()

    def _cable(self, row: SubjectRow, devices: tuple[int, int], columns: EndColumns) -> ListedCable:
        cable = ListedCable(
            row.where,
            devices,
            [_port(row, side) for side in SIDES],
            id=row.values.get("id", ""),
            attributes=_attributes(row),
            columns=columns,
        )
        if "rate" in row.values:
            with self._problems.collecting():
                cable.gbps = row.gbps("rate")
        if "length" in row.values:
            with self._problems.collecting():
                cable.length_mm = row.length_mm("length")
        with self._problems.collecting():
            cable.kind = _fibre(row)
            if category := _CATEGORY.search(row.values.get("fibre", "")):
                cable.attributes.setdefault("type", f"cat{category[1].lower()}")
        if "installed" in row.values:
            with self._problems.collecting():
                cable.installed = yes_or_no(row.values["installed"], row.where, "installed")
        return cable

    def place(self, cable: ListedCable) -> None:
        """Add a cable; two rows about one pair of ports are one cable, and others must not share a port.

        Two cables at one panel port are at the front and at the rear.
        """
        for ports in (cable.ports, self._behind(cable)):
            one, other = map(self._at_port.get, self._keys(cable, ports))
            if one is not None and one is other:
                cable.ports = ports
                self._join(one, cable)
                return
        if cable.installed is None:
            cable.installed = self._is_fixed(cable)
        for side in (0, 1):
            self._put_behind(cable, side)
        keys = self._keys(cable)
        holders = [self._at_port.get(key) for key in keys]
        for (device, port), holder in zip(cable.ends, holders, strict=True):
            if holder is not None:
                label = shown(f"{self._names[device]} {port}")
                what = f"port {label} is used twice, first in {holder.where}"
                self._problems.add(cable.where, what, "one cable per port")
        self._claim_id(cable)
        self._at_port |= {key: cable for key in keys if key[1] and key not in self._at_port}
        self.cables.append(cable)

    def _keys(self, cable: ListedCable, ports: Sequence[str] = ()) -> list[tuple[int, str]]:
        """Return device and port of each end, independent of how port names are written; see `_key`."""
        pairs = zip(cable.devices, ports or cable.ports, strict=True)
        return [(device, self._key(device, port)) for device, port in pairs]

    def _key(self, device: int, port: str) -> str:
        """Return the key of a port; a panel's port has its side as a word: ``R1`` is ``rear 1``."""
        return port_key(with_side_word(port) if device in self._panels else port)

    def _behind(self, cable: ListedCable) -> list[str]:
        """Return the ports of a cable, at the rear of panels whose port names give no side."""
        return [
            f"rear {port}" if device in self._panels and port and not side_of(port) else port
            for device, port in cable.ends
        ]

    def _put_behind(self, cable: ListedCable, side: int) -> None:
        """Move one of two cables at a panel port to the rear: the installed cable, otherwise the second."""
        device, port = cable.ends[side]
        front, behind = (device, self._key(device, port)), (device, self._key(device, f"rear {port}"))
        holder = self._at_port.get(front)
        if holder is None or device not in self._panels or side_of(port) or behind in self._at_port:
            return
        if cable.installed or not (holder.installed or holder.is_behind):
            cable.ports[side] = f"rear {port}"
            return
        held = self._keys(holder).index(front)
        holder.ports[held] = f"rear {holder.ports[held]}"
        self._at_port[behind] = self._at_port.pop(front)

    def _put_in_front(self, fixed: ListedCable) -> None:
        """Put cords in front of a cable that turned out to be behind the panels, after they were read."""
        for side, front in enumerate(self._keys(fixed)):
            behind = front[0], self._key(front[0], f"rear {fixed.ports[side]}")
            cord = self._at_port.get(behind)
            if cord is None or cord.installed or self._at_port.get(front) is not fixed:
                continue
            at = self._keys(cord).index(behind)
            cord.ports[at], fixed.ports[side] = fixed.ports[side], cord.ports[at]
            self._at_port[behind], self._at_port[front] = fixed, cord

    def _lay_behind(self, fixed: ListedCable) -> None:
        """Put the ends of a cable behind panels that no cord is in front of."""
        for side, front in enumerate(self._keys(fixed)):
            behind = front[0], self._key(front[0], f"rear {fixed.ports[side]}")
            if self._at_port.get(front) is fixed and not side_of(front[1]) and behind not in self._at_port:
                self._at_port[behind] = self._at_port.pop(front)
                fixed.ports[side] = f"rear {fixed.ports[side]}"

    def _claim_id(self, cable: ListedCable) -> None:
        holder = self._by_id.setdefault(cable.id, cable) if cable.id else cable
        if holder is not cable:
            what = f"id {shown(cable.id)!r} is used twice, first in {holder.where}"
            self._problems.add(cable.where, what, "an id for each cable")

    def _join(self, known: ListedCable, cable: ListedCable) -> None:
        """Merge the data of a second row about a cable; a contradiction is a problem."""
        self.both_ends.repeated.append(cable.where)
        is_mirrored = self._keys(known) == self._keys(cable)[::-1]
        if is_mirrored:
            known.ports[1] = cable.ports[0]  # the device's own name for the port
        further, contradicting = known.attributes, list[str]()
        if cable.columns is not None:
            further, contradicting = self.both_ends.joined(
                known.attributes, cable.attributes, cable.columns, mirrored=is_mirrored
            )
        said = [
            ("rate", known.gbps, cable.gbps),
            ("length", known.length_mm, cable.length_mm),
            ("fibre", known.kind or None, cable.kind or None),
        ]
        contradicting += [name for name, old, new in said if None not in {old, new} and old != new]
        if known.id and cable.id and known.id != cable.id:
            if is_mirrored:
                further = {**further, OTHER_ID: cable.id}
            else:
                contradicting.append("id")
        for name in contradicting:
            what = f"another {shown(name)} for the cable of {known.where}: the ports are the same"
            self._problems.add(cable.where, what, "one row per cable")
        known.gbps = cable.gbps if known.gbps is None else known.gbps
        known.length_mm = cable.length_mm if known.length_mm is None else known.length_mm
        known.kind = known.kind or cable.kind
        known.installed = known.installed if cable.installed is None else cable.installed
        known.attributes = further
        if cable.id and not known.id:
            known.id = cable.id
            self._claim_id(known)


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


def _port(row: SubjectRow, side: str) -> str:
    """Return a port by its slot and label, such as ``ocp:1``."""
    port, slot = side_first(row.values.get(f"port_{side}", "")), row.values.get(f"slot_{side}", "")
    if port.lower() in NO_PORT:
        return ""
    return f"{slot}:{port}" if slot and port else port


def _fibre(row: SubjectRow) -> str:
    """Return the fibre type of a cable as in the catalogue: OM4; TP for twisted pair."""
    if not (text := row.values.get("fibre", "")):
        return ""
    words = text.upper().replace(" ", "")
    if fibre := re.search(r"OM[1-5]|OS[12]", words):
        return fibre[0]
    if re.search(r"CAT|UTP|FTP|STP|RJ45|TP\Z", words):
        return "TP"
    raise InputError(row.where, f"fibre {shown(text)!r}", "such as OM4, OS2, or TP for twisted pair")


def _attributes(row: SubjectRow) -> dict[str, str]:
    """Return the extra columns of a row, without those about the devices at its ends."""
    slots = (f"slot_{side}" for side in SIDES if f"port_{side}" not in row.values)
    return {**row.further, **{label(key): text for key in slots if (text := row.values.get(key))}}


def read_cables(
    tables: Sequence[SubjectTable],
    names: Sequence[str],
    panels: Collection[int],
    problems: Problems,
    known: Iterable[ListedCable] = (),
    old: OldFabric | None = None,
) -> ListedCables:
    """Read the cables of some lists between devices of these names, after those ``known``.

    ``panels`` are device numbers. Cells left blank are taken from the ``old`` fabric, if there is one. The
    result is complete only if there are no problems.
    """
    reading = _Reading(names, panels, problems)
    for cable in known:
        reading.place(cable)
    notes: list[str] = []
    for table in tables:
        columns = EndColumns(table)
        for row in list_rows([table], problems, notes):
            reading.add(row, columns)
    reading.place_halves()
    reading.cord_links(old)
    if old is not None:
        old.keep_cabling(reading.cables, names, problems)
    _assign_ports(reading.cables)
    _assign_ids(reading.cables, old)
    numbers = port_numbers(end for cable in reading.cables for end in cable.ends)
    ports = [max(numbers.get(device, {"": 0}).values()) for device in range(len(names))]
    cables = tuple(_finished(cable, numbers) for cable in reading.cables)
    notes += reading.both_ends.notes()
    lines = tuple(cable.where for cable in reading.cables)
    return ListedCables(cables, tuple(ports), lines, tuple(notes))


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
    """Return the port numbers of a device from the numbers at the end of its labels, None for none."""
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
