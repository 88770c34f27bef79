"""Which links a catalogue sells parts for, and what stands in the way of the others."""

from dataclasses import dataclass

import numpy as np

from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.offers import offered_scores
from netfloor.costmodels.catalogue.choice.shelf import Shelf, stock_shelf
from netfloor.costmodels.catalogue.choice.why import nearest_miss
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.sets.offers import NOT_SOLD, metres
from netfloor.costmodels.sets.prices import exact_mm


@dataclass(frozen=True)
class Unsold:
    """Links that no part of a catalogue serves.

    Attributes
    ----------
    links
        How many they are, with those that share a cage with one that nothing serves.
    longest_mm, shortest_mm
        The longest and the shortest of them, slack included.
    sold_mm
        The longest cable or cord that is sold at its rate, None where none is.
    why
        The part that misses the longest of them least, and by what.
    """

    links: int
    longest_mm: int
    sold_mm: int | None
    why: str
    shortest_mm: int

    @property
    def span(self) -> str:
        """How many and how long they are, such as ``96 links of 31 m to 38.2 m``."""
        ends = dict.fromkeys(metres(mm) for mm in (self.shortest_mm, self.longest_mm))
        return f"{self.links:,} {'link' if self.links == 1 else 'links'} of {' to '.join(ends)}"

    @property
    def text(self) -> str:
        """What it comes to, such as ``96 links over 30 m``."""
        noun = "link" if self.links == 1 else "links"
        if self.sold_mm is not None and self.sold_mm < self.longest_mm:
            return f"{self.links:,} {noun} over {metres(self.sold_mm)}"
        return f"{self.links:,} {noun}"


def sold_links(
    needs: LinkNeeds, catalogue: Catalogue, criterion: Criterion
) -> tuple[LinkNeeds, Unsold | None]:
    """Return the links that parts are sold for, and what is said of all others, None where there are none.

    Links that hang together by their cages are served together or not at all.
    """
    groups = group_links(needs)
    unsold = (offered_scores(needs, catalogue, criterion).score == NOT_SOLD)[groups.of_link]
    if not unsold.any():
        return needs, None
    slack_mm = exact_mm(catalogue.slack_m, "slack_m")
    shelf = stock_shelf(catalogue, criterion.score_cents)
    routed_mm = np.where(unsold, np.maximum(needs.electrical_mm, needs.optical_mm), -1)
    link = int(routed_mm.argmax())
    found = Unsold(
        int(unsold.sum()),
        int(routed_mm[link]) + slack_mm,
        _longest_sold_mm(shelf, float(needs.gbps[link])),
        nearest_miss(needs, groups, shelf, link, slack_mm),
        int(routed_mm[unsold].min()) + slack_mm,
    )
    return needs.only(np.flatnonzero(~unsold)), found


def _longest_sold_mm(shelf: Shelf, gbps: float) -> int | None:
    """Return the longest cable of a rate, or cord that two transceivers of it reach over."""
    longest = [int(own.length_mm[-1]) for cable, own in shelf.assemblies if cable.gbps == gbps]
    for kind, modules in shelf.modules.items():
        reach_mm = max(module.reach_mm for module in modules)
        within = shelf.cords[kind].length_mm
        within = within[within <= reach_mm]
        if kind.gbps == gbps and len(within):
            longest.append(int(within[-1]))
    return max(longest, default=None)
