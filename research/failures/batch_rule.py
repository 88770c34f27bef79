"""The number of trials by the SpectralFly paper's rule on batch means.

Section IV-A, footnote 1: for each topology, proportion and property the number x of trials grows in powers
of 10 until the coefficient of variation of the sample means of 10 batches of x trials is below 10 %.
Implemented as: x = 1, 10, 100, ...; 10 x trials at each step, including those of the step before; batch b
holds trials b x to (b + 1) x - 1. Details that the footnote leaves open: the standard deviation is that of
a sample (divisor 9), and a batch's mean is over its connected trials; a batch without any does not meet the
rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

BATCHES = 10
#: Factor by which the number of trials grows.
GROWTH = 10
#: Coefficient of variation below which trials end.
VARIATION_LIMIT = 0.1

#: Measured values by trial; None for a disconnected trial.
Values = Sequence[int | None]


@dataclass(frozen=True)
class Stage:
    """The state of the stopping rule.

    Attributes
    ----------
    batch, variation
        Trials per batch, x; coefficient of variation of the batch means, or None without ten of them.
    met
        True if the rule requires no more trials.
    """

    batch: int
    variation: float | None
    met: bool

    @property
    def trials(self) -> int:
        """Number of trials at this stage."""
        return BATCHES * self.batch


def stage_of(values: Values, max_trials: int | None) -> Stage:
    """Return the stage at which trials end, or the one that still needs trials.

    No stage of more than ``max_trials`` begins, except the first, of 10; None: no limit.
    """
    batch = 1
    while True:
        trials = BATCHES * batch
        variation = variation_of_means(values, batch) if len(values) >= trials else None
        met = variation is not None and variation < VARIATION_LIMIT
        capped = max_trials is not None and GROWTH * trials > max_trials
        if met or capped or len(values) < trials:
            return Stage(batch, variation, met)
        batch *= GROWTH


def variation_of_means(values: Values, batch: int) -> float | None:
    """Return the coefficient of variation of the means of the first 10 batches.

    None if a batch has no connected trial; 0 if all values are 0.
    """
    means = []
    for first in range(0, BATCHES * batch, batch):
        connected = [value for value in values[first : first + batch] if value is not None]
        if not connected:
            return None
        means.append(sum(connected) / len(connected))
    middle = fmean(means)
    return stdev(means) / middle if middle else 0.0
