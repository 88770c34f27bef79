"""When the warm-up of a run has ended: a statistical test on the series of its windows."""

from collections.abc import Sequence

import numpy as np

#: Windows before the first test, between two, and after which a run may be given up at the earliest.
FIRST_TEST, NEXT_TEST, MOST_WINDOWS = 20, 5, 40


def truncation(series: Sequence[float]) -> int:
    """Return how many first observations to leave out so that the rest has the smallest standard error.

    The marginal standard error rule (White 1997, "An effective truncation heuristic for bias reduction in
    simulation output", Simulation 69(6)), applied to the means of windows: the number d of 0 .. n-1
    with the least ``sum((x[d:] - mean(x[d:]))^2) / (n - d)^2``. The last five are never left alone,
    as White, Cobb and Spratt advise (2000).
    """
    values = np.asarray(series, dtype=np.float64)
    rests = np.arange(len(values), 0, -1)
    sums = np.cumsum(values[::-1])[::-1]
    squares = np.cumsum(((values - values.mean()) ** 2)[::-1])[::-1]
    spread = squares - rests * (sums / rests - values.mean()) ** 2
    error = np.maximum(spread, 0.0) / rests.astype(np.float64) ** 2
    return int(np.argmin(error[: max(1, len(values) - 4)]))


def is_steady(series: Sequence[float]) -> bool:
    """Return True if the rule leaves out less than the first half: the rest is steady.

    A series that still rises has its least error at the end, and the rule is then void (White 1997): its
    last five are what is left, less than half of any series that is tested.
    """
    return len(series) >= FIRST_TEST and truncation(series) < len(series) // 2
