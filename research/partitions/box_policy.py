"""The best and worst partition of every size, in machines whose partitions are boxes."""

import math
from collections.abc import Iterable, Sequence

from netfloor.research.partitions.halves import halves
from netfloor.research.partitions.machine import Geometry, Machine
from netfloor.research.partitions.policy import PolicyRow, advised


def policy_rows(machine: Machine, permitted: Sequence[Geometry] = ()) -> list[PolicyRow]:
    """Return a row for every size that can be allocated, ascending.

    Parameters
    ----------
    permitted
        The scheduler's geometries, possibly several of one size; by default all that fit. Only their sizes
        have rows.

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
        listed.setdefault(math.prod(turned), set()).add(turned)
    fitting = machine.geometries()
    chosen = listed or {units: set(boxes) for units, boxes in fitting.items()}
    return advised(
        [_row(machine, units, fitting[units], chosen[units], bool(permitted)) for units in sorted(chosen)]
    )


def _row(
    machine: Machine, units: int, fitting: Iterable[Geometry], chosen: set[Geometry], is_policy: bool
) -> PolicyRow:
    cuts = {geometry: halves(machine.network(geometry)) for geometry in fitting}
    maximum = max(cut.links for cut in cuts.values())
    minimum = min(cuts[geometry].links for geometry in chosen)
    best = sorted((g for g in cuts if cuts[g].links == maximum), key=_compact)
    worst = sorted((g for g in chosen if cuts[g].links == minimum), key=_compact, reverse=True)
    # a policy that is already optimal stays unchanged
    kept = [g for g in best if g in chosen] if is_policy else []
    first = (kept or best)[0]
    last = first if minimum == maximum and first in chosen else worst[0]
    return PolicyRow(
        units=units,
        nodes=units * machine.nodes_per_unit,
        best=_text(first),
        best_cut=cuts[first],
        worst=_text(last),
        worst_cut=cuts[last],
        best_ties=tuple(map(_text, best)),
        worst_ties=tuple(map(_text, worst)),
    )


def _text(geometry: Geometry) -> str:
    return "x".join(map(str, geometry))


def _compact(geometry: Geometry) -> tuple[list[int], Geometry]:
    """Order geometries from the most compact to the longest."""
    return sorted(geometry, reverse=True), geometry
