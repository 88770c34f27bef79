"""The ranking of assessed plans, with all data for the reports."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.sets.coefficient import CoefficientRow
from netfloor.foundation.units import CABLE_NS_PER_M, cents_to_money, mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.owned import Owned, Rival, break_evens
from netfloor.plans.assessment.prices import CataloguePrices, NoPrices, Prices
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan
from netfloor.plans.plan import Plan
from netfloor.reports.candidates.types import PartRow, RankedNetwork, RankedPlan, RankedPlans
from netfloor.reports.figures.blanks import blank_reasons
from netfloor.reports.figures.figure import Number
from netfloor.reports.figures.lookup import figures_of, leading, used
from netfloor.reports.figures.table import FABRICS, FIGURES, NETWORKS
from netfloor.reports.lists.page import warnings as laid_warnings
from netfloor.studies.candidates.measure import effort_rule
from netfloor.traffic.load.saturation import said_of

_LINEAR = (
    "Break-even: quantities and parts are held constant, so cost is linear in each price and the "
    "break-even point is exact up to rounding of cents; at new prices other parts may be cheaper."
)
_SEVERAL = (
    "Several networks: a network's cost is its share of the purchase, by pieces in use. Servers belong to "
    "no network; their adapters and cables belong to the network that they connect to, links of management "
    "ports to the network where they end."
)
_SOME_SERVE_NONE = "Some plans have no endpoints: total costs are compared, not costs per endpoint."
_NO_LEAD_TIMES = "The catalogue has no lead times."
_NO_TERMS = (
    "Ranked by the price of the parts: the shipped ownership terms are not in {currency}. Give your own "
    "file for labour, electricity and upkeep."
)


#: Divisors of the ranking for plans of different size.
ENDPOINT, SERVER = "endpoint", "server"


@dataclass(frozen=True)
class AssessedPlan:
    """A plan with its name in the comparison and its assessment."""

    plan: AnyPlan
    name: str
    found: Assessed

    @property
    def is_fabric(self) -> bool:
        """Whether it has several networks or is made from lists."""
        return bool(self.found.networks) or isinstance(self.plan, LaidFabric)

    def ends(self, per: str) -> int:
        """Return the divisor for the ranking: endpoints, or servers and storage devices."""
        return self.found.network.server_count if per == SERVER else self.found.endpoints

    @property
    def owned(self) -> Owned | None:
        """Its costs; None without a bill."""
        return self.found.owned


def assemble(
    candidates: Sequence[AssessedPlan],
    prices: Prices | NoPrices,
    terms: OwnershipTerms | None,
    title: str,
    switch_ns: float,
    seed: int,
    routing: str = "",
) -> RankedPlans:
    """Return plans ranked by cost, followed by plans with links that cannot be bought, fewest first.

    ``routing`` is that of the throughput figures; empty for none.
    """
    has_fabrics = any(candidate.is_fabric for candidate in candidates)
    of_fabrics = has_fabrics or isinstance(prices, NoPrices)
    per = _unequal(candidates, SERVER if has_fabrics else ENDPOINT)
    per = "" if isinstance(prices, NoPrices) else per
    figures = [figures_of(candidate.found) for candidate in candidates]
    ranked_by = _ranked_by(prices, terms, figures)
    both = zip(candidates, figures, strict=True)
    ranked = [item for item, _ in sorted(both, key=lambda pair: _order(pair[0], pair[1], ranked_by, per))]
    rivals = [
        Rival(item.name, item.owned, _divisor(item, per))
        for item in ranked
        if item.found.is_complete and item.owned is not None
    ]
    lines = [line for item in ranked if item.owned for line in item.owned.quote.lines]
    trust = {line.sku.part: line.sku.buying.price_from.trust for line in lines}
    return RankedPlans(
        title=title,
        candidates=_with_blanks([_candidate(item) for item in ranked], ranked, of_fabrics=of_fabrics),
        parts=tuple(_parts([item.owned.quote.lines if item.owned else () for item in ranked])),
        break_even=tuple(break_evens(rivals)) if len(rivals) > 1 else (),
        currency="" if isinstance(prices, NoPrices) else prices.currency,
        years=None if terms is None else int(terms.years.value),
        ranked_by=ranked_by,
        per=per,
        switch_ns=switch_ns,
        prices={} if isinstance(prices, NoPrices) else prices.about(),
        assumptions=_assumptions(ranked),
        rules=_rules(ranked, prices, terms, switch_ns, seed, routing),
        seed=seed,
        price_trust=dict(sorted(Counter(trust.values()).items())),
        routing=routing,
        unpriced=prices.reason if isinstance(prices, NoPrices) else "",
        of_fabrics=of_fabrics,
        cables_only=isinstance(prices, CataloguePrices) and not prices.devices,
    )


def _unequal(candidates: Sequence[AssessedPlan], per: str) -> str:
    """Return the divisor of the ranking if all plans have some and the counts differ; else empty."""
    counts = [candidate.ends(per) for candidate in candidates]
    return per if min(counts) > 0 and len(set(counts)) > 1 else ""


def _ranked_by(
    prices: Prices | NoPrices, terms: OwnershipTerms | None, figures: Sequence[Mapping[str, Number | None]]
) -> str:
    """Return the key of the ranking figure; without prices, the cable length that all plans have."""
    if isinstance(prices, NoPrices):
        servers = all(figure["all_cable_m"] is not None for figure in figures)
        return "all_cable_m" if servers else "total_cable_m"
    return "parts_cost" if terms is None else "ownership_cost"


def _divisor(assessed_plan: AssessedPlan, per: str) -> int:
    return assessed_plan.ends(per) if per else 1


def _order(
    assessed_plan: AssessedPlan, figures: Mapping[str, Number | None], ranked_by: str, per: str
) -> tuple[bool, int, float]:
    """Return the sort key of a plan; costs of plans with unsold links do not count."""
    value, quote = figures[ranked_by], assessed_plan.found.quote
    if value is None:
        return (True, 0, 0.0)
    unsold = 0 if quote is None else quote.left_out + (quote.unsold.links if quote.unsold else 0)
    return (False, unsold, value / _divisor(assessed_plan, per))


def _shown(figures: Sequence[Mapping[str, Number | None]], leads: Sequence[str]) -> list[str]:
    """Return the keys of figures with values and of main figures, in order."""
    known = {*used(figures), *leads}
    return [key for key in FIGURES if key in known]


def _with_blanks(
    rows: Sequence[RankedPlan], ranked: Sequence[AssessedPlan], *, of_fabrics: bool
) -> tuple[RankedPlan, ...]:
    """Return plans with a reason for each displayed figure without a value."""
    leads = leading(NETWORKS) if of_fabrics else []
    shown = _shown([row.figures for row in rows], leading(FABRICS) + leads if of_fabrics else [])
    of_networks = _shown([network.figures for row in rows for network in row.networks], leads)
    results = []
    for row, item in zip(rows, ranked, strict=True):
        keys = dict.fromkeys((*shown, *of_networks)) if row.networks else shown
        networks = tuple(
            replace(
                network,
                blanks=blank_reasons(item.found.networks[network.name], network.figures, of_networks),
            )
            for network in row.networks
        )
        results.append(replace(row, blanks=blank_reasons(item.found, row.figures, keys), networks=networks))
    return tuple(results)


def _assumptions(ranked: Sequence[AssessedPlan]) -> tuple[CoefficientRow, ...]:
    owned = (item.owned.ownership for item in ranked if item.owned is not None)
    return next((item.assumptions for item in owned if item is not None), ())


def _rules(
    ranked: Sequence[AssessedPlan],
    prices: Prices | NoPrices,
    terms: OwnershipTerms | None,
    switch_ns: float,
    seed: int,
    routing: str,
) -> tuple[str, ...]:
    """Return the calculation rules as sentences."""
    several = any(item.found.networks for item in ranked)
    return (
        *(() if isinstance(prices, NoPrices) else _money_rules(ranked, prices, terms)),
        *((_SEVERAL,) if several else ()),
        effort_rule(seed),
        *((said_of(routing),) if routing else ()),
        f"Latency: the least-latency path between every two switches with endpoints (all switches where a "
        f"network has no endpoints), {CABLE_NS_PER_M:g} ns per metre of cable and {switch_ns:g} ns per "
        "switch; endpoints and their cables add nothing.",
    )


def _money_rules(
    ranked: Sequence[AssessedPlan], prices: Prices, terms: OwnershipTerms | None
) -> Iterator[str]:
    owned = [item.owned for item in ranked if item.owned is not None]
    lines = [line for item in owned for line in item.quote.lines]
    ends = [item.found.endpoints for item in ranked]
    yield (
        "Capital: parts with spares, and works if ownership terms are given; before taxes, without "
        "freight. Total of the bill: with a catalogue, parts with spares and taxes, without works and "
        "freight, as in netfloor plan and netfloor bom for these terms; with a cost set, parts and the "
        "installation that it prices."
    )
    yield (
        "Network: switches, and the cables and transceivers between them. Servers: with adapters, and the "
        "cables and transceivers to them. Works: installation labour. Upkeep: replacement parts, "
        "their labour, support."
    )
    yield from dict.fromkeys(text for item in owned for text in item.quote.purchases.unknown)
    if 0 in ends and any(ends):
        yield _SOME_SERVE_NONE
    if lines and not any(line.lead_time_days is not None for line in lines):
        yield _NO_LEAD_TIMES
    yield from prices.rules
    yield from (_NO_TERMS.format(currency=prices.currency),) if terms is None else terms.notes
    yield _LINEAR


def _candidate(assessed_plan: AssessedPlan) -> RankedPlan:
    plan, result, quote = assessed_plan.plan, assessed_plan.found, assessed_plan.found.quote
    unsold, last = None if quote is None else quote.unsold, result.last_delivered
    warnings = () if quote is None else quote.warnings
    network, notes, own_warnings = _about(plan)
    return RankedPlan(
        name=assessed_plan.name,
        file="" if plan.path is None else str(plan.path),
        sha256=plan.sha256,
        network=network,
        room=plan.room.summary,
        placed_for=_placed_for(plan),
        figures=figures_of(result),
        yearly=_yearly(assessed_plan.owned),
        not_purchasable=_not_purchasable(result),
        nearest_miss="" if unsold is None else unsold.why,
        lead_time_part="" if last is None else last.sku.part,
        bisection_by="" if result.halves is None else result.halves.method,
        bisection_bound_by="" if result.halves is None else result.halves.lower_method,
        notes=notes,
        warnings=(*own_warnings, *warnings),
        networks=tuple(
            RankedNetwork(name, network.network.topology.name, figures_of(network))
            for name, network in result.networks.items()
        ),
    )


def _about(plan: AnyPlan) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the spec of a plan or the size of its lists, its notes and its warnings."""
    if isinstance(plan, Plan):
        return plan.topology.name, plan.topology.notes, ()
    devices, cables = len(plan.fabric.devices), len(plan.fabric.cables)
    name = f"lists of {count_text(devices, 'device')} and {count_text(cables, 'cable')}"
    return name, plan.fabric.notes, tuple(laid_warnings(plan))


def _placed_for(plan: AnyPlan) -> str:
    """Return the name of the objective of the placement."""
    if isinstance(plan, LaidFabric):
        if plan.search is None or not plan.search.placed:
            return "places as listed"
        return "length" if plan.search.objective is None else plan.search.objective.name
    objective = plan.solver.objective
    return "length" if objective is None else objective.name


def _not_purchasable(found: Assessed) -> str:
    """Return the missing parts as text; empty if everything can be bought or there are no prices."""
    quote = found.quote
    if quote is None:
        return found.refused if not found.unpriced else ""
    left_out = f"{count_text(quote.left_out, 'cable')} without a part" if quote.left_out else ""
    return left_out if quote.unsold is None else quote.unsold.text


def _yearly(owned: Owned | None) -> tuple[float, ...]:
    """Return the cost of the purchase and of each year."""
    if owned is None or owned.ownership is None:
        return ()
    return tuple(cents_to_money(year.total_cents) for year in owned.ownership.by_year())


def _parts(lines_by_plan: Sequence[Sequence[BomLine]]) -> list[PartRow]:
    """Return every part number that any plan buys, sorted by kind, name and length."""
    by_plan = [{line.sku.part: line for line in lines} for lines in lines_by_plan]
    skus = {line.sku.part: line.sku for lines in lines_by_plan for line in lines}
    rows = []
    for part, sku in sorted(
        skus.items(), key=lambda entry: (entry[1].kind, entry[1].name, entry[1].length_mm or 0)
    ):
        purchases = [own[part].purchase if part in own else None for own in by_plan]
        rows.append(
            PartRow(
                part=part,
                name=sku.name,
                kind=sku.kind,
                length_m=None if sku.length_mm is None else mm_to_metres(sku.length_mm),
                trust=sku.buying.price_from.trust,
                price_date=sku.buying.price_date.isoformat(),
                lead_time_days=sku.buying.lead_time_days,
                unit_price=tuple(
                    None if purchase is None else cents_to_money(purchase.unit_cents)
                    for purchase in purchases
                ),
                bought=tuple(0 if purchase is None else purchase.quantity for purchase in purchases),
                cost=tuple(
                    0.0 if purchase is None else cents_to_money(purchase.total_cents)
                    for purchase in purchases
                ),
            )
        )
    return rows
