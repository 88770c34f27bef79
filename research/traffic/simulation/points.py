"""Statistics over the seeds of one load: means with confidence intervals, percentiles, channel loads."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.research.traffic.simulation.arrays import BINS
from netfloor.research.traffic.simulation.run import Run

FloatArray = npt.NDArray[np.float64]
#: Confidence of the intervals.
CONFIDENCE = 0.95
PERCENTILES = (50, 95, 99)


@dataclass(frozen=True)
class Estimate:
    """A mean over independent seeds, and half the width of its 95 % confidence interval.

    The interval is Student's over the means of the seeds; None with one seed.
    """

    mean: float
    half: float | None

    @property
    def text(self) -> str:
        """The mean with its interval, as text."""
        return self.rounded(2)

    def rounded(self, digits: int) -> str:
        """Return the mean with its interval, with this number of decimals."""
        return f"{self.mean:.{digits}f}" + ("" if self.half is None else f" ± {self.half:.{digits}f}")

    def times(self, factor: float) -> "Estimate":
        """Return the estimate in another unit."""
        return Estimate(self.mean * factor, None if self.half is None else self.half * factor)


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of values of independent seeds with its confidence interval."""
    mean = float(np.mean(values))
    if len(values) < 2:
        return Estimate(mean, None)
    from scipy.stats import t  # noqa: PLC0415 - a heavy import

    error = float(np.std(values, ddof=1)) / len(values) ** 0.5
    return Estimate(mean, float(t.ppf((1 + CONFIDENCE) / 2, len(values) - 1)) * error)


@dataclass(frozen=True, eq=False)
class SimulatedLoad:
    """All runs of one load, in the order of their seeds."""

    load: float
    runs: tuple[Run, ...]

    @property
    def saturated(self) -> str:
        """Why the network cannot carry the load, by the first run that finds so; empty if all carry it."""
        return next((run.saturated for run in self.runs if run.saturated), "")

    @property
    def unsettled(self) -> str:
        """Why there is no latency although no run is saturated; empty if there is one."""
        return "" if self.saturated else next((run.unsettled for run in self.runs if run.unsettled), "")

    @property
    def has_latency(self) -> bool:
        """True if the load is carried and latency is steady."""
        return not self.saturated and not self.unsettled

    @property
    def missing(self) -> str:
        """Text that replaces a latency in tables: saturated, not steady or too few packets."""
        return "saturated" if self.saturated else self.unsettled.partition(":")[0]

    @property
    def accepted(self) -> Estimate:
        """Flits that arrive per cycle and endpoint."""
        return estimate([run.accepted for run in self.runs])

    def latency(self, kind: int | None = None) -> Estimate | None:
        """Return cycles from creation to the last flit's arrival; None without any packets.

        Parameters
        ----------
        kind
            0 for packets on minimal paths, 1 for the others; None for all.
        """
        chosen = slice(None) if kind is None else slice(kind, kind + 1)
        packets = [int(run.packets[chosen].sum()) for run in self.runs]
        if not self.has_latency or not all(packets):
            return None
        totals = [int(run.total[chosen].sum()) for run in self.runs]
        return estimate([total / count for total, count in zip(totals, packets, strict=True)])

    @property
    def histogram(self) -> npt.NDArray[np.int64]:
        """Labelled packets of all runs by latency, on minimal and other paths, (2, bins)."""
        return np.asarray(np.sum([run.histogram for run in self.runs], axis=0))

    def percentile(self, percent: float) -> int | None:
        """Return a percentile of the latency of all labelled packets; None without a latency.

        Also None if it exceeds the range of the histogram.
        """
        counts = self.histogram.sum(axis=0)
        if not self.has_latency or not counts.any():
            return None
        place = int(np.searchsorted(np.cumsum(counts), percent / 100 * counts.sum()))
        return None if place >= BINS - 1 else place

    @property
    def longest(self) -> int | None:
        """Longest latency of any labelled packet, None without a latency."""
        return max(int(run.longest.max()) for run in self.runs) if self.has_latency else None

    @property
    def not_minimal(self) -> float:
        """Share of the labelled packets on non-minimal paths."""
        counts = np.sum([run.packets for run in self.runs], axis=0)
        return float(counts[1] / max(1, int(counts.sum())))

    @property
    def hops(self) -> float:
        """Mean number of channels that a labelled packet crosses."""
        return sum(run.hops for run in self.runs) / max(1, sum(int(run.packets.sum()) for run in self.runs))

    @property
    def channel_load(self) -> FloatArray:
        """Flits per cycle on every channel, mean over the runs, (c,)."""
        return np.asarray(np.mean([run.channel_load for run in self.runs], axis=0))


def saturation(points: Sequence[SimulatedLoad]) -> tuple[float | None, float | None]:
    """Return the highest load carried below the first that is not, and that first; None without any.

    Loads that are not steady or have too few packets count as neither.
    """
    carried: float | None = None
    for point in sorted(points, key=lambda point: point.load):
        if point.saturated:
            return carried, point.load
        if not point.unsettled:
            carried = point.load
    return carried, None
