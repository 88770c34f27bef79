"""Rows by size class, and the baselines that the networks of a class share."""

from dataclasses import dataclass

from netfloor.reports.comparison.types import Baseline, Comparison, Population, Row, Spread
from netfloor.reports.formats.table import Cell
from netfloor.reports.formats.text import one_line

#: Display names of the baselines.
KINDS = {
    "random": "random regular graph",
    "skywalk": "SkyWalk by its author's rule",
}
#: The main figure of a comparison.
MEAN = "mean_cable_m"
TREATMENTS = ("placed", "unplaced")


@dataclass(frozen=True)
class SizeClass:
    """Networks that are compared with each other, in the order of the study."""

    name: str
    rows: tuple[Row, ...]

    @property
    def label(self) -> str:
        """Display name."""
        return one_line(self.name, 60) or "unnamed class"


def size_classes(comparison: Comparison) -> tuple[SizeClass, ...]:
    """Return the size classes in the order in which they first appear."""
    groups: dict[str, list[Row]] = {}
    for row in comparison.rows:
        groups.setdefault(row.size_class, []).append(row)
    return tuple(SizeClass(name, tuple(rows)) for name, rows in groups.items())


def class_baselines(rows: tuple[Row, ...]) -> list[tuple[Baseline, tuple[Row, ...]]]:
    """Return each distinct baseline once, with the rows that are compared with it."""
    baselines: list[tuple[Baseline, list[Row]]] = []
    for row in rows:
        for baseline in row.baselines.values():
            users = (
                users
                for known, users in baselines
                if known is baseline or _identity(known) == _identity(baseline)
            )
            if (shared := next(users, None)) is None:
                baselines.append((baseline, [row]))
            else:
                shared.append(row)
    return [(baseline, tuple(users)) for baseline, users in baselines]


def population(baseline: Baseline | None, treatment: str) -> Population | None:
    """Return a baseline's instances under ``placed`` or ``unplaced``, if there are any."""
    if baseline is None:
        return None
    return baseline.placed if treatment == "placed" else baseline.unplaced


def spread_of(row: Row, kind: str, treatment: str, key: str = MEAN) -> Spread | None:
    """Return a figure of a row's baselines of one kind under a treatment, or None."""
    people = population(row.baselines.get(kind), treatment)
    return people.figures.get(key) if people is not None else None


def instances(population_: Population) -> int:
    """Return the size of a population: the largest number of values behind any of its figures."""
    return max((spread.n for spread in population_.figures.values()), default=0)


def network_cell(row: Row) -> Cell:
    """Return the table cell that names a row."""
    return Cell(one_line(row.network, 80), numeric=False)


def kind_text(kind: str) -> str:
    """Return the display name of a kind of baseline."""
    return KINDS.get(kind, one_line(kind, 40))


def baseline_kinds(rows: tuple[Row, ...]) -> list[str]:
    """Return the kinds of baseline among rows, in order of appearance."""
    return list(dict.fromkeys(kind for row in rows for kind in row.baselines))


def _identity(baseline: Baseline) -> tuple[object, ...]:
    """Return a key by which equal baselines are recognised; networks may hold separate objects."""
    placed = None if baseline.placed is None else dict(baseline.placed.figures)
    return baseline.kind, baseline.spec, dict(baseline.unplaced.figures), placed
