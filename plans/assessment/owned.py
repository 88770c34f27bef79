"""Cost of ownership of plans, and the price or period that would reverse their ranking."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from netfloor.costmodels.buying.break_even import equal_factor, equal_years
from netfloor.costmodels.buying.ownership import ELECTRICITY, Ownership, cost_of_ownership
from netfloor.costmodels.buying.ownership_terms import MAX_YEARS, OwnershipTerms, exact
from netfloor.plans.assessment.quote import KINDS_OF, Quote
from netfloor.plans.order.warnings import unverified_running_cents

#: Levers by key, in reading order.
LEVERS: dict[str, str] = {
    "electricity": "price of electricity",
    "optical": "prices of optical cables and transceivers",
    "copper": "prices of copper cables",
    "switches": "prices of switches",
    "years": "years in use",
}
#: Amounts per year that one price changes: parts, spares and support, each of network and of servers.
_ROUNDED = 6


@dataclass(frozen=True)
class Owned:
    """The parts of a plan and, with terms, their cost of ownership; in cents."""

    quote: Quote
    terms: OwnershipTerms | None

    @cached_property
    def ownership(self) -> Ownership | None:
        """The cost of ownership, None without terms."""
        return None if self.terms is None else cost_of_ownership(self.quote.purchases, self.terms)

    @property
    def capital_cents(self) -> int:
        """Parts and, with terms, their installation."""
        return self.quote.parts_cents if self.ownership is None else self.ownership.sum_cents(year=0)

    @property
    def total_cents(self) -> int:
        """The cost by which plans are ranked: cost of ownership, or capital without terms."""
        return self.capital_cents if self.ownership is None else self.ownership.total_cents

    @property
    def unsourced_cents(self) -> int:
        """The share of `total_cents` that rests on prices or terms without a source."""
        running = 0 if self.ownership is None else unverified_running_cents(self.ownership)
        return self.quote.unsourced_cents + running

    def share_of(self, lever: str) -> int:
        """Return the cost over all years that a lever's price multiplies."""
        if self.ownership is None or self.terms is None:
            return self.quote.cents_of(lever)
        if lever == "electricity":
            return self.ownership.sum_cents(item=ELECTRICITY)
        doubled = cost_of_ownership(self.quote.dearer(lever, 2), self.terms)
        return doubled.total_cents - self.total_cents

    @property
    def rounding_cents(self) -> int:
        """Maximum error of `share_of`, since each amount of each year is rounded to a cent."""
        return 0 if self.terms is None else _ROUNDED * (int(self.terms.years.value) + 1)

    def totals_by_years(self) -> list[int]:
        """Return the cost of ownership over 1, 2, ... `MAX_YEARS` years; empty without terms."""
        if self.terms is None:
            return []
        years = self.terms.years.model_copy(update={"value": float(MAX_YEARS)})
        terms = self.terms.model_copy(update={"years": years})
        by_year = cost_of_ownership(self.quote.purchases, terms).by_year()
        return list(accumulate(year.total_cents for year in by_year))[1:]


@dataclass(frozen=True)
class BreakEven:
    """A change that would make a plan as cheap as the first.

    Attributes
    ----------
    against
        The plan that costs more at current prices.
    lever
        The changed price or period, a key of `LEVERS`.
    now, then
        Current value, and the value at equal cost; ``then`` is None if no price above 0 and no number of
        years gives equal cost.
    unit
        Unit of both: ``EUR/kWh``, ``years``, or ``times`` for a factor on current prices.
    """

    against: str
    lever: str
    now: float
    then: float | None
    unit: str


@dataclass(frozen=True)
class Rival:
    """A plan in the ranking; its cost is divided by ``divisor``: its endpoints, or 1."""

    name: str
    owned: Owned
    divisor: int

    def each(self, cents: int) -> Fraction:
        """Return an amount divided for the ranking."""
        return Fraction(cents, self.divisor)


def break_evens(rivals: Sequence[Rival]) -> Iterator[BreakEven]:
    """Yield, for each plan that costs more than the first and each lever, the value at equal cost."""
    first, *others = rivals
    terms, minimum = first.owned.terms, first.each(first.owned.total_cents)
    for other in others:
        if other.each(other.owned.total_cents) == minimum:
            continue
        for lever in LEVERS:
            if terms is not None and lever == "years":
                now = int(terms.years.value)
                ours, theirs = (
                    list(map(item.each, item.owned.totals_by_years())) for item in (first, other)
                )
                yield BreakEven(other.name, lever, now, equal_years(ours, theirs, now), "years")
            elif lever in KINDS_OF:
                factor = _equal_factor(first, other, lever)
                yield BreakEven(other.name, lever, 1, None if factor is None else float(factor), "times")
            elif terms is not None:
                price, factor = terms.kwh_price.value, _equal_factor(first, other, lever)
                then = None if factor is None else float(factor * exact(terms.kwh_price))
                yield BreakEven(other.name, lever, price, then, f"{terms.currency}/kWh")


def _equal_factor(first: Rival, other: Rival, lever: str) -> Fraction | None:
    """Return the price factor at which two plans cost the same; None if both depend on it equally."""
    shares = [item.each(item.owned.share_of(lever)) for item in (first, other)]
    if abs(shares[0] - shares[1]) <= sum(item.each(item.owned.rounding_cents) for item in (first, other)):
        return None
    return equal_factor(
        first.each(first.owned.total_cents), shares[0], other.each(other.owned.total_cents), shares[1]
    )
