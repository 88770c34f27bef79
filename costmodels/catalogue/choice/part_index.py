"""A catalogue as arrays, indexed for lookup: the lengths and scores of each product."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.parts.cable_parts import Assembly, Cord
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import Sku, skus_of, thousandths
from netfloor.costmodels.sets.coefficient import exact_decimal
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray

Score = Callable[[Sku], int]


@dataclass(frozen=True, eq=False)
class ShelfLengths:
    """Lengths of a cable on offer, ascending, as three int64 arrays of equal length.

    ``sku`` is an index into the part numbers of the `PartIndex`, ``score`` the objective value of a piece.
    """

    sku: IntArray
    length_mm: IntArray
    score: IntArray

    def cheapest(self, needed_mm: IntArray, longest_mm: int | None = None) -> tuple[IntArray, IntArray]:
        """Return score and part number of the best length for each need, the shorter one in a tie.

        They are `NOT_SOLD` and -1 if no length lies between ``needed_mm`` (negative if no length is
        suitable) and ``longest_mm``.
        """
        count = len(self.length_mm)
        if longest_mm is not None:
            count = int(np.searchsorted(self.length_mm, longest_mm, side="right"))
        best = _best_from(self.score[:count])
        place = np.searchsorted(self.length_mm[:count], needed_mm)
        fits = (place < count) & (needed_mm >= 0)
        score, sku = np.full(len(needed_mm), NOT_SOLD), np.full(len(needed_mm), -1)
        score[fits], sku[fits] = self.score[best[place[fits]]], self.sku[best[place[fits]]]
        return score, sku


def _best_from(score: IntArray) -> IntArray:
    """Return, for each position, the first index of the minimum score from there on."""
    best = np.arange(len(score))
    for place in range(len(score) - 2, -1, -1):
        if score[best[place + 1]] < score[place]:
            best[place] = best[place + 1]
    return best


@dataclass(frozen=True)
class OpticsClass:
    """The properties that two transceivers and the cord between them must share."""

    gbps: float
    optics: str
    fibre: str
    fibre_connector: str
    fibres: int
    # restricts the class to transceivers that tolerate this loss or state no budget; None: all of them
    bears_db: Fraction | None = None

    def takes(self, cord: Cord) -> bool:
        """Whether a cord connects two transceivers of the class."""
        alike = (cord.fibre, cord.connector) == (self.fibre, self.fibre_connector)
        return alike and cord.fibres >= self.fibres


@dataclass(frozen=True)
class Module:
    """A transceiver on offer."""

    sku: int
    socket: Socket
    reach_mm: int
    score: int
    budget_db: Fraction | None = None  # maximum loss of a link


@dataclass(frozen=True, eq=False)
class PartIndex:
    """Every product that can connect a link, with its score.

    Attributes
    ----------
    assemblies
        Cables with plugs, in the catalogue's order.
    modules, cords
        Transceivers by class, and the cords that fit each class, merged by length.
    """

    skus: tuple[Sku, ...]
    assemblies: tuple[tuple[Assembly, ShelfLengths], ...]
    modules: dict[OpticsClass, tuple[Module, ...]]
    cords: dict[OpticsClass, ShelfLengths]


def build_part_index(
    catalogue: Catalogue, score: Score, allowed: Collection[int] | None = None
) -> PartIndex:
    """Return the index of a catalogue, restricted to the ``allowed`` part numbers by index if given."""
    skus = skus_of(catalogue)
    indices = iter(range(len(skus)))
    assemblies = [
        (cable, _lengths([next(indices) for _ in cable.all_lengths()], skus, score, allowed))
        for cable in catalogue.cables
    ]
    modules: dict[OpticsClass, list[Module]] = {}
    for transceiver in catalogue.transceivers:
        index = next(indices)
        if allowed is None or index in allowed:
            socket = Socket(transceiver.connector, transceiver.links)
            budget = None if transceiver.budget_db is None else exact_decimal(transceiver.budget_db)
            module = Module(index, socket, thousandths(transceiver.reach_m), score(skus[index]), budget)
            kind = OpticsClass(
                transceiver.gbps,
                transceiver.optics,
                transceiver.fibre,
                transceiver.fibre_connector,
                transceiver.fibres,
            )
            modules.setdefault(kind, []).append(module)
    cord_skus = [(cord, [next(indices) for _ in cord.all_lengths()]) for cord in catalogue.cords]
    cords = {
        kind: _lengths(
            [i for cord, own in cord_skus if kind.takes(cord) for i in own], skus, score, allowed
        )
        for kind in modules
    }
    return PartIndex(skus, tuple(assemblies), {k: tuple(m) for k, m in modules.items()}, cords)


def _lengths(
    indices: list[int], skus: tuple[Sku, ...], score: Score, allowed: Collection[int] | None
) -> ShelfLengths:
    kept = [i for i in indices if allowed is None or i in allowed]
    kept.sort(key=lambda i: (skus[i].length_mm, score(skus[i]), i))
    columns = (kept, [skus[i].length_mm for i in kept], [score(skus[i]) for i in kept])
    return ShelfLengths(*(np.array(column, dtype=np.int64) for column in columns))
