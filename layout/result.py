"""Result of a solve, with its distance from the lower bound."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import isclose
from typing import Any, Literal

from netfloor.foundation.units import figure_text, mm_to_metres
from netfloor.foundation.wording import count_text, percent_text
from netfloor.layout.bounds import Bound
from netfloor.layout.objective import NotPurchasable
from netfloor.layout.placement import Placement
from netfloor.layout.requirements import OF_SLOTS

#: Relative difference of float sums in different order.
ROUNDING = 1e-12
#: Above this gap the first paragraph of a report omits it; `Result.how_good` states it.
WEAK_GAP = 0.25
#: Above this gap the bound is useless and no percentage is printed.
USELESS_GAP = 1.0
#: ``optimal``: the cost equals the bound. ``bounded``: a positive bound is proved. ``heuristic``: no
#: positive bound. ``interrupted``: stopped early by the user.
Status = Literal["optimal", "bounded", "heuristic", "interrupted"]


@dataclass(frozen=True)
class ObjectiveResult:
    """Outcome for an objective other than length.

    Attributes
    ----------
    name, unit
        Of the objective.
    value, value_by_length
        Value of the placement, and of the placement with the shortest cables; of the purchasable cables
        only, where some are not on sale.
    least
        Lower bound over all placements with purchasable cables only; None if unknown.
    not_purchasable, not_purchasable_by_length
        Links of both placements that no part can serve; None if there are none.
    least_by
        Method of ``least``, where every placement was tried; None: by the length's bound or the proof.
    proof
        Terms by pairs of cabinets that prove it (`structure.relaxation`), in the form of a plan file; None
        if it follows from the bound on the length.
    shortest
        Slot of every switch in the placement with the shortest cables.
    """

    name: str
    unit: str
    value: float
    value_by_length: float
    least: float | None = None
    not_purchasable: NotPurchasable | None = None
    not_purchasable_by_length: NotPurchasable | None = None
    least_by: str | None = None
    proof: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    shortest: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def gap(self) -> float | None:
        """(value - least) / least, 0 up to rounding.

        None without a positive lower bound, or if some links cannot be bought.
        """
        if not self.least or self.not_purchasable:
            return None
        if isclose(self.value, self.least, rel_tol=ROUNDING):
            return 0.0
        return (self.value - self.least) / self.least

    def fields(self, *, together: bool = False) -> list[tuple[str, str]]:
        """List the objective as labelled texts, links that cannot be bought first.

        The shortest cables are omitted if switches were placed ``together`` with servers.
        """
        fields = [] if self.not_purchasable is None else [("links", str(self.not_purchasable))]
        fields.append((self.name, self._value()))
        by_length = self.not_purchasable_by_length
        shortest = self._amount(self.value_by_length, by_length)
        shortest += " with the shortest cables found"
        if by_length is not None:
            shortest += f"; {by_length}"
        if not together:
            fields.append(("by length", shortest))
        if self.least is not None and is_telling(self.gap):
            fields.append(("lower bound", f"{self._amount(self.least)}, gap {gap_text(self.gap)}"))
        return fields

    def brief_fields(self) -> list[tuple[str, str]]:
        """Return the objective with its quality, links that cannot be bought first."""
        fields = [] if self.not_purchasable is None else [("links", str(self.not_purchasable))]
        return [*fields, (self.name, f"{self._value()}, {quality_text(self.gap)}")]

    def how_good(self) -> str:
        """State the proved lower bound in a sentence."""
        if self.least is None:
            return f"No lower bound on {self.name}."
        bought = "" if self.not_purchasable is None else " with only purchasable links"
        minimum = f"Lower bound on {self.name}{bought}: {self._amount(self.least)}"
        return f"{minimum}{f' ({self.least_by})' if self.least_by else ''}{gap_clause(self.gap)}"

    def _amount(self, value: float, missing: NotPurchasable | None = None) -> str:
        text = figure_text(value, self.unit)
        return text if missing is None else f"{text} for the other links"

    def _value(self) -> str:
        """Return the value as text, with the kinds of parts that it covers."""
        missing = self.not_purchasable
        scope = " for cables and transceivers" if self.name == "parts" and missing is None else ""
        return self._amount(self.value, missing) + scope

    def to_dict(self) -> dict[str, Any]:
        """Serialise for plans and JSON."""
        record = asdict(replace(self, proof=None, shortest=()))
        del record["proof"], record["shortest"]
        if self.least_by is None:
            del record["least_by"]
        return record


@dataclass(frozen=True)
class WithoutRequirement:
    """Result of the same search without one of the requirements."""

    text: str  # the omitted requirement
    cable_mm: int  # total cable length without it
    # Objective without it; None if that is length, or some links cannot be bought.
    value: float | None = None
    # Cable length with it if server cables count too; None: only cables between switches count.
    kept_mm: int | None = None

    def words(self, cable_mm: int, reached: ObjectiveResult | None) -> str:
        """Describe the cost of the requirement relative to a placement that satisfies it."""
        whole = self.kept_mm is not None
        here, there = mm_to_metres(self.kept_mm or cable_mm), mm_to_metres(self.cable_mm)
        metres = f"{here:,.1f} m of cable{', servers included' * whole}, {there:,.1f} m without it"
        if reached is None or whole:
            more = here - there
            return f"costs {more:,.1f} m: {metres}" if more > 0 else f"no extra cost found: {metres}"
        if self.value is None or reached.not_purchasable:
            return metres
        more = reached.value - self.value
        now, then = (figure_text(value, reached.unit) for value in (reached.value, self.value))
        costs = f"costs {figure_text(more, reached.unit)}" if more > 0 else "no extra cost found"
        return f"{costs}: {now}, {then} without it; {metres}"


@dataclass(frozen=True)
class Result:
    """The best placement of a solve.

    Attributes
    ----------
    placement, cost_mm
        The placement and its total cable length.
    links
        Number of cables.
    bound
        Certified lower bound on the cost.
    status
        Proved quality.
    placer, seed, chains
        Placer, seed and number of independent chains.
    iterations, seconds
        Total iterations of all chains in the placer's unit, and wall-clock time.
    history
        (iterations, cost) of the best chain; the cost is in mm unless ``reached`` is given.
    found_by
        Part of a portfolio that found it.
    reached
        Outcome for the objective; None if that is length.
    fixed
        (switch, slot) of the fixed switches.
    together
        Whether switches were placed together with servers, by annealing instead of the placer; the cables
        between switches are then not minimised on their own.
    requirements
        Requirements it satisfies, as written.
    closed
        Slots closed for other reasons, if a requirement depends on them.
    groups
        Group of each switch, if read from a file.
    without
        Results of the same search without each requirement; empty if not requested.
    weaker
        Sentences on weaker methods used because of the size of the network or room.
    """

    placement: Placement
    cost_mm: int
    links: int
    bound: Bound
    status: Status
    placer: str
    seed: int
    chains: int
    iterations: int
    seconds: float
    history: tuple[tuple[int, int], ...]
    found_by: str = ""
    reached: ObjectiveResult | None = None
    fixed: tuple[tuple[int, int], ...] = ()
    together: bool = False
    requirements: tuple[str, ...] = ()
    closed: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()
    without: tuple[WithoutRequirement, ...] = ()
    weaker: tuple[str, ...] = ()

    @property
    def gap(self) -> float | None:
        """(cost - bound) / bound; None if only the bound is zero."""
        return relative_gap(self.cost_mm, self.bound.length_mm)

    @property
    def checksum(self) -> str:
        """Eight hex digits that identify the placement."""
        return hashlib.sha256(self.placement.slot_of.astype("<i4").tobytes()).hexdigest()[:8]

    def fields(self) -> list[tuple[str, str]]:
        """List the result as labelled texts, with the gap of the minimised figure if it is small enough."""
        links = max(self.links, 1)
        bounded = []
        if self.reached is None and is_telling(self.gap):
            least_m = mm_to_metres(self.bound.length_mm / links)
            gap = "reached: optimal" if self.gap == 0 else f"gap {gap_text(self.gap)}"
            bounded = [("lower bound", f"{least_m:.4f} m, {gap} ({self.bound.method})")]
        search = "switches placed together with servers" if self.together else self.placer
        ended = " (interrupted)" if self.status == "interrupted" else ""
        effort = f"{count_text(self.iterations, 'iteration')} of {search}, "
        effort += f"{count_text(self.chains, 'chain')}, seed {self.seed}"
        return [
            *([] if self.reached is None else self.reached.fields(together=self.together)),
            (
                "mean cable",
                f"{mm_to_metres(self.cost_mm / links):.4f} m, {count_text(self.links, 'cable')}",
            ),
            *bounded,
            *self.requirement_fields(),
            ("effort", f"{effort}, {self.seconds:.1f} s; best by {self.found_by or self.placer}{ended}"),
        ]

    def brief_fields(self) -> list[tuple[str, str]]:
        """Return the minimised figure with its quality, and the cost of each requirement."""
        if self.reached is not None:
            return [*self.reached.brief_fields(), *self.requirement_fields()]
        mean_m = mm_to_metres(self.cost_mm / max(self.links, 1))
        return [
            ("mean cable", f"{mean_m:.4f} m, {quality_text(self.gap)}"),
            *self.requirement_fields(),
        ]

    @property
    def bounded_with(self) -> list[str]:
        """Requirements under which the bound is proved; it does not hold without them."""
        return [text for text in self.requirements if text.partition("=")[0] in OF_SLOTS]

    def requirement_fields(self) -> list[tuple[str, str]]:
        """List the cost of each requirement as labelled texts."""
        costs = {item.text: item.words(self.cost_mm, self.reached) for item in self.without}
        return [("requirement", f"{text} {costs.get(text, 'is kept')}") for text in self.requirements]

    def requirement_documents(self) -> list[dict[str, Any]]:
        """Return the cost of each requirement for JSON."""
        without = {item.text: item for item in self.without}
        value = None if self.reached is None else self.reached.value
        return [
            {
                "requirement": text,
                "cable_m": mm_to_metres(_kept_mm(without.get(text), self.cost_mm)),
                "cable_m_without": mm_to_metres(without[text].cable_mm) if text in without else None,
                "value": value,
                "value_without": without[text].value if text in without else None,
            }
            for text in self.requirements
        ]

    def summary(self) -> str:
        """Format the result in a few lines."""
        return "\n".join(f"{name:<12} {value}" for name, value in self.fields())

    def how_good(self) -> list[str]:
        """State the proved quality of the placement in sentences."""
        mean_m = mm_to_metres(self.bound.length_mm / max(self.links, 1))
        others = [text for text in self.requirements if text not in self.bounded_with]
        none = "No lower bound on the cable between switches"
        minimum = (
            none
            if not self.bound.length_mm
            else (
                f"Lower bound on the mean cable{with_words(self.bounded_with)}: {mean_m:.4f} m "
                f"({self.bound.method}{', without ' + ', '.join(others) if others else ''})"
            )
        )
        if self.placer == "exact" and self.status != "optimal" and self.gap != 0:
            why = "gives no proof with fixed switches or switches kept apart"
            if not self.fixed and not others:
                why = "stopped without a proof: a better placement may exist"
            minimum = f"exact {why}. {minimum}"
        if self.reached is None:
            return [minimum + gap_clause(self.gap), *self.weaker]
        return [
            self.reached.how_good(),
            f"{minimum}; this placement was not optimised for length.",
            *self.weaker,
        ]


def _kept_mm(without: WithoutRequirement | None, cost_mm: int) -> int:
    return cost_mm if without is None or without.kept_mm is None else without.kept_mm


def with_words(texts: Sequence[str]) -> str:
    """Return the clause that a statement holds with some requirements; empty without any."""
    return f" with {', '.join(texts)}" if texts else ""


def is_telling(gap: float | None) -> bool:
    """Return True if a gap is known and at most `WEAK_GAP`."""
    return gap is not None and gap <= WEAK_GAP


def is_useful(gap: float | None) -> bool:
    """Return True if a gap is known and at most `USELESS_GAP`."""
    return gap is not None and gap <= USELESS_GAP


def gap_text(gap: float | None) -> str:
    """Format a gap for screens, pages and sheets."""
    if gap is None:
        return "unknown"
    if not is_useful(gap):
        return "no useful bound"
    return percent_text(gap, 2 if is_telling(gap) else 0)


def quality_text(gap: float | None) -> str:
    """Return the distance from the optimum in a few words."""
    if gap == 0:
        return "proved optimal"
    if not is_telling(gap):
        return "no useful bound" if gap is None or not is_useful(gap) else "the lower bound is loose"
    return f"at most {gap_text(gap)} above the optimum"


def gap_clause(gap: float | None) -> str:
    """Return the end of a sentence on a bound: the gap and its meaning."""
    if gap is None:
        return "; the gap is unknown."
    if gap == 0:
        return "; this placement reaches it and is optimal."
    if is_telling(gap):
        return f"; this placement is {gap_text(gap)} above it."
    loose = f"this placement is {gap_text(gap)} above it, but the bound is loose"
    return f"; {loose if is_useful(gap) else gap_text(gap)} (docs/bounds.md)."


def relative_gap(cost_mm: int, bound_mm: int) -> float | None:
    """Return (cost - bound) / bound, 0 if both are zero, None if only the bound is."""
    if bound_mm == 0:
        return 0.0 if cost_mm == 0 else None
    return (cost_mm - bound_mm) / bound_mm
