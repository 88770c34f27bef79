"""A machine's policy: the best and the worst partition of every size."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from netfloor.foundation.wording import count_text
from netfloor.research.partitions.bounds.cut_curve import CutCurve
from netfloor.research.partitions.halves import Interval

KEEP, ROTATE, REFUSE = "keep", "rotate", "refuse"


@dataclass(frozen=True)
class PolicyRow:
    """The best and worst partition of one size, in allocation units and compute nodes.

    Attributes
    ----------
    best, worst
        Geometries, as labels, with the most capacity between their halves and the least; the best of all
        that fit, the worst of those that the policy permits.
    best_cut, worst_cut, best_ties, worst_ties
        Their bisections, and all geometries with the same.
    advice
        ``rotate``: the permitted worst is below the best; ``refuse``: a smaller one has more; ``keep``.
    """

    units: int
    nodes: int
    best: str
    best_cut: Interval
    worst: str
    worst_cut: Interval
    best_ties: tuple[str, ...]
    worst_ties: tuple[str, ...]
    advice: str = KEEP

    @property
    def ratio(self) -> float | None:
        """Ratio of best to worst: the predicted speed-up of a job limited by contention.

        1 if neither has a link to cut, None if only the worst has none.
        """
        if self.worst_cut.links:
            return self.best_cut.links / self.worst_cut.links
        return None if self.best_cut.links else 1.0

    @property
    def exact(self) -> bool:
        """True if both bisections are exact."""
        return self.best_cut.exact and self.worst_cut.exact


@dataclass(frozen=True)
class MachinePolicy:
    """A machine's rows, ascending, and the scale of capacities.

    Attributes
    ----------
    name, kind, unit
        As in the machine file; the allocation unit, such as ``midplane``.
    scale
        Ratio of links here to the user's capacities.
    curve
        Bounds on the links around the machine's sets of every size up to half, if requested.
    """

    name: str
    kind: str
    unit: str
    rows: Sequence[PolicyRow]
    scale: int
    curve: CutCurve | None

    @property
    def notes(self) -> tuple[str, ...]:
        """A note on the sizes with unproven bisections, if any."""
        unproven = [str(row.units) for row in self.rows if not row.exact]
        if not unproven:
            return ()
        sizes = count_text(len(unproven), "size")
        shown = ", ".join(unproven[:12]) + (", ..." if len(unproven) > 12 else "")
        return (f"bisections are the best cuts found, not proven, at {sizes}: {shown}",)


def capacity(links: int, scale: int) -> int | float:
    """Return a capacity in the user's unit, as an integer if possible."""
    return links // scale if links % scale == 0 else links / scale


def advised(rows: Iterable[PolicyRow]) -> list[PolicyRow]:
    """Return rows of ascending size with advice for the scheduler."""
    maximum, done = 0, []
    for row in rows:
        wasteful = row.best_cut.links < maximum
        better = row.best_cut.links > row.worst_cut.links
        advice = REFUSE if wasteful else ROTATE if better else KEEP
        done.append(replace(row, advice=advice))
        maximum = max(maximum, row.best_cut.links)
    return done
