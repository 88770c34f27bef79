"""Assessed plans put in order, with every figure that reports show."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from netfloor.costmodels.buying.ownership import ELECTRICITY, NETWORK, WORKS
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.sets.coefficient import CoefficientRow
from netfloor.foundation.units import CABLE_NS_PER_M, cents_to_money, mm_to_metres
from netfloor.plans.by_names import server_cable_lengths_mm
from netfloor.plans.plan import Plan
from netfloor.reports.candidates.types import MONEY, Number, PartRow, RankedPlan, RankedPlans
from netfloor.studies.candidates.measure import Measured, effort_rule
from netfloor.studies.candidates.owning import Owned, Rival, break_evens
from netfloor.studies.candidates.prices import Prices
from netfloor.studies.candidates.quote import Quote
from netfloor.traffic.load.saturation import CARRIED_GBPS, said_of

_LINEAR = (
    "Break-even: quantities and the choice of parts stay as they are, so money is linear in each price and "
    "the turning point exact up to the rounding of cents; with new prices another choice may be better."
)
_SOME_SERVE_NONE = "Some plans serve endpoints and others none: total money is compared, not per endpoint."
#: Figures that count servers and their cables: an order of the network alone has none of them.
_WITH_SERVERS = (
    "power_with_servers_w",
    "all_cable_m",
    "copper_link_share_with_servers",
    "copper_links_with_servers",
    "optical_links_with_servers",
)
_NO_LEAD_TIMES = "The catalogue has no lead times."
_NO_TERMS = (
    "Ranked by the price of the parts: the shipped terms of ownership are not in {currency}; give a file "
    "of your own for labour, electricity and upkeep."
)


@dataclass(frozen=True)
class Assessed:
    """A plan with what it gives and costs; ``owned`` is None where ``refused`` says why it has no bill."""

    plan: Plan
    name: str
    gives: Measured
    owned: Owned | None
    refused: str

    @property
    def endpoints(self) -> int:
        """Endpoints of its network."""
        return int(self.plan.topology.endpoints.sum())

    @property
    def complete(self) -> bool:
        """Whether a part is sold for everything."""
        return self.owned is not None and self.owned.quote.unsold is None


def assemble(
    assessed: Sequence[Assessed],
    prices: Prices,
    terms: OwnershipTerms | None,
    title: str,
    switch_ns: float,
    seed: int,
) -> RankedPlans:
    """Return plans in order: first those that can be bought, by money, then by the links that cannot."""
    per_endpoint = _unlike([one.endpoints for one in assessed])
    ranked = sorted(assessed, key=lambda one: _order(one, per_endpoint=per_endpoint))
    rivals = [
        Rival(one.name, one.owned, _divisor(one, per_endpoint=per_endpoint))
        for one in ranked
        if one.complete and one.owned is not None
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
        ranked_by="capital_cost" if terms is None else "ownership_cost",
        per_endpoint=per_endpoint,
        switch_ns=switch_ns,
        prices=prices.about(),
        assumptions=_assumptions(ranked),
        rules=_rules(ranked, prices, switch_ns, seed),
        seed=seed,
        price_trust=dict(sorted(Counter(trust.values()).items())),
        routing=_routing(ranked),
    )


def _unlike(endpoints: Sequence[int]) -> bool:
    """Return whether all plans have endpoints, and not equally many."""
    return min(endpoints) > 0 and len(set(endpoints)) > 1


def _divisor(one: Assessed, *, per_endpoint: bool) -> int:
    return one.endpoints if per_endpoint else 1


def _order(one: Assessed, *, per_endpoint: bool) -> tuple[bool, int, float]:
    """Return what orders a plan; nothing that cannot be bought counts as money."""
    if one.owned is None:
        return (True, 0, 0.0)
    unsold = one.owned.quote.unsold
    return (
        False,
        unsold.links if unsold else 0,
        one.owned.total_cents / _divisor(one, per_endpoint=per_endpoint),
    )


def _assumptions(ranked: Sequence[Assessed]) -> tuple[CoefficientRow, ...]:
    owned = (one.owned.ownership for one in ranked if one.owned is not None)
    return next((one.assumptions for one in owned if one is not None), ())


def _routing(ranked: Sequence[Assessed]) -> str:
    """Return the routing of what networks carry, empty where nobody asked."""
    return next((one.gives.carries.routing for one in ranked if one.gives.carries is not None), "")


def _rules(ranked: Sequence[Assessed], prices: Prices, switch_ns: float, seed: int) -> tuple[str, ...]:
    """Return in sentences how the figures came about."""
    owned = [one.owned for one in ranked if one.owned is not None]
    terms = next((one.terms for one in owned), None)
    lines = [line for one in owned for line in one.quote.lines]
    ends = [one.endpoints for one in ranked]
    unknown = dict.fromkeys(text for one in owned for text in one.quote.purchases.unknown)
    return (
        "Capital: parts with spares, and works where terms of ownership are given; before taxes, without "
        "freight. Total of the order: parts with spares and taxes, without works and freight, as netfloor "
        "plan and netfloor bom have it for this catalogue and these terms.",
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
        *((said_of(routing),) if (routing := _routing(ranked)) else ()),
        f"Latency: the least-latency path between every two switches with endpoints (all switches where a "
        f"network has no endpoints), {CABLE_NS_PER_M:g} ns per metre of cable and {switch_ns:g} ns per "
        "switch; endpoints and their cables add nothing.",
    )


def _candidate(one: Assessed) -> RankedPlan:
    plan, quote = one.plan, None if one.owned is None else one.owned.quote
    figures: dict[str, Number | None] = _given(one)
    figures |= {} if one.owned is None else _money(one, one.owned)
    if quote is not None and one.endpoints and not quote.links_to_servers:
        figures |= dict.fromkeys(_WITH_SERVERS)
    unsold = None if quote is None else quote.unsold
    last = None if quote is None else _last_delivered(quote.lines)
    figures["lead_time_days"] = None if last is None else last.lead_time_days
    aim = plan.solver.objective
    return RankedPlan(
        name=one.name,
        file="" if plan.path is None else str(plan.path),
        sha256=plan.sha256,
        network=plan.topology.name,
        room=plan.room.summary,
        placed_for="length" if aim is None else aim.name,
        figures=figures,
        yearly=_yearly(one.owned),
        not_purchasable=one.refused if unsold is None else unsold.text,
        nearest_miss="" if unsold is None else unsold.why,
        lead_time_part="" if last is None else last.sku.part,
        bisection_by=one.gives.halves.method,
        bisection_bound_by=one.gives.halves.lower_method,
        notes=plan.topology.notes,
        warnings=() if quote is None else quote.warnings,
    )


def _given(one: Assessed) -> dict[str, Number | None]:
    """Return what the network is and gives."""
    plan, halves = one.plan, one.gives.halves
    topology, cables = plan.topology, plan.cables
    gbps = halves.links * topology.link_gbps
    mean_ns, max_ns = one.gives.latency_ns or (None, None)
    carries = one.gives.carries
    return {
        **({} if carries is None else carries.figures(topology)),
        "mean_latency_ns": mean_ns,
        "max_latency_ns": max_ns,
        "bisection_links": halves.links,
        "bisection_lower_links": halves.lower_links,
        "bisection_gbps": gbps,
        "bisection_share": halves.links / halves.endpoints if halves.endpoints else None,
        "bisection_gbps_per_endpoint": gbps / one.endpoints if one.endpoints else None,
        "switches": topology.routers,
        "links": topology.link_count,
        "inside_links": int(cables.inside_cabinets.sum()),
        "endpoints": one.endpoints,
        "link_gbps": topology.link_gbps,
        "total_cable_m": mm_to_metres(cables.total_mm),
        "all_cable_m": None
        if plan.hosts is None
        else mm_to_metres(cables.total_mm + sum(server_cable_lengths_mm(plan))),
        "mean_cable_m": mm_to_metres(cables.mean_mm),
        "max_cable_m": mm_to_metres(cables.max_mm),
        "gap": plan.gap if plan.solver.objective is None else None,
    }


def _yearly(owned: Owned | None) -> tuple[float, ...]:
    """Return the money of the purchase and of each year."""
    if owned is None or owned.ownership is None:
        return ()
    return tuple(cents_to_money(year.total_cents) for year in owned.ownership.by_year())


def _money(one: Assessed, owned: Owned) -> dict[str, Number | None]:
    """Return money and what goes with the parts; ratios only where the money is complete."""
    quote, unsold = owned.quote, owned.quote.unsold
    gbps = one.gives.halves.links * one.plan.topology.link_gbps
    carries = one.gives.carries
    carried = {} if carries is None else carries.figures(one.plan.topology)
    copper, optical = quote.cents_of("copper"), quote.cents_of("optical")
    of_network = {lever: quote.cents_of(lever, NETWORK) for lever in ("copper", "optical")}
    cents: dict[str, float | None] = {
        **_owning(owned),
        "order_cost": quote.order_cents,
        "capital_cost": owned.capital_cents,
        "network_cost": quote.network_cents,
        "server_cost": quote.parts_cents - quote.network_cents,
        "switch_cost": quote.cents_of("switches"),
        "copper_cost": of_network["copper"],
        "optical_cost": of_network["optical"],
        "ownership_cost_per_endpoint": owned.total_cents / one.endpoints
        if one.complete and one.endpoints
        else None,
        "ownership_cost_per_gbps": owned.total_cents / gbps if one.complete and gbps else None,
        **{
            f"ownership_cost_per_{key}": owned.total_cents / value
            for key, value in carried.items()
            if key in CARRIED_GBPS and one.complete
        },
    }
    capital = owned.capital_cents if one.complete else 0
    return {
        **{key: None if (own := cents.get(key)) is None else cents_to_money(own) for key in MONEY},
        "links_not_purchasable": unsold.links if unsold else 0,
        "longest_needed_m": mm_to_metres(unsold.longest_mm) if unsold else None,
        "longest_sold_m": mm_to_metres(unsold.sold_mm) if unsold and unsold.sold_mm is not None else None,
        "unsourced_share": owned.unsourced_cents / owned.total_cents if owned.total_cents else None,
        "cable_share": (copper + optical) / capital if capital else None,
        "copper_share": copper / capital if capital else None,
        **(_media(quote) if one.complete else {}),
        "network_power_w": quote.power_w(NETWORK),
        "power_with_servers_w": quote.power_w(),
        **{
            f"mw_per_{key}": 1000 * quote.power_w(NETWORK) / value
            for key, value in carried.items()
            if key in CARRIED_GBPS and one.complete
        },
    }


def _media(quote: Quote) -> dict[str, Number | None]:
    """Return links by medium and the share on copper: between switches, and with those to servers."""
    counts = {
        "": (quote.copper_links, quote.links),
        "_with_servers": (
            quote.copper_links + quote.copper_links_to_servers,
            quote.links + quote.links_to_servers,
        ),
    }
    figures: dict[str, Number | None] = {}
    for suffix, (copper, links) in counts.items():
        figures[f"copper_link_share{suffix}"] = copper / links if links else None
        figures[f"copper_links{suffix}"] = copper
        figures[f"optical_links{suffix}"] = links - copper
    return figures


def _owning(owned: Owned) -> dict[str, float | None]:
    """Return the money of the years, nothing without terms."""
    found = owned.ownership
    if found is None:
        return {}
    electricity = found.sum_cents(item=ELECTRICITY)
    return {
        "ownership_cost": found.total_cents,
        "works_cost": found.sum_cents(WORKS, year=0),
        "electricity_cost": electricity,
        "upkeep_cost": found.total_cents - electricity - found.sum_cents(year=0),
    }


def _last_delivered(lines: Sequence[BomLine]) -> BomLine | None:
    """Return what is delivered last of all that is bought, None where nobody said when any is."""
    known = [line for line in lines if line.purchase.quantity and line.lead_time_days is not None]
    return max(known, key=lambda line: line.lead_time_days or 0, default=None)


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
