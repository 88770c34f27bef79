"""The parts of links through panels, and the notes on them."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from netfloor.costmodels.catalogue.choice.choose import PartsChoice
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.part_index import build_part_index
from netfloor.costmodels.catalogue.choice.questions import BundleNeed
from netfloor.costmodels.catalogue.fabric_needs import FabricLinks, Unknown
from netfloor.costmodels.catalogue.panel_links import (
    MAX_OPTIONS,
    TWISTED_PAIR,
    NoParts,
    PanelPartsChoice,
    PathParts,
)
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.wording import count_text

if TYPE_CHECKING:
    from netfloor.costmodels.catalogue.panel_paths import PanelPath
    from netfloor.costmodels.sets.offers import IntArray

#: Limit on cable names in a sentence.
_MAX_NAMED = 5


class PanelLinks:
    """The parts of a plan's links through panels, and the links without a part.

    Attributes
    ----------
    sold
        Links with their possible parts, in the order of ``links.paths``.
    needs
        The same for the choice of parts: links with equal options together.
    unsold, unsold_rows
        Links without a part and the reason, and the rows of their pieces.
    direct
        Rows of links without a panel.
    """

    def __init__(
        self, fabric: Fabric, listed: FabricLinks, rules: BuyingRules, criterion: Criterion
    ) -> None:
        self.sold: list[tuple[PanelPath, list[PathParts]]] = []
        self.cut: list[int] = []  # links with options that were not evaluated
        self.unsold: list[Unknown] = []
        self.unsold_rows: list[int] = []
        self._fabric = fabric
        needs, paths = listed.links.needs, listed.links.paths
        through = [row for rows in paths for row in rows]
        self.direct: IntArray = np.delete(np.arange(len(needs)), through)
        self.needs: tuple[BundleNeed, ...] = ()
        self._groups: list[list[int]] = []
        if not paths:
            return
        catalogue = rules.catalogue
        skus = skus_of(catalogue)
        allowed = {number for number, sku in enumerate(skus) if rules.terms(sku).can_supply(1)}
        shelf = build_part_index(catalogue, criterion.score_cents)
        choice = PanelPartsChoice(catalogue, shelf, allowed, exact_mm(catalogue.slack_m, "slack_m"))
        for path, rows in zip(listed.paths, paths, strict=True):
            ways = [[0] * len(path.cables) for _ in MEDIA]
            bought = [place for place, is_bought in enumerate(path.bought) if is_bought]
            for place, row in zip(bought, rows, strict=True):
                ways[0][place], ways[1][place] = int(needs.electrical_mm[row]), int(needs.optical_mm[row])
            cages = needs.cage[[*rows]].ravel()
            a, b = needs.cage_socket[cages[~needs.at_panel[cages]]].tolist()
            ends = needs.sockets[a], needs.sockets[b]
            result = choice.options(path, float(needs.gbps[rows[0]]), ends, ways)
            if not isinstance(result, NoParts):
                if choice.is_cut or len(result) > MAX_OPTIONS:
                    self.cut.append(len(self.sold))
                self.sold.append((path, result[:MAX_OPTIONS]))
                continue
            cables = tuple(path.cables[place] for place in bought)
            what = f"link {path.name} through panels: {result.why}"
            self.unsold.append(Unknown(cables, what, result.remedy))
            self.unsold_rows += rows

        groups: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        for number, (_, options) in enumerate(self.sold):
            groups.setdefault(tuple(option.skus for option in options), []).append(number)
        self._groups = list(groups.values())
        self.needs = tuple(
            BundleNeed(tuple(tuple(skus[sku].part for sku in item) for item in key), len(links))
            for key, links in groups.items()
        )

    def chosen(self, found: PartsChoice) -> tuple[PathParts, ...]:
        """Return the parts of each link in a choice."""
        parts: list[PathParts] = [options[0] for _, options in self.sold]
        for links, counts in zip(self._groups, found.bundles, strict=True):
            turns = iter([option for option, count in enumerate(counts) for _ in range(count)])
            for link in links:
                parts[link] = self.sold[link][1][next(turns)]
        return tuple(parts)

    def hidden_cents(self, parts: Sequence[PathParts]) -> int:
        """Return a bound on the saving by unevaluated options: the full price of their links."""
        return sum(parts[link].score for link in self.cut)

    def assumed(self, through: Sequence[PathParts]) -> Iterator[str]:
        """Yield assumptions about installed cables on which the parts of links rest."""
        unsaid: dict[tuple[str, str], list[str]] = {}
        for (path, _), parts in zip(self.sold, through, strict=True):
            pieces = [self._fabric.cables[item] for item in path.cables]
            for cable, is_bought in zip(pieces, path.bought, strict=True):
                if not is_bought and not cable.kind:
                    unsaid.setdefault((parts.fibre, parts.connector), []).append(cable.id)
        for (fibre, connector), names in unsaid.items():
            kind = "twisted pair" if fibre == TWISTED_PAIR else f"{fibre} with {connector} connectors"
            cables = count_text(len(set(names)), "installed cable")
            yield f"{cables} without a type: {kind} assumed ({_some(sorted(set(names)))})."
        unstated = sum(item.loss is not None and item.budget_db is None for item in through)
        if unstated:
            links = count_text(unstated, "link")
            yield f"The loss of {links} through panels is not checked: no transceiver states budget_db."


def loss_of_paths(through: Sequence[PathParts]) -> Iterator[str]:
    """Yield the loss of the link through panels with the smallest margin."""
    losses = [item for item in through if item.loss is not None and item.budget_db is not None]
    if losses:
        worst = min(losses, key=lambda item: item.margin_db)
        budget, loss = float(worst.budget_db or 0), worst.loss.text if worst.loss else ""
        what = f"Loss through panels, nearest to its budget of {budget:g} dB: at most {loss}"
        yield f"{what}, by ANSI/TIA-568.3-D as commonly quoted, UNVERIFIED."


def _some(names: Sequence[str]) -> str:
    left = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {left:,} more" if left > 0 else "")
