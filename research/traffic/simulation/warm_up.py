"""Detect the end of a run's warm-up by a statistical test on its windows."""

from collections.abc import Sequence

import numpy as np

#: Windows before the first test, between two tests, and before a run may be abandoned.
FIRST_TEST, NEXT_TEST, MAX_WINDOWS = 20, 5, 40
#: A drift: relative change of a series, standard errors of its slope, and the limit on the assumed
#: correlation of neighbours.
DRIFT, DEVIATIONS, MAX_CORRELATED = 0.01, 3.0, 0.8


def truncation(series: Sequence[float]) -> int:
    """Return how many first observations to drop for the smallest standard error of the rest.

    The marginal standard error rule (White 1997, "An effective truncation heuristic for bias reduction in
    simulation output", Simulation 69(6)), applied to the means of windows: the number d of 0 .. n-1 with
    the least ``sum((x[d:] - mean(x[d:]))^2) / (n - d)^2``. At least five remain, as White, Cobb and Spratt
    advise (2000).
    """
    values = np.asarray(series, dtype=np.float64)
    rests = np.arange(len(values), 0, -1)
    sums = np.cumsum(values[::-1])[::-1]
    squares = np.cumsum(((values - values.mean()) ** 2)[::-1])[::-1]
    spread = squares - rests * (sums / rests - values.mean()) ** 2
    error = np.maximum(spread, 0.0) / rests.astype(np.float64) ** 2
    return int(np.argmin(error[: max(1, len(values) - 4)]))


def drifts(series: Sequence[float]) -> bool:
    """Return True if a series drifts by more than a share of its mean and than chance explains.

    The least squares line changes by more than `DRIFT` over the series, and its slope is more than
    `DEVIATIONS` standard errors from 0. The errors are those of independent observations, widened for the
    correlation r of neighbouring residuals, which reduces n observations to ``n (1 - r) / (1 + r)`` (Bayley
    and Hammersley 1946, "The effective number of independent observations in an autocorrelated time
    series").
    """
    values = np.asarray(series, dtype=np.float64)
    times = np.arange(len(values)) - (len(values) - 1) / 2
    slope = float(times @ values / (times @ times))
    rests = values - values.mean() - slope * times
    spread = float(rests @ rests)
    r = min(max(float(rests[1:] @ rests[:-1]) / spread, 0.0), MAX_CORRELATED) if spread else 0.0
    error = (spread / (len(values) - 2) / (times @ times) * (1 + r) / (1 - r)) ** 0.5
    change = abs(slope) * len(values)
    return bool(change > DRIFT * abs(values.mean()) and abs(slope) > DEVIATIONS * error)


def is_steady(latency: Sequence[float], inside: Sequence[float]) -> bool:
    """Return True if the rule drops less than the first half, and the rest has no trend.

    A series that still rises has its least error at the end, and the rule is then void (White 1997): its
    last five remain, less than half of any tested series. A slow rise does not void it: deep buffers fill
    over tens of thousands of cycles. So the rest must not drift, nor its later half alone, neither in
    latency nor in the packets inside, which vary less.

    Parameters
    ----------
    latency, inside
        Mean latency of the packets that arrived in each window, and mean number of packets inside.
    """
    cut = truncation(latency) if len(latency) >= FIRST_TEST else len(latency)
    if cut >= len(latency) // 2:
        return False
    half = (cut + len(latency)) // 2
    return not any(drifts(series[begin:]) for series in (latency, inside) for begin in (cut, half))
