"""Cables that run together: bundles between two cabinets or two rows, and how alike they are."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.sets.offers import IntArray

#: Cables of one kind and ordered length in a bundle: kind, length in mm, how many.
EqualCables = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Bundles:
    """Every pair of places that cables join, and what runs between them.

    Attributes
    ----------
    ends
        The two cabinets, or groups of cabinets, first below second, (b, 2) int64.
    cables, bundle_type
        Cables in each bundle, and its index into ``types``, (b,) int64.
    types
        What each type holds, by kind and length; two bundles are of one type if they hold
        equally many cables of every kind and ordered length. Commonest first.
    """

    ends: IntArray
    cables: IntArray
    bundle_type: IntArray
    types: tuple[tuple[EqualCables, ...], ...]

    def __len__(self) -> int:
        return len(self.cables)

    def ports(self, smallest: int = 1) -> IntArray:
        """Return the patch-panel ports at each place, if bundles end in panels, (places,).

        A cable of a bundle takes one port at each of its two ends; a bundle of fewer than
        ``smallest`` cables is not worth a panel and laid directly.
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
    bundles, types, cables, largest
        Bundles, different ones among them, cables in all of them and in the largest.
    singles
        Bundles of one cable, which save no work.
    panel_ports, panels
        Ports at both ends of the bundles worth a panel, and panels that hold them place by place.
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
    """Return the bundles of cables between the same two places.

    Parameters
    ----------
    places
        Cabinet, or group of cabinets such as a row, at both ends of each cable, (m, 2).
    ordered_mm
        Ordered length of each, (m,).
    kind
        Part or medium of each, (m,), where cables of equal length may differ.
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
    """Return the figures of a plan's bundles.

    A panel has 48 ports as an example, no standard; bundles of fewer than ``smallest`` cables get none.
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
