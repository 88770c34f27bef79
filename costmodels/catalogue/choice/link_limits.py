"""What a catalogue can do for a link wherever its ends stand: how far, and for what least price."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.choice.shelf import Shelf, stock_shelf
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import Sku
from netfloor.costmodels.sets.offers import IntArray
from netfloor.costmodels.sets.prices import exact_mm


@dataclass(frozen=True)
class LinkLimits:
    """What cages of some forms can be joined by.

    Attributes
    ----------
    electrical_mm, optical_mm
        Longest route that a part of each medium serves, the catalogue's slack kept; None where
        no part of that medium fits.
    least_cents
        What no link costs less than: its cheapest part at the lowest price break, shared among
        all links that the part carries; None where nothing fits.
    dearer_beyond
        (mm, cents), mm rising: a link whose route is longer than that costs so much more at least than
        one that is not.
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
        """Return which links a part is long enough for, elementwise; a length of -1 is no way."""
        ways = (electrical_mm, self.electrical_mm), (optical_mm, self.optical_mm)
        served = np.zeros(np.shape(electrical_mm), dtype=np.bool_)
        for routed_mm, most_mm in ways:
            if most_mm is not None:
                served |= (routed_mm >= 0) & (routed_mm <= most_mm)
        return served


def link_limits(
    catalogue: Catalogue, gbps: float, ends: Collection[Socket], other_ends: Collection[Socket]
) -> LinkLimits:
    """Return what links of a rate between two groups of cages can be joined by.

    Parameters
    ----------
    ends, other_ends
        Forms of cage at one end and at the other: a link may join any two of them.
    """
    shelf = stock_shelf(catalogue, least_unit_cents)
    slack_mm = exact_mm(catalogue.slack_m, "slack_m")
    reach = {"electrical": -1, "optical": -1}
    offers: list[tuple[int, int]] = []
    for cable, lengths in shelf.assemblies:
        plugs = (
            Socket(cable.connector_a, cable.links),
            Socket(cable.connector_b, cable.tail_links),
        )
        fits = any(one in ends and other in other_ends for one, other in (plugs, plugs[::-1]))
        if fits and cable.gbps == gbps and len(lengths.length_mm):
            reach[cable.medium] = max(reach[cable.medium], int(lengths.length_mm.max()) - slack_mm)
            prices = lengths.score // cable.links
            offers += zip((lengths.length_mm - slack_mm).tolist(), prices.tolist(), strict=True)
    for cord_mm, price in _optics(shelf, gbps, ends, other_ends):
        reach["optical"] = max(reach["optical"], cord_mm - slack_mm)
        offers.append((cord_mm - slack_mm, price))
    far = {medium: mm if mm >= 0 else None for medium, mm in reach.items()}
    least = min((cents for _, cents in offers), default=None)
    return LinkLimits(far["electrical"], far["optical"], least, _dearer_beyond(offers))


def _dearer_beyond(offers: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return by how much the cheapest (reach in mm, cents) rises where a reach ends."""
    steps: list[tuple[int, int]] = []
    cheapest: int | None = None
    for reach_mm, cents in sorted(offers, reverse=True):
        if cheapest is not None and cents < cheapest:
            steps.append((reach_mm, cheapest - cents))
        cheapest = cents if cheapest is None else min(cents, cheapest)
    return tuple(reversed(steps))


def least_unit_cents(sku: Sku) -> int:
    """Return the least that a piece of a part number can cost, at its lowest price break."""
    return min([sku.buying.price_cents, *(cents for _, cents in sku.buying.breaks)])


def _optics(
    shelf: Shelf, gbps: float, ends: Collection[Socket], other_ends: Collection[Socket]
) -> list[tuple[int, int]]:
    """Return the length of each cord that fits, and the least price of a link by it."""
    found: list[tuple[int, int]] = []
    for kind, modules in shelf.modules.items():
        near = [one for one in modules if one.socket in ends]
        far = [one for one in modules if one.socket in other_ends]
        if kind.gbps != gbps or not near or not far:
            continue
        reach_mm = min(max(one.reach_mm for one in side) for side in (near, far))
        cords = shelf.cords[kind]
        for length_mm, cents in zip(cords.length_mm.tolist(), cords.score.tolist(), strict=True):
            if length_mm <= reach_mm:
                shares = (
                    min(one.score // one.socket.links for one in side if one.reach_mm >= length_mm)
                    for side in (near, far)
                )
                found.append((length_mm, cents + sum(shares)))
    return found
