"""A network under more and more failed links: what was asked, and what came of it."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from netfloor.research.failures.batch_rule import BATCHES
from netfloor.research.failures.trial_statistics import ConfidenceInterval, ConnectedMean
from netfloor.research.failures.trials import TrialSeeds

#: Up to where the paper's networks of about 600 routers stay connected.
PROPORTIONS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
MAX_TRIALS = 1000
METIS_SEEDS = 3


@dataclass(frozen=True)
class FailureOptions:
    """What to try.

    Attributes
    ----------
    proportions
        Of the links that fail, each from 0 to 1, ascending.
    seed
        The same seed gives the same curve, with any number of workers.
    max_trials
        Trials at one proportion at the most, at least 10. The rule knows 10, 100, ... only: 500 means 100.
    metis_seeds
        Runs of METIS in each trial.

    Raises
    ------
    ValueError
        If one of them is something else.
    """

    proportions: tuple[float, ...] = PROPORTIONS
    seed: int = 0
    max_trials: int = MAX_TRIALS
    metis_seeds: int = METIS_SEEDS

    def __post_init__(self) -> None:
        if not all(0 <= proportion <= 1 for proportion in self.proportions):
            raise ValueError("a proportion of failed links is a number from 0 to 1")
        if not all(low < high for low, high in pairwise(self.proportions)):
            raise ValueError("proportions must ascend")
        if self.seed < 0 or self.metis_seeds < 1 or self.max_trials < BATCHES:
            raise ValueError("failures need seed >= 0, a METIS seed, and at least 10 trials")

    @property
    def seeds(self) -> TrialSeeds:
        """The lots of all trials."""
        return TrialSeeds(self.seed, self.metis_seeds)


@dataclass(frozen=True)
class FailurePoint:
    """A network with a proportion of its links failed, over random choices of them.

    Attributes
    ----------
    proportion, links_failed
        As asked, and as a number of links, halves rounded up.
    trials, disconnected
        Trials run, and those that fell apart: they have no distances, and no mean holds them.
    disconnected_ci95
        Exact 95 % interval of the share of all choices that disconnect (Clopper, Pearson);
        without width where none does, as no link fails, or all do, as too few are left.
    certainly_disconnected
        True if fewer links are left than join all switches with endpoints; 10 trials then do.
    diameter, mean_distance
        In hops between switches with endpoints, over connected trials.
    bisection_links
        Links of the best exactly balanced cut that METIS found, over connected trials: an
        upper bound on the bisection in each. With no failed link the network's one bisection, as
        `structure.summary.describe` has it.
    """

    proportion: float
    links_failed: int
    trials: int
    disconnected: int
    disconnected_ci95: ConfidenceInterval
    certainly_disconnected: bool
    diameter: ConnectedMean
    mean_distance: ConnectedMean
    bisection_links: ConnectedMean

    @property
    def properties(self) -> dict[str, ConnectedMean]:
        """The three measured properties by name."""
        return {name: getattr(self, name) for name in ("diameter", "mean_distance", "bisection_links")}

    def to_dict(self) -> dict[str, Any]:
        """Return the point under stable keys."""
        return {
            "proportion": self.proportion,
            "links_failed": self.links_failed,
            "trials": self.trials,
            "connected_trials": self.trials - self.disconnected,
            "disconnected_trials": self.disconnected,
            "disconnected_share": self.disconnected / self.trials,
            "disconnected_share_ci95_low": self.disconnected_ci95[0],
            "disconnected_share_ci95_high": self.disconnected_ci95[1],
            "certainly_disconnected": self.certainly_disconnected,
            **{name: found.to_dict() for name, found in self.properties.items()},
        }


@dataclass(frozen=True)
class FailureCurve:
    """One network, unbroken with so many routers and links, under more and more failed links.

    Attributes
    ----------
    points
        One a proportion, ascending; where the run was ended early, the finished ones.
    """

    network: str
    routers: int
    links: int
    options: FailureOptions
    points: tuple[FailurePoint, ...]
    interrupted: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the curve under stable keys."""
        return {
            "network": self.network,
            "routers": self.routers,
            "links": self.links,
            "seed": self.options.seed,
            "max_trials": self.options.max_trials,
            "metis_seeds": self.options.metis_seeds,
            "interrupted": self.interrupted,
            "points": [point.to_dict() for point in self.points],
        }
