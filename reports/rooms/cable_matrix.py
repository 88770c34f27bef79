"""The number of cables between cabinets as a matrix, for plans with too many cables to draw."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.display.charts import INK
from netfloor.reports.formats.palette import RAMP

#: Maximum rows and columns of a matrix.
MAX_GROUPS = 48

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CableMatrix:
    """The number of cables between every two groups of neighbouring cabinets."""

    counts: Ints  # (g, g), symmetric; cables inside a group are on the diagonal
    starts: tuple[int, ...]  # index of the first group of each labelled row of cabinets, ascending
    names: tuple[str, ...]  # labels of those rows
    group_words: str  # contents of a group: ``cabinet``, ``2 cabinets side by side``, ``row``, ``3 rows``


def cable_matrix(
    row_of: npt.ArrayLike,
    along: npt.ArrayLike,
    cables: npt.ArrayLike,
    used: npt.ArrayLike,
    names: list[str],
) -> CableMatrix:
    """Return the matrix of a floor, with cabinets grouped to at most `MAX_GROUPS` groups.

    ``row_of`` and ``along`` are the row number of each cabinet and its place in the row, (c,); ``cables``
    the cabinets at both ends of each cable, (m, 2). ``used`` selects the cabinets to show, (c,), and
    includes the ends of all cables. ``names`` are the labels of the rows by number.
    """
    rows, places = np.asarray(row_of), np.asarray(along)
    shown = np.flatnonzero(np.asarray(used))
    shown = shown[np.lexsort((places[shown], rows[shown]))]
    group_of_shown, words = _groups(rows[shown])
    group = np.full(len(rows), -1)
    group[shown] = group_of_shown
    first, second = group[np.asarray(cables).reshape(-1, 2)].T
    size = int(group_of_shown.max(initial=-1)) + 1
    counts = np.zeros((size, size), dtype=np.int64)
    np.add.at(counts, (first, second), 1)
    apart = first != second
    np.add.at(counts, (second[apart], first[apart]), 1)
    numbers, begins = np.unique(rows[shown], return_index=True)
    starts = group_of_shown[begins]
    _, fresh = np.unique(starts, return_index=True)
    return CableMatrix(
        counts, tuple(starts[fresh].tolist()), tuple(names[number] for number in numbers[fresh]), words
    )


def _groups(rows: npt.NDArray[Any]) -> tuple[Ints, str]:
    """Return the group of each cabinet, ordered by rows, and the contents of a group."""
    _, row, lengths = np.unique(rows, return_inverse=True, return_counts=True)
    place = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    longest = int(lengths.max(initial=1))
    for wide in range(1, longest):
        if int((-(-lengths // wide)).sum()) <= MAX_GROUPS:
            _, group = np.unique(np.column_stack([row, place // wide]), axis=0, return_inverse=True)
            return group.astype(np.int64), "cabinet" if wide == 1 else f"{wide} cabinets side by side"
    deep = -(-len(lengths) // MAX_GROUPS)
    return (row // max(deep, 1)).astype(np.int64), "row" if deep <= 1 else f"{deep} rows"


def draw_matrix(axes: Any, matrix: CableMatrix) -> Any:
    """Draw the matrix, darker for more cables and empty for none, and return its colour scale."""
    from matplotlib.cm import ScalarMappable  # noqa: PLC0415
    from matplotlib.patches import PathPatch  # noqa: PLC0415
    from matplotlib.path import Path  # noqa: PLC0415

    size = len(matrix.counts)
    shades, norm = steps(1, int(matrix.counts.max(initial=1)) + 1, whole=True)
    step_of = np.where(matrix.counts > 0, norm(matrix.counts), -1)
    for step, shade in enumerate(shades.colors):
        if boxes := _runs(step_of == step):
            path = Path.make_compound_path(*(Path(box, closed=True) for box in boxes))
            axes.add_patch(PathPatch(path, facecolor=shade, edgecolor="none", linewidth=0))
    for start in matrix.starts[1:]:
        axes.axhline(start, color=INK, alpha=0.3, linewidth=0.5)
        axes.axvline(start, color=INK, alpha=0.3, linewidth=0.5)
    axes.set(xlim=(0, size), ylim=(size, 0), aspect="equal")
    every = -(-len(matrix.starts) // 16)
    ends = (*matrix.starts[1:], size)
    at = [(start + end) / 2 for start, end in zip(matrix.starts, ends, strict=True)][::every]
    axes.set_xticks(at, matrix.names[::every], rotation=0 if len(matrix.names) <= 8 else 90)
    axes.set_yticks(at, matrix.names[::every])
    axes.tick_params(length=0)
    return ScalarMappable(norm, shades)


def steps(low: float, high: float, *, whole: bool = False) -> tuple[Any, Any]:
    """Return colours of `RAMP` and round boundaries between them, at most six steps."""
    from matplotlib.colors import BoundaryNorm, ListedColormap  # noqa: PLC0415
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    maximum = len(RAMP)
    edges = MaxNLocator(maximum, steps=[1, 2, 5, 10], integer=whole).tick_values(low, high)
    while len(edges) - 1 > maximum:
        maximum -= 1
        edges = MaxNLocator(maximum, steps=[1, 2, 5, 10], integer=whole).tick_values(low, high)
    count = len(edges) - 1
    spread = np.linspace(0, len(RAMP) - 1, count).round().astype(int)
    shades = [RAMP[place] for place in spread]
    return ListedColormap(shades), BoundaryNorm(edges, count, clip=True)


def _runs(chosen: npt.NDArray[np.bool_]) -> list[Floats]:
    """Return the corners, (5, 2), of a box for every run of chosen cells in a row."""
    boxes = []
    for y, line in enumerate(chosen):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(int)))
        for left, right in edges.reshape(-1, 2).tolist():
            corners = [(left, y), (right, y), (right, y + 1), (left, y + 1), (left, y)]
            boxes.append(np.array(corners, dtype=float))
    return boxes
