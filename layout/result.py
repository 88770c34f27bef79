"""What a solve found, with how far it can be from the best there is."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import isclose
from typing import Any, Literal

from netfloor.foundation.units import figure_text, mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.layout.bounds import Bound
from netfloor.layout.objective import NotPurchasable
from netfloor.layout.placement import Placement
from netfloor.layout.requirements import OF_SLOTS

#: Sums of floats that are equal but for their order differ by less.
ROUNDING = 1e-12
#: A gap above this proves so little that no first paragraph states it; `Result.how_good` does.
WEAK_GAP = 0.25
#: Farther than this above its lower bound a figure has no useful bound: no percentage is printed.
USELESS_GAP = 1.0
#: ``optimal``: cost meets the bound. ``bounded``: a positive bound stands beside it.
#: ``heuristic``: no bound above zero. ``interrupted``: somebody stopped it early.
Status = Literal["optimal", "bounded", "heuristic", "interrupted"]


@dataclass(frozen=True)
class Reached:
    """What became of an objective other than length.

    Attributes
    ----------
    name, unit
        Of the objective.
    value, value_by_length
        Of the placement, and of the one that only its length was minimised for; of the cables
        that can be bought where some cannot.
    least
        What no placement is below whose cables can all be bought; None if nobody knows.
    not_purchasable, not_purchasable_by_length
        The links of both placements that no part serves; None if there are none.
    least_by
        How ``least`` was proved, where every placement was tried; None: by the length's bound or the proof.
    proof
        The terms by pairs of cabinets that prove it (`structure.relaxation`), as they stand in a
        plan; None where it follows from the bound on the length.
    shortest
        Slot of every switch in the placement that only its length was minimised for.
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
        """(value - least) / least, 0 where only rounding parts them.

        None without a least value above 0, or where some links cannot be bought.
        """
        if not self.least or self.not_purchasable:
            return None
        if isclose(self.value, self.least, rel_tol=ROUNDING):
            return 0.0
        return (self.value - self.least) / self.least

    def fields(self, *, together: bool = False) -> list[tuple[str, str]]:
        """Return the objective for people, name by name: first what cannot be bought.

        Where switches were placed ``together`` with servers, nothing is said of the shortest cables.
        """
        fields = [] if self.not_purchasable is None else [("links", str(self.not_purchasable))]
        fields.append((self.name, self._told(self.value, self.not_purchasable)))
        by_length = self.not_purchasable_by_length
        shortest = self._told(self.value_by_length, by_length)
        if by_length is not None:
            shortest += f"; {by_length}"
        if not together:
            fields.append(("", f"for the shortest cables found: {shortest}"))
        if self.least is not None and is_telling(self.gap):
            fields.append(("lower bound", f"{self._told(self.least)}, gap {gap_text(self.gap)}"))
        return fields

    def how_good(self) -> str:
        """Return what is proved of the value, in a sentence."""
        if self.least is None:
            return f"No lower bound of {self.name} is proved."
        bought = "" if self.not_purchasable is None else " whose links can all be bought"
        least = f"No placement{bought} is below {self._told(self.least)} by {self.name}"
        return f"{least}{f' ({self.least_by})' if self.least_by else ''}{gap_clause(self.gap)}"

    def _told(self, value: float, missing: NotPurchasable | None = None) -> str:
        text = figure_text(value, self.unit)
        return text if missing is None else f"{text} for the other links"

    def to_dict(self) -> dict[str, Any]:
        """Return what plans and JSON show."""
        record = asdict(replace(self, proof=None, shortest=()))
        del record["proof"], record["shortest"]
        if self.least_by is None:
            del record["least_by"]
        return record


@dataclass(frozen=True)
class WithoutRequirement:
    """What the same search comes to without one of the requirements."""

    text: str  # the requirement that is left out
    cable_mm: int  # total length of the cables then
    # of the objective then; None where that is the length, or some links cannot be bought
    value: float | None = None
    # of the cables with it, where those to servers count too; None: of cables between switches alone
    kept_mm: int | None = None

    def words(self, cable_mm: int, reached: Reached | None) -> str:
        """Return what the requirement costs, given what a placement comes to that keeps it."""
        whole = self.kept_mm is not None
        here, there = mm_to_metres(self.kept_mm or cable_mm), mm_to_metres(self.cable_mm)
        metres = f"{here:,.1f} m of cable{', to servers too' * whole}, {there:,.1f} m without it"
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
        The placement and the total length of its cables.
    links
        Number of cables.
    bound
        Certified lower bound on the cost.
    status
        How good it is known to be.
    placer, seed, chains
        Who placed, from which seed, how many independent chains.
    iterations, seconds
        Effort spent by all chains, in the placer's unit and on the wall clock.
    history
        (iterations, cost) of the best chain, the cost in mm unless ``reached`` is given.
    found_by
        Which part of a portfolio found it.
    reached
        The objective, None where that is length.
    fixed
        (router, slot) of the routers that had to stay.
    together
        Whether switches were placed together with servers, by annealing, instead of by the placer: then
        nobody looked for the shortest cables between switches.
    requirements
        What it keeps, as it was written.
    closed
        Slots that something else than requirements closed, where a requirement asks after them.
    groups
        Group of each router, where a file said.
    without
        What the same search comes to without each requirement; none where nobody asked.
    weaker
        Where a weaker method than the usual one was used for the size of the network or room, in sentences.
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
    reached: Reached | None = None
    fixed: tuple[tuple[int, int], ...] = ()
    together: bool = False
    requirements: tuple[str, ...] = ()
    closed: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()
    without: tuple[WithoutRequirement, ...] = ()
    weaker: tuple[str, ...] = ()

    @property
    def gap(self) -> float | None:
        """(cost - bound) / bound; None where the bound is zero and the cost is not."""
        return relative_gap(self.cost_mm, self.bound.length_mm)

    @property
    def checksum(self) -> str:
        """Eight hex digits of the placement: equal runs show equal digits."""
        return hashlib.sha256(self.placement.slot_of.astype("<i4").tobytes()).hexdigest()[:8]

    def fields(self) -> list[tuple[str, str]]:
        """Return the result for people, name by name; the gap of what was minimised, where it tells."""
        links = max(self.links, 1)
        bounded = []
        if self.reached is None and is_telling(self.gap):
            least_m = mm_to_metres(self.bound.length_mm / links)
            bounded = [
                ("lower bound", f"{least_m:.4f} m ({self.bound.method})"),
                ("gap", f"{gap_text(self.gap)} ({self.status})"),
            ]
        search = "switches placed together with servers" if self.together else self.placer
        effort = f"{count_text(self.iterations, 'iteration')} of {search}, "
        effort += f"{count_text(self.chains, 'chain')}, seed {self.seed}"
        return [
            *([] if self.reached is None else self.reached.fields(together=self.together)),
            ("mean cable", f"{mm_to_metres(self.cost_mm / links):.4f} m over {self.links} links"),
            *bounded,
            *self.requirement_fields(),
            ("effort", f"{effort}, {self.seconds:.1f} s; found by {self.found_by or self.placer}"),
            ("placement", f"checksum {self.checksum}"),
        ]

    @property
    def bounded_with(self) -> list[str]:
        """The requirements that the bound is proved with: it does not hold without them."""
        return [text for text in self.requirements if text.partition("=")[0] in OF_SLOTS]

    def requirement_fields(self) -> list[tuple[str, str]]:
        """Return what each requirement costs, for people."""
        costs = {one.text: one.words(self.cost_mm, self.reached) for one in self.without}
        return [("requirement", f"{text} {costs.get(text, 'is kept')}") for text in self.requirements]

    def requirement_documents(self) -> list[dict[str, Any]]:
        """Return the same for JSON."""
        without = {one.text: one for one in self.without}
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
        """Return the result in a few lines."""
        return "\n".join(f"{name:<12} {value}" for name, value in self.fields())

    def how_good(self) -> list[str]:
        """Return what is proved of how good the placement is, in sentences."""
        mean_m = mm_to_metres(self.bound.length_mm / max(self.links, 1))
        others = [text for text in self.requirements if text not in self.bounded_with]
        none = "No lower bound on the cable between switches is proved"
        least = (
            none
            if not self.bound.length_mm
            else (
                f"No placement{with_words(self.bounded_with)} has less than {mean_m:.4f} m of "
                f"cable per link on average ({self.bound.method}"
                f"{', proved without ' + ', '.join(others) if others else ''})"
            )
        )
        if self.placer == "exact" and self.status != "optimal" and self.gap != 0:
            why = "records no proof where switches are fixed or kept apart"
            if not self.fixed and not others:
                why = "stopped without a proof: there may be a better placement than this one"
            least = f"exact {why}. {least}"
        if self.reached is None:
            return [least + gap_clause(self.gap), *self.weaker]
        return [self.reached.how_good(), f"{least}; this one was not optimised for length.", *self.weaker]


def _kept_mm(without: WithoutRequirement | None, cost_mm: int) -> int:
    return cost_mm if without is None or without.kept_mm is None else without.kept_mm


def with_words(texts: Sequence[str]) -> str:
    """Return how a sentence goes on that holds with requirements; nothing without any."""
    return f" with {', '.join(texts)}" if texts else ""


def is_telling(gap: float | None) -> bool:
    """Return True if a gap is known and small enough to say how good a placement is."""
    return gap is not None and gap <= WEAK_GAP


def is_useful(gap: float | None) -> bool:
    """Return True if a lower bound is near enough to say anything."""
    return gap is not None and gap <= USELESS_GAP


def gap_text(gap: float | None) -> str:
    """Return a gap as every screen, page and sheet prints it."""
    if gap is None:
        return "not known"
    if not is_useful(gap):
        return "no useful bound"
    return f"{gap:.2%}" if is_telling(gap) else f"{gap:.0%}"


def gap_clause(gap: float | None) -> str:
    """Return the end of a sentence on a bound: how far above it the placement is, and what that means."""
    if gap is None:
        return "; how far this one is from the best is not known."
    if gap == 0:
        return "; this one has just that: it is the best there is."
    if is_telling(gap):
        return f"; this one is {gap_text(gap)} above that."
    loose = f"this one is {gap_text(gap)} above that, and the bound is loose here"
    says = loose if is_useful(gap) else f"this is {gap_text(gap)}"
    return f"; {says}: the best may lie anywhere between (docs/bounds.md)."


def relative_gap(cost_mm: int, bound_mm: int) -> float | None:
    """Return (cost - bound) / bound, 0 where both are zero, None where only the bound is."""
    if bound_mm == 0:
        return 0.0 if cost_mm == 0 else None
    return (cost_mm - bound_mm) / bound_mm
