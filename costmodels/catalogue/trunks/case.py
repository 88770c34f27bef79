"""The links that could go through trunks, by kits, lengths, reach and loss."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.part_index import OpticsClass
from netfloor.costmodels.catalogue.part_terms import STRUCTURED, BuyingRules
from netfloor.costmodels.catalogue.parts.devices import Transceiver
from netfloor.costmodels.catalogue.trunks.kits import Kit, Length, kits_of, lengths_of, worth_having
from netfloor.costmodels.sets.coefficient import exact_decimal
from netfloor.costmodels.sets.offers import IntArray

#: Two cabinets, the lower number first; or a cabinet and a part number.
Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class TrunkWays:
    """Possible routes of trunks, with lengths that are independent of the choice.

    Attributes
    ----------
    jumper_mm
        From the cages of each link to the panels of their cabinets, (m, 2) int64, negative if there is no
        route.
    trunk_mm
        Between the panels of two cabinets, the lower number first; pairs without a route are omitted.
    free_u
        Rack units for panels by cabinet.
    """

    jumper_mm: IntArray
    trunk_mm: Mapping[Pair, int]
    free_u: Mapping[int, int]


@dataclass(frozen=True)
class LinkKind:
    """Links that can use the same kits with the same cords.

    ``first`` are the shortest sufficient cords at both ends, as indices into the cords of the class.
    """

    pair: Pair
    optics: OpticsClass
    lead: int
    first: Pair
    reach_mm: int
    budget_db: Fraction | None

    def bears(self, kit: Kit, length: Length) -> bool:
        """Whether the loss of a kit is within the links' budget, as far as both are stated."""
        loss_db = kit.loss_db(length.length_mm)
        return loss_db is None or self.budget_db is None or loss_db <= self.budget_db

    def last(self, kit: Kit, length: Length, cords: tuple[Length, ...]) -> int:
        """Return how many cords of the class are short enough, 0 if the kit cannot serve these links."""
        if not kit.takes(self.optics) or not self.bears(kit, length):
            return 0
        half_mm = (self.reach_mm - length.length_mm) // 2
        last = bisect_right([cord.length_mm for cord in cords], half_mm)
        return last if max(self.first) < last else 0


#: A kit with its trunk cut to a length.
TrunkOption = tuple[Kit, Length]


class TrunkCase:
    """The possible uses of trunks by the links of an order.

    Attributes
    ----------
    leads
        Pieces of each cord between cages in the order without trunks.
    apart
        Which links run between two cabinets, (m,).
    kinds
        Movable links, grouped by equivalence.
    cords
        The cords on offer for each class, ascending.
    kits
        Trunks with cassettes that fit them.
    options
        For each pair of cabinets, the kits that serve a link, with the kinds and the number of cords that
        each allows.
    """

    def __init__(self, choice: LinkChoice, rules: BuyingRules, ways: TrunkWays) -> None:
        self.choice, self.ways, self.catalogue = choice, ways, rules.catalogue
        self.place = {sku.part: number for number, sku in enumerate(choice.skus)}
        kinds = ("cord", *STRUCTURED)
        self.terms = {n: rules.terms(sku) for n, sku in enumerate(choice.skus) if sku.kind in kinds}
        cords, pieces = np.unique(choice.cable_sku[choice.is_cord], return_counts=True)
        self.leads: dict[int, int] = dict(zip(cords.tolist(), pieces.tolist(), strict=True))
        self.kits = tuple(kits_of(self.catalogue, self.place))
        cabinets = choice.needs.cage_cabinet[choice.needs.cage]
        self.apart: npt.NDArray[np.bool_] = cabinets[:, 0] != cabinets[:, 1]
        movable = list(self._movable())
        self.cords = self._cords(movable)
        self.kinds = self._kinds(movable)
        self.options = dict(self._options())

    def cents(self, pieces: Mapping[int, int]) -> int | None:
        """Return the cost of these pieces, None if too few are available."""
        if not all(self.terms[sku].can_supply(count) for sku, count in pieces.items()):
            return None
        return sum(self.terms[sku].supply(count).purchase.total_cents for sku, count in pieces.items())

    def _movable(self) -> Iterator[tuple[int, Pair, Pair, tuple[Transceiver, Transceiver]]]:
        """Yield each movable link: number, cabinets, cords and transceivers, the lower cabinet first."""
        needs, choice = self.choice.needs, self.choice
        modules = {self.place[transceiver.part]: transceiver for transceiver in self.catalogue.transceivers}
        cabinets, lengths = needs.cage_cabinet[needs.cage], self.ways.jumper_mm
        may = choice.is_cord[choice.link_cable] & (lengths >= 0).all(axis=1)
        for link in np.flatnonzero(may & self.apart).tolist():
            low, high = (0, 1) if cabinets[link, 0] < cabinets[link, 1] else (1, 0)
            pair = int(cabinets[link, low]), int(cabinets[link, high])
            if pair in self.ways.trunk_mm:
                jumpers = (lengths[link, [low, high]] + choice.slack_mm).tolist()
                inside = [modules[int(choice.cage_module[needs.cage[link, end]])] for end in (low, high)]
                yield link, pair, (jumpers[0], jumpers[1]), (inside[0], inside[1])

    def _cords(self, movable: list[Any]) -> dict[OpticsClass, tuple[Length, ...]]:
        """Return the cords of each class that an order may need."""
        needs_mm: dict[OpticsClass, set[int]] = defaultdict(set)
        for _, _, jumpers, (module, _) in movable:
            needs_mm[_class_of(module)].update(jumpers)
        own = frozenset(self.leads)
        return {
            kind: tuple(
                sorted(
                    (
                        item
                        for cord in self.catalogue.cords
                        if kind.takes(cord)
                        for item in worth_having(
                            cord, lengths_of(cord, self.place), needed, self.terms, own
                        )
                    ),
                    key=lambda cord: (cord.length_mm, cord.sku),
                )
            )
            for kind, needed in needs_mm.items()
        }

    def _kinds(self, movable: list[Any]) -> dict[LinkKind, list[int]]:
        choice = self.choice
        kinds: dict[LinkKind, list[int]] = defaultdict(list)
        for link, pair, jumpers, (low, high) in movable:
            optics = _class_of(low)
            lengths = [item.length_mm for item in self.cords[optics]]
            first = bisect_left(lengths, jumpers[0]), bisect_left(lengths, jumpers[1])
            reach_mm = int(1000 * min(exact_decimal(low.reach_m), exact_decimal(high.reach_m)))
            stated = [exact_decimal(item.budget_db) for item in (low, high) if item.budget_db is not None]
            lead = int(choice.cable_sku[choice.link_cable[link]])
            kinds[LinkKind(pair, optics, lead, first, reach_mm, min(stated, default=None))].append(link)
        return kinds

    def _options(self) -> Iterator[tuple[Pair, list[tuple[TrunkOption, dict[LinkKind, int]]]]]:
        pairs: dict[Pair, list[LinkKind]] = defaultdict(list)
        for kind in self.kinds:
            pairs[kind.pair].append(kind)
        wanted = {pair: self.ways.trunk_mm[pair] + self.choice.slack_mm for pair in pairs}
        every = set(wanted.values())
        offered = [(kit, worth_having(kit.trunk, kit.lengths, every, self.terms)) for kit in self.kits]
        for pair, kinds in pairs.items():
            results = []
            for kit, lengths in offered:
                for length in lengths[bisect_left([item.length_mm for item in lengths], wanted[pair]) :]:
                    served = {
                        kind: last
                        for kind in kinds
                        if (last := kind.last(kit, length, self.cords[kind.optics]))
                    }
                    if served:
                        results.append(((kit, length), served))
            if results:
                yield pair, results


def _class_of(module: Transceiver) -> OpticsClass:
    return OpticsClass(module.gbps, module.optics, module.fibre, module.fibre_connector, module.fibres)
