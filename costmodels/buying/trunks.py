"""Pre-made trunks: which sizes make up a bundle, with the least money or the fewest pieces."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from netfloor.foundation.errors import InfeasibleError

#: What is made as small as possible first; the other decides between equals.
Least = Literal["money", "trunks"]
#: Cables in the largest bundle that is covered; the table of answers grows with it.
MOST_CABLES = 1_000_000


@dataclass(frozen=True)
class Trunk:
    """A trunk on offer: how many cables it holds, and its price."""

    size: int
    price_cents: int

    def __post_init__(self) -> None:
        if self.size < 1 or self.price_cents < 0:
            raise ValueError("a trunk must hold at least one cable, and its price must not be negative")


@dataclass(frozen=True)
class TrunkOrder:
    """The trunks for one bundle or for many.

    Attributes
    ----------
    pieces
        Trunks of each kind on offer, in its order.
    cables, places
        Cables that they must hold and can hold, equal where the cover is exact.
    """

    pieces: tuple[int, ...]
    cables: int
    places: int
    total_cents: int

    @property
    def trunks(self) -> int:
        """Trunks of all kinds."""
        return sum(self.pieces)


def cover_bundles(
    sizes: Iterable[int], trunks: Sequence[Trunk], *, least: Least = "money", exact: bool = True
) -> TrunkOrder:
    """Return the trunks that make up bundles of these sizes, each bundle by itself.

    Exact by dynamic programming over the number of cables.

    Parameters
    ----------
    sizes
        Cables of each bundle.
    trunks
        What is on offer; a single cable is a trunk of size 1.
    least
        Whether money or the number of trunks counts first.
    exact
        Whether every place of every trunk must be used; if not, places may stay empty.

    Raises
    ------
    InfeasibleError
        If a bundle cannot be made up exactly, naming its size.
    """
    bundles = Counter(int(size) for size in sizes)
    if min(bundles, default=0) < 0 or max(bundles, default=0) > MOST_CABLES:
        raise ValueError(f"sizes of bundles must be between 0 and {MOST_CABLES}")
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
    """Return for each number of cables the trunk that a best cover ends with, None if there is none."""
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
    """Return how many of each kind make up a bundle."""
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
