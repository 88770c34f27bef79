"""The quality of listed devices' places by their objective, in sentences, figures and JSON."""

from collections.abc import Iterator
from math import isclose
from typing import Any

from netfloor.foundation.units import figure_text, mm_to_metres
from netfloor.foundation.wording import percent_text
from netfloor.layout.result import ROUNDING, gap_text, is_useful
from netfloor.plans.laid import LaidFabric
from netfloor.plans.models import ListedObjectiveRecord, NotPurchasableRecord

#: Smaller gaps come from rounded weights in the search.
FINE_GAP = 1e-4


def objective_gap(record: ListedObjectiveRecord) -> float | None:
    """Return the relative gap of a value to its lower bound; None if it is meaningless."""
    if not record.least or record.not_purchasable is not None:
        return 0.0 if record.least == record.value == 0 else None
    if isclose(record.value, record.least, rel_tol=ROUNDING):
        return 0.0
    return (record.value - record.least) / record.least


def objective_text(laid: LaidFabric, record: ListedObjectiveRecord) -> Iterator[str]:
    """Yield the value with its proof, the cable length, and both for the shortest placement."""
    figure = figure_text(record.value, record.unit)
    partial = (
        f" for {record.cables:,} of {links:,} cables" if record.cables < (links := _links(laid)) else ""
    )
    if record.not_purchasable is not None:
        yield f"{_unsold(record.not_purchasable)}."
        partial = " for the other links"
    yield f"{_first_upper(record.name)} {figure}{partial}, {proof_text(record)}."
    more_mm = laid.searched_mm - record.cable_mm_by_length
    total = f"{mm_to_metres(laid.searched_mm):,.3f} m of cable in total"
    shortest = f"the shortest placement ({_by_length(record)})"
    if more_mm:
        yield f"{total}, {mm_to_metres(more_mm):,.3f} m more than {shortest}."
    else:
        yield f"{total}, as much as {shortest}."


def proof_text(record: ListedObjectiveRecord) -> str:
    """Return the proof of a value as text."""
    gap = objective_gap(record)
    if record.not_purchasable is not None:
        return "unknown whether another placement makes all links purchasable"
    if gap == 0:
        return "proved optimal"
    if gap is not None and gap < FINE_GAP:
        return f"proved optimal to within {percent_text(FINE_GAP, 2)}"
    if record.least is None or not is_useful(gap):
        return "no useful lower bound"
    return f"within {gap_text(gap)} of the optimum (lower bound {figure_text(record.least, record.unit)})"


def objective_figures(laid: LaidFabric) -> tuple[tuple[str, str], ...]:
    """Return the objective as figures of the first page; none if it is the length."""
    record = None if laid.search is None else laid.search.objective
    if record is None:
        return ()
    return (
        (_first_upper(record.name), f"{figure_text(record.value, record.unit)}, {proof_text(record)}"),
        ("Shortest placement", f"{mm_to_metres(record.cable_mm_by_length):,.1f} m, {_by_length(record)}"),
    )


def objective_document(laid: LaidFabric) -> dict[str, Any]:
    """Return the objective for JSON; empty if it is the length."""
    record = None if laid.search is None else laid.search.objective
    if record is None:
        return {}
    return {
        "objective": {
            "name": record.name,
            "unit": record.unit,
            "value": record.value,
            "lower_bound": record.least,
            "gap": objective_gap(record),
            "proof": record.method,
            "cables": record.cables,
            "not_purchasable": record.not_purchasable and record.not_purchasable.model_dump(),
            "value_of_shortest": record.value_by_length,
            "cable_m_of_shortest": mm_to_metres(record.cable_mm_by_length),
        }
    }


def _by_length(record: ListedObjectiveRecord) -> str:
    """Return the objective value of the shortest placement."""
    told = figure_text(record.value_by_length, record.unit)
    if record.not_purchasable_by_length is None:
        return f"{record.name} {told}"
    return f"{_unsold(record.not_purchasable_by_length)}, {record.name} {told} for the others"


def _links(laid: LaidFabric) -> int:
    """Return the number of cables that are not power cords."""
    return len(laid.fabric.network_cables)


def _unsold(record: NotPurchasableRecord) -> str:
    ends = (f"{mm_to_metres(mm):.1f}" for mm in sorted({record.shortest_mm, record.longest_mm}))
    links = f"{record.links:,} link{'s' * (record.links > 1)}"
    return f"{links} ({' to '.join(ends)} m): no part on sale has that length"


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]
