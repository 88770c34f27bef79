"""Cables of users' lists, each once: merged rows, the two sides of panels, links through panels."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from netfloor.exchange.lists.both_ends import (
    OTHER_ID,
    BothEnds,
    in_row_order,
    mirrored_pairs,
    port_key,
)
from netfloor.exchange.lists.breakouts import MAX_LANES, FarEnds, far_ends, with_lanes
from netfloor.exchange.lists.devices import DeviceBook
from netfloor.exchange.lists.kept import OldFabric
from netfloor.exchange.lists.listed_cable import ListedCable
from netfloor.exchange.lists.listed_device import ListedDevice
from netfloor.exchange.lists.via import ViaCords, ViaLink, behind_panels, read_steps
from netfloor.exchange.tables.problems import Problems, shortened
from netfloor.exchange.tables.subject import AS_BREAKOUTS, NO_JUMPERS
from netfloor.fabric.fabric import PANEL
from netfloor.fabric.links import side_of, with_side_word
from netfloor.fabric.media import narrowest
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MM_PER_M
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

#: Maximum different lengths in a note.
_LENGTHS = 6


class Cabling:
    """The cables of some lists, each once, by port and by id.

    A list of installed equipment (``as_built``) may contain loops, shared ids and rows that differ in extra
    columns: the import leaves loops out, drops shared ids and keeps the values of the first row. In other
    lists they are problems.
    """

    def __init__(
        self, names: Sequence[str], panels: frozenset[int], problems: Problems, *, as_built: bool = False
    ) -> None:
        self.cables: list[ListedCable] = []
        self.both_ends = BothEnds()
        self._names, self._panels, self._problems = names, panels, problems
        self._as_built = as_built
        self._via: list[ViaLink] = []
        self._has_via = False
        self._differing: dict[str, None] = {}  # extra columns in which rows about the same cable differ
        self._at_port: dict[tuple[int, str], ListedCable] = {}
        self._by_id: dict[str, ListedCable] = {}
        self._halves: list[tuple[ListedCable, int]] = []  # each with its cable index
        self._lanes: list[str] = []  # notes on breakouts
        self._far_ends: FarEnds = {}
        self.fixed: list[ListedCable] = []  # between two panels, taken as installed for that alone
        self.trunks: list[ListedCable] = []  # between two panels, to buy as listed
        self._jumpers: list[ListedCable] = []  # between two ports of a device, left out as the user asked

    def add_all(self, rows: Iterable[ListedCable]) -> None:
        """Add the cables of rows, those of rows from both ends once."""
        rows = [*rows]
        for cable in rows:
            self._name_sides(cable)
        self._has_via = any(cable.via for cable in rows)
        self._lanes = with_lanes(rows, self._names, self._panels)
        self._far_ends = far_ends(rows, self._key)
        for cable in rows:
            if not self._as_built and self._is_loop(cable):
                self._leave_out_jumper(cable)
                continue
            if cable.via:
                self._add_via(cable)
            elif cable.half is None:
                self.place(cable)
            else:
                self._halves.append((cable, len(self.cables)))
        self._place_halves()

    def _name_sides(self, cable: ListedCable) -> None:
        """Give the ports of panels the side that a column of their own says."""
        for end, (device, port) in enumerate(cable.ends):
            side = side_of(f"{cable.panel_sides[end]} 1") if cable.panel_sides[end] else ""
            if side and port and device in self._panels and not side_of(port):
                cable.ports[end] = f"{'rear' if side == 'r' else 'front'} {port}"

    def _leave_out_jumper(self, cable: ListedCable) -> None:
        """Leave out a cable between two ports of one device, which has no route, if the user says so."""
        columns = cable.columns
        if columns is not None and columns.without_jumpers and all(cable.ports):
            self._jumpers.append(cable)
            return
        what, remedy = f"a cable joins {shown(self._names[cable.devices[0]])} to itself", "two devices"
        if all(cable.ports) and cable.ports[0] != cable.ports[1] and columns is not None:
            remedy += (
                f'; or {columns.options["device_a"]}{NO_JUMPERS}" leaves out jumpers within a device, with '
                "a note of their listed lengths"
            )
        self._problems.add(cable.where, what, remedy)

    def _is_loop(self, cable: ListedCable) -> bool:
        """Return whether a cable joins a device to itself; two ports of a panel may be joined."""
        (a, port_a), (b, port_b) = cable.ends
        return a == b and not (a in self._panels and port_a and port_b and port_a != port_b)

    def notes(self) -> Iterator[str]:
        """Yield notes on rows that are merged."""
        yield from self.both_ends.notes()
        yield from self._lanes
        if self._jumpers:
            first = self._jumpers[0]
            lengths = Counter(cable.length_mm for cable in self._jumpers)
            listed = [
                f"{many:,} {'without a listed length' if mm is None else f'of {mm / MM_PER_M:g} m'}"
                for mm, many in sorted(lengths.items(), key=lambda pair: (pair[0] is None, pair[0] or 0))
            ]
            ports = f"{shown(self._names[first.devices[0]])} {' to '.join(map(shown, first.ports))}"
            many = count_text(len(self._jumpers), "cable")
            yield (
                f"{many} between two ports of one device left out, first {first.where} ({ports}): "
                f"{shortened(listed, _LENGTHS)}; they are not in the bill"
            )
        if self._differing:
            names = [shown(name) for name in self._differing]
            quoted = join_words([repr(name) for name in names])
            yield (
                f"rows that state one cable differ in {quoted}: what the "
                f'first row says is kept; --map "{names[0]}=slot a" if it is part of a port\'s name'
            )

    def _add_via(self, cable: ListedCable) -> None:
        """Add a link through panels, which is split into cords after all rows are read."""
        with self._problems.collecting():
            steps = read_steps(cable.via, cable.where, self._names, self._panels)
            for name, said in (("installed", cable.installed), ("length", cable.length_mm)):
                if said is not None:
                    what = f"{name} of a link via panels, which is several cables"
                    raise InputError(cable.where, what, "blank, or rows of its cords instead of via")
            if loss := {"loss"} & cable.attributes.keys():
                what = f"{min(loss)} of a link via panels, which is several cables"
                raise InputError(
                    cable.where, what, "blank, and the loss in the row of each cable between panels"
                )
            for device in {*cable.devices} & {*self._panels}:
                what = f"via leads from a panel, {shown(self._names[device])}"
                raise InputError(cable.where, what, "the devices at both ends of the link in a and b")
            self._via.append(ViaLink(cable, steps))

    def _is_fixed(self, cable: ListedCable) -> bool:
        """Return whether a cable connects the rears of two panels; in a plan it counts as installed."""
        a, b = cable.devices
        fronts = any(side_of(port) == "f" for port in cable.ports)
        return a != b and {a, b} <= {*self._panels} and not fronts

    def cord_links(self, old: OldFabric | None) -> None:
        """Add the cords of the links through panels."""
        if self._via:
            behind = list(behind_panels(self.cables, self._via, self._panels))
            for cable in behind:
                cable.is_behind = True
                self._put_in_front(cable)
            before = None if old is None else old.fabric
            cords = ViaCords(self.cables, self._names, self._panels, before, self._problems)
            for cord in cords.cords(self._via):
                self.place(cord)
            for cable in behind:
                self._lay_behind(cable)

    def _place_halves(self) -> None:
        """Add the cables of rows that state one end in full, merging rows from both ends."""
        cables = [cable for cable, _ in self._halves]
        pairs, in_order = mirrored_pairs([cable.half for cable in cables if cable.half is not None])
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
                before += [self._halves[number][1]] * (len(self.cables) - count_before)
            if other is not None:
                self._join(cable, cables[other])
        self.cables = in_row_order(self.cables, before)
        self._halves.clear()

    def place(self, cable: ListedCable) -> None:
        """Add a cable; two rows about one pair of ports are one cable, and others must not share a port.

        Two cables at one panel port are at the front and at the rear.
        """
        keys = self._keys(cable)
        if any(map(self._at_port.__contains__, keys)) or not self._panels.isdisjoint(cable.devices):
            for ports in (cable.ports, self._behind(cable)):
                item, other = map(self._at_port.get, self._keys(cable, ports))
                if item is not None and item is other and (keys[0] != keys[1]):
                    cable.ports = ports
                    self._join(item, cable)
                    return
            if self._is_fixed(cable):
                self._place_fixed(cable)
            for side in (0, 1):
                self._put_behind(cable, side)
            keys = self._keys(cable)
            self._refuse_used(cable, keys)
        self._claim_id(cable)
        for key in keys:
            if key[1]:
                self._at_port.setdefault(key, cable)
        self.cables.append(cable)

    def _place_fixed(self, cable: ListedCable) -> None:
        """Take a cable between two panels as installed if its list says nothing else.

        A list of installed equipment gives it the rear ports of the panels.
        """
        if self._as_built:
            cable.is_behind = cable.is_behind or cable.installed is None
            return
        if cable.installed is None and cable.columns is not None and cable.columns.to_buy:
            cable.installed = False
        if cable.installed is None:
            cable.installed = True
            self.fixed.append(cable)
        elif not cable.installed:
            self.trunks.append(cable)

    def _refuse_used(self, cable: ListedCable, keys: Sequence[tuple[int, str]]) -> None:
        """Report ports of a cable that another cable uses."""
        if self._as_built and cable.devices[0] == cable.devices[1]:
            return
        for (device, port), holder in zip(cable.ends, map(self._at_port.get, keys), strict=True):
            if holder is not None:
                named = shown(f"{self._names[device]} {port}")
                what = f"port {named} is used twice, first in {holder.where}"
                remedy = "one cable per port"
                if self._may_be_breakout(cable, (device, self._key(device, port))):
                    assert cable.columns is not None  # noqa: S101 - of a breakout
                    option = f'{cable.columns.options["device_a"]}{AS_BREAKOUTS}"'
                    remedy += f"; or {option} if the rows at a port are one breakout cable"
                self._problems.add(cable.where, what, remedy)

    def _may_be_breakout(self, cable: ListedCable, key: tuple[int, str]) -> bool:
        """Return whether the rows at a port may be the legs of one breakout cable not yet named.

        They are no more than its lanes, and no port at their far ends is used twice.
        """
        far = self._far_ends.get(key, ())
        return (
            cable.columns is not None
            and not cable.columns.as_breakouts
            and key[0] not in self._panels
            and len(far) <= MAX_LANES
            and all(len(self._far_ends.get(end, ())) == 1 for end in far if end[1])
        )

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
        if cable.installed or cable.is_behind or self._rear_rank(cable) >= self._rear_rank(holder):
            cable.ports[side] = f"rear {port}"
            return
        held = self._keys(holder).index(front)
        holder.ports[held] = f"rear {holder.ports[held]}"
        self._at_port[behind] = self._at_port.pop(front)

    def _rear_rank(self, cable: ListedCable) -> tuple[bool, bool]:
        """Return a rank of cables at one port of a panel: the highest is at the rear."""
        is_fixed = not self._has_via and self._is_fixed(cable)  # a way through panels says which is
        return bool(cable.installed or cable.is_behind), is_fixed

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
        if self._as_built or not cable.id:
            return
        holder = self._by_id.setdefault(cable.id, cable)
        if holder is not cable:
            what = f"id {shown(cable.id)!r} is used twice, first in {holder.where}"
            self._problems.add(cable.where, what, "an id for each cable")

    def _join(self, known: ListedCable, cable: ListedCable) -> None:
        """Merge the data of a second row about a cable; a contradiction is a problem."""
        self.both_ends.repeated.append(cable.where)
        is_mirrored = self._keys(known) == self._keys(cable)[::-1]
        if is_mirrored:
            known.ports[1] = cable.ports[0]  # the device's own name for the port
        further, contradicting = dict(known.attributes), list[str]()
        if cable.columns is not None:
            further, contradicting = self.both_ends.joined(
                known.attributes, cable.attributes, cable.columns, mirrored=is_mirrored
            )
        if self._as_built:
            self._differing |= dict.fromkeys(contradicting)
            contradicting = []
        said = [
            ("rate", known.gbps, cable.gbps),
            ("length", known.length_mm, cable.length_mm),
        ]
        kind = narrowest((known.kind, cable.kind))
        contradicting += ["fibre"] * (kind is None)
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
        known.kind = known.kind if kind is None else kind
        known.installed = known.installed if cable.installed is None else cable.installed
        known.attributes = further
        if cable.id and not known.id:
            known.id = cable.id
            self._claim_id(known)


def panel_numbers(
    book: DeviceBook, cables: Sequence[ListedCable], by_pattern: Mapping[str, str]
) -> frozenset[int]:
    """Return the numbers of the panels, by the user's patterns, else as columns, names and ports say."""
    by_ports = kinds_by_ports(cables, book.devices)
    panels = book.panels | {number for number, kind in by_ports.items() if kind == PANEL}
    asked = {number: kind for number, name in enumerate(book.names) if (kind := by_pattern.get(name))}
    of_patterns = {number for number, kind in asked.items() if kind == PANEL}
    return frozenset((panels - asked.keys()) | of_patterns)


def kinds_by_ports(cables: Iterable[ListedCable], devices: Sequence[ListedDevice]) -> dict[int, str]:
    """Return the kinds that only ports and their headings show, by the number of the device.

    ``AR 1`` is the rear of a panel, a port BMC or a heading HCA that of a server. Devices whose cables are
    joined on at both of their ends are panels.
    """
    rows, ports = [*cables], defaultdict[int, set[str]](set)
    for cable in rows:
        for device, port in cable.ends:
            ports[device].add(port)
    open_kinds = {number for number in ports if devices[number].named_kind is None}
    kinds = {
        number: kind for number in open_kinds if (kind := devices[number].kind_of_ports(ports[number]))
    }
    joined = _joined_on(rows, open_kinds - kinds.keys())
    return {**kinds, **dict.fromkeys(joined, PANEL)}


def _joined_on(cables: Sequence[ListedCable], devices: AbstractSet[int]) -> set[int]:
    """Return the devices with cables between ports of which each has one more cable, as panels have.

    Some of them have several such cables: one alone may be a mistake.
    """
    far: dict[tuple[int, str], set[tuple[int, str]]] = defaultdict(set)
    for cable in cables:
        if {*cable.devices} & devices:
            a, b = ((device, port_key(port)) for device, port in cable.ends)
            far[a].add(b)
            far[b].add(a)
    twice = {end for end, others in far.items() if len(others) == 2 and end[0] in devices and end[1]}
    trunks = {(end, other) for end in twice for other in far[end] & twice if other[0] != end[0]}
    many = Counter(end[0] for end, _ in trunks)
    surely = {device for device, count in many.items() if count > 1}
    return surely | {other[0] for end, other in trunks if end[0] in surely}
