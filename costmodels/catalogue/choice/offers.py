"""The best parts for each group of links separately, and the links that no part serves."""

from dataclasses import dataclass

import numpy as np

from netfloor.costmodels.catalogue.choice.assemblies import AssemblyOffer, offer_assemblies
from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups, group_links
from netfloor.costmodels.catalogue.choice.criterion import Criterion, refuse_unknown_watts
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice, put_together
from netfloor.costmodels.catalogue.choice.optics import OpticsOffer, offer_optics
from netfloor.costmodels.catalogue.choice.part_index import PartIndex, build_part_index
from netfloor.costmodels.catalogue.choice.why import nearest_miss
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray, metres
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.foundation.errors import InfeasibleError


def offered_scores(
    needs: LinkNeeds, catalogue: Catalogue, criterion: Criterion, shelf: PartIndex | None = None
) -> "Offers":
    """Return the score of each way of connecting the links, even if not all links can be served.

    ``shelf`` is the whole catalogue by the criterion; callers that ask repeatedly pass it to save time.
    """
    refuse_unknown_watts(criterion, catalogue, needs)
    shelf = shelf or build_part_index(catalogue, criterion.score_cents)
    return Offers.of(needs, group_links(needs), shelf, exact_mm(catalogue.slack_m, "slack_m"))


@dataclass(frozen=True, eq=False)
class Offers:
    """The scores of all ways of connecting the links."""

    assemblies: AssemblyOffer
    optics: tuple[OpticsOffer, ...]

    @staticmethod
    def of(needs: LinkNeeds, groups: CageGroups, shelf: PartIndex, slack_mm: int) -> "Offers":
        """Return the offers of all products."""
        optics = (offer_optics(needs, groups, shelf, kind, slack_mm) for kind in shelf.modules)
        return Offers(offer_assemblies(needs, groups, shelf, slack_mm), tuple(optics))

    @property
    def score(self) -> IntArray:
        """Best score of each group, (g,)."""
        best: IntArray = np.min([self.assemblies.score, *(optic.score for optic in self.optics)], axis=0)
        return best

    def best(self, needs: LinkNeeds, groups: CageGroups, shelf: PartIndex, slack_mm: int) -> LinkChoice:
        """Combine the best way for each group."""
        way = np.argmin([self.assemblies.score, *(item.score for item in self.optics)], axis=0)
        way = np.append(way, 0)  # for -1, a cage without links, if there are no groups at all
        link_way, cage_way = way[groups.of_link], way[groups.of_cage]
        link_sku = self.assemblies.sku[groups.of_link]
        cage_module = np.full(needs.cages, -1, dtype=np.int64)
        for number, optic in enumerate(self.optics, start=1):
            link_sku = np.where(link_way == number, optic.cord_sku, link_sku)
            cage_module = np.where(cage_way == number, optic.module_sku, cage_module)
        cage_module[groups.of_cage < 0] = -1
        return put_together(
            needs=needs,
            groups=groups,
            skus=shelf.skus,
            link_sku=link_sku,
            is_cord=link_way > 0,
            cage_module=cage_module,
            slack_mm=slack_mm,
        )


def refuse_unserved(
    needs: LinkNeeds, groups: CageGroups, shelf: PartIndex, offers: Offers, slack_mm: int
) -> None:
    """Raise an error that names the longest link that no part can serve."""
    unserved = np.flatnonzero((offers.score == NOT_SOLD)[groups.of_link])
    if len(unserved):
        longest = np.maximum(needs.electrical_mm, needs.optical_mm)[unserved]
        link = int(unserved[longest.argmax()])
        miss = nearest_miss(needs, groups, shelf, link, slack_mm)
        what = f"no part fits ({len(unserved)} links in all)"
        raise InfeasibleError(f"{needs.name(link)}: {what}; closest: {miss}")


@dataclass(frozen=True)
class Unsold:
    """Links that no part of a catalogue serves.

    Attributes
    ----------
    links
        Their number, including links that share a cage with an unserved link.
    longest_mm, shortest_mm
        Longest and shortest of them, including slack.
    sold_mm
        Longest cable or cord sold at the rate of the longest, None if there is none.
    why
        The nearest miss: the part closest to serving the longest link, and its shortfall.
    """

    links: int
    longest_mm: int
    sold_mm: int | None
    why: str
    shortest_mm: int

    @property
    def span(self) -> str:
        """Number and lengths, such as ``96 links of 31 m to 38.2 m``."""
        ends = dict.fromkeys(metres(mm) for mm in (self.shortest_mm, self.longest_mm))
        return f"{self.links:,} {'link' if self.links == 1 else 'links'} of {' to '.join(ends)}"

    @property
    def text(self) -> str:
        """Summary, such as ``96 links over 30 m``."""
        noun = "link" if self.links == 1 else "links"
        if self.sold_mm is not None and self.sold_mm < self.longest_mm:
            return f"{self.links:,} {noun} over {metres(self.sold_mm)}"
        return f"{self.links:,} {noun}"


def sold_links(
    needs: LinkNeeds, catalogue: Catalogue, criterion: Criterion
) -> tuple[IntArray, Unsold | None]:
    """Return a mask of the purchasable links, and a description of the others (None without any).

    Links connected by shared cages are served together or not at all.
    """
    unsold = unsold_links(needs, catalogue, criterion)
    sold: IntArray = np.delete(np.arange(len(needs)), unsold)
    if not len(unsold):
        return sold, None
    return sold, describe_unsold(needs, unsold, catalogue, criterion)


def unsold_links(needs: LinkNeeds, catalogue: Catalogue, criterion: Criterion) -> IntArray:
    """Return the indices of links that no part of a catalogue serves."""
    if not len(needs):
        return np.zeros(0, dtype=np.int64)
    score = offered_scores(needs, catalogue, criterion).score
    unsold: IntArray = np.flatnonzero((score == NOT_SOLD)[group_links(needs).of_link])
    return unsold


def describe_unsold(
    needs: LinkNeeds, unsold: IntArray, catalogue: Catalogue, criterion: Criterion
) -> Unsold:
    """Describe one or more links that no part serves."""
    slack_mm = exact_mm(catalogue.slack_m, "slack_m")
    shelf = build_part_index(catalogue, criterion.score_cents)
    routed_mm = np.maximum(needs.electrical_mm, needs.optical_mm)[unsold]
    link = int(unsold[routed_mm.argmax()])
    return Unsold(
        len(unsold),
        int(routed_mm.max()) + slack_mm,
        _longest_sold_mm(shelf, float(needs.gbps[link])),
        nearest_miss(needs, group_links(needs), shelf, link, slack_mm),
        int(routed_mm.min()) + slack_mm,
    )


def _longest_sold_mm(shelf: PartIndex, gbps: float) -> int | None:
    """Return the longest cable of a rate, or the longest cord that two of its transceivers reach over."""
    longest = [int(own.length_mm[-1]) for cable, own in shelf.assemblies if cable.carries(gbps)]
    for kind, modules in shelf.modules.items():
        reach_mm = max(module.reach_mm for module in modules)
        within = shelf.cords[kind].length_mm
        within = within[within <= reach_mm]
        if kind.gbps == gbps and len(within):
            longest.append(int(within[-1]))
    return max(longest, default=None)
