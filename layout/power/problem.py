"""Cords to assign, and the PDUs that may take them with what is left of their outlets and limits."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from netfloor.fabric.fabric import PDU, Fabric
from netfloor.fabric.power import PowerRules, PowerSupply, most_on_feed
from netfloor.fabric.power_ports import PowerPort, fits
from netfloor.rooms.hall.hall import NO_WAY, Hall


@dataclass(frozen=True)
class OpenCord:
    """A cord whose outlet is to be chosen.

    Attributes
    ----------
    device
        The device that it supplies.
    inlet
        Its power port there.
    cable
        Number of a listed cord whose PDU is given and whose outlet is not; None for a cord to be made.
    pdu
        Its PDU where the list gives it.
    """

    device: int
    inlet: PowerPort
    cable: int | None = None
    pdu: int | None = None


@dataclass(frozen=True)
class PduPlace:
    """What is left of a PDU beside the cords that the lists place.

    ``outlets`` are the free ones, by their place among all as listed.
    """

    pdu: int
    feed: str
    outlets: tuple[tuple[int, PowerPort], ...]
    watts: float
    limit_w: float | None

    @cached_property
    def by_form(self) -> Counter[str]:
        """How many free outlets it has of each form."""
        return Counter(port.form for _, port in self.outlets)

    def has_outlets(self, inlets: Mapping[str, int]) -> bool:
        """Return whether its free outlets take cords of so many inlets of each form, each its own.

        By Hall's theorem they do if those of every set of forms find enough outlets.
        """
        forms = sorted(form for form, count in inlets.items() if count)
        return all(
            sum(inlets[form] for form in chosen) <= self.outlets_of(chosen)
            for size in range(1, len(forms) + 1)
            for chosen in combinations(forms, size)
        )

    def outlets_of(self, inlets: tuple[str, ...]) -> int:
        """Return how many free outlets take the cord of one of some inlets."""
        if inlets not in self._counted:
            self._counted[inlets] = sum(
                count for outlet, count in self.by_form.items() if any(fits(one, outlet) for one in inlets)
            )
        return self._counted[inlets]

    @cached_property
    def _counted(self) -> dict[tuple[str, ...], int]:
        """What `outlets_of` counted already."""
        return {}


@dataclass(frozen=True, eq=False)
class CordProblem:
    """Cords to assign to outlets.

    Attributes
    ----------
    reach
        For each cord the PDUs that it may go to, the nearest first, by their place in ``places``, and how
        far: 0 in the own cabinet, else the length of the cord in mm.
    feed_w
        What fixed cords draw from each feed, also through PDUs whose outlets are not known.
    reserved
        Whether cords count against limits as what they carry at the worst failure of a feed, where one may
        fail: enough for two feeds, more than enough for others.
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
        """The cords to assign of each device."""
        found: dict[int, list[int]] = {}
        for number, cord in enumerate(self.cords):
            found.setdefault(cord.device, []).append(number)
        return {device: tuple(own) for device, own in found.items()}

    @cached_property
    def listed_feeds(self) -> dict[int, Counter[str]]:
        """How many listed cords of each device that are not to be assigned are on each feed."""
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
        """How many cords each device with cords to assign has in the end."""
        return {
            device: len(own) + len(self._fixed_cords.get(device, ()))
            for device, own in self.cords_of.items()
        }

    def share_w(self, cord: int) -> float:
        """Return what a cord carries: its share of its device's draw."""
        device = self.cords[cord].device
        return (self.fabric.devices[device].load_w or 0.0) / self.all_cords[device]

    def counted_w(self, cord: int) -> float:
        """Return what counts of a cord against limits: its share when a feed fails, if one may.

        That is the draw through the cords that are left when the feed with most of them fails.
        """
        device, count = self.cords[cord].device, self.all_cords[self.cords[cord].device]
        if not self.reserves or count == 1:
            return self.share_w(cord)
        return (self.fabric.devices[device].load_w or 0.0) / (count - most_on_feed(count))

    @property
    def reserves(self) -> bool:
        """Whether limits hold room for the failure of a feed."""
        return self.rules.survive and self.reserved

    @property
    def parts_feeds(self) -> bool:
        """Whether the cords of a device may not all be on one feed."""
        return self.rules.apart or self.rules.survive

    def may_feed(self, device: int, on_feed: Mapping[str, int], feed: str) -> bool:
        """Return whether a device with assigned cords on some feeds may have one more on a feed."""
        if not self.parts_feeds or not feed:
            return True
        return on_feed.get(feed, 0) < self.open_on_feed(device, feed)

    def open_on_feed(self, device: int, feed: str) -> int:
        """Return how many cords to assign a device may have on a feed beside those that stay."""
        count = self.all_cords[device]
        most = most_on_feed(count) if self.rules.apart else max(count - 1, 1)
        return most - self.listed_feeds[device][feed]


def cord_problem(
    fabric: Fabric, hall: Hall, rules: PowerRules, cords: Sequence[OpenCord], *, reserved: bool = True
) -> CordProblem:
    """Return the PDUs that some cords may go to, all devices being in their places."""
    problem = CordProblem(fabric, rules, tuple(cords), (), (), reserved=reserved)
    watts = _fixed_watts(fabric, problem)
    places = tuple(_places(fabric, problem, watts))
    reach = tuple(_reach(fabric, hall, rules, problem, places))
    feed_w = defaultdict[str, float](float)
    for pdu, load in watts.items():
        feed_w[fabric.devices[pdu].feed] += load
    return CordProblem(fabric, rules, problem.cords, places, reach, feed_w, reserved)


def _fixed_watts(fabric: Fabric, problem: CordProblem) -> dict[int, float]:
    """Return what counts against the limit of each PDU of the cords that stay where they are."""
    moving = {cord.cable for cord in problem.cords}
    watts = dict.fromkeys((number for number, one in enumerate(fabric.devices) if one.kind == PDU), 0.0)
    for device, own in PowerSupply(fabric, problem.rules).cords_of.items():
        count = problem.all_cords.get(device, len(own))
        spared = count - most_on_feed(count) if problem.reserves and count > 1 else count
        for pdu, cable in own:
            if cable not in moving:
                watts[pdu] += (fabric.devices[device].load_w or 0.0) / spared
    return watts


def _places(fabric: Fabric, problem: CordProblem, watts: Mapping[int, float]) -> Iterator[PduPlace]:
    """Yield the PDUs whose outlets are known, without what fixed cords take of them."""
    moving = {cord.cable for cord in problem.cords}
    used: dict[int, set[str]] = {}
    for number in sorted(fabric.power_cords - moving):
        for end in fabric.cables[number].ends:
            used.setdefault(end.device, set()).add(end.port_name)
    for number, one in enumerate(fabric.devices):
        if one.kind != PDU or not one.outlets:
            continue
        free = tuple(
            (place, port)
            for place, port in enumerate(one.outlets)
            if port.label not in used.get(number, ())
        )
        yield PduPlace(number, one.feed, free, watts[number], one.rating_w)


def _reach(
    fabric: Fabric, hall: Hall, rules: PowerRules, problem: CordProblem, places: Sequence[PduPlace]
) -> Iterator[Mapping[int, int]]:
    """Yield how far each PDU is from each cord's device, those that no cord may reach left out."""
    at = {place.pdu: number for number, place in enumerate(places)}
    by_device = {device: _lengths(fabric, hall, device, places) for device in problem.cords_of}
    for cord in problem.cords:
        lengths = by_device[cord.device]
        if cord.pdu is not None:
            yield {at[cord.pdu]: 0} if cord.pdu in at else {}
            continue
        home = fabric.devices[cord.device].cabinet
        found = {}
        for number, place in enumerate(places):
            length_mm = lengths[number]
            if length_mm == NO_WAY or not place.outlets_of((cord.inlet.form,)):
                continue
            is_home = fabric.devices[place.pdu].cabinet == home
            if is_home or rules.reach_mm is None or length_mm <= rules.reach_mm:
                found[number] = 0 if is_home else length_mm
        yield dict(sorted(found.items(), key=lambda one: (one[1], one[0])))


def _lengths(fabric: Fabric, hall: Hall, device: int, places: Sequence[PduPlace]) -> list[int]:
    """Return the length of a cord from a device to each PDU; a port of height 0 is level with the other."""
    one = fabric.devices[device]
    pdus = [fabric.devices[place.pdu] for place in places]
    units = [(one.unit or pdu.unit or 1, pdu.unit or one.unit or 1) for pdu in pdus]
    near = np.full(len(pdus), one.cabinet or 0, dtype=np.int32), np.array([a for a, _ in units], np.int32)
    cabinets = np.array([pdu.cabinet or 0 for pdu in pdus], dtype=np.int32)
    found: list[int] = hall.lengths_between(
        near, (cabinets, np.array([b for _, b in units], np.int32))
    ).tolist()
    return found
