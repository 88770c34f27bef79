"""Cables that run together: bundles between two cabinets or two rows, and how alike they are."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from costmodels.offers import IntArray

#: Cables of one kind and ordered length in a bundle: kind, length in mm, how many.
EqualCables = tuple[int, int, int]
#: Marks in `Bundles.bundle_of` a cable whose ends are in one cabinet, or in one row.
UNBUNDLED = -1


@dataclass(frozen=True, eq=False)
class Bundles:
    """Every pair of places that cables join, and what runs between them.

    Attributes
    ----------
    ends
        The two cabinets, or groups of cabinets, first below second, (b, 2) int64.
    cables
        Cables in each bundle, (b,) int64.
    bundle_type
        Index into ``types``, (b,) int64.
    types
        What each type holds, by kind and length; two bundles are of one type if they hold
        equally many cables of every kind and ordered length. Commonest first.
    bundle_of
        Bundle of each cable, (m,) int64; `UNBUNDLED` for those that join no two places.
    """

    ends: IntArray
    cables: IntArray
    bundle_type: IntArray
    types: tuple[tuple[EqualCables, ...], ...]
    bundle_of: IntArray

    def __post_init__(self) -> None:
        for array in (self.ends, self.cables, self.bundle_type, self.bundle_of):
            array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.cables)

    @property
    def of_type(self) -> IntArray:
        """Bundles of each type, (types,)."""
        return np.bincount(self.bundle_type, minlength=len(self.types))

    @property
    def equal_cables(self) -> IntArray:
        """Sizes of the sets of equal cables, bundle by bundle: what a pre-made trunk can replace."""
        sizes = [[count for *_, count in held] for held in self.types]
        return np.array([n for kind in self.bundle_type.tolist() for n in sizes[kind]], dtype=np.int64)

    def cross_section_mm2(self, diameter_mm: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return the cross-section of each bundle, (b,): the sum of its cables' circles.

        The gaps between round cables are not in it; a limit to the fill of a tray allows
        for them.

        Parameters
        ----------
        diameter_mm
            Outer diameter of each cable, (m,).
        """
        diameter = np.asarray(diameter_mm, dtype=np.float64)
        if diameter.shape != self.bundle_of.shape or not (diameter >= 0).all():
            raise ValueError("every cable must have a diameter, and none a negative one")
        inside = self.bundle_of != UNBUNDLED
        area = math.pi / 4 * diameter[inside] ** 2
        total = np.zeros(len(self))
        np.add.at(total, self.bundle_of[inside], area)
        return total

    def ports(self, smallest: int = 1) -> IntArray:
        """Return the patch-panel ports at each place, if bundles end in panels, (places,).

        A cable of a bundle takes one port at each of its two ends.

        Parameters
        ----------
        smallest
            Cables of a bundle that is worth a panel; smaller ones are laid directly.
        """
        worth = self.cables >= smallest
        places = int(self.ends.max(initial=-1)) + 1
        taken = np.zeros(places, np.int64)
        np.add.at(taken, self.ends[worth], self.cables[worth, None])
        return taken


@dataclass(frozen=True)
class BundleFigures:
    """How hard the bundles are to lay and to change, after Zhang et al., NSDI 2019.

    That work counts bundle types and patch panels to compare networks before they are
    built; here a type is the exact set of ordered lengths and kinds, so that all bundles of
    one type can be ordered and laid alike.

    Attributes
    ----------
    bundles, types
        Bundles, and different ones among them.
    cables
        Cables in bundles.
    singles
        Bundles of one cable, which save no work.
    largest
        Cables of the largest.
    panel_ports, panels
        Ports at both ends of the bundles worth a panel, and panels that hold them place
        by place.
    """

    bundles: int
    types: int
    cables: int
    singles: int
    largest: int
    panel_ports: int
    panels: int

    @property
    def cables_per_bundle(self) -> float | None:
        """Mean size, None without bundles."""
        return self.cables / self.bundles if self.bundles else None


def make_bundles(
    cabinets: npt.ArrayLike,
    ordered_mm: npt.ArrayLike,
    kind: npt.ArrayLike | None = None,
    group: npt.ArrayLike | None = None,
) -> Bundles:
    """Return the bundles of cables between the same two cabinets, or the same two groups.

    Parameters
    ----------
    cabinets
        Cabinet at both ends of each cable, (m, 2).
    ordered_mm
        Ordered length of each, (m,).
    kind
        Part or medium of each, (m,), where cables of equal length may differ.
    group
        Group of each cabinet, such as its row, (cabinets,); bundles then join groups.
    """
    ends, lengths = np.asarray(cabinets, np.int64).reshape(-1, 2), np.asarray(ordered_mm, np.int64)
    kinds = np.zeros(len(lengths), np.int64) if kind is None else np.asarray(kind, np.int64)
    if not len(ends) == len(lengths) == len(kinds):
        raise ValueError("every cable needs two ends, a length and a kind")
    if group is not None:
        ends = np.asarray(group, np.int64)[ends]
    if (ends < 0).any():
        raise ValueError("cabinets and groups must not be negative")
    ends = np.sort(ends, axis=1)
    joins = ends[:, 0] != ends[:, 1]
    pairs, inverse, sizes = np.unique(ends[joins], axis=0, return_inverse=True, return_counts=True)
    bundle_of = np.full(len(ends), UNBUNDLED)
    bundle_of[joins] = inverse.reshape(-1)
    held = _contents(bundle_of[joins], kinds[joins], lengths[joins], len(pairs))
    types, bundle_type = _number_types(held)
    return Bundles(pairs, sizes.astype(np.int64), bundle_type, types, bundle_of)


def bundle_figures(bundles: Bundles, ports_per_panel: int = 48, smallest: int = 2) -> BundleFigures:
    """Return the figures of a plan's bundles.

    Parameters
    ----------
    ports_per_panel
        Ports of one patch panel; 48 is an example, not a standard.
    smallest
        Cables of a bundle that is worth a panel.
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


def _contents(
    bundle: IntArray, kind: IntArray, length: IntArray, bundles: int
) -> list[tuple[EqualCables, ...]]:
    """Return what each bundle holds, sorted by kind and length."""
    found, counts = np.unique(np.column_stack((bundle, kind, length)), axis=0, return_counts=True)
    held: list[list[EqualCables]] = [[] for _ in range(bundles)]
    for (place, of_kind, length_mm), count in zip(found.tolist(), counts.tolist(), strict=True):
        held[place].append((of_kind, length_mm, count))
    return [tuple(items) for items in held]


def _number_types(
    held: list[tuple[EqualCables, ...]],
) -> tuple[tuple[tuple[EqualCables, ...], ...], IntArray]:
    """Return the different contents, the commonest first, and the number of each bundle's."""
    uses: dict[tuple[EqualCables, ...], int] = {}
    for items in held:
        uses[items] = uses.get(items, 0) + 1
    types = sorted(uses, key=lambda items: (-uses[items], items))
    number = {items: n for n, items in enumerate(types)}
    return tuple(types), np.array([number[items] for items in held], dtype=np.int64)
