"""``netfloor layout --pareto``: plans between two objectives, each checked, with a chart."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import check_output_folder, output_folder, to_json, write_atomic
from netfloor.foundation.interrupt import Interrupt, undisturbed
from netfloor.foundation.observer import Observer
from netfloor.layout.objective import rank
from netfloor.layout.problem import make_problem
from netfloor.layout.result import figure_text
from netfloor.plans.verify import verify_plan
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.front_chart import FrontPoint, front_svg
from netfloor.studies.place import LayoutRequest, PlacingRun, run_layout

#: Objectives that can be weighed against each other, so that there is something between them.
_WEIGHABLE = ({"length", "money", "power"}, {"length", "mean-latency"})
_COLUMNS = tuple(field.name for field in fields(FrontPoint))


@dataclass(frozen=True)
class Front:
    """Plans for two objectives and sums of both.

    Attributes
    ----------
    names, units
        The two objectives.
    points
        One a plan, by the first objective rising.
    notes
        What a reader must know.
    interrupted
        True if some plans were not made or were cut short.
    """

    names: tuple[str, str]
    units: tuple[str, str]
    points: tuple[FrontPoint, ...]
    notes: tuple[str, ...]
    out: Path
    interrupted: bool

    def to_dict(self) -> dict[str, Any]:
        """Return what ``layout --pareto --json`` prints."""
        return {
            "schema": 1,
            "objectives": list(self.names),
            "units": list(self.units),
            "points": [asdict(point) for point in self.points],
            "interrupted": self.interrupted,
            "notes": list(self.notes),
        }

    @property
    def headings(self) -> tuple[str, ...]:
        """Headings of `rows`."""
        first, second = (f"{name}\n{unit}" for name, unit in zip(self.names, self.units, strict=True))
        return ("plan", "made for", "not\npurchasable", first, second, "on the\nfront", "verified")

    def rows(self) -> Iterator[list[str]]:
        """Yield the plans as the rows of a table."""
        for point in self.points:
            marks = ("yes" if mark else "no" for mark in (point.on_front, point.verified))
            figures = (figure_text(point.first), figure_text(point.second))
            yield [point.plan, point.objective, str(point.not_purchasable), *figures, *marks]


def run_pareto(
    request: LayoutRequest, pair: str, points: int, observer: Observer, interrupt: Interrupt, *, force: bool
) -> Front:
    """Make plans for two objectives and for weighted sums of both, and say which none other beats.

    The first two plans are made for one objective each; they set the scale of the weights, with
    ``t`` for one objective and ``1 - t`` for the other, t in equal steps. Every plan has the
    request's whole budget.

    Parameters
    ----------
    pair
        Two objectives, a comma between them.
    points
        Plans in all, the first two included.

    Raises
    ------
    InputError
        If these are not two objectives, or the folder cannot be written.
    """
    names = _two_objectives(pair, request)
    check_output_folder(request.out, force=force)
    with TemporaryDirectory() as scratch:
        plans = _FrontPlans(request, names, Path(scratch), observer, interrupt)
        for objective in plans.objectives(points):
            if not plans.interrupted:
                plans.add(objective)
        front = plans.front()
        with undisturbed(), output_folder(request.out, force=force) as folder:
            for path in sorted(Path(scratch).glob("*.json")):
                write_atomic(folder / path.name, path.read_text(encoding="utf-8"))
            write_atomic(folder / "front.json", to_json(front.to_dict()))
            write_atomic(folder / "front.csv", csv_text(_COLUMNS, map(asdict, front.points)))
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


class _FrontPlans:
    """Plans in a scratch folder, and their figures by two objectives."""

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
        self.units = ("", "")
        self.notes: tuple[str, ...] = ()
        self.interrupted = False

    def add(self, objective: str) -> None:
        """Make one plan."""
        path = self.folder / f"plan-{len(self.points) + 1}.json"
        request = replace(self.request, out=path, objective=replace(self.request.objective, text=objective))
        report = run_layout(request, self.observer, self.interrupt, force=False)
        self.interrupted, self.notes = report.interrupted, report.notes
        figures = self._figures(report)
        verified = verify_plan(path).ok
        self.points.append(FrontPoint(path.name, objective, *figures, on_front=False, verified=verified))

    def objectives(self, points: int) -> Iterator[str]:
        """Yield both objectives, then sums of both, weighed by the distance of their two plans."""
        yield from self.names
        if self.interrupted or points < 3:
            return
        if not any(set(self.names) <= group for group in _WEIGHABLE):
            self.notes += (f"{self.names[0]} and {self.names[1]} cannot be weighed: the ends alone",)
            return
        best_first, best_second = self.points
        if best_first.not_purchasable or best_second.not_purchasable:
            self.notes += ("links of a plan cannot be bought: its money sets no scale, so none between",)
            return
        rise, fall = best_second.first - best_first.first, best_first.second - best_second.second
        if rise <= 0 or fall <= 0:
            self.notes += ("nothing better was found for either objective than one plan: none between",)
            return
        for step in range(1, points - 1):
            share = step / (points - 1)
            yield f"{self.names[0]} + {(share / fall) / ((1 - share) / rise):.6g}*{self.names[1]}"

    def _figures(self, report: PlacingRun) -> tuple[int, float, float]:
        """Return the links that cannot be bought, and both figures."""
        problem = make_problem(report.plan.topology, report.plan.room)
        specs = (replace(self.request.objective, text=name).spec() for name in self.names)
        both = [spec.make(report.plan.topology, report.plan.room, problem) for spec in specs]
        self.units = (both[0].unit, both[1].unit)
        slot_of = report.result.placement.slot_of
        missing, first = rank(both[0], slot_of)
        also_missing, second = rank(both[1], slot_of)
        return max(missing, also_missing), first, second

    def front(self) -> Front:
        """Return all plans, the first objective rising, with those that none other beats marked."""
        points = [replace(point, on_front=not self._beaten(point)) for point in self.points]
        points.sort(key=lambda point: (point.not_purchasable, point.first, point.second))
        return Front(self.names, self.units, tuple(points), self.notes, self.request.out, self.interrupted)

    def _beaten(self, point: FrontPoint) -> bool:
        """Return True if another plan can be bought more fully, or is better by the figures."""
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
