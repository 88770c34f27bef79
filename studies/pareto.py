"""``netfloor layout --pareto``: verified plans between two objectives, with a chart."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.formula import with_copper_reach
from netfloor.costmodels.catalogue.parts.catalogue import catalogue_of_set
from netfloor.costmodels.latency import latency_of
from netfloor.costmodels.objectives import ObjectiveSpec
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.files import check_output_folder, output_folder, to_json, write_atomic
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.layout.objective import Objective, rank
from netfloor.layout.problem import make_problem
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.owned import Owned
from netfloor.plans.assessment.prices import CataloguePrices, Prices
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.verify import verify_plan
from netfloor.reports.figures.figure import Number
from netfloor.reports.figures.lookup import figures_of
from netfloor.reports.figures.rows import FigureTable
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.table import Column, Columns, Table, count_column
from netfloor.reports.front_chart import FrontPoint, front_svg
from netfloor.studies.place import LayoutRequest, run_layout

if TYPE_CHECKING:
    from netfloor.plans.plan import Plan
    from netfloor.rooms.any_room import Room
    from netfloor.topologies.topology import Topology

#: Groups of objectives whose weighted sums can be minimised.
_WEIGHABLE = ({"length", "money", "power"}, {"length", "mean-latency"})
_COLUMNS = tuple(field.name for field in fields(FrontPoint) if field.name != "figures")
#: Maximum rounds in which plans are made again from better ones by their own objective.
MAX_ROUNDS = 4
#: Smaller relative differences come from the order of summation.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Front:
    """Plans for two objectives and weighted sums of both."""

    names: tuple[str, str]  # of the two objectives
    units: tuple[str, str]
    points: tuple[FrontPoint, ...]  # by ascending first objective
    notes: tuple[str, ...]
    out: Path
    interrupted: bool  # True if some plans are missing or were cut short
    currency: str  # of the figures

    @property
    def table(self) -> FigureTable:
        """The plans with their figures."""
        return FigureTable(self.points, self.currency)

    def csv(self) -> str:
        """Return a line per plan: its values by the two objectives, then all other figures."""
        lines = [_fields(point) | self.table.csv_record(point) for point in self.points]
        return csv_text([*_COLUMNS, *self.table.csv_columns()], lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``layout --pareto --json``."""
        return {
            "schema": 2,
            "objectives": list(self.names),
            "units": list(self.units),
            "currency": self.currency,
            "points": [_fields(p) | {"figures": self.table.record(p)} for p in self.points],
            "interrupted": self.interrupted,
            "notes": list(self.notes),
        }

    @property
    def objectives_table(self) -> Table:
        """The plans by the two objectives."""
        columns: Columns = (
            *("plan", "optimised for", count_column("links not\npurchasable")),
            *(
                Column(f"{name}\n", unit, form=",.2f")
                for name, unit in zip(self.names, self.units, strict=True)
            ),
            *("on the\nfront", "verified"),
        )
        rows = [
            (
                *(point.plan, point.objective, point.not_purchasable, point.first, point.second),
                *("yes" if mark else "no" for mark in (point.on_front, point.verified)),
            )
            for point in self.points
        ]
        return Table("Plans between two objectives", columns, rows)


def _fields(point: FrontPoint) -> dict[str, Any]:
    """Return the fields of a plan except its figures."""
    return {name: getattr(point, name) for name in _COLUMNS}


def run_pareto(
    request: LayoutRequest, pair: str, points: int, observer: Observer, interrupt: Interrupt, *, force: bool
) -> Front:
    """Make plans for two objectives and for weighted sums of both, and mark the non-dominated ones.

    The first two plans are made for one objective each; they set the scale of the weights, ``t`` for one
    objective and ``1 - t`` for the other, t in equal steps. Every plan gets the full budget of the request,
    and starts from the best previous plan by its own objective. A plan that another one beats by its own
    objective is made again from that one, so that in the end no plan on the front is beaten.

    ``pair`` names two objectives separated by a comma; ``points`` is the total number of plans.
    `InputError` if these are not two objectives, or the folder cannot be written.
    """
    names = _two_objectives(pair, request)
    check_output_folder(request.out, force=force)
    with TemporaryDirectory() as scratch:
        plans = _FrontPlans(request, names, Path(scratch), observer, interrupt)
        for objective in plans.objectives(points):
            if not plans.interrupted:
                plans.add(objective)
        plans.settle()
        front = plans.front()
        with defer_interrupts(), output_folder(request.out, force=force) as folder:
            for path in sorted(Path(scratch).glob("*.json")):
                write_atomic(folder / path.name, path.read_text(encoding="utf-8"))
            write_atomic(folder / "front.json", to_json(front.to_dict()))
            write_atomic(folder / "front.csv", front.csv())
            write_atomic(folder / "front.svg", front_svg(front.names, front.units, front.points))
    return front


def _two_objectives(pair: str, request: LayoutRequest) -> tuple[str, str]:
    names = [name.strip() for name in pair.split(",")]
    specs = [replace(request.objective, text=name).spec() for name in names]
    single = [next(iter(spec.weights)) for spec in specs if len(spec.weights) == 1]
    if len(names) != 2 or len(single) != 2 or single[0] == single[1]:
        what = f"{pair[:60]!r} is not two objectives"
        raise InputError(setting("pareto"), what, "such as length,latency or length,money")
    return single[0], single[1]


def _prices(request: LayoutRequest, names: tuple[str, str], spec: ObjectiveSpec) -> Prices:
    """Return the prices of all plans of a front: the catalogue if parts count, else the sets."""
    choice, parts = request.objective, spec.parts
    if choice.catalogue is not None and parts is not None and "parts" in names:
        criterion = parts.criterion
        years, kwh_price = (item or None for item in (criterion.years, criterion.kwh_price))
        terms = OrderTerms(criterion.name, years, kwh_price)
        return CataloguePrices(Path(choice.catalogue), parts.catalogue, terms, ())
    catalogue = with_copper_reach(catalogue_of_set(spec.cost_set), spec.reach_mm)
    return CataloguePrices(Path(choice.cost_set), catalogue, OrderTerms(), (), power_set=spec.power_set)


class _FrontPlans:
    """Plans in a scratch folder, with their values by two objectives."""

    def __init__(
        self,
        request: LayoutRequest,
        names: tuple[str, str],
        folder: Path,
        observer: Observer,
        interrupt: Interrupt,
    ) -> None:
        self.request, self.names, self.folder = request, names, folder
        self.observer, self.interrupt = observer, interrupt
        self.points: list[FrontPoint] = []
        self.placements: list[npt.NDArray[np.int32]] = []
        self.site: tuple[Topology, Room]
        self._made: dict[str, Objective] = {}
        self._ranks: dict[tuple[str, bytes], tuple[int, float]] = {}
        self.units = ("", "")
        self.spec = replace(request.objective, text=names[0]).spec()
        self.prices = _prices(request, names, self.spec)
        self.notes: tuple[str, ...] = ()
        self.interrupted = False

    def add(self, objective: str) -> None:
        """Make a plan for an objective."""
        self._make(len(self.points), objective)

    def settle(self) -> None:
        """Repeat plans that another one beats by their own objective, starting from that one."""
        for _ in range(MAX_ROUNDS):
            beaten = [number for number in range(len(self.points)) if self._best_by(number) != number]
            for number in beaten:
                if not self.interrupted:
                    self._make(number, self.points[number].objective)
            if not beaten or self.interrupted:
                return

    def _make(self, number: int, objective: str) -> None:
        """Make a plan, starting from the best so far by its objective."""
        choice = replace(self.request.objective, text=objective)
        begin = None
        if self.placements:
            begin = self.placements[self._best(objective)]
        path = self.folder / f"plan-{number + 1}.json"
        path.unlink(missing_ok=True)
        request = replace(self.request, out=path, objective=choice, begin=begin)
        report = run_layout(request, self.observer, self.interrupt, force=False)
        self.interrupted, self.notes = report.interrupted, report.notes
        self.site = report.plan.topology, report.plan.room
        slot_of = report.result.placement.slot_of
        (missing, first), (also_missing, second) = (self._rank(name, slot_of) for name in self.names)
        self.units = (self._objective(self.names[0]).unit, self._objective(self.names[1]).unit)
        figures = max(missing, also_missing), first, second
        verified = verify_plan(path).ok
        point = FrontPoint(
            path.name,
            objective,
            *figures,
            on_front=False,
            verified=verified,
            figures=self._figures(report.plan),
        )
        self.points[number : number + 1] = [point]
        self.placements[number : number + 1] = [slot_of]

    def _figures(self, plan: "Plan") -> Mapping[str, Number | None]:
        """Return every figure of a plan at the command's prices; without costs if parts are missing."""
        network, latency_ns = PlacedNetwork.of(plan), None
        if any("latency" in name for name in self.names):
            switch_ns = self.spec.switch_ns
            latency_ns = latency_of(plan.topology, plan.cables, [switch_ns]).at(switch_ns)
        try:
            quote = self.prices.quote(plan)
        except InfeasibleError:
            return figures_of(Assessed(network, latency_ns=latency_ns))
        return figures_of(Assessed(network, latency_ns=latency_ns, owned=Owned(quote, None)))

    def _best(self, objective: str) -> int:
        """Return the index of the best plan by an objective, the first of ties."""
        ranks = [self._rank(objective, slot_of) for slot_of in self.placements]
        return ranks.index(min(ranks))

    def _best_by(self, number: int) -> int:
        """Return the index of the best plan by another plan's objective: itself, unless beaten."""
        objective = self.points[number].objective
        best = self._best(objective)
        here, there = (self._rank(objective, self.placements[item]) for item in (number, best))
        alike = here[0] == there[0] and math.isclose(here[1], there[1], rel_tol=_ROUNDING)
        return number if alike else best

    def objectives(self, points: int) -> Iterator[str]:
        """Yield both objectives, then sums of both, weighted by the distance of their two plans."""
        yield from self.names
        if self.interrupted or points < 3:
            return
        if not any(set(self.names) <= group for group in _WEIGHABLE):
            self.notes += (
                f"{self.names[0]} and {self.names[1]} have no weighted sums: only two plans are made",
            )
            return
        best_first, best_second = self.points
        if best_first.not_purchasable or best_second.not_purchasable:
            self.notes += (
                "a plan has links that cannot be bought, so costs give no scale: no plans between",
            )
            return
        rise, fall = best_second.first - best_first.first, best_first.second - best_second.second
        if rise <= 0 or fall <= 0:
            self.notes += ("one plan is the best found for both objectives: no plans between",)
            return
        for step in range(1, points - 1):
            share = step / (points - 1)
            yield f"{self.names[0]} + {(share / fall) / ((1 - share) / rise):.6g}*{self.names[1]}"

    def _rank(self, name: str, slot_of: npt.NDArray[np.int32]) -> tuple[int, float]:
        """Return the unsold links of a placement, and its value by an objective."""
        key = name, slot_of.tobytes()
        if key not in self._ranks:
            self._ranks[key] = rank(self._objective(name), slot_of)
        return self._ranks[key]

    def _objective(self, name: str) -> Objective:
        if name not in self._made:
            spec = replace(self.request.objective, text=name).spec()
            self._made[name] = spec.make(*self.site, make_problem(*self.site))
        return self._made[name]

    def front(self) -> Front:
        """Return all plans by ascending first objective, with the non-dominated ones marked."""
        points = [replace(point, on_front=not self._beaten(point)) for point in self.points]
        points.sort(key=lambda point: (point.not_purchasable, point.first, point.second))
        return Front(
            names=self.names,
            units=self.units,
            points=tuple(points),
            notes=self.notes,
            out=self.request.out,
            interrupted=self.interrupted,
            currency=self.prices.currency,
        )

    def _beaten(self, point: FrontPoint) -> bool:
        """Return whether another plan has fewer unsold links, or dominates this one."""
        figures = (point.first, point.second)
        return any(
            plan.not_purchasable < point.not_purchasable
            or (
                plan.not_purchasable == point.not_purchasable
                and plan.first <= point.first
                and plan.second <= point.second
                and (plan.first, plan.second) != figures
            )
            for plan in self.points
        )
