"""Every allocation size of a machine: its best and its worst partition."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from structure.partitions.halves import Interval, halves
from structure.partitions.machine import Geometry, Machine

KEEP, ROTATE, REFUSE = "keep", "rotate", "refuse"


@dataclass(frozen=True)
class PolicyRow:
    """What a scheduler should know about one size.

    Attributes
    ----------
    units, nodes
        Allocation units and compute nodes.
    best, worst
        Geometries, as labels, with the most capacity between their halves and the least; the
        best of all that fit, the worst of those that the policy permits.
    best_cut, worst_cut
        Their bisections.
    best_ties, worst_ties
        All geometries with the same bisection.
    advice
        ``rotate``: the permitted worst has less than the best; ``refuse``: a smaller size has
        more; ``keep``.
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
        """Best over worst: the predicted speed-up of a job that only contention bounds.

        1 where neither has a link to cut, None where only the worst has none.
        """
        if self.worst_cut.links:
            return self.best_cut.links / self.worst_cut.links
        return None if self.best_cut.links else 1.0

    @property
    def exact(self) -> bool:
        """True where both bisections are known exactly."""
        return self.best_cut.exact and self.worst_cut.exact


#: Two geometries and their bisection.
Measured = tuple[Geometry, Interval]


def policy_rows(machine: Machine, permitted: Sequence[Geometry] = ()) -> list[PolicyRow]:
    """Return a row for every size that can be allocated, ascending.

    Parameters
    ----------
    permitted
        The geometries that the scheduler has, one size may have several; all that fit by default.
        Only their sizes have rows.

    Raises
    ------
    ValueError
        If a permitted geometry does not fit.
    """
    if any(not machine.fits(geometry) for geometry in permitted):
        raise ValueError("every permitted geometry must fit")
    listed: dict[int, set[Geometry]] = {}
    for geometry in permitted:
        turned = machine.normal(geometry)
        listed.setdefault(_volume(turned), set()).add(turned)
    found = machine.geometries()
    chosen = listed or {units: set(all_) for units, all_ in found.items()}
    return advised(
        [_row(machine, units, found[units], chosen[units], bool(permitted)) for units in sorted(chosen)]
    )


def advised(rows: Iterable[PolicyRow]) -> list[PolicyRow]:
    """Return rows of ascending size with what a scheduler should do."""
    most, done = 0, []
    for row in rows:
        wasteful = row.best_cut.links < most
        better = row.best_cut.links > row.worst_cut.links
        advice = REFUSE if wasteful else ROTATE if better else KEEP
        done.append(PolicyRow(**{**vars(row), "advice": advice}))
        most = max(most, row.best_cut.links)
    return done


def geometry_text(geometry: Geometry) -> str:
    """Return a geometry as people write it: ``4x2x1x1``."""
    return "x".join(map(str, geometry))


def _volume(geometry: Geometry) -> int:
    units = 1
    for side in geometry:
        units *= side
    return units


def _row(
    machine: Machine, units: int, fitting: Iterable[Geometry], chosen: set[Geometry], is_policy: bool
) -> PolicyRow:
    cuts = {geometry: halves(machine.network(geometry)) for geometry in fitting}
    most = max(cut.links for cut in cuts.values())
    least = min(cuts[geometry].links for geometry in chosen)
    best = sorted((g for g in cuts if cuts[g].links == most), key=_compact)
    worst = sorted((g for g in chosen if cuts[g].links == least), key=_compact, reverse=True)
    # a policy that is as good as any is not asked to change
    kept = [g for g in best if g in chosen] if is_policy else []
    first = (kept or best)[0]
    last = first if least == most and first in chosen else worst[0]
    return PolicyRow(
        units,
        units * machine.nodes_per_unit,
        geometry_text(first),
        cuts[first],
        geometry_text(last),
        cuts[last],
        _texts(best),
        _texts(worst),
    )


def _compact(geometry: Geometry) -> tuple[list[int], Geometry]:
    """Order geometries from the most compact to the longest."""
    return sorted(geometry, reverse=True), geometry


def _texts(geometries: Iterable[Geometry]) -> tuple[str, ...]:
    return tuple(map(geometry_text, geometries))
