"""``netfloor layout --pareto``: plans between two objectives, each checked, with a chart."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from foundation.errors import InputError
from foundation.files import check_output_folder, output_folder, to_json, write_atomic
from layout.problem import make_problem
from netfloor.layout_run import LayoutReport, LayoutRequest, run_layout
from netfloor.signals import undisturbed
from netfloor.verify import verify_plan
from reports.csv_text import csv_text
from reports.front_chart import FrontPoint, front_svg

#: Objectives that can be weighed against each other, so that there is something between them.
_WEIGHABLE = ({"length", "money", "power"}, {"length", "mean-latency"})
_COLUMNS = ("plan", "objective", "first", "second", "on_front", "verified")


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
        return ("plan", "made for", first, second, "on the\nfront", "verified")

    def rows(self) -> Iterator[list[str]]:
        """Yield the plans as the rows of a table."""
        for point in self.points:
            words = ("yes" if said else "no" for said in (point.on_front, point.verified))
            yield [point.plan, point.objective, f"{point.first:,.6g}", f"{point.second:,.6g}", *words]


def run_pareto(request: LayoutRequest, text: str, points: int, *, force: bool, quiet: bool) -> Front:
    """Make plans for two objectives and for weighted sums of both, and say which none other beats.

    The first two plans are made for one objective each; they set the scale of the weights, with
    ``t`` for one objective and ``1 - t`` for the other, t in equal steps. Every plan has the
    request's whole budget.

    Raises
    ------
    InputError
        If these are not two objectives, or the folder cannot be written.
    """
    pair = _two(text, request)
    check_output_folder(request.out, force=force)
    with TemporaryDirectory() as scratch:
        solver = _Solver(request, pair, Path(scratch), quiet=quiet)
        solver.add(pair[0])
        solver.add(pair[1])
        for objective in solver.between(points):
            solver.add(objective)
        front = solver.front(request.out)
        with undisturbed(), output_folder(request.out, force=force) as folder:
            for path in sorted(Path(scratch).glob("*.json")):
                write_atomic(folder / path.name, path.read_text(encoding="utf-8"))
            write_atomic(folder / "front.json", to_json(front.to_dict()))
            write_atomic(folder / "front.csv", csv_text(_COLUMNS, [asdict(one) for one in front.points]))
            chart = front_svg(front.names, front.units, front.points)
            write_atomic(folder / "front.svg", chart)
    return front


def _two(text: str, request: LayoutRequest) -> tuple[str, str]:
    names = [name.strip() for name in text.split(",")]
    specs = [replace(request.objective, text=name).spec() for name in names]
    found = [next(iter(spec.weights)) for spec in specs if len(spec.weights) == 1]
    if len(names) != 2 or len(found) != 2 or found[0] == found[1]:
        raise InputError(
            "--pareto", f"{text[:60]!r} is not two objectives", "such as length,latency or length,money"
        )
    return found[0], found[1]


class _Solver:
    """Makes plans into a scratch folder and remembers their figures."""

    def __init__(self, request: LayoutRequest, pair: tuple[str, str], folder: Path, *, quiet: bool):
        self.request, self.pair, self.folder, self.quiet = request, pair, folder, quiet
        self.made: list[tuple[str, float, float, bool]] = []
        self.units = ("", "")
        self.notes: tuple[str, ...] = ()
        self.interrupted = False

    def add(self, objective: str) -> None:
        """Make one plan, unless somebody interrupted an earlier one."""
        if self.interrupted:
            return
        path = self.folder / f"plan-{len(self.made) + 1}.json"
        request = replace(self.request, out=path, objective=replace(self.request.objective, text=objective))
        report = run_layout(request, force=False, quiet=self.quiet)
        self.interrupted = report.interrupted
        self.notes = report.notes
        first, second = self._figures(report)
        self.made.append((objective, first, second, verify_plan(path).ok))

    def between(self, points: int) -> Iterator[str]:
        """Yield sums of both objectives, weights from the distance of the two plans there are."""
        if self.interrupted or points < 3:
            return
        if not any(set(self.pair) <= group for group in _WEIGHABLE):
            self.notes += (f"{self.pair[0]} and {self.pair[1]} cannot be weighed: the ends alone",)
            return
        (_, low, high, _), (_, other, least, _) = self.made
        rise, fall = other - low, high - least
        if rise <= 0 or fall <= 0:
            self.notes += ("nothing better was found for either objective than one plan: none between",)
            return
        for step in range(1, points - 1):
            share = step / (points - 1)
            yield f"{self.pair[0]} + {(share / fall) / ((1 - share) / rise):.6g}*{self.pair[1]}"

    def _figures(self, report: LayoutReport) -> tuple[float, float]:
        problem = make_problem(report.topology, report.room)
        specs = (replace(self.request.objective, text=name).spec() for name in self.pair)
        both = [spec.make(report.topology, report.room, problem) for spec in specs]
        self.units = (both[0].unit, both[1].unit)
        slot_of = report.result.placement.slot_of
        return both[0].value(slot_of), both[1].value(slot_of)

    def front(self, out: Path) -> Front:
        """Return all plans, the first objective rising, with those that none other beats marked."""
        points = [
            FrontPoint(
                plan=f"plan-{number}.json",
                objective=objective,
                first=first,
                second=second,
                on_front=not _beaten(first, second, self.made),
                verified=verified,
            )
            for number, (objective, first, second, verified) in enumerate(self.made, start=1)
        ]
        ordered = tuple(sorted(points, key=lambda point: (point.first, point.second)))
        return Front(self.pair, self.units, ordered, self.notes, out, self.interrupted)


def _beaten(first: float, second: float, made: Sequence[tuple[str, float, float, bool]]) -> bool:
    return any(a <= first and b <= second and (a, b) != (first, second) for _, a, b, _ in made)
