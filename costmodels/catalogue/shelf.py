"""A catalogue as arrays: what each product offers, by length."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from costmodels.catalogue.cable_parts import Assembly, Cord
from costmodels.catalogue.catalogue import Catalogue
from costmodels.catalogue.devices import Transceiver
from costmodels.catalogue.skus import Sku, skus_of, thousandths
from costmodels.offers import NOT_SOLD, IntArray

Score = Callable[[Sku], int]


@dataclass(frozen=True, eq=False)
class Lengths:
    """Lengths of a cable on offer, ascending; three arrays of one length, int64.

    Attributes
    ----------
    sku
        Index into the shelf's part numbers.
    length_mm, score
        Length, and what a piece counts as.
    """

    sku: IntArray
    length_mm: IntArray
    score: IntArray

    def cheapest(self, needed_mm: IntArray, longest_mm: int | None = None) -> tuple[IntArray, IntArray]:
        """Return score and part number of the best length for each need, the shorter on a tie.

        Parameters
        ----------
        needed_mm
            Shortest that will do; negative where nothing will.
        longest_mm
            Longest that will do.

        Returns
        -------
        score, sku
            `NOT_SOLD` and -1 where nothing fits.
        """
        count = len(self.length_mm)
        if longest_mm is not None:
            count = int(np.searchsorted(self.length_mm, longest_mm, side="right"))
        best = _best_from(self.score[:count])
        place = np.searchsorted(self.length_mm[:count], needed_mm)
        found = (place < count) & (needed_mm >= 0)
        score, sku = np.full(len(needed_mm), NOT_SOLD), np.full(len(needed_mm), -1)
        score[found], sku[found] = self.score[best[place[found]]], self.sku[best[place[found]]]
        return score, sku


def _best_from(score: IntArray) -> IntArray:
    """Return for each place the first of the least scores from there on."""
    best = np.arange(len(score))
    for place in range(len(score) - 2, -1, -1):
        if score[best[place + 1]] < score[place]:
            best[place] = best[place + 1]
    return best


@dataclass(frozen=True)
class OpticsClass:
    """What two transceivers and a cord between them must share."""

    gbps: float
    optics: str
    fibre: str
    fibre_connector: str
    fibres: int


@dataclass(frozen=True)
class Module:
    """A transceiver on the shelf."""

    sku: int
    transceiver: Transceiver
    reach_mm: int
    score: int


@dataclass(frozen=True, eq=False)
class Shelf:
    """Every product that a link can be joined by, with its score.

    Attributes
    ----------
    skus
        Every part number of the catalogue.
    assemblies
        Cables with plugs, in the catalogue's order.
    modules, cords
        Transceivers by class, and the cords that fit each class, merged by length.
    """

    skus: tuple[Sku, ...]
    assemblies: tuple[tuple[Assembly, Lengths], ...]
    modules: dict[OpticsClass, tuple[Module, ...]]
    cords: dict[OpticsClass, Lengths]


def stock_shelf(catalogue: Catalogue, score: Score, allowed: Collection[int] | None = None) -> Shelf:
    """Return the shelf of a catalogue.

    Parameters
    ----------
    score
        What a piece counts as.
    allowed
        Part numbers that may be bought, by index; None for all.
    """
    skus = skus_of(catalogue)
    indices = iter(range(len(skus)))
    assemblies = [
        (one, _lengths([next(indices) for _ in one.all_lengths()], skus, score, allowed))
        for one in catalogue.cables
    ]
    modules: dict[OpticsClass, list[Module]] = {}
    for one in catalogue.transceivers:
        index = next(indices)
        if allowed is None or index in allowed:
            module = Module(index, one, thousandths(one.reach_m), score(skus[index]))
            modules.setdefault(optics_class(one), []).append(module)
    cord_skus = [(cord, [next(indices) for _ in cord.all_lengths()]) for cord in catalogue.cords]
    cords = {
        kind: _lengths(
            [i for cord, own in cord_skus if cord_fits(cord, kind) for i in own], skus, score, allowed
        )
        for kind in modules
    }
    return Shelf(skus, tuple(assemblies), {k: tuple(m) for k, m in modules.items()}, cords)


def optics_class(transceiver: Transceiver) -> OpticsClass:
    """Return the class of a transceiver."""
    one = transceiver
    return OpticsClass(one.gbps, one.optics, one.fibre, one.fibre_connector, one.fibres)


def cord_fits(cord: Cord, kind: OpticsClass) -> bool:
    """Return whether a cord joins two transceivers of a class."""
    same = (cord.fibre, cord.connector) == (kind.fibre, kind.fibre_connector)
    return same and cord.fibres >= kind.fibres


def _lengths(
    indices: list[int], skus: tuple[Sku, ...], score: Score, allowed: Collection[int] | None
) -> Lengths:
    kept = [i for i in indices if allowed is None or i in allowed]
    kept.sort(key=lambda i: (skus[i].length_mm, score(skus[i]), i))
    length_mm = [skus[i].length_mm for i in kept]
    return Lengths(
        np.array(kept, dtype=np.int64),
        np.array(length_mm, dtype=np.int64),
        np.array([score(skus[i]) for i in kept], dtype=np.int64),
    )
