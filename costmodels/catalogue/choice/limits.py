"""The cost of each limit of an order, and the limits that leave links without parts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from netfloor.costmodels.catalogue.choice.choose import Case, PartsChoice, choose_parts
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.choice.solver import fewest_unserved
from netfloor.costmodels.catalogue.choice.ties import without_ties
from netfloor.costmodels.catalogue.part_terms import Limit
from netfloor.costmodels.catalogue.parts.skus import Sku, supplier_terms
from netfloor.costmodels.sets.offers import metres
from netfloor.foundation.errors import InfeasibleError, setting
from netfloor.foundation.wording import count_text

#: Maximum number of points of the curve.
MAX_SHOWN = 8
#: Maximum non-dominated part numbers for which every point of the curve is solved.
MAX_PARTS = 40
#: Maximum number of parts in a message.
MAX_NAMED = 5
#: Settings that set the limits.
_SETTINGS: dict[Limit, str] = {"max_skus": "max-skus", "lead_time": "max-lead-days"}


@dataclass(frozen=True)
class LimitCost:
    """The saving from dropping one limit of an order while keeping the others.

    ``saved_cents`` compares the best choices found. ``least_cents`` and ``max_cents`` are proved bounds on
    it, equal if both choices are proved optimal. None of them is negative, since a limit never saves money.
    """

    limit: Limit
    words: str
    saved_cents: int
    least_cents: int
    max_cents: int

    @property
    def is_proved(self) -> bool:
        """Whether the saving is proved exactly."""
        return self.least_cents == self.max_cents


def required_choice(asked: PartsQuestion) -> PartsChoice:
    """Return the best parts for all links, breaking ties with `without_ties`.

    Raise `InfeasibleError` if there is no choice. The message names the link that the catalogue cannot
    serve, or the number and lengths of links that the limits leave without parts, and the limit to relax.
    """
    parts = choose_parts(asked)
    if parts is None:
        raise InfeasibleError(_why_none(asked))
    return without_ties(asked, parts)


def limits_of(asked: PartsQuestion, skus: Iterable[Sku]) -> dict[Limit, str]:
    """Return the limits that apply to an order of these parts, each as text."""
    skus = tuple(skus)
    rules, buying = asked.rules, [sku.buying for sku in skus]
    words: dict[Limit, str] = {}
    if asked.criterion.name == "fewest-parts":
        words["fewest_parts"] = "as few part numbers as possible"
    if asked.max_skus is not None:
        words["max_skus"] = f"at most {count_text(asked.max_skus, 'part number')} of cables and cords"
    if not all(map(rules.in_time, buying)):
        words["lead_time"] = f"delivery within {rules.max_lead_days} days"
    if any(sku.buying.stock is not None and rules.terms(sku).prices.most is not None for sku in skus):
        words["stock"] = "no more than suppliers have in stock"
    if any(item.min_order > 1 for item in buying):
        words["min_order"] = "minimum orders of parts"
    if any(item.pack > 1 for item in buying):
        words["pack"] = "whole packs of parts"
    smallest = {
        supplier_term.name
        for supplier_term in supplier_terms(rules.catalogue).values()
        if supplier_term.min_cents
    }
    if smallest & {item.supplier for item in buying}:
        words["order_value"] = "the minimum order values of suppliers"
    return words


def limit_costs(asked: PartsQuestion, found: PartsChoice) -> tuple[LimitCost, ...]:
    """Return the cost of each limit: solve again without it, including the choice of devices."""
    costs = []
    case = Case.of(asked)
    of_links = limits_of(asked, [case.skus[sku] for sku in case.terms])
    apart = not asked.alternatives and not case.pieces_weigh_in
    for limit, words in limits_of(asked, _bought(asked)).items():
        if apart and limit not in of_links:  # the links keep the same parts without it
            saved = _pieces_cents(asked) - _pieces_cents(asked.without(limit))
            costs.append(LimitCost(limit, words, saved, saved, saved))
            continue
        free = required_choice(asked.without(limit))
        # the choice found with the limit is also valid without it, so a worse choice without it is not
        # optimal
        without = min(free.cents, found.cents)
        minimum = max(found.bound_cents - without, 0)
        # with fewest-parts, the optimum without the limit may have fewer parts and a higher cost: no saving
        maximum = max(found.cents - free.bound_cents, found.cents - without)
        costs.append(LimitCost(limit, words, found.cents - without, minimum, maximum))
    return tuple(costs)


def _pieces_cents(asked: PartsQuestion) -> int:
    alone = Case.of(asked).pieces_alone()
    return 0 if alone is None else alone.cents


def lengths_curve(asked: PartsQuestion, found: PartsChoice) -> tuple[tuple[int, int], ...]:
    """Return (number of cable and cord part numbers allowed, best objective in cents).

    The curve runs from the fewest part numbers that serve every link to the number beyond which more save
    nothing, at most `MAX_SHOWN` points around the requested number. With more than `MAX_PARTS` parts it has
    only two points; without a limit on the number it is empty.
    """
    if asked.max_skus is None:
        return ()
    free = required_choice(asked.without("max_skus"))
    needed = len(np.unique(free.choice.cable_sku))
    curve = {min(asked.max_skus, needed): found.cents, needed: free.cents}
    if len(Case.of(asked).kept) > MAX_PARTS:
        return tuple(sorted(curve.items()))
    for number in range(min(asked.max_skus, needed) - 1, 0, -1):
        fewer = choose_parts(replace(asked, max_skus=number))
        if fewer is None or len(curve) > MAX_SHOWN // 2:
            break
        curve[number] = fewer.cents
    for number in range(asked.max_skus + 1, needed):
        if len(curve) >= MAX_SHOWN:
            break
        more = choose_parts(replace(asked, max_skus=number))
        if more is not None:
            curve[number] = more.cents
    return tuple(sorted(curve.items()))


def _bought(asked: PartsQuestion) -> tuple[Sku, ...]:
    """Return all part numbers that an order may contain."""
    cases = [Case.of(question) for question in asked.questions]
    places = dict.fromkeys(sku for case in cases for sku in (*case.terms, *case.piece_terms))
    return tuple(cases[0].skus[sku] for sku in places)


def _why_none(asked: PartsQuestion) -> str:
    """State how many links the limits leave without parts, and which limit to relax."""
    case = Case.of(asked)
    words = limits_of(asked, _bought(asked))
    answer = fewest_unserved(case.programme(case.limits))
    links = [
        template.links[-groups:].ravel()
        for number, template in enumerate(case.menu.templates)
        if answer is not None and (groups := answer.unserved[number])
    ]
    left = np.concatenate(links) if links else np.arange(len(asked.needs) if answer is None else 0)
    routed = np.maximum(asked.needs.electrical_mm, asked.needs.optical_mm)[left]
    names = "; ".join(words.values())
    free = {limit: choose_parts(asked.without(limit)) for limit in words}
    helping = [
        f"'{words[limit]}'{_how(limit, case, item)}" for limit, item in free.items() if item is not None
    ]
    help_ = " or ".join(helping) or "more than one of them"
    if not len(left):
        return f"no order satisfies these limits: {names}; relax {help_}"
    many = f"{len(left):,} of {len(asked.needs):,} links, {_span(routed.min(), routed.max())} long"
    first = asked.needs.name(int(left[routed.argmax()]))
    return f"no parts for {many}, such as {first}, within these limits: {names}; relax {help_}"


def _how(limit: Limit, case: Case, free: PartsChoice) -> str:
    """Return how to relax a limit; for stock, the parts that the order without the limit exhausts."""
    if limit != "stock":
        return f" ({setting(name)})" if (name := _SETTINGS.get(limit)) else ""
    short = []
    free_rules = case.asked.rules.without(limit)
    for number, used in case.used(free.choice).items():
        sku, maximum = case.skus[number], case.terms[number].prices.most
        supply = free_rules.terms(sku).supply(used, free.quantities.get(number, 0))
        if maximum is not None and (needed := supply.purchase.quantity) > maximum:
            short.append(f"{sku.part}: {sku.buying.stock or 0:,} in stock, {needed:,} needed")
    more = f" and {len(short) - MAX_NAMED:,} more parts" if len(short) > MAX_NAMED else ""
    if not short:
        return ""
    advice = "state lead_time_days of such a part in the catalogue if more can be ordered"
    return f" ({'; '.join(short[:MAX_NAMED])}{more}: {advice})"


def _span(low: int, high: int) -> str:
    return metres(int(low)) if low == high else f"{metres(int(low))} to {metres(int(high))}"
