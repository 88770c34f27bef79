"""Parts for all links of an order, some of them already laid or through panels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.choose import Case, PartsChoice
from netfloor.costmodels.catalogue.choice.link_choice import put_together
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.order_choice import ordered_choice
from netfloor.costmodels.catalogue.panel_links import TWISTED_PAIR, PathParts
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.foundation.errors import InfeasibleError, setting


@dataclass(frozen=True)
class LaidPart:
    """Laid cables of one part: their links, and the transceivers at both ends (empty for plugs)."""

    part: str
    end_a: str
    end_b: str
    links: tuple[int, ...]


def choice_beside(
    links: CagedLinks,
    asked: PartsQuestion,
    laid: Sequence[LaidPart],
    through: Callable[[PartsChoice], Sequence[PathParts]] | None = None,
) -> PartsChoice:
    """Return the parts of all links, with optimal parts for those neither laid nor through panels.

    A laid part that is not in the catalogue, or is now too short for its link, is chosen again. The gap
    refers to the links for which parts are chosen. ``through`` returns the parts of ``links.paths``, the
    bundles of the question, for a choice. Raise `InfeasibleError` if the other links cannot be ordered; the
    message lists every obstacle.
    """
    case = Case.of(replace(asked, bundles=()))
    number = {sku.part: place for place, sku in enumerate(skus_of(asked.rules.catalogue))} | {"": -1}
    count = len(asked.needs)
    link_sku, is_cord = np.full(count, -1, dtype=np.int64), np.zeros(count, dtype=bool)
    modules = np.full(asked.needs.cages, -1, dtype=np.int64)
    for item in laid:
        if any(part not in number for part in (item.part, item.end_a, item.end_b)):
            continue
        own = np.array([link for link in item.links if link < count], dtype=np.int64)
        sku = case.skus[number[item.part]]
        routed = asked.needs.optical_mm if sku.kind in {"AOC", "cord"} else asked.needs.electrical_mm
        own = own[(routed[own] >= 0) & (routed[own] + case.slack_mm <= (sku.length_mm or 0))]
        link_sku[own], is_cord[own] = number[item.part], bool(item.end_a or item.end_b)
        modules[asked.needs.cage[own]] = [number[item.end_a], number[item.end_b]]
    rest = np.flatnonzero((link_sku < 0) & links.is_direct)
    others = links.only(rest)
    result = ordered_choice(replace(asked, needs=others.needs))
    choice = result.choice
    if len(rest):
        link_sku[rest], is_cord[rest] = (
            column[choice.link_cable] for column in (choice.cable_sku, choice.is_cord)
        )
        cages = others.needs.cage
        modules[cages] = choice.cage_module[cages]
    of_paths = () if through is None else through(result)
    for path, parts in zip(links.paths, of_paths, strict=True):
        rows = np.array(path, dtype=np.int64)
        link_sku[rows], is_cord[rows] = parts.cords, parts.fibre != TWISTED_PAIR
        ends = asked.needs.cage[rows].ravel()
        modules[ends[~asked.needs.at_panel[ends]]] = parts.modules
    if asked.max_skus is not None and (many := len(np.unique(link_sku))) > asked.max_skus:
        what = f"with cables that stay, the order has {many:,} part numbers of cables and cords"
        raise InfeasibleError(f"{what}, {setting('max-skus')} allows {asked.max_skus:,}")
    groups = group_links(asked.needs)
    whole = put_together(asked.needs, groups, case.skus, link_sku, is_cord, modules, case.slack_mm)
    if not laid:
        return replace(result, choice=whole)
    number_of = {sku.part: place for place, sku in enumerate(case.skus)}
    pieces = tuple({number_of[part]: many for part, many in piece.items()} for piece in result.pieces)
    # laid parts belong to no new order, so suppliers' minimum order values do not apply to them
    rated = Case.of(replace(asked, bundles=()).without("order_value")).rated(whole, pieces)
    cents = 0 if rated is None else rated.cents
    bound = max(cents - result.gap_cents, 0)
    return PartsChoice(
        whole, cents, bound, result.kinds_proved, pieces=result.pieces, bundles=result.bundles
    )
