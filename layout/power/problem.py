"""Cords to assign, and the PDUs available to them with their remaining outlets and limits."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from netfloor.fabric.fabric import PDU, Fabric
from netfloor.fabric.power import PowerRules, PowerSupply, max_on_feed
from netfloor.fabric.power_ports import PowerPort, fits
from netfloor.rooms.hall.hall import NO_WAY, Hall


@dataclass(frozen=True)
class OpenCord:
    """A cord without an assigned outlet.

    Attributes
    ----------
    device
        The device that it supplies.
    inlet
        Its power port there.
    cable
        Number of a listed cord with a given PDU but no outlet; None for a new cord.
    pdu
        Its PDU, if the list gives it.
    """

    device: int
    inlet: PowerPort
    cable: int | None = None
    pdu: int | None = None


@dataclass(frozen=True)
class PduPlace:
    """The free capacity of a PDU after the cords placed by the lists.

    ``outlets`` are the free outlets, with their index in the list of all outlets.
    """

    pdu: int
    feed: str
    outlets: tuple[tuple[int, PowerPort], ...]
    watts: float
    limit_w: float | None

    @cached_property
    def by_form(self) -> Counter[str]:
        """Number of free outlets of each form."""
        return Counter(port.form for _, port in self.outlets)

    def has_outlets(self, inlets: Mapping[str, int]) -> bool:
        """Return True if the free outlets can take cords with the given numbers of inlets by form.

        By Hall's theorem this holds if every set of forms finds enough outlets.
        """
        forms = sorted(form for form, count in inlets.items() if count)
        return all(
            sum(inlets[form] for form in chosen) <= self.outlets_of(chosen)
            for size in range(1, len(forms) + 1)
            for chosen in combinations(forms, size)
        )

    def outlets_of(self, inlets: tuple[str, ...]) -> int:
        """Count the free outlets that take a cord of any of the given forms."""
        if inlets not in self._counted:
            self._counted[inlets] = sum(
                count
                for outlet, count in self.by_form.items()
                if any(fits(inlet, outlet) for inlet in inlets)
            )
        return self._counted[inlets]

    @cached_property
    def _counted(self) -> dict[tuple[str, ...], int]:
        """Cache of `outlets_of`."""
        return {}


@dataclass(frozen=True, eq=False)
class CordProblem:
    """Cords to assign to outlets.

    Attributes
    ----------
    reach
        For each cord the PDUs in reach, nearest first, by index in ``places``, with their distance: 0 in
        the same cabinet, else the cord length in mm.
    feed_w
        Load of fixed cords on each feed, including PDUs with unknown outlets.
    reserved
        Whether cords count with their load at the worst failure of a feed, if a feed may fail: exact for
        two feeds, conservative for more.
    """

    fabric: Fabric
    rules: PowerRules
    cords: tuple[OpenCord, ...]
    places: tuple[PduPlace, ...]
    reach: tuple[Mapping[int, int], ...]
    feed_w: Mapping[str, float] = field(default_factory=dict)
    reserved: bool = True

    @cached_property
    def cords_of(self) -> dict[int, tuple[int, ...]]:
        """Numbers of the cords to assign for each device."""
        result: dict[int, list[int]] = {}
        for number, cord in enumerate(self.cords):
            result.setdefault(cord.device, []).append(number)
        return {device: tuple(own) for device, own in result.items()}

    @cached_property
    def listed_feeds(self) -> dict[int, Counter[str]]:
        """Number of fixed listed cords of each device on each feed."""
        fixed = self._fixed_cords
        return {
            device: Counter(self.fabric.devices[pdu].feed for pdu, _ in fixed.get(device, ()))
            for device in self.cords_of
        }

    @cached_property
    def _fixed_cords(self) -> dict[int, list[tuple[int, int]]]:
        moving = {cord.cable for cord in self.cords}
        known = PowerSupply(self.fabric, self.rules).cords_of
        return {
            device: [(pdu, cable) for pdu, cable in own if cable not in moving]
            for device, own in known.items()
        }

    @cached_property
    def all_cords(self) -> dict[int, int]:
        """Final number of cords of each device with cords to assign."""
        return {
            device: len(own) + len(self._fixed_cords.get(device, ()))
            for device, own in self.cords_of.items()
        }

    def share_w(self, cord: int) -> float:
        """Return the load of a cord: its share of its device's draw."""
        device = self.cords[cord].device
        return (self.fabric.devices[device].load_w or 0.0) / self.all_cords[device]

    def counted_w(self, cord: int) -> float:
        """Return the load of a cord that counts against limits: its share when a feed fails, if one may.

        That is the device's draw through the cords left when the feed with most of them fails.
        """
        device, count = self.cords[cord].device, self.all_cords[self.cords[cord].device]
        if not self.reserves or count == 1:
            return self.share_w(cord)
        return (self.fabric.devices[device].load_w or 0.0) / (count - max_on_feed(count))

    @property
    def reserves(self) -> bool:
        """Whether limits reserve capacity for the failure of a feed."""
        return self.rules.survive and self.reserved

    @property
    def parts_feeds(self) -> bool:
        """Whether the cords of a device must be on more than one feed."""
        return self.rules.apart or self.rules.survive

    def may_feed(self, device: int, on_feed: Mapping[str, int], feed: str) -> bool:
        """Return True if a device with cords on some feeds may have another cord on a feed."""
        if not self.parts_feeds or not feed:
            return True
        return on_feed.get(feed, 0) < self.open_on_feed(device, feed)

    def open_on_feed(self, device: int, feed: str) -> int:
        """Return how many cords to assign a device may have on a feed, besides fixed ones."""
        count = self.all_cords[device]
        maximum = max_on_feed(count) if self.rules.apart else max(count - 1, 1)
        return maximum - self.listed_feeds[device][feed]


def cord_problem(
    fabric: Fabric, hall: Hall, rules: PowerRules, cords: Sequence[OpenCord], *, reserved: bool = True
) -> CordProblem:
    """Find the PDUs in reach of some cords, with all devices placed."""
    problem = CordProblem(fabric, rules, tuple(cords), (), (), reserved=reserved)
    watts = _fixed_watts(fabric, problem)
    places = tuple(_places(fabric, problem, watts))
    reach = tuple(_reach(fabric, hall, rules, problem, places))
    feed_w = defaultdict[str, float](float)
    for pdu, load in watts.items():
        feed_w[fabric.devices[pdu].feed] += load
    return CordProblem(
        fabric=fabric,
        rules=rules,
        cords=problem.cords,
        places=places,
        reach=reach,
        feed_w=feed_w,
        reserved=reserved,
    )


def _fixed_watts(fabric: Fabric, problem: CordProblem) -> dict[int, float]:
    """Return the load of fixed cords that counts against each PDU's limit."""
    moving = {cord.cable for cord in problem.cords}
    watts = dict.fromkeys((number for number, item in enumerate(fabric.devices) if item.kind == PDU), 0.0)
    for device, own in PowerSupply(fabric, problem.rules).cords_of.items():
        count = problem.all_cords.get(device, len(own))
        spared = count - max_on_feed(count) if problem.reserves and count > 1 else count
        for pdu, cable in own:
            if cable not in moving:
                watts[pdu] += (fabric.devices[device].load_w or 0.0) / spared
    return watts


def _places(fabric: Fabric, problem: CordProblem, watts: Mapping[int, float]) -> Iterator[PduPlace]:
    """Yield the PDUs with known outlets, less those used by fixed cords."""
    moving = {cord.cable for cord in problem.cords}
    used: dict[int, set[str]] = {}
    for number in sorted(fabric.power_cords - moving):
        for end in fabric.cables[number].ends:
            used.setdefault(end.device, set()).add(end.port_name)
    for number, device in enumerate(fabric.devices):
        if device.kind != PDU or not device.outlets:
            continue
        free = tuple(
            (place, port)
            for place, port in enumerate(device.outlets)
            if port.label not in used.get(number, ())
        )
        yield PduPlace(number, device.feed, free, watts[number], device.rating_w)


def _reach(
    fabric: Fabric, hall: Hall, rules: PowerRules, problem: CordProblem, places: Sequence[PduPlace]
) -> Iterator[Mapping[int, int]]:
    """Yield the distance of each PDU in reach of each cord's device."""
    at = {place.pdu: number for number, place in enumerate(places)}
    by_device = {device: _lengths(fabric, hall, device, places) for device in problem.cords_of}
    for cord in problem.cords:
        lengths = by_device[cord.device]
        if cord.pdu is not None:
            yield {at[cord.pdu]: 0} if cord.pdu in at else {}
            continue
        home = fabric.devices[cord.device].cabinet
        result = {}
        for number, place in enumerate(places):
            length_mm = lengths[number]
            if length_mm == NO_WAY or not place.outlets_of((cord.inlet.form,)):
                continue
            is_home = fabric.devices[place.pdu].cabinet == home
            if is_home or rules.reach_mm is None or length_mm <= rules.reach_mm:
                result[number] = 0 if is_home else length_mm
        yield dict(sorted(result.items(), key=lambda item: (item[1], item[0])))


def _lengths(fabric: Fabric, hall: Hall, device: int, places: Sequence[PduPlace]) -> list[int]:
    """Return the cord length from a device to each PDU.

    A device of height 0 is level with the other end.
    """
    item = fabric.devices[device]
    pdus = [fabric.devices[place.pdu] for place in places]
    units = [(item.unit or pdu.unit or 1, pdu.unit or item.unit or 1) for pdu in pdus]
    near = np.full(len(pdus), item.cabinet or 0, dtype=np.int32), np.array([a for a, _ in units], np.int32)
    cabinets = np.array([pdu.cabinet or 0 for pdu in pdus], dtype=np.int32)
    values: list[int] = hall.lengths_between(
        near, (cabinets, np.array([b for _, b in units], np.int32))
    ).tolist()
    return values
