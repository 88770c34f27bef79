"""Cables that have their parts already, laid before or chosen through panels: parts for the other links."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.choose import Case, PartsChoice, PartsQuestion
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice, put_together
from netfloor.costmodels.catalogue.order_choice import ordered_choice
from netfloor.costmodels.catalogue.panel_links import TWISTED_PAIR, PathParts
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.foundation.errors import InfeasibleError, setting


@dataclass(frozen=True)
class LaidPart:
    """Cables of one part that are laid: their links, and the transceivers at both ends; empty for plugs."""

    part: str
    end_a: str
    end_b: str
    links: tuple[int, ...]


def choice_beside(
    links: CagedLinks,
    asked: PartsQuestion,
    laid: Sequence[LaidPart],
    through: Sequence[PathParts] = (),
) -> PartsChoice:
    """Return the parts of all links, some of them laid: the best for the others, bought by themselves.

    A laid part that is not in the catalogue, or too short for its link now, is chosen again. The gap is
    that of the links that parts are chosen for. ``through``: what was chosen for ``links.paths``.

    Raises
    ------
    InfeasibleError
        With everything that stops the order of the others.
    """
    case = Case.of(asked)
    number = {sku.part: place for place, sku in enumerate(skus_of(asked.rules.catalogue))} | {"": -1}
    count = len(asked.needs)
    link_sku, is_cord = np.full(count, -1, dtype=np.int64), np.zeros(count, dtype=bool)
    modules = np.full(asked.needs.cages, -1, dtype=np.int64)
    for one in laid:
        if any(part not in number for part in (one.part, one.end_a, one.end_b)):
            continue
        own = np.array([link for link in one.links if link < count], dtype=np.int64)
        sku = case.skus[number[one.part]]
        routed = asked.needs.optical_mm if sku.kind in {"AOC", "cord"} else asked.needs.electrical_mm
        own = own[(routed[own] >= 0) & (routed[own] + case.slack_mm <= (sku.length_mm or 0))]
        link_sku[own], is_cord[own] = number[one.part], bool(one.end_a or one.end_b)
        modules[asked.needs.cage[own]] = [number[one.end_a], number[one.end_b]]
    for path, parts in zip(links.paths, through, strict=True):
        rows = np.array(path, dtype=np.int64)
        link_sku[rows], is_cord[rows] = parts.cords, parts.fibre != TWISTED_PAIR
        ends = asked.needs.cage[rows].ravel()
        modules[ends[~asked.needs.at_panel[ends]]] = parts.modules
    rest = np.flatnonzero(link_sku < 0)
    others = links.only(rest)
    found = ordered_choice(replace(asked, needs=others.needs))
    gap_cents, proved, choice = found.gap_cents, found.kinds_proved, found.choice
    if len(rest):
        link_sku[rest], is_cord[rest] = (
            column[choice.link_cable] for column in (choice.cable_sku, choice.is_cord)
        )
        cages = others.needs.cage
        modules[cages] = choice.cage_module[cages]
    if asked.max_skus is not None and (many := len(np.unique(link_sku))) > asked.max_skus:
        what = f"with links through panels, the order has {many:,} part numbers of cables and cords"
        raise InfeasibleError(f"{what}, {setting('max-skus')} allows {asked.max_skus:,}")
    groups = group_links(asked.needs)
    whole = put_together(asked.needs, groups, case.skus, link_sku, is_cord, modules, case.slack_mm)
    # what was laid before is on no order of a supplier now: its least value is not asked of this one
    number_of = {sku.part: place for place, sku in enumerate(case.skus)}
    pieces = tuple({number_of[part]: many for part, many in one.items()} for one in found.pieces)
    rated = Case.of(asked.without("order_value")).rated(whole, pieces)
    cents = 0 if rated is None else rated.cents
    if through and not case.is_separable:  # each link's own cheapest parts are not those of the whole order
        gap_cents += _gap_through(case, whole, through, cents)
        proved = proved and asked.criterion.name != "fewest-parts"
    return PartsChoice(whole, cents, max(cents - gap_cents, 0), proved, pieces=found.pieces)


def _gap_through(case: Case, whole: LinkChoice, through: Sequence[PathParts], cents: int) -> int:
    """Return what other parts of the links through panels could save at most, of an order of ``cents``.

    They cost their unit prices at least, where no part has breaks, packs or pieces at hand and no supplier
    has terms; else they may save all of their price, and the freight.
    """
    used = case.used(whole)
    own = Counter(sku for parts in through for sku in (*parts.cords, *parts.modules) if sku >= 0)
    others = {sku: pieces - own[sku] for sku, pieces in used.items() if pieces > own[sku]}
    simple = all(
        len(one.prices.quantities) == 1 == one.prices.quantities[0] == one.prices.pack and not one.owned
        for one in case.terms.values()
    )
    own_cents = _cents(case, used) - _cents(case, others)
    if simple and not case.asked.rules.catalogue.suppliers:
        return max(own_cents - sum(parts.score for parts in through), 0)
    return own_cents + max(cents - _cents(case, used), 0)


def _cents(case: Case, used: Mapping[int, int]) -> int:
    return sum(
        case.terms[sku].supply(pieces).purchase.total_cents + pieces * case.energy_cents[sku]
        for sku, pieces in used.items()
    )
