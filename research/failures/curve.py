"""Properties of a network by share of failed links: options and results."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from netfloor.foundation.display.charts import axes_or_new
from netfloor.foundation.display.data_table import DataTable, FigureRows
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import known_text
from netfloor.research.failures.batch_rule import BATCHES
from netfloor.research.failures.trial_statistics import ConfidenceInterval, ConnectedMean
from netfloor.research.failures.trials import TrialSeeds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Axis labels of the measured properties.
_AXES = {
    "diameter": "diameter (hops)",
    "mean_distance": "mean distance (hops)",
    "bisection_links": "bisection, best cut found (links)",
}
#: Range in which the paper's networks of about 600 switches stay connected.
PROPORTIONS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
MAX_TRIALS = 1000
METIS_SEEDS = 3


@dataclass(frozen=True)
class FailureOptions:
    """Options of a study of random link failures.

    Attributes
    ----------
    proportions
        Shares of failed links, each from 0 to 1, ascending.
    seed
        Results depend only on the seed, not on the number of workers.
    max_trials
        Limit on trials per proportion, at least 10. The rule uses 10, 100, ...: 500 means 100.
    metis_seeds
        Runs of METIS per trial.

    Raises
    ------
    ValueError
        If an option is out of range.
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
        """The random seeds of all trials."""
        return TrialSeeds(self.seed, self.metis_seeds)


@dataclass(frozen=True)
class FailurePoint:
    """A network with a share of its links failed, over random choices of links.

    Attributes
    ----------
    proportion, links_failed
        The requested share, and the number of links, halves rounded up.
    trials, disconnected
        Number of trials, and of disconnected trials, which are excluded from means.
    disconnected_ci95
        Exact 95 % interval of the probability of disconnection (Clopper, Pearson); zero width if no choice
        disconnects (no link fails) or all do (too few links remain).
    certainly_disconnected
        True if fewer links remain than are needed to connect all switches with endpoints; then 10 trials
        suffice.
    diameter, mean_distance
        In hops between switches with endpoints, over connected trials.
    bisection_links
        Links of the best exactly balanced cut that METIS found, over connected trials: an upper bound on
        the bisection in each. Without failed links the network's bisection as in
        `structure.summary.describe`.
    """

    #: Names of the measured properties.
    MEASURED: ClassVar = ("diameter", "mean_distance", "bisection_links")

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
        return {name: getattr(self, name) for name in self.MEASURED}

    def to_dict(self) -> dict[str, Any]:
        """Return the point as a JSON document."""
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
            **{name: result.to_dict() for name, result in self.properties.items()},
        }


@dataclass(frozen=True)
class FailureCurve(FigureRows):
    """Properties of one network by share of failed links.

    Iterating yields a dictionary per proportion; ``curve["mean_distance"]`` is a column.

    Attributes
    ----------
    points
        One per proportion, ascending; after an interrupt, the finished ones.
    """

    network: str
    routers: int
    links: int
    options: FailureOptions
    points: tuple[FailurePoint, ...]
    interrupted: bool = False

    def __repr__(self) -> str:
        return f"FailureCurve({self.network}: {len(self.points)} proportions of {self.links:,} links)"

    @cached_property
    def rows(self) -> DataTable:
        """One row per proportion: means over connected trials with 95 % intervals, and disconnected share.

        Distances are hops between switches with endpoints.
        """
        columns: dict[str, list[Any]] = {
            "proportion": [point.proportion for point in self.points],
            "links_failed": [point.links_failed for point in self.points],
            "trials": [point.trials for point in self.points],
            "disconnected_share": [point.disconnected / point.trials for point in self.points],
        }
        for name in FailurePoint.MEASURED:
            results = [point.properties[name] for point in self.points]
            columns[name] = [item.mean for item in results]
            for place, end in enumerate(("low", "high")):
                columns[f"{name}_{end}"] = [
                    None if item.ci95 is None else item.ci95[place] for item in results
                ]
        return DataTable(columns, f"{self.network} as its links fail")

    def plot(self, measured: str = "mean_distance", ax: "Axes | None" = None) -> "Axes":
        """Plot a property against the share of failed links, with its interval; return the axes.

        Raises
        ------
        InputError
            If it is not ``diameter``, ``mean_distance`` or ``bisection_links``.
        """
        if measured not in FailurePoint.MEASURED:
            what = f"{measured!r} is not measured"
            raise InputError("measured", what, known_text(measured, FailurePoint.MEASURED))
        ax, rows = axes_or_new(ax), [row for row in self.rows if row[measured] is not None]
        shares = [100 * row["proportion"] for row in rows]
        (line,) = ax.plot(shares, [row[measured] for row in rows], marker="o", label=self.network)
        known = [row for row in rows if row.get(f"{measured}_low") is not None]
        ax.fill_between(
            [100 * row["proportion"] for row in known],
            [row[f"{measured}_low"] for row in known],
            [row[f"{measured}_high"] for row in known],
            color=line.get_color(),
            alpha=0.2,
        )
        ax.set_xlabel("failed links (%)")
        ax.set_ylabel(_AXES[measured])
        return ax

    def to_dict(self) -> dict[str, Any]:
        """Return the curve as a JSON document."""
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
