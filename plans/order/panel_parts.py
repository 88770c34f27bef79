"""What is bought for links through panels beside the other links of a plan, and what to say of it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.shelf import stock_shelf
from netfloor.costmodels.catalogue.fabric_needs import FabricLinks, Unknown
from netfloor.costmodels.catalogue.panel_links import TWISTED_PAIR, PanelPartsChoice, PathParts
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.wording import count_text

if TYPE_CHECKING:
    from netfloor.costmodels.catalogue.panel_paths import PanelPath
    from netfloor.costmodels.sets.offers import IntArray

#: Cables that a sentence names at most.
_MAX_NAMED = 5


class PanelLinks:
    """What is bought for the links of a plan through panels, and those that nothing serves.

    Attributes
    ----------
    sold
        Links with their parts, in the order of ``links.paths``.
    unsold, unsold_rows
        The others with the reason, and the rows of their pieces.
    direct
        Rows of links that go through no panel.
    """

    def __init__(
        self, fabric: Fabric, listed: FabricLinks, rules: BuyingRules, criterion: Criterion
    ) -> None:
        self.sold: list[tuple[PanelPath, PathParts]] = []
        self.unsold: list[Unknown] = []
        self.unsold_rows: list[int] = []
        self._fabric = fabric
        needs, paths = listed.links.needs, listed.links.paths
        through = [row for rows in paths for row in rows]
        self.direct: IntArray = np.delete(np.arange(len(needs)), through)
        if not paths:
            return
        catalogue = rules.catalogue
        skus = skus_of(catalogue)
        allowed = {number for number, sku in enumerate(skus) if rules.terms(sku).can_supply(1)}
        shelf = stock_shelf(catalogue, criterion.score_cents)
        choice = PanelPartsChoice(catalogue, shelf, allowed, exact_mm(catalogue.slack_m, "slack_m"))
        for path, rows in zip(listed.paths, paths, strict=True):
            ways = [[0] * len(path.cables) for _ in MEDIA]
            bought = [place for place, is_bought in enumerate(path.bought) if is_bought]
            for place, row in zip(bought, rows, strict=True):
                ways[0][place], ways[1][place] = int(needs.electrical_mm[row]), int(needs.optical_mm[row])
            cages = needs.cage[[*rows]].ravel()
            a, b = needs.cage_socket[cages[~needs.at_panel[cages]]].tolist()
            ends = needs.sockets[a], needs.sockets[b]
            found = choice.choose(path, float(needs.gbps[rows[0]]), ends, ways)
            if isinstance(found, PathParts):
                self.sold.append((path, found))
                continue
            cables = tuple(path.cables[place] for place in bought)
            what = f"link {path.name} through panels: {found.why}"
            self.unsold.append(Unknown(cables, what, found.remedy))
            self.unsold_rows += rows

    def assumed(self) -> Iterator[str]:
        """Yield what no list says of installed cables and is taken for granted."""
        unsaid: dict[tuple[str, str], list[str]] = {}
        for path, parts in self.sold:
            cables = [self._fabric.cables[one] for one in path.cables]
            for cable, is_bought in zip(cables, path.bought, strict=True):
                if not is_bought and not cable.kind:
                    unsaid.setdefault((parts.fibre, parts.connector), []).append(cable.id)
        for (fibre, connector), names in unsaid.items():
            kind = "twisted pair" if fibre == TWISTED_PAIR else f"{fibre} with {connector} connectors"
            installed = count_text(len(set(names)), "installed cable")
            yield f"Taken to be {kind}, which no list says: {installed} ({_some(sorted(set(names)))})."
        unstated = sum(parts.loss is not None and parts.budget_db is None for _, parts in self.sold)
        if unstated:
            links = count_text(unstated, "link")
            yield f"The loss of {links} through panels is not checked: no transceiver states budget_db."


def notes_of_paths(through: Sequence[PathParts]) -> Iterator[str]:
    """Yield how links through panels get their parts, and how near their loss is to their budget."""
    if through:
        links = count_text(len(through), "link")
        yield f"Cords and transceivers of {links} through panels: link by link, at unit prices."
    losses = [one for one in through if one.loss is not None and one.budget_db is not None]
    if losses:
        worst = min(losses, key=lambda one: one.margin_db)
        budget, loss = float(worst.budget_db or 0), worst.loss.text if worst.loss else ""
        what = f"Loss through panels, nearest to its budget of {budget:g} dB: at most {loss}"
        yield f"{what}, by ANSI/TIA-568.3-D as commonly quoted, UNVERIFIED."


def _some(names: Sequence[str]) -> str:
    left = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {left:,} more" if left > 0 else "")
