"""The sentences that open a comparison of plans."""

import math
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.foundation.wording import as_sentence, count_text, join_words, percent_text
from netfloor.plans.assessment.owned import LEVERS, BreakEven
from netfloor.reports.candidates.types import RankedPlan, RankedPlans
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.text import one_line
from netfloor.traffic.load.saturation import shown_patterns

#: Break-even prices further than this factor from today's are not mentioned.
_FAR = 10
#: Numbers above this, or below its inverse, are shown as "over" or "under" it.
_UNREADABLE = 1000
#: Plans with at least this many times the bisection of the cheapest plan are mentioned.
_MUCH_MORE = 1.5
#: Cost differences below this share are too close to call: prices are no more accurate.
_CLOSE = 0.02
#: Differences of a figure below this share are ignored.
_SAME = 0.01
#: Figures other than cost and bisection by which close plans are distinguished.
_BESIDES = {
    "mean_latency_ns": "mean latency",
    "max_latency_ns": "maximum latency",
    "power_with_servers_w": "power",
    "network_power_w": "network power",
    "lead_time_days": "time to delivery",
    "all_cable_m": "cable",
    "total_cable_m": "cable between switches",
}
#: Names of the traffic patterns in sentences.
_UNDER = {
    "uniform": "uniform traffic",
    "worst": "the worst permutation",
    "matching": "the longest matching",
}


def answer(found: RankedPlans) -> str:
    """Return the opening paragraph: the sentences of `SENTENCES` in order."""
    return " ".join(sentence for say in SENTENCES for sentence in say(found))


def report_head(found: RankedPlans, given: ReportHead | None = None) -> ReportHead:
    """Return the head of the reports; only the day and the command come from ``given``."""
    name = found.prices.get("catalogue") or ""
    of_plans = (
        f"{candidate.name}: {text}" for candidate in found.candidates for text in candidate.warnings
    )
    return replace(
        given or ReportHead(),
        title=found.title,
        seed=found.seed,
        plans={
            candidate.file or candidate.name: candidate.sha256
            for candidate in found.candidates
            if candidate.sha256
        },
        catalogue=str(name),
        catalogue_sha256=str(found.prices.get("sha256", "")),
        price_trust=found.price_trust,
        warnings=tuple(map(one_line, (*_trust(found), *of_plans))),
    )


def ranking_value(found: RankedPlans, ranked_plan: RankedPlan) -> float | None:
    """Return the cost or cable length that ranks a plan; None if the plan cannot be bought completely."""
    total = ranked_plan.figures.get(found.ranked_by)
    if total is None or not ranked_plan.is_complete:
        return None
    return each(found, ranked_plan, total)


def each(found: RankedPlans, ranked_plan: RankedPlan, total: float) -> float:
    """Return a total divided by endpoints or servers where the ranking is per endpoint or server."""
    return total / (ranked_plan.figures[f"{found.per}s"] or 1) if found.per else float(total)


def more_than_first(found: RankedPlans, ranked_plan: RankedPlan) -> float | None:
    """Return how far a plan is above the best one, in units of the ranking."""
    own, minimum = (
        ranking_value(found, ranked_plan),
        None if found.best is None else ranking_value(found, found.best),
    )
    return None if own is None or minimum is None else own - minimum


def money_each_gbps(found: RankedPlans, ranked_plan: RankedPlan) -> float | None:
    """Return the cost per Gb/s of bisection beyond that of the best plan; None without a gain."""
    key = _bisection_key(found)
    spent, best = more_than_first(found, ranked_plan), found.best
    own, other = ranked_plan.figures.get(key), None if best is None else best.figures.get(key)
    if found.unpriced or spent is None or own is None or other is None or own <= other:
        return None
    return spent / (own - other)


def amount_text(found: RankedPlans, amount: float) -> str:
    """Return a ranking value as text with its unit."""
    figure = FIGURES[found.ranked_by]
    return f"{figure.text(amount)} {figure.unit_text(one_line(found.currency))}"


def basis_text(found: RankedPlans) -> str:
    """Return the scope of the ranking value, such as ``per endpoint, over 5 years``."""
    per = f"per {found.per} " if found.per else ""
    if found.unpriced:
        return per + ("" if found.ranked_by == "all_cable_m" else "between switches")
    if found.cables_only:
        per += "for cables and transceivers alone"
        return per if found.years is None else f"{per}, over {count_text(found.years, 'year')}"
    return per + (
        "including any freight, before taxes"
        if found.years is None
        else f"over {count_text(found.years, 'year')}"
    )


def _unpriced(found: RankedPlans) -> Iterator[str]:
    """Yield why plans have no cost, and the remedy."""
    if found.unpriced:
        why = one_line(found.unpriced)
        yield f"Costs are not compared: {why}. Give a catalogue to price all plans."


def _by_formula(found: RankedPlans) -> Iterator[str]:
    """Yield that prices come from a formula, before any cost is named."""
    if "text" in found.prices:
        said = one_line(found.prices["text"])
        yield as_sentence(f"{said}: an estimate, not an offer")


def _least(found: RankedPlans) -> Iterator[str]:
    best = found.best
    if best is None:
        yield "No plan can be bought as planned."
        return
    minimum = ranking_value(found, best) or 0.0
    rivals = [
        candidate for candidate in found.candidates if candidate.is_complete and candidate is not best
    ]
    name, amount = one_line(best.name), f"{amount_text(found, minimum)} {basis_text(found)}".strip()
    if found.unpriced:
        others = [f"{one_line(rival.name)} has {_more(found, rival, minimum)}" for rival in rivals]
        yield f"{name} has the least cable: {amount}{'; ' * bool(others)}{join_words(others)}."
        served = {int(candidate.figures["servers"] or 0) for candidate in found.candidates}
        if len(served) > 1:
            yield f"The plans hold {min(served):,} to {max(served):,} servers and storage devices."
        return
    others = [f"{one_line(rival.name)} costs {_more(found, rival, minimum)}" for rival in rivals]
    more = f"; {join_words(others)}" if others else ""
    close = [rival for rival in rivals if (ranking_value(found, rival) or 0.0) < (1 + _CLOSE) * minimum]
    verb = "costs" if close else "costs least:" if others else "is the only plan that can be bought:"
    lead = "Too close to call on cost: " * bool(close)
    yield f"{lead}{name} {verb} {amount}{more}."
    for item in close:
        yield _besides(found, item, best)
    if found.per:
        ends = [int(candidate.figures[f"{found.per}s"] or 0) for candidate in found.candidates]
        yield f"Costs are per {found.per}: the plans have {min(ends):,} to {max(ends):,} {found.per}s."


def _cable(found: RankedPlans) -> Iterator[str]:
    """Yield the plan with the least cable and the others' excess, unless cable is the ranking."""
    if found.unpriced:
        return
    key = "all_cable_m" if found.table.all_have("all_cable_m") else "total_cable_m"
    figure, where = FIGURES[key], "" if key == "all_cable_m" else " between switches"
    lengths = [
        (float(candidate.figures[key] or 0.0), one_line(candidate.name)) for candidate in found.candidates
    ]
    (minimum, name), *others = sorted(lengths, key=lambda length: length[0])
    if not others or not minimum:
        return
    said = [
        f"{other} has {figure.text(metres - minimum)} m ({percent_text(metres / minimum - 1)}) more"
        if metres != minimum
        else f"{other} has as much"
        for metres, other in others
    ]
    yield f"Least cable{where}: {name}, {figure.text(minimum)} m; {join_words(said)}."


def _networks(found: RankedPlans) -> Iterator[str]:
    """Yield the change of parts cost by network, for two plans with the same networks."""
    plans = found.candidates
    if found.unpriced or len(plans) != 2 or not all(plan.is_complete for plan in plans):
        return
    first, second = plans
    if not first.networks or {network.name for network in first.networks} != {
        network.name for network in second.networks
    }:
        return
    own, figure = {network.name: network for network in first.networks}, FIGURES["parts_cost"]
    changes = {
        network.name: figure.difference(
            network.figures["parts_cost"], own[network.name].figures["parts_cost"]
        )
        for network in second.networks
    }
    said = [
        f"{one_line(name)} {figure.signed_text(change)} {one_line(found.currency)}"
        for name, change in changes.items()
        if change
    ]
    alike = len(changes) - len(said)
    others = "the other network costs" if alike == 1 else f"the other {alike} networks cost"
    same = f"; {others} the same" if alike else ""
    if said:
        names = f"{one_line(second.name)} against {one_line(first.name)}"
        yield f"Parts by network, {names}: {join_words(said)}{same}."


def _besides(found: RankedPlans, ranked_plan: RankedPlan, best: RankedPlan) -> str:
    """Return the figure other than cost with the largest relative difference from the best plan.

    Throughput counts only if a routing was requested.
    """
    bisection = "bisection" + (f" per {found.per}" if found.per else "")
    named = _BESIDES | {_bisection_key(found): bisection}
    shown = shown_patterns([candidate.figures for candidate in found.candidates]) if found.routing else ()
    named |= {f"{pattern}_throughput": f"throughput under {_UNDER[pattern]}" for pattern in shown}
    ratios = {
        name: own / other
        for key, name in named.items()
        if (own := ranked_plan.figures.get(key)) and (other := best.figures.get(key))
    }
    figure = max(ratios, key=lambda name: abs(math.log(ratios[name])), default="")
    if not figure or abs(math.log(ratios[figure])) < _SAME:
        return f"{one_line(ranked_plan.name)} differs by less than 1 % in all other figures too."
    more = "more" if ratios[figure] > 1 else "less"
    by = percent_text(ratios[figure] - 1)
    return (
        f"Apart from cost, the largest difference of {one_line(ranked_plan.name)} is {by} {more} {figure}."
    )


def _bisection_key(found: RankedPlans) -> str:
    """Return the key of the bisection figure that matches the ranking."""
    return "bisection_gbps_per_endpoint" if found.per else "bisection_gbps"


def _more_bisection(found: RankedPlans) -> Iterator[str]:
    """Yield the more expensive plans with much more bisection than the best."""
    key = _bisection_key(found)
    best = found.best
    minimum = None if best is None else best.figures.get(key)
    if best is None or not minimum:
        return
    times = [
        f"{one_line(candidate.name)} {ratio:,.1f} times"
        for candidate in found.candidates
        if candidate.is_complete and (ratio := (candidate.figures.get(key) or 0.0) / minimum) >= _MUCH_MORE
    ]
    if times:
        per, first = f" per {found.per}" if found.per else "", one_line(best.name)
        yield f"Bisection{per}, best cuts found: {join_words(times)} that of {first}."


def _carried(found: RankedPlans) -> Iterator[str]:
    """Yield the plan with the lowest cost per Gb/s carried."""
    said = []
    shown = shown_patterns([candidate.figures for candidate in found.candidates])
    what = "cost" if found.years is None else "ownership_cost"
    for pattern in (shown[0], shown[-1]):
        key, under = f"{what}_per_{pattern}_gbps", _UNDER[pattern]
        costs = [
            (cost, candidate.name)
            for candidate in found.candidates
            if (cost := candidate.figures.get(key)) is not None
        ]
        if len(costs) > 1:
            cost, name = min(costs)
            money = f"{FIGURES[key].text(cost)} {one_line(found.currency)}"
            said.append(f"{one_line(name)} under {under} ({money})")
    if said:
        minimum = "the lowest bill total" if found.years is None else "the lowest cost of ownership"
        yield f"Per Gb/s carried with {found.routing} routing, {minimum}: {join_words(said)}."


def _more(found: RankedPlans, ranked_plan: RankedPlan, least: float) -> str:
    """Return the excess over the best plan, such as ``1,204 EUR (3.2 %) more``."""
    amount = ranking_value(found, ranked_plan) or 0.0
    if not least or amount == least:
        return "the same" if amount == least else "more"
    return f"{amount_text(found, amount - least)} ({percent_text(amount / least - 1)}) more"


def _not_purchasable(found: RankedPlans) -> Iterator[str]:
    for candidate in found.candidates:
        if not candidate.is_complete:
            why = one_line(candidate.not_purchasable)
            yield f"{one_line(candidate.name)} cannot be bought as planned: {why}."


def _turn(found: RankedPlans) -> Iterator[str]:
    """Yield the smallest relative change that makes another plan as cheap as the best."""
    near = [
        item for item in found.break_even if item.then is not None and _distance(item) <= math.log(_FAR)
    ]
    if near:
        nearest = min(near, key=_distance)
        yield f"{one_line(nearest.against)} would cost the same {turn_text(nearest)}, all else unchanged."
    elif found.break_even:
        years = "" if found.years is None else ", and no period up to 100 years,"
        yield f"No single price between a tenth and ten times the one used{years} changes the winner."


def _distance(break_even: BreakEven) -> float:
    """Return the change of a lever as an absolute logarithm of its ratio."""
    return (
        abs(math.log(break_even.then / break_even.now)) if break_even.now and break_even.then else math.inf
    )


def turn_text(break_even: BreakEven) -> str:
    """Return a break-even change as part of a sentence."""
    if break_even.unit == "times" and break_even.then is not None:
        return f"if the {LEVERS[break_even.lever]} were {turn_cell(break_even)} times that used here"
    lever = " for electricity" if break_even.lever == "electricity" else ""
    return f"at {turn_cell(break_even)}{lever}{_now(break_even)}"


def turn_cell(break_even: BreakEven) -> str:
    """Return a break-even value for a table whose heading names the lever."""
    if break_even.then is None:
        return "none up to 100" if break_even.lever == "years" else "none above 0"
    if break_even.lever == "years":
        direction = "more" if break_even.then > break_even.now else "less"
        return f"{count_text(round(break_even.then), 'year')} or {direction}"
    return (
        readable(break_even.then)
        if break_even.unit == "times"
        else f"{readable(break_even.then)} {one_line(break_even.unit)}"
    )


def readable(number: float) -> str:
    """Return a number with three significant digits and no exponent: ``12,300``, ``under 0.001``."""
    if 0 < number < 1 / _UNREADABLE:
        return f"under {1 / _UNREADABLE:g}"
    return f"over {_UNREADABLE:,}" if number > _UNREADABLE else f"{Decimal(f'{number:.3g}'):,f}"


def _now(break_even: BreakEven) -> str:
    return f" (now {readable(break_even.now)})"


def _rewiring(found: RankedPlans) -> Iterator[str]:
    """Yield the parts that a rewiring reuses and buys, and their cost."""
    item = found.rewiring
    if item is None:
        return
    reuse = [
        f"{item.pieces('reused', cables=cables):,} of {item.pieces('there', cables=cables):,} {what}"
        for what, cables in (("switches", False), ("cables", True))
    ]
    buy = [
        f"{count:,} {what}"
        for what, cables in (("switches", False), ("cables", True))
        if (count := item.pieces("bought", cables=cables))
    ]
    new, nothing = amount_text(found, item.cost), amount_text(found, item.cost_from_nothing)
    money = f"parts for {new} instead of {nothing} for all new parts, without installation"
    part = "" if item.complete else " (incomplete: some links have no part)"
    yield (
        f"From {one_line(item.old)} to {one_line(item.new)}: {join_words(reuse)} are reused, "
        f"{join_words(buy) or 'nothing'} bought: {money}{part}."
    )


def _trust(found: RankedPlans) -> Iterator[str]:
    """Yield the share of the cost that rests on prices and terms without a source."""
    shares = [
        share for candidate in found.candidates if (share := candidate.figures.get("unsourced_share"))
    ]
    if not shares:
        return
    low, high = percent_text(min(shares), 0), percent_text(max(shares), 0)
    span = low if low == high else f"{low} to {high}"
    what = []
    if found.doubtful:
        many = count_text(sum(found.price_trust.values()), "part number")
        what.append(f"the prices of {found.doubtful} of {many}")
    elif "text" in found.prices:
        what.append("prices by formula")
    if any(row.trust == UNVERIFIED for row in found.assumptions):
        what.append("labour, electricity, replacement parts and support by the terms of ownership")
    yield (
        f"{span} of the cost{' of each plan' * (len(shares) > 1)} depends on figures without a source "
        f"(UNVERIFIED or EXAMPLE): {join_words(what)}. Get quotes and enter your own "
        "figures before you decide."
    )


#: Generators of sentences in order: the origin of prices first, their trust last.
SENTENCES = (
    *(_by_formula, _least, _cable, _unpriced, _networks, _more_bisection, _carried, _not_purchasable),
    *(_rewiring, _turn, _trust),
)
