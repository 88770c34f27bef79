"""Cables, transceivers, cords and trunks of an order in one integer programme.

This extends the programme of `choice.solver`: a link between two cabinets may replace its cord by a place
in a kit (see `choose`) and a cord at each end. A link in a kit needs transceivers that reach over the trunk
and two cords of equal or shorter length; transceivers of a class that tolerate different losses are split,
so that those sufficient for a kit form their own class. The solution assigns transceivers and cables;
`choose_trunks` then routes links through trunks for the order's transceivers, at no more than the
programme's cost.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from netfloor.costmodels.catalogue.choice.assigned_parts import assign_parts_to_links
from netfloor.costmodels.catalogue.choice.choose import (
    Case,
    PartsChoice,
    choose_parts,
    min_conceivable,
    whole_above,
)
from netfloor.costmodels.catalogue.choice.dominance import worth_offering
from netfloor.costmodels.catalogue.choice.limits import required_choice
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.menu import OpticsWay, make_menu
from netfloor.costmodels.catalogue.choice.order_purchases import topped_up_purchases
from netfloor.costmodels.catalogue.choice.part_index import OpticsClass, PartIndex
from netfloor.costmodels.catalogue.choice.purchases import Terms, UndecidedError
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.choice.solver import Answer, ChoiceModel, Programme
from netfloor.costmodels.catalogue.choice.ties import with_open_ties
from netfloor.costmodels.catalogue.part_terms import STRUCTURED
from netfloor.costmodels.catalogue.parts.cable_parts import Cord
from netfloor.costmodels.catalogue.trunks.case import Pair, TrunkWays
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice, add_cassettes, choose_trunks
from netfloor.costmodels.catalogue.trunks.kits import Kit, Length, kits_of, lengths_of, worth_having
from netfloor.costmodels.sets.offers import IntArray
from netfloor.foundation.errors import InfeasibleError

#: Above this many unknowns for links in trunks, trunks are chosen after the transceivers, and the gap is to
#: the relaxation with fractional pieces.
MAX_SIZE = 1_000
#: Values of `choice.menu.TrunkAccess` for a link between two cabinets that no trunk serves, and for a link
#: inside a cabinet.
_NO_TRUNK, _INSIDE = -1, -2
_NO_LINKS: IntArray = np.zeros(0, dtype=np.int64)


def choose_with_trunks(
    asked: PartsQuestion, ways: TrunkWays, laying_cents: int = 0
) -> tuple[PartsChoice, TrunkChoice]:
    """Return the best parts of all links, and the trunks that some links use.

    ``laying_cents`` is the cost of laying a cable between two cabinets, the same for trunks and cords; it
    affects the choice but is not part of its cost. The bound covers every use of cables, transceivers and
    trunks.

    Raise `InfeasibleError` if nothing serves a link, or limits leave a link without parts.
    """
    trunks = _with_trunks(asked, ways, laying_cents)
    return with_open_ties(asked, trunks.priced(trunks.least)), trunks.trunks


def choose_devices_and_trunks(
    asked: PartsQuestion, ways_of: Callable[[int], TrunkWays], laying_cents: int = 0
) -> tuple[PartsChoice, TrunkChoice]:
    """Solve a question with alternatives, with the trunks that ``ways_of`` returns for each.

    An alternative whose devices alone cost as much as the best order found is skipped. Raise
    `InfeasibleError` if nothing serves a link of any alternative, or limits leave a link without parts.
    """
    questions, refused, best, number = asked.questions, list[InfeasibleError](), None, 0
    bounds = [
        min_conceivable(replace(question, needs=question.needs.only(_NO_LINKS))) for question in questions
    ]
    leasts = [] if asked.unasked_cents is None else [float(asked.unasked_cents)]
    for place in sorted(range(len(questions)), key=lambda item: (bounds[item], item)):
        if best is not None and bounds[place] >= best.cents:
            continue
        try:
            trunks = _with_trunks(questions[place], ways_of(place), laying_cents)
        except InfeasibleError as error:
            refused.append(error)
            leasts += [float(bounds[place])] if isinstance(error, UndecidedError) else []
            continue
        leasts.append(trunks.least)
        if best is None or trunks.cents < best.cents:
            best, number = trunks, place
    if best is None:
        raise refused[0]
    parts = with_open_ties(questions[number], best.priced(min(leasts)))
    return replace(parts, alternative=number), best.trunks


@dataclass(frozen=True)
class _WithTrunks:
    """An order with trunks, the cost of laying its cables, and a lower bound on their sum."""

    parts: PartsChoice
    trunks: TrunkChoice
    laid_cents: int
    least: float

    @property
    def cents(self) -> int:
        return self.parts.cents + self.laid_cents

    def priced(self, least: float) -> PartsChoice:
        """Return the parts with a lower bound on their cost."""
        bound = min(self.parts.cents, whole_above(least) - self.laid_cents)
        return replace(self.parts, bound_cents=bound)


def _with_trunks(asked: PartsQuestion, ways: TrunkWays, laying_cents: int) -> _WithTrunks:
    alone = choose_parts(asked)
    joint = _Joint(asked, ways, laying_cents)
    answer = joint.solve() if alone is None or joint.size <= MAX_SIZE else None
    choices = [] if alone is None else [(alone.choice, joint.numbered(alone.pieces))]
    if answer is not None:
        choices.append((joint.assign_parts(answer), answer.pieces))
    results = []
    for choice, pieces in choices:
        trunks = choose_trunks(choice, asked.rules, ways, laying_cents)
        rated = None if trunks is None else joint.rated(choice, trunks, pieces)
        if trunks is not None and rated is not None:
            results.append((*rated, trunks))
    if not results:
        none = required_choice(asked)
        return _WithTrunks(none, TrunkChoice.none(len(asked.needs)), 0, none.bound_cents)
    best, laid, trunks = min(results, key=lambda item: item[0].cents + item[1])
    return _WithTrunks(best, trunks, laid, joint.relaxed_bound() if answer is None else answer.bound)


class _Joint:
    """A question with trunks, with derived data."""

    def __init__(self, asked: PartsQuestion, ways: TrunkWays, laying_cents: int) -> None:
        self.case, self.ways, self.laying_cents = Case.of(asked), ways, laying_cents
        self.place = {sku.part: number for number, sku in enumerate(self.case.skus)}
        rules = asked.rules
        structured = {n: rules.terms(sku) for n, sku in enumerate(self.case.skus) if sku.kind in STRUCTURED}
        self.terms = {**self.case.terms, **structured, **self.case.piece_terms}
        self.energy = {**dict.fromkeys(self.terms, 0), **self.case.energy_cents}

    @property
    def size(self) -> int:
        """Number of unknowns for links in trunks, one per link class and kit."""
        access = self.access
        return sum(len(access.offers[pair]) for pair in access.pairs) * len(self.shelf.modules)

    def solve(self) -> Answer | None:
        """Solve the programme; return None if the limits are infeasible."""
        model, objective = self._programme()
        return model.solve(objective)

    def relaxed_bound(self) -> float:
        """Return a lower bound on the cost of parts and laying, by the relaxation to fractional pieces."""
        model, objective = self._programme()
        return model.relaxed_bound(objective)

    def _programme(self) -> tuple["_JointModel", Terms]:
        programme = Programme(self.menu, self.terms, self.energy, self.case.limits, self.case.pieces)
        model = _JointModel(programme, self.access, self.ways.free_u)
        laid = [(item, factor * self.laying_cents) for item, factor in model.laid()]
        return model, [*model.money, *(laid if self.laying_cents else ())]

    def numbered(self, pieces: Iterable[Mapping[str, int]]) -> tuple[Mapping[int, int], ...]:
        """Return the pieces of a choice by their indices among all part numbers."""
        return tuple({self.place[part]: count for part, count in piece.items()} for piece in pieces)

    @cached_property
    def access(self) -> "_Access":
        """The trunks that each link may use."""
        return _Access(self)

    @cached_property
    def shelf(self) -> PartIndex:
        """Parts that an order may need; transceivers of different loss budgets form separate classes."""
        case, needs = self.case, self.case.asked.needs
        kept = set(worth_offering(needs, case.buyable_shelf, self.terms, case.energy_cents, case.slack_mm))
        for cord in case.asked.rules.catalogue.cords:
            lengths = worth_having(cord, lengths_of(cord, self.place), self._cord_needs(cord), self.terms)
            kept |= {length.sku for length in lengths if case.terms[length.sku].can_supply(1)}
        shelf = case.shelf(kept)
        modules, cords = {}, {}
        for kind, own in shelf.modules.items():
            modules[kind], cords[kind] = own, shelf.cords[kind]
            budgets = sorted({_ANY_LOSS if item.budget_db is None else item.budget_db for item in own})
            for budget in budgets[1:]:
                apart = replace(kind, bears_db=budget)
                modules[apart] = tuple(
                    item for item in own if item.budget_db is None or item.budget_db >= budget
                )
                cords[apart] = shelf.cords[kind]
        return replace(shelf, modules=modules, cords=cords)

    def _cord_needs(self, cord: Cord) -> set[int]:
        """Return every length required of a cord, from cage to cage or to a panel."""
        needs, slack_mm = self.case.asked.needs, self.case.slack_mm
        lengths = np.concatenate([needs.optical_mm, self.ways.jumper_mm.ravel()])
        longest = cord.all_lengths()[-1].length_mm
        asked = np.unique(lengths[lengths >= 0] + slack_mm)
        values: set[int] = set(asked[asked <= longest].tolist())
        return values

    @cached_property
    def menu(self) -> Any:
        """Every way to connect the links."""
        case = self.case
        return make_menu(case.asked.needs, case.groups, self.shelf, case.slack_mm, self.access)

    def stand_in(self, link: int) -> int:
        """Return the shortest cord that would connect a link without a trunk."""
        needed = int(self.case.asked.needs.optical_mm[link]) + self.case.slack_mm
        results = [
            (int(mm), int(sku))
            for cords in self.case.whole_shelf.cords.values()
            for mm, sku in zip(cords.length_mm.tolist(), cords.sku.tolist(), strict=True)
            if mm >= needed
        ]
        return min(results)[1]

    def assign_parts(self, answer: Answer) -> LinkChoice:
        """Assign a part to each link from the programme's counts."""
        case = self.case
        return assign_parts_to_links(
            *(answer, self.menu, case.asked.needs, case.groups, self.shelf, case.slack_mm, self.stand_in)
        )

    def rated(
        self, choice: LinkChoice, trunks: TrunkChoice, pieces: tuple[Mapping[int, int], ...]
    ) -> tuple[PartsChoice, int] | None:
        """Return the choice with the cost of all parts, and the cost of laying; None if not available."""
        modules = choice.cage_module[choice.cage_module >= 0]
        placed = np.concatenate([choice.cable_sku[~choice.is_cord], modules, trunks.rows(choice)[:, 1]])
        used = Counter(
            dict(zip(*(item.tolist() for item in np.unique(placed, return_counts=True)), strict=True))
        )
        for piece in pieces:
            used.update(piece)
        if not all(self.terms[sku].can_supply(count) for sku, count in used.items()):
            return None
        order = topped_up_purchases(self.terms, used)
        if order is None:
            return None
        cents = order.cents + sum(count * self.energy[sku] for sku, count in used.items())
        needs = choice.needs
        cabinets = needs.cage_cabinet[needs.cage]
        apart = np.unique(choice.link_cable[cabinets[:, 0] != cabinets[:, 1]])
        laid = len(apart) - int(trunks.inside.sum()) + len(trunks.runs)
        named = tuple({self.case.skus[sku].part: count for sku, count in item.items()} for item in pieces)
        parts_choice = PartsChoice(choice, cents, cents, quantities=order.quantities, pieces=named)
        return parts_choice, laid * self.laying_cents


#: Loss tolerated by transceivers without a stated budget: more than any cable loses.
_ANY_LOSS = Fraction(1000)


@dataclass(frozen=True, eq=False)
class _Offer:
    """A kit between two cabinets, its trunk cut to a length."""

    pair: Pair
    kit: Kit
    length: Length

    def serves(self, optics: OpticsClass, budget_db: Fraction | None) -> bool:
        """Whether it can carry links of a class whose transceivers all tolerate this loss."""
        loss_db = self.kit.loss_db(self.length.length_mm)
        return self.kit.takes(optics) and (loss_db is None or budget_db is None or loss_db <= budget_db)


class _Access:
    """The trunks that each link may use, as `choice.menu.TrunkAccess`."""

    def __init__(self, joint: _Joint) -> None:
        case, ways = joint.case, joint.ways
        self.shelf = joint.shelf
        self.needs_mm: list[Pair] = []  # for each access class, the cord lengths needed at both ends
        self.pairs: list[Pair] = []
        self.links: list[int] = []  # number of links in each class
        self.of_link = self._numbered(joint)
        wanted = {pair: ways.trunk_mm[pair] + case.slack_mm for pair in set(self.pairs)}
        self.offers: dict[Pair, list[_Offer]] = defaultdict(list)
        for kit in kits_of(case.asked.rules.catalogue, joint.place):
            for length in worth_having(kit.trunk, kit.lengths, set(wanted.values()), joint.terms):
                for pair, needed in sorted(wanted.items()):
                    if length.length_mm >= needed and joint.terms[length.sku].can_supply(1):
                        self.offers[pair].append(_Offer(pair, kit, length))

    def _numbered(self, joint: _Joint) -> IntArray:
        case, ways = joint.case, joint.ways
        needs, lengths = case.asked.needs, ways.jumper_mm
        cabinets = needs.cage_cabinet[needs.cage]
        known = np.unique(
            np.concatenate([np.zeros(0, np.int64), *(cord.length_mm for cord in self.shelf.cords.values())])
        )
        longest_mm = max(
            (int(cord.length_mm.max(initial=-1)) for cord in case.whole_shelf.cords.values()), default=-1
        )
        numbers: dict[tuple[Pair, Pair], int] = {}
        values = np.where(cabinets[:, 0] == cabinets[:, 1], _INSIDE, _NO_TRUNK)
        may = (lengths >= 0).all(axis=1) & (needs.optical_mm >= 0) & (values != _INSIDE)
        may &= needs.optical_mm + case.slack_mm <= longest_mm  # a cord could replace the trunk
        for link in np.flatnonzero(may).tolist():
            low, high = (0, 1) if cabinets[link, 0] < cabinets[link, 1] else (1, 0)
            pair = int(cabinets[link, low]), int(cabinets[link, high])
            ranks = np.searchsorted(known, lengths[link, [low, high]] + case.slack_mm).tolist()
            if pair not in ways.trunk_mm or max(ranks) == len(known):
                continue
            key = pair, (ranks[0], ranks[1])
            if key not in numbers:
                numbers[key] = len(self.pairs)
                self.pairs.append(pair)
                self.needs_mm.append((int(known[ranks[0]]), int(known[ranks[1]])))
                self.links.append(0)
            self.links[numbers[key]] += 1
            values[link] = numbers[key]
        return values

    def budget_db(self, optics: OpticsClass) -> Fraction | None:
        """Return the loss that all transceivers of a class tolerate, None if none states it."""
        stated = [item.budget_db for item in self.shelf.modules[optics] if item.budget_db is not None]
        return min(stated, default=None)

    def usable(self, optics: OpticsClass, access: int) -> list[_Offer]:
        """Return the kits that links of a class may use."""
        if access < 0:
            return []
        budget = self.budget_db(optics)
        return [item for item in self.offers[self.pairs[access]] if item.serves(optics, budget)]

    def reach_mm(self, optics: OpticsClass, access: int) -> int | None:
        """Return the lowest transceiver reach that trunks require, None if no trunk is suitable."""
        cords = self.shelf.cords[optics].length_mm
        usable = self.usable(optics, access)
        if not usable or not len(cords) or max(self.needs_mm[access]) > cords[-1]:
            return None
        jumper = int(cords[np.searchsorted(cords, max(self.needs_mm[access]))])
        return min(item.length.length_mm for item in usable) + 2 * jumper


@dataclass(eq=False)
class _Run:
    """The trunks of an offer in the programme, and their links."""

    offer: _Offer
    trunks: Terms
    inside: list[Any] = field(default_factory=list)

    @property
    def pair(self) -> Pair:
        """The cabinets."""
        return self.offer.pair

    @property
    def kit(self) -> Kit:
        """The trunk with its cassettes."""
        return self.offer.kit


class _JointModel(ChoiceModel):
    """The programme, extended by links in trunks."""

    def __init__(self, programme: Programme, access: _Access, free_u: Mapping[int, int]) -> None:
        self.access = access
        self.runs: dict[_Offer, _Run] = {}
        self._jumpers: dict[tuple[int, int, int], list[tuple[Any, int]]] = defaultdict(list)
        super().__init__(programme)
        for run in self.runs.values():
            carried = [(item, -float(run.kit.links)) for item, _ in run.trunks]
            self.row([*((item, 1.0) for item in run.inside), *carried], -float("inf"), 0)
        for (kind, first, last), wanted in self._jumpers.items():
            maximum = sum(count for _, count in wanted)
            drawn = self.draw(programme.menu.optics[kind].cords[first:last], maximum)
            terms = [item for own in drawn.values() for item in own]
            self.row([*terms, *((item, -1.0) for item, _ in wanted)], 0, 0)
        add_cassettes(self, list(self.runs.values()), free_u)

    def max_used(self) -> dict[int, int]:
        """Return the most pieces of each part that could be used, including trunks."""
        maximum, access = defaultdict(int, super().max_used()), self.access
        links: dict[Pair, int] = defaultdict(int)
        for pair, count in zip(access.pairs, access.links, strict=True):
            links[pair] += count
        for menu in self.programme.menu.optics:
            for sku in menu.cords:
                maximum[sku] += 2 * sum(links.values())
        for pair, offers in access.offers.items():
            for offer in offers:
                kits = -(-links[pair] // offer.kit.links)
                maximum[offer.length.sku] += kits
                maximum[offer.kit.sku] += 2 * offer.kit.cassettes * kits
                maximum[offer.kit.panel] += 2 * offer.kit.cassettes * kits
        return maximum

    def add_inside(self, way: OpticsWay, link: int, going: Any, count: int) -> list[tuple[int, Any]]:
        """Add the links of a way that are in trunks, by kit and reach level."""
        access = way.access[link]
        optics = list(self.access.shelf.modules)[way.kind]
        menu, result = self.programme.menu.optics[way.kind], list[tuple[int, Any]]()
        for offer in self.access.usable(optics, access):
            firsts = [int(np.searchsorted(menu.length_mm, mm)) for mm in self.access.needs_mm[access]]
            halves = [
                int(np.searchsorted(menu.length_mm, (reach - offer.length.length_mm) // 2, side="right"))
                for reach in menu.reach_mm[: way.highest(link) + 1]
            ]
            for level, (before, last) in enumerate(pairwise([0, *halves])):
                if last > max(firsts) and last > before:
                    item = self.whole(count)
                    result.append((level, item))
                    self._run(offer).inside.append(item)
                    for first in firsts:
                        self._jumpers[way.kind, first, last].append((item, count))
        if result:
            self.row([*((entry, 1.0) for _, entry in result), (going, -1.0)], -float("inf"), 0)
        return result

    def _run(self, offer: _Offer) -> _Run:
        if offer not in self.runs:
            maximum = -(-sum(self.access.links) // offer.kit.links)
            self.runs[offer] = _Run(offer, self.draw([offer.length.sku], maximum)[offer.length.sku])
        return self.runs[offer]

    def laid(self) -> Iterator[tuple[Any, float]]:
        """Yield the cables between cabinets, including trunks."""
        of_link = self.access.of_link
        for number, template in enumerate(self.programme.menu.templates):
            if (of_link[template.links[0]] != _INSIDE).any():
                yield from (item for own in self.assemblies[number].values() for item in own)
            for place, way in enumerate(template.optics):
                going, _ = self.ways[number, place]
                apart = sum(access != _INSIDE for access in way.access)
                if apart:
                    yield going, float(apart)
        for run in self.runs.values():
            yield from ((item, -1.0) for item in run.inside)
            yield from run.trunks
