"""Bounds from a catalogue on a link wherever its ends are: longest length and lowest price."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.part_index import PartIndex, Score, build_part_index
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import Sku
from netfloor.costmodels.sets.offers import IntArray
from netfloor.costmodels.sets.prices import exact_mm


@dataclass(frozen=True)
class LinkLimits:
    """Bounds on the links between cages of some forms.

    Attributes
    ----------
    electrical_mm, optical_mm
        Longest route that a part of each medium serves, after the catalogue's slack; None if no part of
        that medium fits.
    least_cents
        Lower bound on the price of a link: its cheapest part at the lowest price break, divided by the
        links that the part carries; None if nothing fits.
    dearer_beyond
        (mm, cents), mm ascending: minimum extra cost of a link whose route exceeds that length.
    """

    electrical_mm: int | None
    optical_mm: int | None
    least_cents: int | None
    dearer_beyond: tuple[tuple[int, int], ...] = ()

    @property
    def longest_mm(self) -> int | None:
        """Longest route that any part serves."""
        return max((mm for mm in (self.electrical_mm, self.optical_mm) if mm is not None), default=None)

    def serves(self, electrical_mm: IntArray, optical_mm: IntArray) -> npt.NDArray[np.bool_]:
        """Return, for each link, whether a part is long enough; a length of -1 means no route."""
        ways = (electrical_mm, self.electrical_mm), (optical_mm, self.optical_mm)
        served = np.zeros(np.shape(electrical_mm), dtype=np.bool_)
        for routed_mm, max_mm in ways:
            if max_mm is not None:
                served |= (routed_mm >= 0) & (routed_mm <= max_mm)
        return served


def link_limits(
    catalogue: Catalogue, gbps: float, ends: Collection[Socket], other_ends: Collection[Socket]
) -> LinkLimits:
    """Return bounds on the links of a rate between two groups of cages.

    ``ends``, ``other_ends``: forms of cage at either end; a link may connect any two of them.
    """
    offers = link_offers(catalogue, gbps, ends, other_ends, min_unit_cents)
    reach = {
        medium: max((offer.reach_mm for offer in offers if offer.medium == medium), default=-1)
        for medium in MEDIA
    }
    far = {medium: mm if mm >= 0 else None for medium, mm in reach.items()}
    minimum = min((offer.score for offer in offers), default=None)
    dearer = _dearer_beyond([(offer.reach_mm, offer.score) for offer in offers])
    return LinkLimits(far["electrical"], far["optical"], minimum, dearer)


@dataclass(frozen=True)
class LinkOffer:
    """Parts that connect the ends of a link: reach after slack, and score."""

    medium: str
    reach_mm: int
    score: int


def link_offers(
    catalogue: Catalogue,
    gbps: float,
    ends: Collection[Socket],
    other_ends: Collection[Socket],
    score: Score,
) -> list[LinkOffer]:
    """Return every length of cable or cord that connects cages of two groups, for any link length.

    A part shared by several links counts proportionally for each, rounded down.
    """
    shelf = build_part_index(catalogue, score)
    slack_mm = exact_mm(catalogue.slack_m, "slack_m")
    offers: list[LinkOffer] = []
    for cable, lengths in shelf.assemblies:
        plugs = (
            Socket(cable.connector_a, cable.links),
            Socket(cable.connector_b, cable.tail_links),
        )
        fits = any(item in ends and other in other_ends for item, other in (plugs, plugs[::-1]))
        if fits and cable.carries(gbps) and len(lengths.length_mm):
            each = zip(lengths.length_mm.tolist(), (lengths.score // cable.links).tolist(), strict=True)
            offers += [LinkOffer(cable.medium, mm - slack_mm, share) for mm, share in each]
    optics = _optics(shelf, gbps, ends, other_ends)
    return offers + [LinkOffer("optical", mm - slack_mm, share) for mm, share in optics]


def _dearer_beyond(offers: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the increase of the cheapest price at the end of each reach, from (reach in mm, cents)."""
    steps: list[tuple[int, int]] = []
    cheapest: int | None = None
    for reach_mm, cents in sorted(offers, reverse=True):
        if cheapest is not None and cents < cheapest:
            steps.append((reach_mm, cheapest - cents))
        cheapest = cents if cheapest is None else min(cents, cheapest)
    return tuple(reversed(steps))


def min_unit_cents(sku: Sku) -> int:
    """Return the lowest possible unit price of a part number, at its lowest price break."""
    return min([sku.buying.price_cents, *(cents for _, cents in sku.buying.breaks)])


def _optics(
    shelf: PartIndex, gbps: float, ends: Collection[Socket], other_ends: Collection[Socket]
) -> list[tuple[int, int]]:
    """Return the length of each fitting cord, and the lowest score of a link that uses it."""
    results: list[tuple[int, int]] = []
    for kind, modules in shelf.modules.items():
        near = [module for module in modules if module.socket in ends]
        far = [module for module in modules if module.socket in other_ends]
        if kind.gbps != gbps or not near or not far:
            continue
        reach_mm = min(max(item.reach_mm for item in side) for side in (near, far))
        cords = shelf.cords[kind]
        for length_mm, cord in zip(cords.length_mm.tolist(), cords.score.tolist(), strict=True):
            if length_mm <= reach_mm:
                shares = (
                    min(item.score // item.socket.links for item in side if item.reach_mm >= length_mm)
                    for side in (near, far)
                )
                results.append((length_mm, cord + sum(shares)))
    return results
