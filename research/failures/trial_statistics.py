"""Statistics of independent trials, with 95 % confidence intervals.

The intervals assume a fixed number of trials; they ignore that the stopping rule depends on the same
trials.
"""

import math
from dataclasses import dataclass
from statistics import stdev
from typing import Any

from netfloor.research.failures.batch_rule import Stage, Values

ConfidenceInterval = tuple[float, float]

CONFIDENCE = 0.95


@dataclass(frozen=True)
class ConnectedMean:
    """Statistics of one property over the connected trials.

    Attributes
    ----------
    mean, std
        Over connected trials, or None without any; sample standard deviation, or None for fewer than two.
    ci95
        95 % confidence interval of the mean by Student's t over single trials, or None for fewer than two.
        Zero width if all trials agree.
    trials, connected
        Trials that count for this property, and the connected ones among them.
    batch, variation
        Trials in each of the ten batches of the stopping rule, and the coefficient of variation of the
        batch means, or None if a batch has no mean.
    rule_met
        False if the limit ended the trials instead of the rule.
    """

    mean: float | None
    std: float | None
    ci95: ConfidenceInterval | None
    trials: int
    connected: int
    batch: int
    variation: float | None
    rule_met: bool

    @classmethod
    def of(cls, values: Values, stage: Stage, divisor: int = 1) -> "ConnectedMean":
        """Return the statistics of ``value / divisor`` over the trials of a stage."""
        trials = values[: stage.trials]
        results = [value for value in trials if value is not None]
        n = len(results)
        mean = sum(results) / n / divisor if n else None
        std = stdev(results) / divisor if n > 1 else None
        return cls(
            mean=mean,
            std=std,
            ci95=None if mean is None or std is None else student_interval(mean, std, n),
            trials=len(trials),
            connected=n,
            batch=stage.batch,
            variation=stage.variation,
            rule_met=stage.met,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as a JSON document."""
        return {
            "mean_over_connected": self.mean,
            "std_over_connected": self.std,
            "ci95_low": self.ci95[0] if self.ci95 else None,
            "ci95_high": self.ci95[1] if self.ci95 else None,
            "trials": self.trials,
            "connected_trials": self.connected,
            "batch_trials": self.batch,
            "variation_of_batch_means": self.variation,
            "rule_met": self.rule_met,
        }


def student_interval(mean: float, std: float, n: int) -> ConfidenceInterval:
    """Return ``mean -+ t std / sqrt(n)``, t the 97.5 % point of Student's t of n - 1 degrees.

    Exact for normal values (Student: The probable error of a mean, 1908), close for others.
    """
    from scipy.special import stdtrit  # noqa: PLC0415 - a heavy import

    half = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2)) * std / math.sqrt(n)
    return mean - half, mean + half


def share_interval(hits: int, n: int) -> ConfidenceInterval:
    """Return the exact 95 % interval of a probability with ``hits`` in ``n`` trials.

    Clopper, Pearson: The use of confidence or fiducial limits, 1934. Coverage is never below 95 %.
    """
    from scipy.special import betaincinv  # noqa: PLC0415 - a heavy import

    tail = (1 - CONFIDENCE) / 2
    low = float(betaincinv(hits, n - hits + 1, tail)) if hits else 0.0
    high = float(betaincinv(hits + 1, n - hits, 1 - tail)) if hits < n else 1.0
    return low, high
