"""Assessed plans in order, with everything that reports show of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.sets.coefficient import CoefficientRow
from netfloor.foundation.units import CABLE_NS_PER_M, cents_to_money, mm_to_metres
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.owned import Owned, Rival, break_evens
from netfloor.plans.assessment.prices import Prices
from netfloor.plans.plan import Plan
from netfloor.reports.candidates.types import PartRow, RankedPlan, RankedPlans
from netfloor.reports.figures.table import figures_of
from netfloor.studies.candidates.measure import effort_rule
from netfloor.traffic.load.saturation import said_of

_LINEAR = (
    "Break-even: quantities and the choice of parts stay as they are, so money is linear in each price and "
    "the turning point exact up to the rounding of cents; with new prices another choice may be better."
)
_SOME_SERVE_NONE = "Some plans serve endpoints and others none: total money is compared, not per endpoint."
_NO_LEAD_TIMES = "The catalogue has no lead times."
_NO_TERMS = (
    "Ranked by the price of the parts: the shipped terms of ownership are not in {currency}; give a file "
    "of your own for labour, electricity and upkeep."
)


@dataclass(frozen=True)
class AssessedPlan:
    """A plan by its name in the comparison, with what was found out about it."""

    plan: Plan
    name: str
    found: Assessed

    @property
    def endpoints(self) -> int:
        """Endpoints of its network."""
        return self.found.endpoints

    @property
    def owned(self) -> Owned | None:
        """Its money; None where it has no bill."""
        return self.found.owned


def assemble(
    candidates: Sequence[AssessedPlan],
    prices: Prices,
    terms: OwnershipTerms | None,
    title: str,
    switch_ns: float,
    seed: int,
    routing: str = "",
) -> RankedPlans:
    """Return plans in order: first those that can be bought, by money, then by the links that cannot.

    ``routing`` is that of the traffic they were assessed by, empty for none.
    """
    per_endpoint = _unequal([one.endpoints for one in candidates])
    ranked = sorted(candidates, key=lambda one: _order(one, per_endpoint=per_endpoint))
    rivals = [
        Rival(one.name, one.owned, _divisor(one, per_endpoint=per_endpoint))
        for one in ranked
        if one.found.is_complete and one.owned is not None
    ]
    lines = [line for one in ranked if one.owned for line in one.owned.quote.lines]
    trust = {line.sku.part: line.sku.buying.price_from.trust for line in lines}
    return RankedPlans(
        title=title,
        candidates=tuple(_candidate(one) for one in ranked),
        parts=tuple(_parts([one.owned.quote.lines if one.owned else () for one in ranked])),
        break_even=tuple(break_evens(rivals)) if len(rivals) > 1 else (),
        currency=prices.currency,
        years=None if terms is None else int(terms.years.value),
        ranked_by="parts_cost" if terms is None else "ownership_cost",
        per_endpoint=per_endpoint,
        switch_ns=switch_ns,
        prices=prices.about(),
        assumptions=_assumptions(ranked),
        rules=_rules(ranked, prices, switch_ns, seed, routing),
        seed=seed,
        price_trust=dict(sorted(Counter(trust.values()).items())),
        routing=routing,
    )


def _unequal(endpoints: Sequence[int]) -> bool:
    """Return whether all plans have endpoints, and not equally many."""
    return min(endpoints) > 0 and len(set(endpoints)) > 1


def _divisor(one: AssessedPlan, *, per_endpoint: bool) -> int:
    return one.endpoints if per_endpoint else 1


def _order(one: AssessedPlan, *, per_endpoint: bool) -> tuple[bool, int, float]:
    """Return what orders a plan; nothing that cannot be bought counts as money."""
    if one.owned is None:
        return (True, 0, 0.0)
    unsold = one.owned.quote.unsold
    return (
        False,
        unsold.links if unsold else 0,
        one.owned.total_cents / _divisor(one, per_endpoint=per_endpoint),
    )


def _assumptions(ranked: Sequence[AssessedPlan]) -> tuple[CoefficientRow, ...]:
    owned = (one.owned.ownership for one in ranked if one.owned is not None)
    return next((one.assumptions for one in owned if one is not None), ())


def _rules(
    ranked: Sequence[AssessedPlan], prices: Prices, switch_ns: float, seed: int, routing: str
) -> tuple[str, ...]:
    """Return in sentences how the figures came about."""
    owned = [one.owned for one in ranked if one.owned is not None]
    terms = next((one.terms for one in owned), None)
    lines = [line for one in owned for line in one.quote.lines]
    ends = [one.endpoints for one in ranked]
    unknown = dict.fromkeys(text for one in owned for text in one.quote.purchases.unknown)
    return (
        "Capital: parts with spares, and works where terms of ownership are given; before taxes, without "
        "freight. Total of the bill: by a catalogue parts with spares and taxes, without works and "
        "freight, as netfloor plan and netfloor bom have it for these terms; by a cost set parts and the "
        "laying that it prices.",
        "Network: switches, and the cables and transceivers between them. Servers: with adapters, and the "
        "cables and transceivers to them. Works: the labour of putting all in. Upkeep: replacement parts, "
        "their labour, support.",
        *unknown,
        *((_SOME_SERVE_NONE,) if 0 in ends and any(ends) else ()),
        *(
            (_NO_LEAD_TIMES,)
            if lines and not any(line.lead_time_days is not None for line in lines)
            else ()
        ),
        *prices.rules,
        *((_NO_TERMS.format(currency=prices.currency),) if terms is None else terms.notes),
        _LINEAR,
        effort_rule(seed),
        *((said_of(routing),) if routing else ()),
        f"Latency: the least-latency path between every two switches with endpoints (all switches where a "
        f"network has no endpoints), {CABLE_NS_PER_M:g} ns per metre of cable and {switch_ns:g} ns per "
        "switch; endpoints and their cables add nothing.",
    )


def _candidate(one: AssessedPlan) -> RankedPlan:
    plan, found, quote = one.plan, one.found, one.found.quote
    unsold, last = None if quote is None else quote.unsold, found.last_delivered
    objective = plan.solver.objective
    return RankedPlan(
        name=one.name,
        file="" if plan.path is None else str(plan.path),
        sha256=plan.sha256,
        network=plan.topology.name,
        room=plan.room.summary,
        placed_for="length" if objective is None else objective.name,
        figures=figures_of(found),
        yearly=_yearly(one.owned),
        not_purchasable=found.refused if unsold is None else unsold.text,
        nearest_miss="" if unsold is None else unsold.why,
        lead_time_part="" if last is None else last.sku.part,
        bisection_by="" if found.halves is None else found.halves.method,
        bisection_bound_by="" if found.halves is None else found.halves.lower_method,
        notes=plan.topology.notes,
        warnings=() if quote is None else quote.warnings,
    )


def _yearly(owned: Owned | None) -> tuple[float, ...]:
    """Return the money of the purchase and of each year."""
    if owned is None or owned.ownership is None:
        return ()
    return tuple(cents_to_money(year.total_cents) for year in owned.ownership.by_year())


def _parts(lines_by_plan: Sequence[Sequence[BomLine]]) -> list[PartRow]:
    """Return every part number that any plan buys, in the catalogue's order of the first that does."""
    by_plan = [{line.sku.part: line for line in lines} for lines in lines_by_plan]
    skus = {line.sku.part: line.sku for lines in lines_by_plan for line in lines}
    rows = []
    for part, sku in sorted(
        skus.items(), key=lambda entry: (entry[1].kind, entry[1].name, entry[1].length_mm or 0)
    ):
        purchases = [own[part].purchase if part in own else None for own in by_plan]
        rows.append(
            PartRow(
                part,
                sku.name,
                sku.kind,
                None if sku.length_mm is None else mm_to_metres(sku.length_mm),
                sku.buying.price_from.trust,
                sku.buying.price_date.isoformat(),
                sku.buying.lead_time_days,
                tuple(None if one is None else cents_to_money(one.unit_cents) for one in purchases),
                tuple(0 if one is None else one.quantity for one in purchases),
                tuple(0.0 if one is None else cents_to_money(one.total_cents) for one in purchases),
            )
        )
    return rows
