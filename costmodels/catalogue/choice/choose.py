"""The best parts for a whole order, by one integer programme over all links."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil, gcd, inf

import numpy as np

from netfloor.costmodels.catalogue.choice.assigned_parts import assign_parts_to_links
from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups, group_links
from netfloor.costmodels.catalogue.choice.criterion import refuse_unknown_watts
from netfloor.costmodels.catalogue.choice.dominance import worth_offering
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.link_limits import min_unit_cents
from netfloor.costmodels.catalogue.choice.menu import Menu, make_menu
from netfloor.costmodels.catalogue.choice.offers import Offers, refuse_unserved
from netfloor.costmodels.catalogue.choice.order_purchases import order_purchases
from netfloor.costmodels.catalogue.choice.part_index import PartIndex, build_part_index
from netfloor.costmodels.catalogue.choice.purchases import UndecidedError
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.choice.solver import (
    Answer,
    BundleDemand,
    KindLimit,
    PieceDemand,
    Programme,
    cheapest,
    fewest_kinds,
)
from netfloor.costmodels.catalogue.part_terms import (
    DEVICES,
    STRUCTURED,
    PartTerms,
)
from netfloor.costmodels.catalogue.parts.skus import POWER_CORD, Sku, skus_of
from netfloor.costmodels.sets.offers import NOT_SOLD
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.foundation.errors import InfeasibleError

#: Relative rounding error of a bound that HiGHS computes in floating point.
ROUNDING = 1e-9


@dataclass(frozen=True)
class PartsChoice:
    """The best parts found, with a lower bound.

    Attributes
    ----------
    cents
        Objective value of the whole order: the purchase of all parts including spares, with ``price+power``
        also the electricity of the parts in use, and the freight of all suppliers.
    bound_cents
        Lower bound on the objective within the limits; equal to ``cents`` if the choice is proved optimal.
    kinds_proved
        With ``fewest-parts``, whether no choice has fewer part numbers; the bound is for this number of
        part numbers.
    quantities
        Pieces to buy of parts (and devices) whose quantity differs from the cheapest purchase on their own,
        to meet a supplier's order terms.
    pieces
        For each of the question's ``pieces``, the number in use of each part number.
    bundles
        For each of the question's ``bundles``, the number of links with each option.
    alternative
        Index of the answered question in ``PartsQuestion.questions``.
    ties_open
        Why orders of equal cost from fewer suppliers, or delivered sooner, were not all compared; empty if
        they were, or only one supplier sells.
    """

    choice: LinkChoice
    cents: int
    bound_cents: int
    kinds_proved: bool = True
    quantities: Mapping[int, int] = field(default_factory=dict)
    pieces: tuple[Mapping[str, int], ...] = ()
    bundles: tuple[tuple[int, ...], ...] = ()
    alternative: int = 0
    ties_open: str = ""

    @property
    def gap_cents(self) -> int:
        """The most that a better choice could save."""
        return self.cents - self.bound_cents


def choose_parts(asked: PartsQuestion) -> PartsChoice | None:
    """Return the best parts for all links together, None if the limits leave a link without parts.

    Links connected by shared cages (see `CageGroups`) are served together: by one cable assembly that
    carries them all, or by transceivers and cords. Prices are those of the purchase, including spares,
    price breaks, minimum orders, packs and stock on hand. Without any of these, and without limits, each
    group gets its own best parts, which is also the programme's optimum; the same applies if this costs no
    more than the best choice found. Ties within a group go to fewer parts, then to the first part in the
    catalogue. Raise `InfeasibleError` if nothing in the catalogue serves a link (the message names it and
    the nearest miss), or if the programme could be neither solved nor proved infeasible.
    """
    if not asked.alternatives:
        return _answer(asked)
    return _best_answer(asked)


def _best_answer(asked: PartsQuestion) -> PartsChoice | None:
    """Return the best answer to a question with alternatives, solved in the order of their lower bounds.

    An alternative whose lower bound is not below the best order found is skipped. One that the catalogue
    cannot serve is ignored unless all are unservable.
    """
    questions, refused = asked.questions, list[InfeasibleError]()
    counts_kinds = asked.criterion.name == "fewest-parts"
    bounds = [min_conceivable(question) for question in questions]
    best: tuple[tuple[int, int], PartsChoice] | None = None
    bound, proved = asked.unasked_cents, asked.unasked_cents is None or not counts_kinds
    for number in sorted(range(len(questions)), key=lambda item: (bounds[item], item)):
        if best is not None and not counts_kinds and bounds[number] >= best[0][1]:
            continue
        try:
            result = _answer(questions[number])
        except InfeasibleError as error:
            refused.append(error)
            if isinstance(error, UndecidedError):
                bound = bounds[number] if bound is None else min(bound, bounds[number])
                proved = proved and not counts_kinds
            continue
        if result is None:
            continue
        kinds = len(_used(result)) if counts_kinds else 0
        proved = proved and result.kinds_proved
        if best is None or kinds <= best[0][0]:
            fewer = counts_kinds and best is not None and kinds < best[0][0]
            bound = result.bound_cents if bound is None or fewer else min(bound, result.bound_cents)
        if best is None or (kinds, result.cents) < best[0]:
            best = (kinds, result.cents), replace(result, alternative=number)
    if best is None:
        if len(refused) == len(questions):
            raise refused[0]
        return None
    result = best[1]
    minimum = result.bound_cents if bound is None else min(bound, result.cents)
    return replace(result, bound_cents=minimum, kinds_proved=proved)


def _used(found: PartsChoice) -> set[int | str]:
    """Return the part numbers of a choice: indices for the links' parts, names for the pieces."""
    modules = found.choice.cage_module[found.choice.cage_module >= 0]
    pieces = {part for piece in found.pieces for part in piece}
    return {*found.choice.cable_sku.tolist(), *modules.tolist(), *pieces}


def min_conceivable(asked: PartsQuestion) -> int:
    """Return a lower bound on the objective of any answer to a question, without an integer programme.

    It counts every piece at its lowest price, stock on hand at zero, and no freight. Links that no part
    serves count as zero.
    """
    case = Case.of(asked)
    criterion = asked.criterion

    def score(sku: Sku) -> int:
        return min_unit_cents(sku) + criterion.score_cents(sku) - sku.buying.price_cents

    cents = 0
    for piece in case.pieces:
        cents += piece.pieces * min(score(case.skus[sku]) for sku in piece.skus)
    for bundle in case.bundles:
        each = [sum(n * score(case.skus[sku]) for sku, n in own.items()) for own in bundle.options]
        cents += bundle.links * min(each)
    cents -= sum(case.skus[sku].buying.owned * min_unit_cents(case.skus[sku]) for sku in case.piece_terms)
    if not len(asked.needs):
        return max(cents, 0)
    if case.bundles:
        cents -= sum(case.skus[sku].buying.owned * min_unit_cents(case.skus[sku]) for sku in case.terms)
    buyable = {sku for sku, terms in case.terms.items() if terms.can_supply(1)}
    of_groups = case.offers(build_part_index(asked.rules.catalogue, score, buyable)).score
    links = int(of_groups[of_groups != NOT_SOLD].sum())
    links -= sum(case.skus[sku].buying.owned * min_unit_cents(case.skus[sku]) for sku in case.terms)
    return max(cents, 0) + max(links, 0)


def _answer(asked: PartsQuestion) -> PartsChoice | None:
    """Return the best parts for one question, None if the limits leave a link or a piece without parts."""
    case = Case.of(asked)
    refuse_unserved(
        asked.needs, case.groups, case.whole_shelf, case.offers(case.whole_shelf), case.slack_mm
    )
    if not case.pieces_weigh_in:
        pieces = case.pieces_alone()
        return None if pieces is None else _with_pieces(case, pieces)
    if asked.criterion.name == "fewest-parts":
        return _fewest_parts(case)
    return _min_money(case, case.limits)


def _with_pieces(case: "Case", pieces: "PiecesAlone") -> PartsChoice | None:
    """Return the best parts of the links, given pieces that do not affect them."""
    each = case.best_of_each
    if case.is_separable:
        if each is None:
            return None
        result = case.rated(each, pieces.used, pieces.bundles)
    elif case.asked.criterion.name == "fewest-parts":
        result = _fewest_parts(case, pieces)
    else:
        result = _min_money(case, case.limits, pieces)
    if result is None:
        return None
    gap = pieces.cents - pieces.bound
    return replace(result, bound_cents=result.bound_cents - gap) if gap else result


def _fewest_parts(case: "Case", alone: "PiecesAlone | None" = None) -> PartsChoice | None:
    """Return the cheapest choice with the fewest part numbers."""
    counted = frozenset(case.terms) | (frozenset() if alone else frozenset(case.piece_terms))
    answer = fewest_kinds(case.programme(case.limits, with_pieces=alone is None), counted)
    if answer is None:
        return None
    kinds = len(case.all_used(case.assign_parts(answer), answer.pieces, answer.bundles))
    limits = (*case.limits, KindLimit(counted, kinds))
    result = _min_money(case, limits, alone)
    return result and replace(result, kinds_proved=whole_above(answer.bound) >= kinds)


def _min_money(
    case: "Case", limits: tuple[KindLimit, ...], alone: "PiecesAlone | None" = None
) -> PartsChoice | None:
    answer = cheapest(case.programme(limits, with_pieces=alone is None))
    if answer is None:
        return None
    pieces = answer.pieces if alone is None else alone.used
    bundles = answer.bundles if alone is None else alone.bundles
    bound = answer.bound + (0 if alone is None else alone.cents)
    result = case.rated(case.assign_parts(answer), pieces, bundles, bound, answer.bought)
    each = case.best_of_each
    if each is not None and case.keeps(case.all_used(each, pieces, bundles), limits):
        unmixed = case.rated(each, pieces, bundles, bound)
        if unmixed is not None and (result is None or unmixed.cents <= result.cents):
            return unmixed
    return result


def whole_above(bound: float, step: int = 1) -> int:
    """Return the least multiple of ``step`` that a solver's bound proves, after allowing for rounding."""
    return step * ceil((bound - 0.25 - ROUNDING * abs(bound)) / step)


@dataclass(frozen=True)
class PiecesAlone:
    """Pieces chosen separately: the part numbers of each demand, their objective value and lower bound."""

    used: tuple[Mapping[int, int], ...]
    bundles: tuple[tuple[int, ...], ...]
    cents: int
    bound: int


@dataclass(frozen=True, eq=False)
class Case:
    """A question with derived data: its parts, their purchase terms, and the links they can serve."""

    asked: PartsQuestion
    groups: CageGroups
    slack_mm: int
    skus: tuple[Sku, ...]
    terms: Mapping[int, PartTerms]
    energy_cents: Mapping[int, int]  # for every part number that may be bought
    pieces: tuple[PieceDemand, ...]
    piece_terms: Mapping[int, PartTerms]
    bundles: tuple[BundleDemand, ...] = ()
    keeps_equals: bool = False  # whether to offer dominated parts too

    @staticmethod
    def of(asked: PartsQuestion) -> "Case":
        """Prepare the case of a question."""
        catalogue, criterion = asked.rules.catalogue, asked.criterion
        slack_mm = exact_mm(catalogue.slack_m, "slack_m") if asked.slack_mm is None else asked.slack_mm
        if slack_mm < 0:
            raise ValueError("slack_mm must not be negative")
        devices = {part for piece in asked.pieces for part in piece.parts}
        refuse_unknown_watts(criterion, catalogue, asked.needs, devices)
        skus = skus_of(catalogue)
        others = (*DEVICES, *STRUCTURED, POWER_CORD)
        terms = {i: asked.rules.terms(sku) for i, sku in enumerate(skus) if sku.kind not in others}
        named = asked.pieces or asked.bundles
        place = {sku.part: number for number, sku in enumerate(skus)} if named else {}
        bundles = tuple(
            BundleDemand(
                tuple(Counter(place[part] for part in option) for option in own.options), own.links
            )
            for own in asked.bundles
        )
        pieces = tuple(
            PieceDemand(tuple(place[part] for part in piece.parts), piece.pieces, piece.alike)
            for piece in asked.pieces
        )
        of_pieces = {sku: asked.rules.terms(skus[sku]) for piece in pieces for sku in piece.skus}
        energy = {i: criterion.score_cents(skus[i]) - skus[i].buying.price_cents for i in terms}
        energy |= {i: criterion.score_cents(skus[i]) - skus[i].buying.price_cents for i in of_pieces}
        groups = group_links(asked.needs)
        return Case(
            asked=asked,
            groups=groups,
            slack_mm=slack_mm,
            skus=skus,
            terms=terms,
            energy_cents=energy,
            pieces=pieces,
            piece_terms=of_pieces,
            bundles=bundles,
        )

    def shelf(self, allowed: Iterable[int]) -> PartIndex:
        """Return an index of the allowed part numbers."""
        return build_part_index(self.asked.rules.catalogue, self.asked.criterion.score_cents, set(allowed))

    def offers(self, shelf: PartIndex) -> Offers:
        """Return the offers of indexed parts to each group separately."""
        return Offers.of(self.asked.needs, self.groups, shelf, self.slack_mm)

    @cached_property
    def whole_shelf(self) -> PartIndex:
        """The whole catalogue."""
        return self.shelf(self.terms)

    @cached_property
    def buyable_shelf(self) -> PartIndex:
        """The parts that can be bought at all."""
        buyable = [sku for sku, terms in self.terms.items() if terms.can_supply(1)]
        return self.whole_shelf if len(buyable) == len(self.terms) else self.shelf(buyable)

    @cached_property
    def best_of_each(self) -> LinkChoice | None:
        """The best parts for each group separately, None if a group cannot be served."""
        offers = self.offers(self.buyable_shelf)
        if (offers.score == NOT_SOLD).any():
            return None
        return offers.best(self.asked.needs, self.groups, self.buyable_shelf, self.slack_mm)

    @property
    def is_separable(self) -> bool:
        """Whether the choice for one group does not affect the others."""
        limited = self.asked.max_skus is not None or self.asked.criterion.name == "fewest-parts"
        linear = all(terms.is_linear for terms in self.terms.values() if terms.can_supply(1))
        return not len(self.asked.needs) or (linear and not limited)

    @property
    def pieces_weigh_in(self) -> bool:
        """Whether devices, power cords and bundles affect the parts of the links.

        They do through supplier orders, a limit on the number of part numbers, or parts with
        quantity-dependent prices.
        """
        fewest = self.asked.criterion.name == "fewest-parts"
        if any(terms.supplier is not None for terms in self.piece_terms.values()):
            return True
        if self.bundles and (fewest or self.asked.max_skus is not None):
            return True
        of_bundles = {sku for bundle in self.bundles for option in bundle.options for sku in option}
        mixed = any(not self.terms[sku].is_linear for sku in of_bundles)
        return mixed or (fewest and any(len(piece.skus) > 1 for piece in self.pieces))

    def pieces_alone(self) -> PiecesAlone | None:
        """Return the best pieces chosen separately, None if too few are available."""
        terms = self.piece_terms
        used: tuple[Mapping[int, int], ...] = ()
        bound: float | None = None
        if all(len(piece.skus) == 1 for piece in self.pieces):
            used = tuple({piece.skus[0]: piece.pieces} for piece in self.pieces)
        elif self.pieces:
            answer = cheapest(Programme(Menu((), ()), terms, self.energy_cents, (), self.pieces))
            if answer is None:
                return None
            used, bound = answer.pieces, answer.bound
        total = Counter[int]()
        for item in used:
            total.update(item)
        if not all(terms[sku].can_supply(count) for sku, count in total.items()):
            return None
        cents = sum(
            terms[sku].supply(count).purchase.total_cents + count * self.energy_cents[sku]
            for sku, count in total.items()
        )
        minimum, picks = cents if bound is None else min(cents, whole_above(bound, self.step)), []
        for bundle in self.bundles:
            each = [sum(n * self._score(sku) for sku, n in own.items()) for own in bundle.options]
            picks.append(
                tuple(bundle.links * (entry == each.index(min(each))) for entry in range(len(each)))
            )
            cents, minimum = cents + bundle.links * min(each), minimum + bundle.links * min(each)
        return PiecesAlone(used, tuple(picks), cents, minimum)

    def _score(self, sku: int) -> int:
        """Return the objective value of a piece whose price does not depend on quantity."""
        return self.terms[sku].prices.unit_cents[0] + self.energy_cents[sku]

    @cached_property
    def step(self) -> int:
        """Greatest common divisor of all prices, freight and electricity, in cents."""
        terms = [*self.terms.values(), *self.piece_terms.values()]
        cents = [price for term in terms for price in term.prices.unit_cents]
        suppliers = [term.supplier for term in terms if term.supplier is not None]
        cents += [charge for supplier in suppliers for charge, _ in supplier.charges]
        return gcd(*cents, *self.energy_cents.values()) or 1

    @cached_property
    def kept(self) -> frozenset[int]:
        """Part numbers that an order may need."""
        if self.keeps_equals:
            return frozenset(sku for sku, terms in self.terms.items() if terms.can_supply(1))
        shelf = self.buyable_shelf
        return worth_offering(self.asked.needs, shelf, self.terms, self.energy_cents, self.slack_mm)

    @cached_property
    def limits(self) -> tuple[KindLimit, ...]:
        """The limit on part numbers of cables and cords, if any."""
        maximum = self.asked.max_skus
        cables = frozenset(sku for sku in self.terms if self.skus[sku].length_mm is not None)
        return () if maximum is None else (KindLimit(cables, maximum),)

    def programme(self, limits: tuple[KindLimit, ...], *, with_pieces: bool = True) -> Programme:
        """Return the integer programme."""
        terms = {**self.terms, **self.piece_terms}
        apart = (self.pieces, self.bundles) if with_pieces else ((), ())
        return Programme(self.menu, terms, self.energy_cents, limits, *apart)

    @cached_property
    def _kept_shelf(self) -> PartIndex:
        return self.shelf(self.kept)

    @cached_property
    def menu(self) -> Menu:
        """Every way to connect the links with those parts."""
        return make_menu(self.asked.needs, self.groups, self._kept_shelf, self.slack_mm)

    def assign_parts(self, answer: Answer) -> LinkChoice:
        """Assign a part to each link from the solver's counts."""
        return assign_parts_to_links(
            answer, self.menu, self.asked.needs, self.groups, self._kept_shelf, self.slack_mm
        )

    def used(self, choice: LinkChoice) -> dict[int, int]:
        """Return the number of pieces of each part number in a choice."""
        modules = choice.cage_module[choice.cage_module >= 0]
        sku, pieces = np.unique(np.concatenate([choice.cable_sku, modules]), return_counts=True)
        return dict(zip(sku.tolist(), pieces.tolist(), strict=True))

    def all_used(
        self,
        choice: LinkChoice,
        pieces: Iterable[Mapping[int, int]],
        bundles: Iterable[Sequence[int]] = (),
    ) -> Counter[int]:
        """Return the pieces of each part number in a choice, including devices, power cords and bundles."""
        used = Counter(self.used(choice))
        for piece in pieces:
            used.update(piece)
        for demand, counts in zip(self.bundles, bundles, strict=False):
            for option, count in zip(demand.options, counts, strict=True):
                if count:
                    used.update({sku: many * count for sku, many in option.items()})
        return used

    def keeps(self, used: Mapping[int, int], limits: tuple[KindLimit, ...]) -> bool:
        """Whether the pieces are available and satisfy all limits."""
        terms = {**self.terms, **self.piece_terms}
        supplied = all(terms[sku].can_supply(count) for sku, count in used.items())
        return supplied and all(len(limit.skus & used.keys()) <= limit.most for limit in limits)

    def rated(
        self,
        choice: LinkChoice,
        pieces: tuple[Mapping[int, int], ...] = (),
        bundles: tuple[tuple[int, ...], ...] = (),
        bound: float = inf,
        bought: Mapping[int, int] | None = None,
    ) -> PartsChoice | None:
        """Return a choice with its exact objective value and the solver's bound, if any.

        ``bought`` are purchases that make supplier orders large enough. Return None if an order is below a
        supplier's minimum.
        """
        used = self.all_used(choice, pieces, bundles)
        terms = {**self.terms, **self.piece_terms}
        order = order_purchases(terms, used, bought or {})
        if order is None:
            return None
        cents = order.cents + sum(count * self.energy_cents[sku] for sku, count in used.items())
        minimum = cents if bound == inf else min(cents, whole_above(bound, self.step))
        named = tuple({self.skus[sku].part: count for sku, count in piece.items()} for piece in pieces)
        more = order.quantities
        return PartsChoice(choice, cents, minimum, quantities=more, pieces=named, bundles=bundles)
