"""Packaging rules: the distribution of lengths between cabinets over a floor of side E.

Table 2 of the dragonfly paper gives mean and maximum of two of them: E/3 and E, 2E/3 and 2E, or sqrt(2) E
for straight cables. These are the mean and maximum distance between two uniformly random points on a line,
or on a square; hence their whole distribution.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PackagingRule:
    """Lengths as multiples of a span, the floor's side E unless said otherwise.

    Attributes
    ----------
    words
        Mean and maximum as text.
    mean, longest
        Mean and maximum.
    share_within
        Share of the cables up to a length, elementwise, from 0 to ``longest``.
    """

    words: str
    mean: float
    longest: float
    share_within: Callable[[Floats], Floats]


def _on_line(length: Floats) -> Floats:
    """Distance of two points on a line of length 1; its density is ``2 (1 - x)``."""
    return 1 - (1 - length) ** 2


def _on_square(length: Floats) -> Floats:
    """Rectilinear distance of two points in a unit square: the sum of two distances on a line.

    Its density is ``4 (x - x^2 + x^3 / 6)`` up to 1 and ``2 (2 - x)^3 / 3`` beyond.
    """
    near = 4 * (length**2 / 2 - length**3 / 3 + length**4 / 24)
    return np.where(length <= 1, near, 1 - (2 - length) ** 4 / 6)


def _straight(length: Floats) -> Floats:
    """Straight distance of two points in a unit square (Philip, TRITA-MAT-07-MA-10)."""
    near = math.pi * length**2 - 8 * length**3 / 3 + length**4 / 2
    far = np.maximum(length, 1.0)
    root = np.sqrt(far**2 - 1)
    angles = np.arcsin(1 / far) - np.arccos(1 / far)
    beyond = 1 / 3 - 2 * far**2 - far**4 / 2 + 4 / 3 * root * (2 * far**2 + 1) + 2 * far**2 * angles
    return np.where(length <= 1, near, beyond)


#: Mean straight distance of two points in a unit square.
_STRAIGHT_MEAN = (2 + math.sqrt(2) + 5 * math.asinh(1)) / 15

#: Rules by their names in study files. ``centre`` and ``neighbour`` are not in the dragonfly paper: E/4 and
#: E/2 are recalled from the flattened butterfly paper, and two cabinets from folded tori.
RULES: Mapping[str, PackagingRule] = {
    "row": PackagingRule("E/3 on average, E at most", 1 / 3, 1.0, _on_line),
    "floor": PackagingRule("2E/3 on average, 2E at most", 2 / 3, 2.0, _on_square),
    "diagonal": PackagingRule(
        "0.52 E on average, sqrt(2) E at most", _STRAIGHT_MEAN, math.sqrt(2), _straight
    ),
    "centre": PackagingRule("E/4 on average, E/2 at most", 0.25, 0.5, lambda length: 2 * length),
    "neighbour": PackagingRule("two cabinets", 2.0, 2.0, lambda length: np.where(length < 2.0, 0.0, 1.0)),
}
#: The rule for each family's cables between cabinets, outside groups.
USUAL_RULES: Mapping[str, str] = {
    "dragonfly": "floor",
    "flattened-butterfly": "row",
    "hyperx": "row",
    "clos": "centre",
    "torus": "neighbour",
}
