"""The order of devices in a rack for the least cable, for ``netfloor rack``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.exchange.lists.cable_rows import CableRows
from netfloor.exchange.lists.cables import read_cables
from netfloor.exchange.lists.devices import DeviceBook
from netfloor.exchange.lists.subjects import CABLES
from netfloor.exchange.tables.problems import NearNames, Problems
from netfloor.exchange.tables.read import TableRequest, read_subjects
from netfloor.fabric.fabric import OTHER, Device, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError, ManyProblemsError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.wording import count_text
from netfloor.layout.devices.problem import rack_problem
from netfloor.layout.devices.refusals import refuse_impossible
from netfloor.layout.devices.search import place_devices
from netfloor.layout.result import gap_text, is_useful, relative_gap
from netfloor.reports.formats.table import Column, Table
from netfloor.topologies.parameters import shown


@dataclass(frozen=True)
class RackRequest:
    """Cable lists, the units of the rack, and known heights and places of devices."""

    files: tuple[Path, ...]
    units: int = 42
    fixed: Mapping[str, int] = field(default_factory=dict)  # lowest unit by name
    heights: Mapping[str, int] = field(default_factory=dict)  # rack units by name; all others 1
    seed: int = 0


@dataclass(frozen=True)
class RackOrder:
    """The place of every device in a rack."""

    places: tuple[tuple[int, int, str], ...]  # lowest unit, height and name, from the top down
    cables: int
    total: int  # units between the two ends of every cable, summed
    lower_bound: int | None  # on the total; None without a useful bound

    @property
    def gap(self) -> float | None:
        """Relative gap of the total to its lower bound."""
        return None if self.lower_bound is None else relative_gap(self.total, self.lower_bound)

    @property
    def answer(self) -> str:
        """Total and proof as a sentence."""
        what = f"{count_text(len(self.places), 'device')}, {count_text(self.cables, 'cable')}"
        total = f"cables span {count_text(self.total, 'rack unit')} in total"
        if self.gap == 0:
            return f"{what}: {total}, proved optimal."
        if self.lower_bound is None or not is_useful(self.gap):
            return f"{what}: {total}; no useful lower bound."
        return (
            f"{what}: {total}, within {gap_text(self.gap)} of the optimum (lower bound "
            f"{self.lower_bound:,})."
        )

    @property
    def table(self) -> Table:
        """The rack from the top down."""
        rows = [
            (f"{low + height - 1}-{low}" if height > 1 else str(low), name)
            for low, height, name in self.places
        ]
        return Table("", (Column("Unit"), Column("Device")), rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``netfloor rack --json``."""
        return {
            "schema": 1,
            "answer": self.answer,
            "devices": [
                {"unit": low, "height": height, "device": name} for low, height, name in self.places
            ],
            "cables": self.cables,
            "total_units": self.total,
            "lower_bound_units": self.lower_bound,
            "gap": self.gap,
        }


def order_rack(request: RackRequest, interrupt: Interrupt | None = None) -> RackOrder:
    """Return the order of the devices in some cable lists in a single rack.

    `InputError` for unreadable lists, and for devices that do not exist, overlap or are outside the rack;
    `InfeasibleError` if the devices do not fit.
    """
    fabric = _fabric(request)
    problem = rack_problem(fabric, request.units)
    refuse_impossible(problem)
    if problem.free.any():
        devices = place_devices(problem, request.seed, interrupt=interrupt)
        units, total, bound = devices.unit.tolist(), devices.total_mm, devices.bound_mm
    else:
        units = problem.unit.tolist()
        total = bound = problem.total_mm(problem.cabinet, problem.unit)
    heights = problem.height.tolist()
    names = [device.name for device in fabric.devices]
    places = sorted(zip(units, heights, names, strict=True), reverse=True)
    return RackOrder(tuple(places), len(fabric.cables), total, bound)


def _fabric(request: RackRequest) -> Fabric:
    """Return the devices named by the cables, in one cabinet."""
    problems = Problems()
    tables = read_subjects(request.files, (CABLES,), TableRequest(), problems)
    book = DeviceBook(None, problems, grows=True)
    rows = CableRows(book, problems)
    for table in tables:
        rows.read(table, [])
    problems.raise_all()
    if not (names := book.names):
        raise InputError(str(request.files[0]), "has no cables", "give a row per cable, such as a,b")
    listed = read_cables(rows.cables, names, frozenset(), problems)
    problems.raise_all()
    _refuse_unknown(request, names)
    devices = tuple(
        Device(
            name,
            OTHER,
            ports,
            cabinet=0,
            unit=request.fixed.get(name),
            units=request.heights.get(name, 1),
        )
        for name, ports in zip(names, listed.ports, strict=True)
    )
    _refuse_places(request, devices)
    return Fabric("rack", devices, listed.cables, (FloorCabinet("rack", units=request.units),), named=True)


def _refuse_unknown(request: RackRequest, names: Sequence[str]) -> None:
    near = NearNames(names)
    results = [
        InputError(
            setting(option), f"there is no device {shown(name)!r}", near.advice(name, "a name of the list")
        )
        for option, given in (("fixed", request.fixed), ("height", request.heights))
        for name in given
        if name not in names
    ]
    _raise(results)


def _refuse_places(request: RackRequest, devices: Sequence[Device]) -> None:
    """Refuse fixed devices that are outside the rack or overlap."""
    results = []
    taken: dict[int, str] = {}
    for device in devices:
        if device.unit is None:
            continue
        span = range(device.unit, device.unit + (device.units or 1))
        if span[-1] > request.units:
            what = f"{device.name} ends in unit {span[-1]} of a rack of {request.units}"
            results.append(InputError(setting("fixed"), what, f"use units 1 to {request.units}"))
        for other in dict.fromkeys(taken[unit] for unit in span if unit in taken):
            what = f"{device.name} and {other} share a unit"
            results.append(InputError(setting("fixed"), what, "give each its own units"))
        taken |= dict.fromkeys(span, device.name)
    _raise(results)


def _raise(found: Sequence[InputError]) -> None:
    if len(found) == 1:
        raise found[0]
    if found:
        raise ManyProblemsError(
            "rack", tuple(f"{item.where}: {item.what}; {item.expected}" for item in found)
        )
