"""Rows by size class, and the baselines that a class shares."""

from dataclasses import dataclass

from reports.comparison import Baseline, Comparison, Population, Row
from reports.text import finite, one_line

#: Baselines in words.
KINDS = {
    "random": "random regular graph",
    "skywalk": "SkyWalk by its author's rule",
}
TREATMENTS = ("placed", "unplaced")


@dataclass(frozen=True)
class SizeClass:
    """The networks that compare with each other, in the order of the study."""

    name: str
    rows: tuple[Row, ...]

    @property
    def label(self) -> str:
        """Name for people."""
        return one_line(self.name, 60) or "unnamed class"


def size_classes(comparison: Comparison) -> tuple[SizeClass, ...]:
    """Return the size classes in the order in which they first appear."""
    groups: dict[str, list[Row]] = {}
    for row in comparison.rows:
        groups.setdefault(row.size_class, []).append(row)
    return tuple(SizeClass(name, tuple(rows)) for name, rows in groups.items())


def class_baselines(rows: tuple[Row, ...]) -> list[tuple[Baseline, tuple[Row, ...]]]:
    """Return each distinct baseline once, with the rows that are compared with it."""
    found: list[tuple[Baseline, list[Row]]] = []
    for row in rows:
        for baseline in row.baselines.values():
            same = next((users for known, users in found if _same(known, baseline)), None)
            if same is None:
                found.append((baseline, [row]))
            else:
                same.append(row)
    return [(baseline, tuple(users)) for baseline, users in found]


def population(baseline: Baseline | None, treatment: str) -> Population | None:
    """Return a baseline's instances under ``placed`` or ``unplaced``, if there are any."""
    if baseline is None:
        return None
    return baseline.placed if treatment == "placed" else baseline.unplaced


def instances(population_: Population) -> int:
    """Return how many instances a population has: the most that any figure was taken over."""
    return max((spread.n for spread in population_.figures.values()), default=0)


def mean_of(population_: Population | None, key: str) -> float | None:
    """Return a population's mean figure, or None."""
    spread = population_.figures.get(key) if population_ is not None else None
    return finite(spread.mean) if spread is not None else None


def kind_text(kind: str) -> str:
    """Return what a kind of baseline is called."""
    return KINDS.get(kind, one_line(kind, 40))


def baseline_kinds(rows: tuple[Row, ...]) -> list[str]:
    """Return the kinds of baseline among rows, in order of appearance."""
    return list(dict.fromkeys(kind for row in rows for kind in row.baselines))


def _same(one: Baseline, other: Baseline) -> bool:
    if one is other:
        return True
    return (one.kind, one.spec, *_figures(one)) == (other.kind, other.spec, *_figures(other))


def _figures(baseline: Baseline) -> tuple[object, object]:
    placed = baseline.placed
    return dict(baseline.unplaced.figures), dict(placed.figures) if placed is not None else None
