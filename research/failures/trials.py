"""The trials at one proportion of failed links: results so far, and the next trials to run."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from netfloor.research.failures.batch_rule import Stage, Values, stage_of
from netfloor.research.failures.link_deletion import without_random_links
from netfloor.structure.bisection.interval import bisection
from netfloor.structure.hops.components import joins
from netfloor.structure.hops.distances import distances
from netfloor.topologies.topology import Topology

#: Measured quantities, all integers: hops, hops over ordered pairs, links.
MEASURES = ("diameter", "hops_sum", "bisection_links")

#: Result of one trial; None if two switches with endpoints have no path.
Trial = Mapping[str, int] | None


@dataclass(frozen=True)
class TrialSeeds:
    """The random seeds of all trials.

    Attributes
    ----------
    seed
        Trial i with f failed links draws them from child (f, i) of this seed's sequence, so that trials are
        independent of each other and of the list of proportions.
    metis_seeds
        Runs of METIS per trial, of which the smallest cut counts; every trial has the same seeds.
    """

    seed: int
    metis_seeds: int

    def links(self, failed: int, trial: int) -> np.random.SeedSequence:
        """Return the seed of a trial's failed links."""
        return np.random.SeedSequence(self.seed, spawn_key=(failed, trial))


def run_trial(
    topology: Topology, failed: int, trial: int, seeds: TrialSeeds, measures: Iterable[str]
) -> Trial:
    """Return the figures of a network with ``failed`` random links removed.

    Without failed links, the bisection is that of `describe`, by its full search.
    """
    left = without_random_links(topology, failed, seeds.links(failed, trial))
    if not joins(left, left.endpoint_switches):
        return None
    result: dict[str, int] = {}
    if {"diameter", "hops_sum"} & set(measures):
        hops = distances(left)
        result |= {"diameter": hops.diameter, "hops_sum": hops.hops_sum}
    if "bisection_links" in measures:
        result["bisection_links"] = (
            bisection(left, seeds=seeds.metis_seeds, seed=seeds.seed, iterations=0, prove=False).links
            if failed
            else bisection(topology, seed=seeds.seed).links
        )
    return {name: result[name] for name in measures}


@dataclass(frozen=True)
class PointTrials:
    """Trials at one proportion; a property that meets the stopping rule is not measured further.

    Attributes
    ----------
    columns
        Results of trials 0, 1, ... by property, None for a disconnected trial.

    Raises
    ------
    ValueError
        If the columns contradict the rule.
    """

    columns: Mapping[str, Values] = field(default_factory=lambda: dict.fromkeys(MEASURES, ()))

    def __post_init__(self) -> None:
        longest = max(self.columns.values(), key=len)
        for values in self.columns.values():
            wanted = stage_of(values, None).trials
            if len(values) > wanted or (wanted > len(values) != len(longest)):
                raise ValueError("a property was measured more or less often than the rule asks")
            if any((a is None) != (b is None) for a, b in zip(values, longest, strict=False)):
                raise ValueError("a trial is connected for one property and not for another")

    def stage(self, name: str, max_trials: int) -> Stage:
        """Return the state of the rule for one property."""
        return stage_of(self.columns[name], max_trials)

    def wanted(self, max_trials: int) -> tuple[str, ...]:
        """Return the properties that need more trials."""
        return tuple(
            name
            for name, values in self.columns.items()
            if self.stage(name, max_trials).trials > len(values)
        )

    def next_trials(self, max_trials: int, workers: int) -> range:
        """Return the trials to run before the next checkpoint: one batch, or one per worker.

        All properties that need trials need the same ones.
        """
        name = self.wanted(max_trials)[0]
        first, stage = len(self.columns[name]), self.stage(name, max_trials)
        return range(first, min(first + max(stage.batch, workers), stage.trials))

    def with_trials(self, measures: Iterable[str], trials: Sequence[Trial]) -> "PointTrials":
        """Return these trials with the next results added."""
        added = {name: [None if trial is None else trial[name] for trial in trials] for name in measures}
        return PointTrials({name: (*self.columns[name], *added.get(name, ())) for name in MEASURES})
