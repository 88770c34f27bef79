"""The parts chosen for every link, with separate counts of links, cables and cages."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.parts.skus import Sku
from netfloor.costmodels.sets.offers import IntArray

#: Media by their code in `LinkChoice.medium`.
MEDIA = ("electrical", "optical")


@dataclass(frozen=True, eq=False, repr=False)
class LinkChoice:
    """Cables and transceivers for m links; a cable may serve several.

    Attributes
    ----------
    link_cable
        Cable of each link, (m,) int64: assemblies and cords, numbered by their first link.
    cable_sku, is_cord
        Part number of each cable, and whether it is a cord between transceivers, (cables,).
    cage_module
        Part number of the transceiver in each cage, (cages,) int64; -1 if the cage is empty or holds a
        cable's own plug.
    medium
        Index into `MEDIA` by link, (m,) uint8.
    slack_mm
        Added to every routed length.
    """

    needs: LinkNeeds
    groups: CageGroups
    skus: tuple[Sku, ...]
    link_cable: IntArray
    cable_sku: IntArray
    is_cord: npt.NDArray[np.bool_]
    cage_module: IntArray
    medium: npt.NDArray[np.uint8]
    slack_mm: int

    def __post_init__(self) -> None:
        for array in (self.link_cable, self.cable_sku, self.is_cord, self.cage_module, self.medium):
            array.flags.writeable = False
        if (self.ordered_mm[self.link_cable] < self.routed_mm + self.slack_mm).any():
            raise ValueError("a cable is shorter than its route and the slack")
        self.counts.check()
        self._check_cages()

    def __repr__(self) -> str:
        return f"LinkChoice({len(self.needs)} links, {len(self.cable_sku)} cables)"

    @property
    def routed_mm(self) -> IntArray:
        """Routed length of each link in its medium, (m,) int64."""
        return np.where(self.medium == 1, self.needs.optical_mm, self.needs.electrical_mm)

    @property
    def cable_routed_mm(self) -> IntArray:
        """Routed length of each cable, the longest of its links, (cables,) int64."""
        routed = np.zeros(len(self.cable_sku), dtype=np.int64)
        np.maximum.at(routed, self.link_cable, self.routed_mm)
        return routed

    @property
    def ordered_mm(self) -> IntArray:
        """Length of each cable, (cables,) int64."""
        used = np.unique(self.cable_sku)
        length_mm = np.zeros(len(self.skus), dtype=np.int64)
        length_mm[used] = [self.skus[sku].length_mm or 0 for sku in used.tolist()]
        ordered: IntArray = length_mm[self.cable_sku]
        return ordered

    @property
    def counts(self) -> "Counts":
        """Links, cables, cages and plugs."""
        links_of = np.bincount(self.link_cable, minlength=len(self.cable_sku))
        first_link = np.unique(self.link_cable, return_index=True)[1]
        whole = self.groups.of_link[first_link][~self.is_cord]
        return Counts(
            links=len(self.needs),
            assemblies=int((~self.is_cord).sum()),
            assembly_links=int(links_of[~self.is_cord].sum()),
            assembly_plugs=int((self.groups.tails[whole] + 1).sum()) - self._panel_ports(cord=False),
            cords=int(self.is_cord.sum()),
            cord_links=int(links_of[self.is_cord].sum()),
            transceivers=int((self.cage_module >= 0).sum()),
            cages=int((self.groups.of_cage >= 0).sum()) - self._panel_ports(),
            link_ends=int(self.needs.load.sum()),
        )

    def _panel_ports(self, *, cord: bool | None = None) -> int:
        """Return the number of panel ports in use; ``cord`` restricts it to cords or to other cables."""
        ends = self.needs.at_panel[self.needs.cage]
        corded = self.is_cord[self.link_cable]
        return int(ends.sum() if cord is None else ends[corded == cord].sum())

    def _check_cages(self) -> None:
        """Raise an error for a cage with two plugs or none; only cords need transceivers."""
        with_module = self.cage_module[self.needs.cage] >= 0
        corded = self.is_cord[self.link_cable]
        needed = corded[:, None] & ~self.needs.at_panel[self.needs.cage]
        if (with_module != needed).any():
            raise ValueError("a cord without a transceiver, or a cable into one")
        cables = np.repeat(self.link_cable, 2)[~np.repeat(corded, 2)]
        cages = self.needs.cage.ravel()[~np.repeat(corded, 2)]
        low = np.full(self.needs.cages, len(self.cable_sku), dtype=np.int64)
        high = np.full(self.needs.cages, -1, dtype=np.int64)
        np.minimum.at(low, cages, cables)
        np.maximum.at(high, cages, cables)
        if (low < high).any():
            raise ValueError("two cables plug into one cage")


def put_together(
    needs: LinkNeeds,
    groups: CageGroups,
    skus: tuple[Sku, ...],
    link_sku: IntArray,
    is_cord: npt.NDArray[np.bool_],
    cage_module: IntArray,
    slack_mm: int,
) -> LinkChoice:
    """Assemble the choice from the part number of each link's cable, and whether it is a cord, (m,)."""
    link_cable, first = _number_cables(groups, is_cord)
    return LinkChoice(
        needs=needs,
        groups=groups,
        skus=skus,
        link_cable=link_cable,
        cable_sku=link_sku[first],
        is_cord=is_cord[first],
        cage_module=cage_module,
        medium=_media(skus, link_sku).astype(np.uint8),
        slack_mm=slack_mm,
    )


def _number_cables(groups: CageGroups, is_cord: npt.NDArray[np.bool_]) -> tuple[IntArray, IntArray]:
    """Return the cable of each link and the first link of each cable, numbered by first links.

    Every link with a cord has its own cable; the links of any other group share one.
    """
    first_of_group = np.unique(groups.of_link, return_index=True)[1]
    key = np.where(is_cord, np.arange(len(is_cord)), first_of_group[groups.of_link])
    _, first, cable = np.unique(key, return_index=True, return_inverse=True)
    return cable.astype(np.int64), first.astype(np.int64)


def _media(skus: tuple[Sku, ...], link_sku: IntArray) -> IntArray:
    optical = {"AOC", "cord"}
    used = np.unique(link_sku)
    medium = np.zeros(len(skus), dtype=np.int64)
    medium[used] = [MEDIA.index("optical") if skus[s].kind in optical else 0 for s in used.tolist()]
    return medium[link_sku]


@dataclass(frozen=True)
class Counts:
    """Links, cables, cages and plugs of a choice, each counted independently.

    Assemblies are cables with plugs; plugs and cages count only if in use.
    """

    links: int
    assemblies: int
    assembly_links: int
    assembly_plugs: int
    cords: int
    cord_links: int
    transceivers: int
    cages: int
    link_ends: int

    @property
    def cables(self) -> int:
        """Assemblies and cords together."""
        return self.assemblies + self.cords

    def identities(self) -> dict[str, bool]:
        """Return each identity that every choice satisfies, and whether it holds."""
        return {
            "links = links of assemblies + links of cords": self.links
            == self.assembly_links + self.cord_links,
            "link ends = 2 x links": self.link_ends == 2 * self.links,
            "cords = links of cords": self.cords == self.cord_links,
            "cages in use = transceivers + plugs of assemblies": self.cages
            == self.transceivers + self.assembly_plugs,
        }

    def check(self) -> None:
        """Raise a ValueError if an identity does not hold."""
        broken = [name for name, holds in self.identities().items() if not holds]
        if broken:
            raise ValueError(f"parts do not add up: {broken[0]}")
