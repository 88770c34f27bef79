"""A fabric in a hall: each device has a cabinet and unit, each cable a routed length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from netfloor.fabric.fabric import Cable, Device, Fabric, FloorCabinet
from netfloor.fabric.power import PowerRules, PowerSupply
from netfloor.foundation.errors import InputError, ManyProblemsError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.units import mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.layout.devices.rules import DeviceRule, rule_problems
from netfloor.layout.result import relative_gap
from netfloor.plans.models import GrownRecord, ListedObjectiveRecord
from netfloor.plans.record_tables import ReadingRecord
from netfloor.rooms.hall.hall import NO_WAY, Hall, Ports

if TYPE_CHECKING:
    from netfloor.layout.devices.cheapest import CheapestPlacement
    from netfloor.layout.devices.problem import DeviceProblem
    from netfloor.layout.devices.search import DevicePlacement

#: Start of the note on cables whose listed length is shorter than their route.
TOO_SHORT = "The listed length is too short for"
#: Limits on free devices and on rules up to which the search is repeated without each rule, to cost it.
MAX_COSTED_DEVICES, MAX_COSTED_RULES = 300, 10
#: Limit on names in a message.
_MAX_NAMED = 10


class PlacingObjective(Protocol):
    """The objective of the cables of one plan."""

    def place(
        self, shortest: "DevicePlacement", seed: int, interrupt: Interrupt | None
    ) -> tuple["CheapestPlacement", ListedObjectiveRecord]:
        """Improve the shortest placement for the objective."""


class DeviceAim(Protocol):
    """The objective for which free devices are placed."""

    def prepare(self, problem: "DeviceProblem", hall: Hall) -> PlacingObjective | None:
        """Return the objective for a plan's cables, None for length; refuse cables that it cannot count."""


@dataclass(frozen=True)
class DeviceSearch:
    """How free devices were placed: the free devices, the rules, and the lower bound.

    Attributes
    ----------
    free
        Devices whose rack and unit the lists leave open, by number.
    unit_free
        Devices whose rack is listed and whose unit is not.
    rules
        As in the planning file.
    seed
        Seed of the search.
    bound_mm
        Lower bound on the cable length of any placement; None without a useful bound.
    method
        ``enumeration``, ``prices`` or ``none``.
    price_mm
        Prices that prove the bound, for units 1, 2 ... of each cabinet; empty with another method.
    without_mm
        Total cable length that the same search finds without each rule; None if unknown, empty if not
        computed.
    objective
        The minimised objective, if not length: ``bound_mm`` then still holds for every placement.
    """

    free: tuple[int, ...]
    unit_free: tuple[int, ...] = ()
    rules: tuple[DeviceRule, ...] = ()
    seed: int = 0
    bound_mm: int | None = None
    method: Literal["enumeration", "prices", "none"] = "none"
    price_mm: tuple[tuple[int, ...], ...] = ()
    without_mm: tuple[int | None, ...] = ()
    objective: ListedObjectiveRecord | None = None

    @property
    def placed(self) -> tuple[int, ...]:
        """Devices that were placed, in the order of the lists."""
        return tuple(sorted((*self.free, *self.unit_free)))


@dataclass(frozen=True)
class LaidPower:
    """The rules on power cords, and the numbers of the cables added to those of the lists."""

    rules: PowerRules = field(default_factory=PowerRules)
    added: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False, repr=False)
class LaidFabric:
    """A plan whose devices and cables come from lists.

    Attributes
    ----------
    fabric
        Devices with cabinet and unit, cables with their routed length.
    room_spec
        The room as the user typed it.
    path, sha256
        Plan file and its checksum; None and empty before it is written.
    title
        As in the planning file; may be empty.
    search
        How free devices were placed; None if the lists give every place and there are no rules.
    lists
        File name and checksum of each list; empty if devices and cables have another source.
    reading
        How they were read, if with more than the files themselves.
    grown
        The plan that was expanded, and what stays of it; None without one.
    next_number
        Of an expanded plan: number of the next cable id, above all ids ever given.
    power
        How power cords were assigned; None without such rules.
    """

    fabric: Fabric
    hall: Hall
    room_spec: str
    title: str = ""
    path: Path | None = None
    sha256: str = ""
    search: DeviceSearch | None = None
    lists: tuple[tuple[str, str], ...] = ()
    grown: GrownRecord | None = None
    next_number: int | None = None
    power: LaidPower | None = None
    reading: ReadingRecord | None = None

    def __repr__(self) -> str:
        return f"LaidFabric({self.fabric} in {self.hall.summary})"

    @property
    def room(self) -> Hall:
        """The hall."""
        return self.hall

    @property
    def display_name(self) -> str:
        """The title, or the name of the hall without one."""
        return self.title or self.hall.name

    @property
    def name(self) -> str:
        """Name in messages: the file, or else the title or hall."""
        return self.display_name if self.path is None else str(self.path)

    @property
    def total_mm(self) -> int:
        """Total cable length."""
        return sum(cable.length_mm or 0 for cable in self.fabric.cables)

    @cached_property
    def supply(self) -> PowerSupply:
        """The power cords, and the load of feeds and PDUs."""
        return PowerSupply(self.fabric, PowerRules() if self.power is None else self.power.rules)

    @property
    def searched_mm(self) -> int:
        """Total length of the cables that the placement minimised: all but power cords added later."""
        later = frozenset[int]() if self.power is None else self.power.added
        return sum(
            cable.length_mm or 0 for number, cable in enumerate(self.fabric.cables) if number not in later
        )

    @property
    def gap(self) -> float | None:
        """Relative gap between length and lower bound; None without a bound or for another objective."""
        search = self.search
        if search is None or search.bound_mm is None or search.objective is not None:
            return None
        return relative_gap(self.searched_mm, search.bound_mm)


def hall_cabinets(hall: Hall) -> tuple[FloorCabinet, ...]:
    """Return the cabinets of a hall for a fabric, including occupied ones, in the hall's order."""
    rows: dict[str, int] = {}
    in_row: dict[str, int] = {}
    cabinets = []
    for cabinet in hall.cabinets:
        row = rows.setdefault(cabinet.row, len(rows) + 1)
        in_row[cabinet.row] = in_row.get(cabinet.row, 0) + 1
        size = cabinet.width_mm, cabinet.depth_mm
        cabinets.append(
            FloorCabinet(cabinet.name, row, in_row[cabinet.row], cabinet.row, cabinet.units, *size)
        )
    return tuple(cabinets)


def lay(
    fabric: Fabric, hall: Hall, room_spec: str, title: str = "", search: DeviceSearch | None = None
) -> LaidFabric:
    """Measure every cable of a fabric whose devices are placed; see `cable_ports` for heights.

    Raises
    ------
    InputError
        If a device has no place, or no route joins the ends of a cable.
    """
    _require_places(fabric.devices)
    a, b = cable_ports(fabric)
    lengths = hall.lengths_between(a, b)
    stuck = np.flatnonzero(lengths == NO_WAY).tolist()
    if stuck:
        ids = ", ".join(fabric.cables[number].id for number in stuck[:_MAX_NAMED])
        what = f"no tray joins the ends of {len(stuck):,} cables: {ids}"
        raise InputError(f"room {hall.name}", what, "join the trays by risers or points that meet")
    cables = tuple(
        cable if cable.length_listed else replace(cable, length_mm=length_mm)
        for cable, length_mm in zip(fabric.cables, lengths.tolist(), strict=True)
    )
    notes = (*_too_short(fabric.cables, lengths.tolist()), *fabric.notes)
    laid = replace(fabric, name=title or hall.name, cables=cables, notes=notes)
    return LaidFabric(laid, hall, room_spec, title, search=search)


def _too_short(cables: Sequence[Cable], lengths_mm: Sequence[int]) -> Iterator[str]:
    """Yield a note on the listed cables that are shorter than their route, naming the worst."""
    short = [
        (length_mm - cable.length_mm, cable, length_mm)
        for cable, length_mm in zip(cables, lengths_mm, strict=True)
        if cable.length_mm is not None and cable.length_mm < length_mm
    ]
    if short:
        _, cable, needed_mm = max(short, key=lambda item: item[0])
        listed_mm = cable.length_mm or 0
        lacks = f"{cable.id} is {mm_to_metres(listed_mm):.2f} m, its route {mm_to_metres(needed_mm):.2f} m"
        yield f"{TOO_SHORT} {count_text(len(short), 'cable')}: {lacks}."


def place_free(
    fabric: Fabric,
    hall: Hall,
    rules: Sequence[DeviceRule] = (),
    seed: int = 0,
    interrupt: Interrupt | None = None,
    aim: DeviceAim | None = None,
) -> tuple[Fabric, DeviceSearch | None]:
    """Place every device without rack or unit for the shortest cable; deterministic for a seed.

    The search is repeated without each rule, up to `MAX_COSTED_DEVICES` free devices, to cost the rule.
    With ``aim``, the shortest placement is then improved for that objective.

    Raises
    ------
    InputError
        If a free device has no known height, or a rule names an unknown device or cabinet.
    InfeasibleError
        If limits and rules allow no placement.
    """
    free = tuple(number for number, device in enumerate(fabric.devices) if device.cabinet is None)
    unit_free = tuple(
        number
        for number, device in enumerate(fabric.devices)
        if device.cabinet is not None and device.unit is None and device.units != 0
    )
    if not free and not unit_free and not rules:
        return fabric, None
    movers = (*free, *unit_free)
    _refuse(
        [
            *_height_problems(fabric.devices, movers),
            *installed_problems(fabric, movers),
            *rule_problems(rules, fabric, hall),
        ]
    )
    from netfloor.layout.devices.problem import device_problem  # noqa: PLC0415 - loads SciPy
    from netfloor.layout.devices.refusals import refuse_impossible  # noqa: PLC0415
    from netfloor.layout.devices.search import place_devices  # noqa: PLC0415

    moved, still_mm = _without_still(fabric, hall)
    problem = device_problem(moved, hall, rules)
    refuse_impossible(problem)
    if not free and not unit_free:
        return fabric, DeviceSearch((), (), tuple(rules), seed)
    prepared = None if aim is None else aim.prepare(problem, hall)  # refuses before the search
    placed = place_devices(problem, seed, interrupt=interrupt)
    reached = None if prepared is None else prepared.place(placed, seed, interrupt)
    places = placed if reached is None else reached[0]
    devices = tuple(
        replace(device, cabinet=cabinet, unit=unit or None) if problem.free[number] else device
        for number, (device, cabinet, unit) in enumerate(
            zip(fabric.devices, places.cabinet.tolist(), places.unit.tolist(), strict=True)
        )
    )
    prices: tuple[tuple[int, ...], ...] = ()
    if placed.price_mm is not None:
        prices = tuple(
            tuple(row[1 : cabinet.units + 1])
            for row, cabinet in zip(placed.price_mm.tolist(), hall.cabinets, strict=True)
        )
    without: list[int | None] = []
    if len(free) + len(unit_free) <= MAX_COSTED_DEVICES and len(rules) <= MAX_COSTED_RULES:
        for number, rule in enumerate(rules):
            others = [*rules[:number], *rules[number + 1 :]]
            if rule.by == "feed" or (interrupt is not None and interrupt.asked):
                without.append(None)
                continue
            eased = place_devices(device_problem(moved, hall, others), seed, interrupt=interrupt)
            stopped = interrupt is not None and interrupt.asked
            without.append(None if stopped else still_mm + min(eased.total_mm, placed.total_mm))
    bound_mm = None if placed.bound_mm is None else still_mm + placed.bound_mm
    objective = None if reached is None else reached[1]
    if objective is not None:
        by_length_mm = still_mm + objective.cable_mm_by_length
        objective = objective.model_copy(update={"cable_mm_by_length": by_length_mm})
    search = DeviceSearch(
        free=free,
        unit_free=unit_free,
        rules=tuple(rules),
        seed=seed,
        bound_mm=bound_mm,
        method=placed.method,
        price_mm=prices,
        without_mm=tuple(without),
        objective=objective,
    )
    notes = (*fabric.notes, *_unit_notes(fabric, unit_free))
    return replace(fabric, devices=devices, notes=notes), search


def _height_problems(devices: Sequence[Device], numbers: Sequence[int]) -> Iterator[InputError]:
    unknown = [devices[number].name for number in numbers if devices[number].units is None]
    if unknown:
        what = f"{count_text(len(unknown), 'device')} to place without a height: {_some(unknown)}"
        types = setting("device-types")
        yield InputError("devices", what, f"a height in units, 0 at the side; or rack and unit; or {types}")


def installed_problems(fabric: Fabric, free: Sequence[int] | None = None) -> Iterator[InputError]:
    """Yield an error for devices with installed cables and no cabinet; such cables fix their places.

    ``free``: the devices that may be placed, all without it.
    """
    free = range(len(fabric.devices)) if free is None else free
    names = [fabric.devices[number].name for number in _installed(fabric, free, placed=False)]
    if names:
        what = f"{count_text(len(names), 'device')} with installed cables and no place: {_some(names)}"
        remedy = (
            "rack and unit where it is, or installed no for its cables; the note on a status column has "
            "the option that keeps them as cables to buy"
        )
        yield InputError("devices", what, remedy)


def _installed(fabric: Fabric, free: Sequence[int], *, placed: bool) -> list[int]:
    """Return the free devices with installed cables, those with a cabinet (``placed``) or those without."""
    ends = {end.device for cable in fabric.cables if cable.installed for end in cable.ends}
    return [item for item in sorted(ends & {*free}) if (fabric.devices[item].cabinet is not None) == placed]


def _unit_notes(fabric: Fabric, unit_free: Sequence[int]) -> tuple[str, ...]:
    """Return a note on existing devices without a listed unit."""
    names = [fabric.devices[number].name for number in _installed(fabric, unit_free, placed=True)]
    if not names:
        return ()
    what = f"{count_text(len(names), 'device')} with installed cables and no unit: {_some(names)}"
    return (f"{what}. Each was given a free unit; list its actual one.",)


def _without_still(fabric: Fabric, hall: Hall) -> tuple[Fabric, int]:
    """Return a fabric without the cables whose length no placement changes, and the length of those."""
    moved, still_mm = [], 0
    for cable in fabric.cables:
        if cable.length_listed:
            still_mm += cable.length_mm or 0
        elif cable.a.device == cable.b.device:
            still_mm += hall.inside_mm
        else:
            moved.append(cable)
    return replace(fabric, cables=tuple(moved)), still_mm


def _refuse(problems: Sequence[InputError]) -> None:
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise ManyProblemsError("lists", tuple(map(str, problems)))


def cable_ports(fabric: Fabric) -> tuple[Ports, Ports]:
    """Return both ends of every cable as ports of the hall: cabinet and unit, each (cables,).

    A port is at the lowest unit of its device. A device of height 0, such as a vertical PDU, runs along the
    cabinet: its port is at the height of the other end.
    """
    ends: list[tuple[list[int], list[int]]] = [([], []), ([], [])]
    for cable in fabric.cables:
        devices = [fabric.devices[end.device] for end in cable.ends]
        units = [device.unit for device in devices]
        for side, (device, unit) in enumerate(zip(devices, units, strict=True)):
            other = units[1 - side]
            ends[side][0].append(0 if device.cabinet is None else device.cabinet)
            ends[side][1].append(next((entry for entry in (unit, other) if entry is not None), 1))
    item, other_ports = (
        (np.array(cabinets, dtype=np.int32), np.array(units, dtype=np.int32)) for cabinets, units in ends
    )
    return item, other_ports


def _require_places(devices: Sequence[Device]) -> None:
    """Refuse devices without a place."""
    no_rack = [device.name for device in devices if device.cabinet is None]
    no_unit = [
        device.name
        for device in devices
        if device.cabinet is not None and device.unit is None and device.units != 0
    ]
    problems = [
        InputError("devices", f"{count_text(len(names), 'device')} with {lacking}: {_some(names)}", advice)
        for names, lacking, advice in (
            (no_rack, "no rack", "give each a rack and a unit"),
            (no_unit, "a rack and no unit", "give each a unit; devices of height 0 need none"),
        )
        if names
    ]
    _refuse(problems)


def _some(names: Sequence[str]) -> str:
    left = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {left:,} more" if left > 0 else "")
