"""Latency of a network divided by that of its baseline, over switch latency."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reports.comparison import Population, Row

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LatencyRatio:
    """Ratios of one network to one population; NaN where a ratio has no meaning.

    Attributes
    ----------
    network, size_class
        Whose.
    switch_ns, mean, maximum
        Switch latency in ns, ratio of average and of maximum latency, (s,) each.
    """

    network: str
    size_class: str
    switch_ns: Floats
    mean: Floats
    maximum: Floats


def latency_ratio(row: Row, people: Population | None) -> LatencyRatio | None:
    """Return the ratios at the switch latencies of the row that the population covers, or None."""
    if people is None or not len(row.latency.switch_ns) or not len(people.latency.switch_ns):
        return None
    ours, theirs = row.latency, people.latency
    inside = (ours.switch_ns >= theirs.switch_ns.min()) & (ours.switch_ns <= theirs.switch_ns.max())
    if not inside.any():
        return None
    switch = ours.switch_ns[inside]
    mean = _divided(ours.mean_ns[inside], np.interp(switch, theirs.switch_ns, theirs.mean_ns))
    maximum = _divided(ours.max_ns[inside], np.interp(switch, theirs.switch_ns, theirs.max_ns))
    return LatencyRatio(row.network, row.size_class, switch, mean, maximum)


def _divided(top: Floats, bottom: Floats) -> Floats:
    """Return top / bottom, NaN where that is not a finite number."""
    result = np.full(len(top), np.nan)
    usable = np.isfinite(top) & np.isfinite(bottom) & (bottom != 0)
    result[usable] = top[usable] / bottom[usable]
    return result
