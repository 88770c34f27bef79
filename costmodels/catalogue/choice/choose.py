"""The best parts for every link: one cable with plugs, or transceivers and cords."""

from dataclasses import dataclass

import numpy as np

from netfloor.costmodels.catalogue.choice.assemblies import AssemblyOffer, offer_assemblies
from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups, group_links
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.few_parts import fewest_parts
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA, LinkChoice
from netfloor.costmodels.catalogue.choice.optics import OpticsOffer, offer_optics
from netfloor.costmodels.catalogue.choice.shelf import Shelf, stock_shelf
from netfloor.costmodels.catalogue.choice.why import nearest_miss
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.foundation.errors import InfeasibleError


def choose_parts(
    needs: LinkNeeds, catalogue: Catalogue, criterion: Criterion | None = None, slack_mm: int | None = None
) -> LinkChoice:
    """Return the best parts for every link by a criterion, exactly.

    Links whose cages hang together (see `CageGroups`) are served together: by one cable
    with plugs that carries them all, or by transceivers and cords. Prices are those of a
    single piece; price breaks, stock at hand and spares come later, in the bill. Of
    equally good ways the one with fewer parts is taken, then the first in the catalogue.

    ``slack_mm`` is added to every routed length; None for the catalogue's.

    Raises
    ------
    InfeasibleError
        If nothing serves a link, naming it and the part that misses least.
    """
    criterion = criterion or Criterion()
    slack_mm = exact_mm(catalogue.slack_m, "slack_m") if slack_mm is None else slack_mm
    if slack_mm < 0:
        raise ValueError("slack_mm must not be negative")
    groups = group_links(needs)
    shelf = stock_shelf(catalogue, criterion.score_cents)
    offers = Offers.of(needs, groups, shelf, slack_mm)
    _refuse_unserved(needs, groups, shelf, offers, slack_mm)
    if criterion.name == "fewest-parts":
        shelf = stock_shelf(catalogue, criterion.score_cents, fewest_parts(needs, groups, shelf, slack_mm))
        offers = Offers.of(needs, groups, shelf, slack_mm)
    return offers.best(needs, groups, shelf, slack_mm)


def offered_scores(needs: LinkNeeds, catalogue: Catalogue, criterion: Criterion) -> "Offers":
    """Return what each way of joining the links would count as, whether or not all can be served."""
    groups, shelf = group_links(needs), stock_shelf(catalogue, criterion.score_cents)
    return Offers.of(needs, groups, shelf, exact_mm(catalogue.slack_m, "slack_m"))


@dataclass(frozen=True, eq=False)
class Offers:
    """What each way of joining links would cost."""

    assemblies: AssemblyOffer
    optics: tuple[OpticsOffer, ...]

    @staticmethod
    def of(needs: LinkNeeds, groups: CageGroups, shelf: Shelf, slack_mm: int) -> "Offers":
        """Return the offers of all products."""
        optics = (offer_optics(needs, groups, shelf, kind, slack_mm) for kind in shelf.modules)
        return Offers(offer_assemblies(needs, groups, shelf, slack_mm), tuple(optics))

    @property
    def score(self) -> IntArray:
        """Best score of each group, (g,)."""
        best: IntArray = np.min([self.assemblies.score, *(one.score for one in self.optics)], axis=0)
        return best

    def best(self, needs: LinkNeeds, groups: CageGroups, shelf: Shelf, slack_mm: int) -> LinkChoice:
        """Return the best way for each group, put together."""
        way = np.argmin([self.assemblies.score, *(one.score for one in self.optics)], axis=0)
        link_way, cage_way = way[groups.of_link], way[groups.of_cage]
        is_cord = link_way > 0
        link_sku = self.assemblies.sku[groups.of_link]
        cage_module = np.full(needs.cages, -1, dtype=np.int64)
        for number, one in enumerate(self.optics, start=1):
            link_sku = np.where(link_way == number, one.cord_sku, link_sku)
            cage_module = np.where(cage_way == number, one.module_sku, cage_module)
        cage_module[groups.of_cage < 0] = -1
        link_cable, first = number_cables(groups, is_cord)
        return LinkChoice(
            needs=needs,
            groups=groups,
            skus=shelf.skus,
            link_cable=link_cable,
            cable_sku=link_sku[first],
            is_cord=is_cord[first],
            cage_module=cage_module,
            medium=_media(shelf, link_sku).astype(np.uint8),
            slack_mm=slack_mm,
        )


def number_cables(groups: CageGroups, is_cord: np.ndarray) -> tuple[IntArray, IntArray]:
    """Return the cable of each link and the first link of each cable, numbered by first links.

    Every corded link has a cable of its own, other groups one together.
    """
    first_of_group = np.unique(groups.of_link, return_index=True)[1]
    key = np.where(is_cord, np.arange(len(is_cord)), first_of_group[groups.of_link])
    _, first, cable = np.unique(key, return_index=True, return_inverse=True)
    return cable.astype(np.int64), first.astype(np.int64)


def _media(shelf: Shelf, link_sku: IntArray) -> np.ndarray:
    optical = {"AOC", "cord"}
    used = np.unique(link_sku)
    medium = np.zeros(len(shelf.skus), dtype=np.int64)
    medium[used] = [MEDIA.index("optical") if shelf.skus[s].kind in optical else 0 for s in used.tolist()]
    return medium[link_sku]


def _refuse_unserved(
    needs: LinkNeeds, groups: CageGroups, shelf: Shelf, offers: Offers, slack_mm: int
) -> None:
    """Name the longest link that no part can serve."""
    unserved = np.flatnonzero((offers.score == NOT_SOLD)[groups.of_link])
    if len(unserved):
        longest = np.maximum(needs.electrical_mm, needs.optical_mm)[unserved]
        link = int(unserved[longest.argmax()])
        miss = nearest_miss(needs, groups, shelf, link, slack_mm)
        what = f"no part can serve it ({len(unserved)} links in all)"
        raise InfeasibleError(f"{needs.name(link)}: {what}; nearest miss: {miss}")
