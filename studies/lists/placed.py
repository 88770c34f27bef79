"""The objective of a plan of lists: its request, the prices of its cables, and its result."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.fabric_needs import Unknown, cable_names
from netfloor.costmodels.objectives.listed import CableWays, ListedObjective, listed_objective
from netfloor.costmodels.objectives.parse import ObjectiveSpec
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError, ManyProblemsError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.units import MM_PER_M
from netfloor.foundation.wording import count_text
from netfloor.layout.devices.cheapest import (
    CheapestPlacement,
    longest_mm,
    longest_way_mm,
    place_cheapest,
    place_longest,
)
from netfloor.layout.devices.problem import DeviceProblem
from netfloor.layout.devices.search import DevicePlacement
from netfloor.layout.objective import NotPurchasable
from netfloor.plans.models import ListedObjectiveRecord
from netfloor.plans.objective import LENGTH, ObjectiveChoice
from netfloor.plans.order.terms import ListedTerms
from netfloor.rooms.hall.hall import Hall

#: The objective's value for cables on sale, and the links that cannot be bought.
Value = tuple[float, NotPurchasable | None]


@dataclass(frozen=True)
class ListedAim:
    """The objective of a plan of lists, with terms for data missing from its cables."""

    choice: ObjectiveChoice = LENGTH
    terms: ListedTerms = field(default_factory=ListedTerms)

    @property
    def prepares(self) -> bool:
        """True if the objective is not the length."""
        return not self.choice.spec().is_length

    def prepare(self, problem: DeviceProblem, hall: Hall) -> "PreparedAim | None":
        """Return the objective with all cable prices, or None if the objective is length.

        `InputError` if the objective does not apply to lists, or rate or cages of cables are unknown, with
        all problems.
        """
        if not self.prepares:
            return None
        spec, priced = self.choice.spec(), None
        if "longest" not in spec.weights:
            longest_mm = longest_way_mm(problem.lengths)
            priced = priced_objective(problem.fabric, hall, spec, self.terms, longest_mm)
        return PreparedAim(self, spec, problem, hall, priced)


@dataclass(frozen=True)
class PreparedAim:
    """An objective over the cables of a plan; without prices it is the longest cable."""

    aim: ListedAim
    spec: ObjectiveSpec
    problem: DeviceProblem
    hall: Hall
    priced: ListedObjective | None

    def place(
        self, shortest: DevicePlacement, seed: int, interrupt: Interrupt | None
    ) -> tuple[CheapestPlacement, ListedObjectiveRecord]:
        """Place devices for the objective, starting from the shortest placement."""
        problem, priced = self.problem, self.priced
        start = shortest.cabinet, shortest.unit
        if priced is None:
            result = place_longest(problem, start, seed, interrupt=interrupt)
            both = (result.cabinet, result.unit), start
            values: list[Value] = [(longest_mm(problem, *placed) / MM_PER_M, None) for placed in both]
            minimum = None if result.bound is None else result.bound / MM_PER_M
            figures = _figures("longest", "m", values, minimum)
            counted = len(problem.fabric.cables)
            return result, self._record(figures, shortest, result, 1 / MM_PER_M, counted)
        result = place_cheapest(problem, priced.prices, start, seed, interrupt=interrupt)
        ends = [_ways(problem, self.hall, placed) for placed in ((result.cabinet, result.unit), start)]
        if _rank(priced.value(ends[0])) > _rank(
            priced.value(ends[1])
        ):  # links share cables, so the start may be better
            result, ends = replace(result, cabinet=start[0], unit=start[1]), ends[1:] * 2
        minimum = None if result.bound is None else priced.least(result.bound)
        figures = _figures(priced.name, priced.unit, [priced.value(ways) for ways in ends], minimum)
        return result, self._record(figures, shortest, result, priced.step, priced.counted)

    def _record(
        self,
        figures: dict[str, Any],
        shortest: DevicePlacement,
        found: CheapestPlacement,
        step: float,
        counted: int,
    ) -> ListedObjectiveRecord:
        """Return the record of the objective for a plan."""
        problem, terms = self.problem, self.aim.terms
        names, movers = [cabinet.name for cabinet in problem.fabric.cabinets], problem.movers.tolist()
        prices = {}
        if found.price is not None:
            rows = zip(names, found.price.tolist(), problem.units.tolist(), strict=True)
            prices = {name: row[1 : units + 1] for name, row, units in rows if any(row)}
        return ListedObjectiveRecord.model_validate(
            {
                **figures,
                **self.aim.choice.coefficients(self.spec),
                "cages": list(terms.cages),
                "gbps": terms.gbps,
                "partial": terms.partial,
                "cables": counted,
                "cabinet_by_length": [names[shortest.cabinet[mover]] for mover in movers],
                "unit_by_length": [int(shortest.unit[mover]) or None for mover in movers],
                "cable_mm_by_length": shortest.total_mm,
                "method": found.method,
                "step": step,
                "unit_prices": prices,
            }
        )


def priced_objective(
    fabric: Fabric, hall: Hall, spec: ObjectiveSpec, terms: ListedTerms, longest_mm: int
) -> ListedObjective:
    """Return the prices of all cables; cables without a price are refused unless the terms are partial.

    `InputError` if rate or cages of cables are unknown, with all problems.
    """
    priced = listed_objective(fabric, spec, terms.forms(), hall.distinct_media, longest_mm)
    _refuse(fabric, () if terms.partial else priced.unknown)
    if not priced.counted:
        what = f"no cable of the lists counts in {priced.name}"
        raise InputError(setting("objective"), what, "give rates and models, or use length")
    return priced


def _refuse(fabric: Fabric, unknown: Sequence[Unknown]) -> None:
    """Raise all reasons why cables have no price, with remedies and the option to leave them out."""
    lines = []
    for item in unknown:
        cables = f"{count_text(len(item.cables), 'cable')} ({cable_names(fabric, item.cables)})"
        lines.append(f"{cables}: {item.what}; {item.remedy}")
    if not lines:
        return
    lines[-1] += f". Or use {setting('partial')} to leave them out"
    if len(lines) == 1:
        raise InputError("lists", *lines[0].split("; ", 1))
    raise ManyProblemsError("lists", tuple(lines))


def _ways(problem: DeviceProblem, hall: Hall, placed: tuple[Any, Any]) -> CableWays:
    """Return the routes of all cables for a placement."""
    ends = np.array([[end.device for end in cable.ends] for cable in problem.fabric.cables], dtype=np.int64)
    a, b = ends.reshape(-1, 2).T
    (a, unit_a), (b, unit_b) = problem.ports(a, b, placed[0], placed[1])
    here = a.astype(np.int32), unit_a.astype(np.int32)
    there = b.astype(np.int32), unit_b.astype(np.int32)
    return CableWays(np.stack([hall.lengths_between(here, there, medium) for medium in MEDIA]), a == b)


def _rank(value: Value) -> tuple[int, float]:
    """Return the sort key of placements: unsold links, then the value."""
    figure, missing = value
    return 0 if missing is None else missing.links, figure


def _figures(name: str, unit: str, values: Sequence[Value], least: float | None) -> dict[str, Any]:
    (value, missing), (by_length, missing_by_length) = values
    figures: dict[str, Any] = {"name": name, "unit": unit, "value": value, "value_by_length": by_length}
    figures |= {"least": least, "not_purchasable": missing and asdict(missing)}
    return figures | {"not_purchasable_by_length": missing_by_length and asdict(missing_by_length)}
