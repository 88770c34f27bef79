"""Check of the objective recorded in a plan of lists against its placement and the files it names.

It shares no code with the search, its prices or its bounds.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.check.cords import is_power_cord
from netfloor.costmodels.check.listed_parts import LinkGroup, ListedParts
from netfloor.costmodels.check.objective import weights_of
from netfloor.costmodels.check.prices import CableFigure, CableWay, metres_of, money_by, watts_by
from netfloor.costmodels.objectives.parts_price import PartsPricing
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InputError, as_option
from netfloor.layout.check.hall import MEDIA, HallLengths
from netfloor.plans.check.coefficients import coefficient_problems
from netfloor.plans.check.fabric import unit_problems
from netfloor.plans.check.laid import searched_cables
from netfloor.plans.check.laid_search import Point, PriceProof, search_problems, without_still
from netfloor.plans.check.sources import FileGone
from netfloor.plans.models import LaidModel, ListedObjectiveRecord, NotPurchasableRecord, SearchRecord
from netfloor.plans.objective import recorded_coefficients

Row = Mapping[str, Any]
Ints = npt.NDArray[np.int64]
#: Links without any part on sale: their number, and the shortest and the longest length in mm.
Unsold = tuple[int, int, int]

_WHERE = "search.objective"
_FIGURES = {"length": "m", "parts": "", "money": "", "power": "W", "longest": "m"}
#: Tolerance for sums of floats from another machine.
_TOLERANCE = 1e-9
#: Figures of a record that depend on the files it names.
_RESTING = (
    *("value", "value_by_length", "least", "unit", "cables"),
    *("not_purchasable", "not_purchasable_by_length"),
)


def laid_objective_problems(record: LaidModel, *folders: Path) -> tuple[list[str], list[str]]:
    """Return (problems, unchecked) of the objective; locations and lengths must have been checked.

    Coefficient files are searched for in the working directory and in the folders, such as the plan's.
    """
    search = record.search
    if search is None or search.objective is None:
        return [], []
    objective = search.objective
    if wrong := [*_form_problems(objective)]:
        return [f"{_WHERE}{item}" for item in wrong], []
    try:
        sets = recorded_coefficients(objective, *folders)
    except InputError as error:
        told = f"{_WHERE}: {error.told(as_option)}"
        return [], [FileGone(told, [f"{_WHERE}.{field}" for field in _RESTING])]
    return [f"{_WHERE}{problem}" for problem in _Derivation(record, search, objective, sets).problems()], []


def _form_problems(record: ListedObjectiveRecord) -> Iterator[str]:
    figures = weights_of(record.name)
    if unlike := [name for name in figures if name not in _FIGURES]:
        yield f".name: {unlike[0]!r} is not a figure of listed cables"
        return
    yield from coefficient_problems(record)
    if (record.least is None) != (record.method == "none"):
        yield ".least: a bound and its method belong together"
    if record.unit_prices and record.method != "prices":
        yield ".unit_prices: another method has no prices"
    if (record.method == "places") > (set(figures) == {"longest"}):
        yield ".method: places bound the longest cable alone"


class _Derivation:
    """An objective derived from the rows of a plan, with the figures of its files."""

    def __init__(
        self,
        record: LaidModel,
        search: SearchRecord,
        objective: ListedObjectiveRecord,
        sets: tuple[CostSet, PowerSet, PartsPricing | None],
    ) -> None:
        self.record, self.search, self.objective, self.sets = record, search, objective, sets
        self.hall = record.inputs.room.definition
        self.devices = record.devices.rows()
        self.cables, self.still_mm = without_still(searched_cables(record), self.hall)
        self.places = {cabinet["name"]: at for at, cabinet in enumerate(self.hall["cabinets"])}
        self.media = [HallLengths(self.hall, (medium,)) for medium in MEDIA]
        self.weights = weights_of(objective.name)
        self.counted = _parts(self) if "parts" in self.weights else _sums(self)

    def problems(self) -> Iterator[str]:
        """Yield the parts of the record that contradict its placements."""
        record, shortest = self.objective, self._shortest()
        if isinstance(shortest, str):
            yield shortest
            return
        both = [self._ways(devices) for devices in (self.devices, shortest)]
        by_length_mm = self.still_mm + sum(way.shortest_mm for way in both[1])
        claims: list[tuple[str, Any, Any]] = [
            ("unit", record.unit, self._unit()),
            ("cables", record.cables, len(self.counted.kinds) - self.counted.kinds.count(0)),
            ("cable_mm_by_length", record.cable_mm_by_length, by_length_mm),
        ]
        for suffix, ways in zip(("", "_by_length"), both, strict=True):
            value, unsold = self._value(ways)
            claims.append((f"value{suffix}", getattr(record, f"value{suffix}"), value))
            missing = getattr(record, f"not_purchasable{suffix}")
            claims.append((f"not_purchasable{suffix}", _links(missing), unsold))
        for key, claimed, derived in claims:
            if not _same(claimed, derived):
                yield f".{key}: is {claimed!r}, must be {derived!r}"
        if self.search.lower_bound_mm is not None and by_length_mm < self.search.lower_bound_mm:
            yield ".cable_mm_by_length: is below the lower bound on the length"
        yield from self._worse()
        yield from self._least()

    def _shortest(self) -> list[Row] | str:
        """Return the devices in the placement of minimum length, or its problem."""
        placed = sorted({*self.search.free, *self.search.unit_free})
        cabinets, units = self.objective.cabinet_by_length, self.objective.unit_by_length
        if not len(placed) == len(cabinets) == len(units):
            return ".cabinet_by_length: is not a place for each placed device"
        devices: list[Row] = [dict(device) for device in self.devices]
        for number, cabinet, unit in zip(placed, cabinets, units, strict=True):
            if number in self.search.unit_free and cabinet != self.devices[number]["cabinet"]:
                return ".cabinet_by_length: moves a device out of its listed rack"
            devices[number] = {**devices[number], "cabinet": cabinet, "unit": unit}
        columns = {key: [device[key] for device in devices] for key in devices[0]} if devices else {}
        heights = {cabinet["name"]: cabinet["units"] for cabinet in self.hall["cabinets"]}
        results = [*unit_problems(columns, heights)] if columns else []
        results = results or search_problems(self.search, devices, self.cables, self.hall)
        return f".cabinet_by_length: {results[0]}" if results else devices

    def _ways(self, devices: Sequence[Row]) -> list[CableWay]:
        """Return the route of each cable."""
        ends: list[tuple[Point, Point]] = []
        for cable in self.cables:
            a, b = devices[cable["a"]], devices[cable["b"]]
            units = [a["unit"], b["unit"]]
            high = [next((u for u in (own, *units) if u is not None), 1) for own in units]
            ends.append(((self.places[a["cabinet"]], high[0]), (self.places[b["cabinet"]], high[1])))
        from_port: dict[Point, list[int]] = defaultdict(list)
        for number, (item, _) in enumerate(ends):
            from_port[item].append(number)
        result: dict[int, CableWay] = {}
        for item, numbers in from_port.items():
            others = [ends[number][1] for number in numbers]
            copper, fibre = (lengths.between([item], others)[0].tolist() for lengths in self.media)
            for number, other, *ways in zip(numbers, others, copper, fibre, strict=True):
                result[number] = CableWay(ways[0], ways[1], item[0] == other[0], 1)
        return [result[number] for number in range(len(ends))]

    def _unit(self) -> str:
        cost_set, _, parts = self.sets
        units = _FIGURES | {"money": cost_set.currency, "parts": parts.catalogue.currency if parts else ""}
        (name, weight), *more = self.weights.items()
        return "" if more or weight != 1 else units[name]

    def _value(self, ways: Sequence[CableWay]) -> tuple[float, Unsold | None]:
        if "longest" in self.weights:
            return max((way.shortest_mm for way in ways), default=0) / 1000, None
        return self.counted.value(ways)

    def _worse(self) -> Iterator[str]:
        """Yield a problem if the plan's objective value is worse than the minimum-length placement's."""
        record = self.objective
        here, there = (
            0 if missing is None else missing.links
            for missing in (record.not_purchasable, record.not_purchasable_by_length)
        )
        if here > there:
            yield f": {here} links cannot be bought, of the shortest placement {there}"
        elif here == there and record.value > record.value_by_length * (1 + _TOLERANCE):
            yield f": {record.value} is above that of the shortest, {record.value_by_length}"

    def _least(self) -> Iterator[str]:
        """Yield a problem if the bound exceeds the value or its proof does not support it."""
        record = self.objective
        if record.least is None:
            return
        if record.not_purchasable is None and record.least > record.value * (1 + _TOLERANCE):
            yield f".least: is {record.least}, and the plan has {record.value}"
        if record.method not in {"prices", "places"}:
            return
        rows = self.search, self.devices, self.cables, self.hall
        if record.method == "places":
            proved = PriceProof(*rows, {}).longest() / 1000
        else:
            costs = _Costs(self.counted, self.media, record.step)
            proved = (
                PriceProof(*rows, record.unit_prices, (costs, self.counted.kinds)).bound() * record.step
            )
        if not _same(record.least, float(proved)):
            yield f".least: is {record.least}, and {proved} is proved"


@dataclass(frozen=True)
class _Counted:
    """The cost terms of cables: the kind of each, 0 for none, and the figure of each kind by route."""

    kinds: list[int]
    figures: Mapping[int, CableFigure]
    parts: ListedParts | None = None
    groups: Sequence[LinkGroup] = ()

    def value(self, ways: Sequence[CableWay]) -> tuple[float, Unsold | None]:
        """Return the total of the cables on sale, and the cables that are not on sale."""
        total, unsold = Fraction(0), list[int]()
        if self.parts is None:
            for (kind, way), many in Counter(zip(self.kinds, ways, strict=True)).items():
                cost = self.figures[kind](way) if kind else Fraction(0)
                if cost is None:
                    unsold += [way.shortest_mm] * many
                else:
                    total += many * cost
        for group in self.groups:
            own = [ways[number] for number in group.cables]
            cents = self.parts.cents(group, [way[:2] for way in own]) if self.parts else None
            if cents is None:
                unsold += [way.shortest_mm for way in own]
            else:
                total += Fraction(cents, 100)
        return float(total), (len(unsold), min(unsold), max(unsold)) if unsold else None


def _parts(own: _Derivation) -> _Counted:
    """Return the parts of every link; kinds that are not on sale at any length count nothing."""
    record, pricing = own.objective, own.sets[2]
    if pricing is None:
        return _Counted([0] * len(own.cables), {})
    cages = {}
    for text in record.cages:
        rate, _, form = text.partition("=")
        cages[float(rate.strip().upper().removesuffix("G"))] = form.strip()
    criterion = pricing.criterion
    asked = criterion.name, criterion.years, criterion.kwh_price
    parts = ListedParts(pricing.catalogue.model_dump(), asked, cages, record.gbps)
    groups = [
        group
        for group in parts.groups(own.devices, own.cables)
        if parts.cents(group, [(0, 0)] * len(group.cables)) is not None
    ]
    kinds, numbers = [0] * len(own.cables), dict[Any, int]()
    figures: dict[int, CableFigure] = {}
    for group in groups:
        number = numbers.setdefault(group.kind, len(numbers) + 1)
        for cable in group.cables:
            kinds[cable] = number
        figures.setdefault(number, _share(parts, group))
    return _Counted(kinds, figures, parts, groups)


def _share(parts: ListedParts, group: LinkGroup) -> CableFigure:
    """Return the cost of one link of a group whose links all have the same length."""
    links = len(group.cables)

    def figure(way: CableWay) -> Fraction | None:
        cents = parts.cents(group, [way[:2]] * links)
        return None if cents is None else Fraction(cents, 100 * links)

    return figure


def _sums(own: _Derivation) -> _Counted:
    """Return the weighted sum of length, cost and power; without a rate, only a cable's length counts."""
    cost_set, power_set, _ = own.sets
    if "longest" in own.weights:
        return _Counted([1] * len(own.cables), {1: metres_of})
    money, power, reach = cost_set.model_dump(), power_set.model_dump(), own.objective.reach_mm
    rates: dict[float | None, int] = {}
    kinds = []
    for cable in own.cables:
        gbps = own.objective.gbps if cable["gbps"] is None else float(cable["gbps"])
        kinds_there = {own.devices[cable[end]]["kind"] for end in "ab"}
        if cable["installed"] or "panel" in kinds_there or is_power_cord(cable, own.devices):
            gbps = None
        if gbps is None and "length" not in own.weights:
            kinds.append(0)
        else:
            kinds.append(rates.setdefault(gbps, len(rates) + 1))
    figures = {
        number: _sum_of(
            [
                (Fraction(repr(weight)), item)
                for name, weight in own.weights.items()
                if (item := _figure(name, gbps, money, power, reach)) is not None
            ]
        )
        for gbps, number in rates.items()
    }
    return _Counted(kinds, figures)


def _figure(name: str, gbps: float | None, money: Row, power: Row, reach: int | None) -> CableFigure | None:
    if name == "length":
        return metres_of
    if gbps is None:
        return None
    return money_by(money, gbps, reach) if name == "money" else watts_by(power, money, gbps, reach)


def _sum_of(terms: Sequence[tuple[Fraction, CableFigure]]) -> CableFigure:
    def figure(way: CableWay) -> Fraction | None:
        results = [item(way) for _, item in terms]
        if any(item is None for item in results):
            return None
        return sum(
            (w * item for (w, _), item in zip(terms, results, strict=True) if item is not None), Fraction(0)
        )

    return figure


class _Costs:
    """Costs of cables between ports, in integer steps; -1 if no cable is on sale."""

    def __init__(self, counted: _Counted, media: Sequence[HallLengths], step: float) -> None:
        self.counted, self.media, self.step = counted, media, step
        self.steps = cache(self._steps)

    def _steps(self, kind: int, copper_mm: int, fibre_mm: int, inside: bool) -> int:
        if kind == 0:
            return 0
        cost = self.counted.figures[kind](CableWay(copper_mm, fibre_mm, inside, 1))
        if cost is None:
            return -1
        steps = float(cost) / self.step
        return round(steps) if abs(steps - round(steps)) < 1e-6 else math.floor(steps)

    def between(self, kind: int, points: Sequence[Point], other: Sequence[Point]) -> Ints:
        """Return the cost of a cable from each of some ports to each of others."""
        copper, fibre = (lengths.between(points, other) for lengths in self.media)
        cabinets = [np.array([cabinet for cabinet, _ in ends]) for ends in (points, other)]
        inside = cabinets[0][:, None] == cabinets[1][None, :]
        code = ((copper + 1) << 32 | (fibre + 1) << 1 | inside).ravel()
        distinct, which = np.unique(code, return_inverse=True)
        costs = [
            self.steps(kind, (each >> 32) - 1, ((each >> 1) & ((1 << 31) - 1)) - 1, bool(each & 1))
            for each in distinct.tolist()
        ]
        return np.array(costs, dtype=np.int64)[which].reshape(copper.shape)


def _links(record: NotPurchasableRecord | None) -> Unsold | None:
    return None if record is None else (record.links, record.shortest_mm, record.longest_mm)


def _same(claimed: Any, derived: Any) -> bool:
    if isinstance(claimed, float) and isinstance(derived, float):
        return math.isclose(claimed, derived, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    return bool(claimed == derived)
