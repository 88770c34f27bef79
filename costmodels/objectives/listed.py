"""Objectives for plans from lists: the value of every cable by its rate, cages and length."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import lcm

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.cable_orders import ELECTRICAL, MEDIA, choose_by_length
from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.criterion import refuse_unknown_watts
from netfloor.costmodels.catalogue.choice.offers import offered_scores
from netfloor.costmodels.catalogue.choice.part_index import PartIndex, build_part_index
from netfloor.costmodels.catalogue.fabric_needs import CageForms, Unknown, fabric_links
from netfloor.costmodels.catalogue.formula import with_parts
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds
from netfloor.costmodels.objectives.parse import ObjectiveSpec
from netfloor.costmodels.objectives.parts_price import PartsPricing
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.fabric.fabric import PANEL, Fabric
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import CENTS_PER_UNIT, MM_PER_M
from netfloor.layout.devices import costs
from netfloor.layout.devices.costs import LinkPrices, Row, free_row, merged
from netfloor.layout.objective import NotPurchasable

_MICROWATTS_PER_W = 10**6
#: Steps of the most expensive cable in a weighted sum.
STEPS = 1_000_000
#: Figures that are available for listed cables.
LISTED = ("length", "money", "parts", "power", "longest")
_NO_RATE = "no rate"


@dataclass(frozen=True, eq=False)
class CableWays:
    """Routes of m cables: length by medium, (2, m), -1 for no route, and whether inside a cabinet."""

    length_mm: IntArray
    inside: npt.NDArray[np.bool_]

    @property
    def shortest_mm(self) -> IntArray:
        """The shorter of both routes of each cable."""
        ways = np.where(self.length_mm == NO_WAY, np.iinfo(np.int64).max, self.length_mm)
        return np.asarray(ways.min(axis=0))


@dataclass(frozen=True, eq=False, repr=False)
class ListedObjective:
    """A figure that is a sum over listed cables.

    Attributes
    ----------
    name, unit
        Name of the objective, and unit of its values.
    step
        Size of one step of the prices, in ``unit``.
    prices
        The price of each cable in a search.
    unknown
        Network cables that do not count, with the reason.
    is_exact
        False for a weighted sum, whose steps are rounded.
    """

    name: str
    unit: str
    step: float
    prices: LinkPrices
    unknown: tuple[Unknown, ...]
    is_exact: bool
    _value: Callable[[CableWays], tuple[float, NotPurchasable | None]]

    @property
    def counted(self) -> int:
        """Number of cables that count."""
        return int((self.prices.kind != costs.UNPRICED).sum())

    def value(self, ways: CableWays) -> tuple[float, NotPurchasable | None]:
        """Return the figure of the purchasable cables, and the cables that are not purchasable."""
        return self._value(ways)

    def least(self, steps: int) -> float:
        """Convert a bound in steps to the figure that it proves."""
        rounding = 0 if self.is_exact else self.counted
        return max(steps - rounding, 0.0) * self.step


def listed_objective(
    fabric: Fabric, spec: ObjectiveSpec, forms: CageForms, media: Sequence[str], longest_mm: int
) -> ListedObjective:
    """Return an objective of the cables of a fabric, except ``length`` and ``longest``.

    Raise `InputError` if the figure is not available for lists, or not in this room.

    Parameters
    ----------
    media
        Media whose routes differ in the room.
    longest_mm
        Upper bound on every route in the room.
    """
    if spec.parts is not None and "parts" in spec.weights:
        with_parts(spec.parts.catalogue, "the objective parts of lists; take money, it")
        return _Parts(fabric, spec.parts, forms, media).objective()
    if unlike := [name for name in spec.weights if name not in LISTED]:
        what = f"{unlike[0]} needs a network made by a formula, and these devices are listed"
        raise InputError(setting("objective"), what, f"take one of {', '.join(LISTED)}")
    if len(media) > 1:
        what = f"{spec.name} does not work with trays for copper only or fibre only"
        raise InputError(setting("objective"), what, "take parts, length or longest")
    return _sum(fabric, spec, forms.gbps, longest_mm)


class _Parts:
    """The price of a fabric's links by a catalogue, with each group of links that share cages as one."""

    def __init__(
        self, fabric: Fabric, pricing: PartsPricing, forms: CageForms, media: Sequence[str]
    ) -> None:
        self.fabric, self.pricing, self.media = fabric, pricing, media
        catalogue = pricing.catalogue
        nowhere = np.zeros(len(fabric.cables), dtype=np.int64)
        self.listed = fabric_links(fabric, (nowhere, nowhere), catalogue, forms)
        self.needs = self.listed.links.needs
        refuse_unknown_watts(pricing.criterion, catalogue, self.needs)
        self.groups = group_links(self.needs)
        self.shelf: PartIndex = build_part_index(catalogue, pricing.criterion.score_cents)
        slack_mm = exact_mm(catalogue.slack_m, "slack_m")
        lengths = {int(mm) for _, own in self.shelf.assemblies for mm in own.length_mm}
        lengths |= {int(mm) for own in self.shelf.cords.values() for mm in own.length_mm}
        reached = sorted({mm - slack_mm for mm in lengths if mm >= slack_mm})
        self.upto = np.array([*reached, costs.ENDLESS], dtype=np.int64)

    def objective(self) -> ListedObjective:
        """Return the objective; kinds of links that no part serves at any length do not count."""
        kind = np.zeros(len(self.fabric.cables), dtype=np.int32)
        rows, unsold = [free_row()] * (len(self.media) + 1), []
        whole = lcm(*np.unique(self.groups.links).tolist())
        number = 1
        for members in self._kinds().values():
            links = np.flatnonzero(np.isin(self.groups.of_link, members))
            cables = self.listed.cables[links]
            own = [*self._rows(members[0], whole)]
            if all((steps == costs.NOT_SOLD).all() for _, steps in own):
                unsold.append(self._unsold(members[0], cables))
                continue
            rows += own
            kind[cables] = number
            number += 1
        catalogue = self.pricing.catalogue
        prices = LinkPrices(kind, len(self.media), rows)
        unknown = (*self.listed.unknown, *unsold)
        step = 1 / (CENTS_PER_UNIT * whole)
        return ListedObjective(
            "parts", catalogue.currency, step, prices, unknown, is_exact=True, _value=self._valuer(kind)
        )

    def _kinds(self) -> dict[object, list[int]]:
        """Group the links by rates, cages, and how the cages are shared."""
        links_of: dict[int, list[int]] = defaultdict(list)
        for link, group in enumerate(self.groups.of_link.tolist()):
            links_of[group].append(link)
        kinds: dict[object, list[int]] = defaultdict(list)
        for group, links in links_of.items():
            kinds[self._key(links)].append(group)
        return kinds

    def _key(self, links: Sequence[int]) -> object:
        needs, local = self.needs, dict[int, int]()
        sockets = needs.cage_socket[needs.cage]
        listed = (0,) * len(needs) if needs.listed_of is None else needs.listed_of.tolist()
        if len(links) == 1:
            return float(needs.gbps[links[0]]), tuple(sorted(sockets[links[0]].tolist())), listed[links[0]]
        return tuple(
            (
                float(needs.gbps[link]),
                sockets[link, side].item(),
                local.setdefault(cage, len(local)),
                listed[link],
            )
            for link in links
            for side, cage in enumerate(needs.cage[link].tolist())
        )

    def _rows(self, group: int, whole: int) -> Iterator[Row]:
        """Yield the price of a link of a group by length: by each medium, and inside a cabinet."""
        links = np.flatnonzero(self.groups.of_link == group)
        count, cages = len(self.upto), np.unique(self.needs.cage[links])
        local = np.searchsorted(cages, self.needs.cage[links])
        copies = np.arange(count)
        mm = np.repeat(self.upto, len(links))
        alike = LinkNeeds(
            gbps=np.tile(self.needs.gbps[links], count),
            electrical_mm=mm.copy(),
            optical_mm=mm.copy(),
            cage=(local[None] + (copies * len(cages))[:, None, None]).reshape(-1, 2),
            cage_socket=np.tile(self.needs.cage_socket[cages], count),
            sockets=self.needs.sockets,
            cage_cabinet=np.zeros(count * len(cages), dtype=np.int64),
            listed=self.needs.listed,
            listed_of=None if self.needs.listed_of is None else np.tile(self.needs.listed_of[links], count),
        )
        # each medium separately between cabinets if their routes differ, the cheaper medium inside a
        # cabinet
        apart = ["both"] if len(self.media) == 1 else self.media
        for medium in (*apart, "both"):
            needs = replace(
                alike,
                electrical_mm=np.full(len(mm), NO_WAY) if medium == MEDIA[1] else mm.copy(),
                optical_mm=np.full(len(mm), NO_WAY) if medium == MEDIA[0] else mm.copy(),
            )
            offers = offered_scores(needs, self.pricing.catalogue, self.pricing.criterion, self.shelf)
            score = offers.score[group_links(needs).of_link[:: len(links)]]
            sold = score != NOT_SOLD
            share = np.where(sold, score, 0) * whole // len(links)
            yield merged(self.upto, np.where(sold, share, costs.NOT_SOLD))

    def _unsold(self, group: int, cables: IntArray) -> Unknown:
        links = np.flatnonzero(self.groups.of_link == group)
        sockets = {
            self.needs.sockets[item].connector
            for item in self.needs.cage_socket[self.needs.cage[links]].ravel()
        }
        rate = f"{float(self.needs.gbps[links[0]]):g} Gb/s, {' to '.join(sorted(sockets))}"
        return Unknown(
            tuple(cables.tolist()), f"{rate}: no part on sale at any length", "add parts to the catalogue"
        )

    def _valuer(
        self, kind: npt.NDArray[np.int32]
    ) -> Callable[[CableWays], tuple[float, NotPurchasable | None]]:
        counted = np.flatnonzero(kind[self.listed.cables] != costs.UNPRICED)

        def value(ways: CableWays) -> tuple[float, NotPurchasable | None]:
            cables = self.listed.cables[counted]
            needs = replace(
                self.needs.only(counted),
                electrical_mm=ways.length_mm[0][cables].astype(np.int64),
                optical_mm=ways.length_mm[1][cables].astype(np.int64),
            )
            if not len(needs):
                return 0.0, None
            groups = group_links(needs)
            score = offered_scores(needs, self.pricing.catalogue, self.pricing.criterion, self.shelf).score
            sold = score != NOT_SOLD
            missing = ways.shortest_mm[cables][~sold[groups.of_link]]
            return int(score[sold].sum()) / CENTS_PER_UNIT, _not_sold(missing)

        return value


def _not_sold(length_mm: IntArray) -> NotPurchasable | None:
    if not len(length_mm):
        return None
    return NotPurchasable(len(length_mm), int(length_mm.min()), int(length_mm.max()))


def _sum(fabric: Fabric, spec: ObjectiveSpec, gbps: float | None, longest_mm: int) -> ListedObjective:
    """Return a weighted sum of length, money and power, by the cost set and the power set."""
    rate, unknown = _rates(fabric, gbps)
    rates = sorted(set(rate.values()))
    none = 1 if "length" in spec.weights else costs.UNPRICED  # kind of cables without a rate
    kind = np.full(len(fabric.cables), none, dtype=np.int32)
    for number, own in rate.items():
        kind[number] = 2 + rates.index(own)
    grid = np.arange(longest_mm + 1, dtype=np.int64)
    figures = {name: [_figure(name, spec, own, grid) for own in (None, *rates)] for name in spec.weights}
    steps = {"length": 1 / MM_PER_M, "money": 1 / CENTS_PER_UNIT, "power": 1 / _MICROWATTS_PER_W}
    sizes = [(weight, steps[name], figures[name]) for name, weight in spec.weights.items()]
    free = [free_row(), free_row()]
    exact = [
        LinkPrices(kind, 1, [*free, *(merged(grid, row) for rows in own for row in rows)])
        for _, _, own in sizes
    ]
    alone = len(sizes) == 1 and sizes[0][0] == 1
    unit = {"length": "m", "money": spec.cost_set.currency, "power": "W"}[next(iter(spec.weights))]
    prices, step = (exact[0], sizes[0][1]) if alone else _mixed(kind, grid, sizes)
    terms = [(weight, size) for weight, size, _ in sizes]

    def value(ways: CableWays) -> tuple[float, NotPurchasable | None]:
        shortest = ways.shortest_mm
        results = [item.steps(shortest, ways.inside) for item in exact]
        sold = np.all([own != costs.NOT_SOLD for own in results], axis=0)
        figure = sum(w * size * int(own[sold].sum()) for (w, size), own in zip(terms, results, strict=True))
        return figure, _not_sold(shortest[~sold])

    return ListedObjective(
        spec.name, unit if alone else "", step, prices, unknown, is_exact=alone, _value=value
    )


def _rates(fabric: Fabric, gbps: float | None) -> tuple[dict[int, float], tuple[Unknown, ...]]:
    """Return the rate of every network cable, and the cables without a rate.

    Power cords, cords to panels and installed cables are in neither.
    """
    rate, lacking = {}, []
    for number, cable in enumerate(fabric.cables):
        own = gbps if cable.gbps is None else cable.gbps
        kinds = {fabric.devices[end.device].kind for end in cable.ends}
        if cable.installed or PANEL in kinds or number in fabric.power_cords:
            continue
        if own is None:
            lacking.append(number)
        else:
            rate[number] = own
    remedy = f"give the column rate, or {setting('gbps')} for all of them"
    return rate, (Unknown(tuple(lacking), _NO_RATE, remedy),) if lacking else ()


def _figure(
    name: str, spec: ObjectiveSpec, gbps: float | None, grid: IntArray
) -> tuple[IntArray, IntArray]:
    """Return the steps of a figure by length, between cabinets and inside a cabinet."""
    if name == "length":
        return grid, grid
    if gbps is None:
        return np.zeros_like(grid), np.zeros_like(grid)
    chosen = choose_by_length(grid, spec.cost_set, gbps, spec.reach_mm, grid)
    sold = chosen.price_cents != NOT_SOLD
    if name == "power" and spec.power_set is not None:
        watts = [round(spec.power_set.link_w(medium) * _MICROWATTS_PER_W) for medium in MEDIA]
        drawn = np.where(sold, np.where(chosen.medium == ELECTRICAL, *watts), costs.NOT_SOLD)
        return drawn, drawn
    install = spec.cost_set.installation
    inside, between = (0, 0) if install is None else install.cents
    prices = np.where(sold, chosen.price_cents, 0)
    return tuple(np.where(sold, prices + more, costs.NOT_SOLD) for more in (between, inside))  # type: ignore[return-value]


def _mixed(
    kind: npt.NDArray[np.int32],
    grid: IntArray,
    figures: Sequence[tuple[float, float, list[tuple[IntArray, IntArray]]]],
) -> tuple[LinkPrices, float]:
    """Return a weighted sum in integer steps, and the size of a step."""
    sums = []
    for place in range(len(figures[0][2])):
        for side in (0, 1):
            parts = [(weight * size, own[place][side]) for weight, size, own in figures]
            total = np.asarray(sum(size * part for size, part in parts))
            sold = np.all([part != costs.NOT_SOLD for _, part in parts], axis=0)
            sums.append((total, sold))
    dearest = max(float(total[sold].max(initial=0.0)) for total, sold in sums)
    step = max(dearest, 1e-300) / STEPS
    rows = [merged(grid, np.where(sold, np.rint(total / step), costs.NOT_SOLD)) for total, sold in sums]
    return LinkPrices(kind, 1, [free_row(), free_row(), *rows]), step
