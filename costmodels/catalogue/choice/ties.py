"""Tie-breaking between orders of equal cost: fewest suppliers, then earliest delivery."""

from collections.abc import Iterable
from dataclasses import replace
from math import inf

from netfloor.costmodels.catalogue.choice.choose import Case, PartsChoice
from netfloor.costmodels.catalogue.choice.purchases import SMALL_UNKNOWNS
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.choice.solver import Answer, ChoiceModel, Programme
from netfloor.costmodels.catalogue.part_terms import DEVICES, STRUCTURED
from netfloor.costmodels.catalogue.parts.skus import POWER_CORD, Sku, skus_of
from netfloor.foundation.wording import count_text

#: Limits for tie-breaking: links, part numbers and unknowns of a programme, and nodes of its search.
MAX_LINKS, MAX_PARTS, MAX_UNKNOWNS, MAX_NODES = 5_000, 400, 4 * SMALL_UNKNOWNS, 1_000
#: Lead time in days of a part without one, longer than any other; and the weight of a supplier, in days.
_UNKNOWN_DAYS, _SUPPLIER = 10_001, 10_002


def without_ties(asked: PartsQuestion, found: PartsChoice) -> PartsChoice:
    """Return the order with the fewest suppliers, then the earliest delivery, among those of equal cost.

    The order stays unchanged if it is not proved optimal, with ``fewest-parts``, or if all parts have one
    supplier. If links, parts or unknowns exceed `MAX_LINKS`, `MAX_PARTS` or `MAX_UNKNOWNS`, it says so in
    ``ties_open``.
    """
    question = asked.questions[found.alternative]
    sold = _sold(question)
    if found.gap_cents or question.criterion.name == "fewest-parts" or _suppliers(sold) < 2:
        return found
    if len(question.needs) > MAX_LINKS:
        return replace(found, ties_open=f"more than {count_text(MAX_LINKS, 'link')}")
    if len(sold) > MAX_PARTS:
        return replace(found, ties_open=f"more than {count_text(MAX_PARTS, 'part number')} on sale")
    case = replace(Case.of(question), keeps_equals=True)
    answer, is_best = _TieModel(case.programme(case.limits), case.skus).soonest(found.cents)
    found = found if is_best else replace(found, ties_open="the search reached its limit")
    if answer is None:
        return found
    other = case.rated(case.assign_parts(answer), answer.pieces, answer.bundles, bought=answer.bought)
    if other is None or other.cents > found.cents or _delivery(case, other) >= _delivery(case, found):
        return found
    return replace(
        other, bound_cents=found.bound_cents, alternative=found.alternative, ties_open=found.ties_open
    )


def with_open_ties(asked: PartsQuestion, found: PartsChoice) -> PartsChoice:
    """Return an order with fibre trunks, saying that its ties were not compared if there may be any."""
    is_tied = not found.gap_cents and _suppliers(_sold(asked, of_trunks=True)) > 1
    return replace(found, ties_open="orders with fibre trunks" if is_tied else "")


def _sold(asked: PartsQuestion, *, of_trunks: bool = False) -> list[Sku]:
    """Return the part numbers that links and pieces may have and that can be bought."""
    others = (*DEVICES, POWER_CORD) if of_trunks else (*DEVICES, *STRUCTURED, POWER_CORD)
    named = {part for piece in asked.pieces for part in piece.parts}
    skus = [sku for sku in skus_of(asked.rules.catalogue) if sku.kind not in others or sku.part in named]
    return [sku for sku in skus if asked.rules.terms(sku).can_supply(1)]


def _suppliers(skus: Iterable[Sku]) -> int:
    return len({sku.buying.supplier for sku in skus})


def _delivery(case: Case, found: PartsChoice) -> tuple[int, int]:
    """Return the number of suppliers and the longest lead time of an order."""
    place = {sku.part: number for number, sku in enumerate(case.skus)}
    pieces = [{place[part]: count for part, count in piece.items()} for piece in found.pieces]
    terms = {**case.terms, **case.piece_terms}
    suppliers, days = set[str](), 0
    for sku, used in case.all_used(found.choice, pieces, found.bundles).items():
        quantity = terms[sku].supply(used, found.quantities.get(sku, 0)).purchase.quantity
        if quantity:
            buying = case.skus[sku].buying
            suppliers.add(buying.supplier)
            is_there = buying.stock is not None and quantity <= buying.stock
            days = max(days, buying.delivery_days if is_there else _days(case.skus[sku]))
    return len(suppliers), days


def _days(sku: Sku) -> int:
    days = sku.buying.lead_time_days
    return _UNKNOWN_DAYS if days is None else min(days, _UNKNOWN_DAYS)


class _TieModel(ChoiceModel):
    """The choice of parts, extended by the suppliers used and the days to complete delivery."""

    def __init__(self, programme: Programme, skus: tuple[Sku, ...]) -> None:
        super().__init__(programme)
        self._placed: dict[str, object] = {}
        self._last_day = self.model.add_variable(lb=0, ub=_UNKNOWN_DAYS)
        for sku in self.bought:
            self._add_delivery(sku, skus[sku])

    def _add_delivery(self, number: int, sku: Sku) -> None:
        """Add whether a part is bought, its supplier, and its delivery time."""
        buying, bought = sku.buying, self.bought[number]
        is_bought, maximum = (
            self.model.add_binary_variable(),
            sum(item.upper_bound * n for item, n in bought),
        )
        self.row([*bought, (is_bought, -maximum)], -inf, 0)
        placed = self._placed.setdefault(buying.supplier, self.model.add_binary_variable())
        self.row([(is_bought, 1.0), (placed, -1.0)], -inf, 0)
        days = _days(sku)
        if buying.stock is not None:
            is_more = self.model.add_binary_variable()
            self.row([*bought, (is_more, -maximum)], -inf, buying.stock)
            self.row([(self._last_day, 1.0), (is_more, -float(days))], 0, inf)
            days = buying.delivery_days
        self.row([(self._last_day, 1.0), (is_bought, -float(days))], 0, inf)

    def soonest(self, cents: int) -> tuple[Answer | None, bool]:
        """Return the order of at most this cost with the fewest suppliers, and whether it is proved so.

        The order is None if none is found.
        """
        if self.model.get_num_variables() > MAX_UNKNOWNS:
            return None, False
        self.row(self.money, -inf, cents + 0.5)
        self._close([*((item, float(_SUPPLIER)) for item in self._placed.values()), (self._last_day, 1.0)])
        result = self._search(MAX_NODES, 0.0)
        is_best = result.termination.reason.name == "OPTIMAL"
        return (self._answer(result) if result.has_primal_feasible_solution() else None), is_best
