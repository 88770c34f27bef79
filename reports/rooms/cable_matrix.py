"""Cables between cabinets as a matrix: how many run from where to where, where lines would be a tangle."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.charts import INK
from netfloor.reports.formats.palette import RAMP

#: Groups of cabinets that a matrix has at most, each way.
MOST_GROUPS = 48

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CableMatrix:
    """How many cables join every two groups of neighbouring cabinets.

    Attributes
    ----------
    counts
        (g, g), symmetric; on the diagonal what stays within a group.
    starts
        The first group of each row of cabinets that begins one, ascending.
    names
        What those rows are called.
    group_words
        What a group is: ``cabinet``, ``2 cabinets side by side``, ``row``, ``3 rows``.
    """

    counts: Ints
    starts: tuple[int, ...]
    names: tuple[str, ...]
    group_words: str


def cable_matrix(
    row_of: npt.ArrayLike,
    along: npt.ArrayLike,
    cables: npt.ArrayLike,
    used: npt.ArrayLike,
    names: list[str],
) -> CableMatrix:
    """Return the matrix of a floor, its cabinets in as few groups as can be drawn.

    Parameters
    ----------
    row_of, along
        Number of the row of each cabinet, and where in the row it stands, (c,).
    cables
        Cabinets at both ends of each cable, (m, 2).
    used
        Which cabinets are to be shown, (c,); every end of a cable is one of them.
    names
        What each row is called, by its number.
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
    """Return a group for each cabinet, ordered by rows, and what a group is."""
    _, row, lengths = np.unique(rows, return_inverse=True, return_counts=True)
    place = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    longest = int(lengths.max(initial=1))
    for wide in range(1, longest):
        if int((-(-lengths // wide)).sum()) <= MOST_GROUPS:
            _, group = np.unique(np.column_stack([row, place // wide]), axis=0, return_inverse=True)
            return group.astype(np.int64), "cabinet" if wide == 1 else f"{wide} cabinets side by side"
    deep = -(-len(lengths) // MOST_GROUPS)
    return (row // max(deep, 1)).astype(np.int64), "row" if deep <= 1 else f"{deep} rows"


def draw_matrix(axes: Any, matrix: CableMatrix) -> Any:
    """Draw the matrix, darker for more cables, nothing for none; return what its scale is made of."""
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
    """Return colours of `RAMP` and the natural boundaries between them, at most six steps."""
    from matplotlib.colors import BoundaryNorm, ListedColormap  # noqa: PLC0415
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    most = len(RAMP)
    edges = MaxNLocator(most, steps=[1, 2, 5, 10], integer=whole).tick_values(low, high)
    while len(edges) - 1 > most:
        most -= 1
        edges = MaxNLocator(most, steps=[1, 2, 5, 10], integer=whole).tick_values(low, high)
    count = len(edges) - 1
    spread = np.linspace(0, len(RAMP) - 1, count).round().astype(int)
    shades = [RAMP[place] for place in spread]
    return ListedColormap(shades), BoundaryNorm(edges, count, clip=True)


def _runs(chosen: npt.NDArray[np.bool_]) -> list[Floats]:
    """Return a box for every run of chosen cells in a row: its corners, (5, 2) each."""
    boxes = []
    for y, line in enumerate(chosen):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(int)))
        for left, right in edges.reshape(-1, 2).tolist():
            corners = [(left, y), (right, y), (right, y + 1), (left, y + 1), (left, y)]
            boxes.append(np.array(corners, dtype=float))
    return boxes
