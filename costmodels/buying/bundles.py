"""Bundles of cables between two places, and the pre-made trunks that cover them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.sets.offers import IntArray
from netfloor.foundation.errors import InfeasibleError

#: Cables of one kind and ordered length in a bundle: kind, length in mm, count.
EqualCables = tuple[int, int, int]
#: The quantity to minimise; the other breaks ties.
Least = Literal["money", "trunks"]
#: Largest bundle that can be covered, in cables; the dynamic programming table grows with it.
MAX_CABLES = 1_000_000


@dataclass(frozen=True, eq=False)
class Bundles:
    """The bundles of cables between every connected pair of places.

    Attributes
    ----------
    ends
        The two cabinets, or groups of cabinets, lower index first, (b, 2) int64.
    cables, bundle_type
        Cables in each bundle, and its index into ``types``, (b,) int64.
    types
        The contents of each type, by kind and length: two bundles have the same type if they hold equally
        many cables of every kind and ordered length. Most frequent first.
    """

    ends: IntArray
    cables: IntArray
    bundle_type: IntArray
    types: tuple[tuple[EqualCables, ...], ...]

    def __len__(self) -> int:
        return len(self.cables)

    def ports(self, smallest: int = 1) -> IntArray:
        """Return the patch-panel ports at each place if bundles end in panels, (places,).

        Each cable of a bundle takes a port at both ends; bundles of fewer than ``smallest`` cables do not
        justify a panel and are laid directly.
        """
        worth = self.cables >= smallest
        places = int(self.ends.max(initial=-1)) + 1
        taken = np.zeros(places, np.int64)
        np.add.at(taken, self.ends[worth], self.cables[worth, None])
        return taken


@dataclass(frozen=True)
class BundleFigures:
    """Deployment complexity of the bundles, after Zhang et al., NSDI 2019.

    They count bundle types and patch panels to compare networks before construction; here, a type is an
    exact set of kinds and ordered lengths, so all bundles of a type can be ordered and laid alike.

    Attributes
    ----------
    bundles, types, cables, largest
        Number of bundles, of bundle types, of cables in all bundles and in the largest bundle.
    singles
        Bundles of one cable, which save no work.
    panel_ports, panels
        Ports at both ends of the bundles that justify a panel, and the panels that hold them, place by
        place.
    """

    bundles: int
    types: int
    cables: int
    singles: int
    largest: int
    panel_ports: int
    panels: int


def make_bundles(
    places: npt.ArrayLike,
    ordered_mm: npt.ArrayLike,
    kind: npt.ArrayLike | None = None,
) -> Bundles:
    """Group cables between the same two places into bundles.

    ``places``: cabinet, or group of cabinets such as a row, at both ends of each cable, (m, 2);
    ``ordered_mm``: ordered length of each, (m,); ``kind``: part or medium of each, (m,), to distinguish
    cables of equal length.
    """
    ends, lengths = np.asarray(places, np.int64).reshape(-1, 2), np.asarray(ordered_mm, np.int64)
    kinds = np.zeros(len(lengths), np.int64) if kind is None else np.asarray(kind, np.int64)
    if not len(ends) == len(lengths) == len(kinds):
        raise ValueError("every cable needs two ends, a length and a kind")
    if (ends < 0).any():
        raise ValueError("places must not be negative")
    ends = np.sort(ends, axis=1)
    joins = ends[:, 0] != ends[:, 1]
    pairs, inverse, sizes = np.unique(ends[joins], axis=0, return_inverse=True, return_counts=True)
    alike = np.column_stack((inverse.reshape(-1), kinds[joins], lengths[joins]))
    distinct, counts = np.unique(alike, axis=0, return_counts=True)
    contents: list[list[EqualCables]] = [[] for _ in pairs]
    for (bundle, of_kind, length_mm), count in zip(distinct.tolist(), counts.tolist(), strict=True):
        contents[bundle].append((of_kind, length_mm, count))
    bundle_types = [tuple(cables) for cables in contents]
    uses = Counter(bundle_types)
    types = sorted(uses, key=lambda cables: (-uses[cables], cables))
    number = {cables: n for n, cables in enumerate(types)}
    bundle_type = np.array([number[cables] for cables in bundle_types], dtype=np.int64)
    return Bundles(pairs, sizes.astype(np.int64), bundle_type, tuple(types))


def bundle_figures(bundles: Bundles, ports_per_panel: int = 48, smallest: int = 2) -> BundleFigures:
    """Return the complexity figures of a plan's bundles.

    The default of 48 ports per panel is an example, not a standard; bundles of fewer than ``smallest``
    cables have no panel.
    """
    if ports_per_panel < 1 or smallest < 1:
        raise ValueError("a panel has at least one port and a bundle at least one cable")
    ports = bundles.ports(smallest)
    return BundleFigures(
        bundles=len(bundles),
        types=len(bundles.types),
        cables=int(bundles.cables.sum()),
        singles=int((bundles.cables == 1).sum()),
        largest=int(bundles.cables.max(initial=0)),
        panel_ports=int(ports.sum()),
        panels=int((-(-ports // ports_per_panel)).sum()),
    )


@dataclass(frozen=True)
class Trunk:
    """A trunk on offer: its number of cables, and its price."""

    size: int
    price_cents: int

    def __post_init__(self) -> None:
        if self.size < 1 or self.price_cents < 0:
            raise ValueError("a trunk must hold at least one cable, and its price must not be negative")


@dataclass(frozen=True)
class TrunkOrder:
    """The trunks that cover one or more bundles.

    Attributes
    ----------
    pieces
        Number of trunks of each kind on offer, in the order of the offer.
    cables, places
        Cables to cover, and places in the trunks; equal if the cover is exact.
    """

    pieces: tuple[int, ...]
    cables: int
    places: int
    total_cents: int

    @property
    def trunks(self) -> int:
        """Number of trunks of all kinds."""
        return sum(self.pieces)


def cover_bundles(
    sizes: Iterable[int], trunks: Sequence[Trunk], *, least: Least = "money", exact: bool = True
) -> TrunkOrder:
    """Return the trunks that cover bundles of these sizes, each bundle separately.

    Exact by dynamic programming over the number of cables. Raise `InfeasibleError` if a bundle has no exact
    cover; the message names its size.

    Parameters
    ----------
    sizes
        Cables of each bundle.
    trunks
        Trunks on offer; a single cable is a trunk of size 1.
    least
        Whether to minimise money or the number of trunks first.
    exact
        Whether every place of every trunk must be used; otherwise places may stay empty.
    """
    bundles = Counter(int(size) for size in sizes)
    if min(bundles, default=0) < 0 or max(bundles, default=0) > MAX_CABLES:
        raise ValueError(f"sizes of bundles must be between 0 and {MAX_CABLES}")
    if not trunks:
        raise ValueError("at least one trunk must be on offer")
    last = _last_trunks(max(bundles, default=0), trunks, least=least, exact=exact)
    pieces = [0] * len(trunks)
    for size, bundles_of_size in bundles.items():
        for kind, count in _pieces_of(size, trunks, last).items():
            pieces[kind] += count * bundles_of_size
    return TrunkOrder(
        tuple(pieces),
        sum(size * count for size, count in bundles.items()),
        sum(n * trunk.size for n, trunk in zip(pieces, trunks, strict=True)),
        sum(n * trunk.price_cents for n, trunk in zip(pieces, trunks, strict=True)),
    )


def _last_trunks(largest: int, trunks: Sequence[Trunk], *, least: Least, exact: bool) -> list[int | None]:
    """Return, for each number of cables, the last trunk of an optimal cover, None if there is no cover."""
    best: list[tuple[int, int] | None] = [(0, 0)]
    last: list[int | None] = [None]
    for cables in range(1, largest + 1):
        covers = []
        for kind, trunk in enumerate(trunks):
            before = None if exact and trunk.size > cables else best[max(cables - trunk.size, 0)]
            if before is not None:
                first, second = (trunk.price_cents, 1) if least == "money" else (1, trunk.price_cents)
                covers.append((before[0] + first, before[1] + second, kind))
        best.append(min(covers)[:2] if covers else None)
        last.append(min(covers)[2] if covers else None)
    return last


def _pieces_of(size: int, trunks: Sequence[Trunk], last: Sequence[int | None]) -> Counter[int]:
    """Return the number of trunks of each kind in the cover of a bundle."""
    pieces: Counter[int] = Counter()
    uncovered = size
    while uncovered > 0:
        kind = last[uncovered]
        if kind is None:
            sold = ", ".join(str(trunk.size) for trunk in trunks)
            raise InfeasibleError(f"a bundle of {size} cables cannot be made up of trunks of {sold}")
        pieces[kind] += 1
        uncovered -= trunks[kind].size
    return pieces
