"""Cables that are laid already and stay: parts are chosen for the other links alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.choose import Case, PartsChoice, PartsQuestion
from netfloor.costmodels.catalogue.choice.link_choice import put_together
from netfloor.costmodels.catalogue.order_choice import ordered_choice
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.catalogue.plan_needs import CagedLinks


@dataclass(frozen=True)
class LaidPart:
    """Cables of one part that are laid: their links, and the transceivers at both ends; empty for plugs."""

    part: str
    end_a: str
    end_b: str
    links: tuple[int, ...]


def choice_beside(links: CagedLinks, asked: PartsQuestion, laid: Sequence[LaidPart]) -> PartsChoice:
    """Return the parts of all links, some of them laid: the best for the others, bought by themselves.

    A laid part that is not in the catalogue, or too short for its link now, is chosen again. The gap is
    that of the links that parts are chosen for.

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
    rest = np.flatnonzero(link_sku < 0)
    gap_cents, proved = 0, True
    if len(rest):
        others = links.only(rest)
        found = ordered_choice(others, replace(asked, needs=others.needs))
        gap_cents, proved, choice = found.gap_cents, found.kinds_proved, found.choice
        link_sku[rest], is_cord[rest] = (
            column[choice.link_cable] for column in (choice.cable_sku, choice.is_cord)
        )
        cages = others.needs.cage
        modules[cages] = choice.cage_module[cages]
    groups = group_links(asked.needs)
    whole = put_together(asked.needs, groups, case.skus, link_sku, is_cord, modules, case.slack_mm)
    # what was laid before is on no order of a supplier now: its least value is not asked of this one
    rated = Case.of(asked.without("order_value")).rated(whole)
    cents = 0 if rated is None else rated.cents
    return PartsChoice(whole, cents, max(cents - gap_cents, 0), proved)
