"""The trials of one proportion of failed links: what they measured, and which come next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from netfloor.research.failures.batch_rule import Stage, Values, stage_of
from netfloor.research.failures.link_deletion import without_random_links
from netfloor.structure.bisection.interval import bisection
from netfloor.structure.hops.components import joins
from netfloor.structure.hops.distances import distances
from netfloor.topologies.topology import Topology

#: What a trial measures, all whole numbers: hops, hops over ordered pairs, links.
MEASURES = ("diameter", "hops_sum", "bisection_links")

#: What one trial measured; None if two switches with endpoints have no path between them.
Trial = Mapping[str, int] | None


@dataclass(frozen=True)
class TrialSeeds:
    """The lots of all trials.

    Attributes
    ----------
    seed
        Trial i with f failed links draws them from child (f, i) of this seed's sequence, so that no trial
        depends on another one, nor on which proportions are asked for.
    metis_seeds
        Runs of METIS in a trial, of which the smallest cut counts; they have the same seeds in every trial.
    """

    seed: int
    metis_seeds: int

    def links(self, failed: int, trial: int) -> np.random.SeedSequence:
        """Return what decides which links fail."""
        return np.random.SeedSequence(self.seed, spawn_key=(failed, trial))


def run_trial(
    topology: Topology, failed: int, trial: int, seeds: TrialSeeds, measures: Iterable[str]
) -> Trial:
    """Return the figures of a network after ``failed`` links failed.

    While none failed, the bisection is the one of `describe`, by its whole search.
    """
    left = without_random_links(topology, failed, seeds.links(failed, trial))
    if not joins(left, left.endpoint_switches):
        return None
    found: dict[str, int] = {}
    if {"diameter", "hops_sum"} & set(measures):
        hops = distances(left)
        found |= {"diameter": hops.diameter, "hops_sum": hops.hops_sum}
    if "bisection_links" in measures:
        found["bisection_links"] = (
            bisection(left, seeds=seeds.metis_seeds, seed=seeds.seed, iterations=0, prove=False).links
            if failed
            else bisection(topology, seed=seeds.seed).links
        )
    return {name: found[name] for name in measures}


@dataclass(frozen=True)
class PointTrials:
    """Trials at one proportion; a property that has met the stopping rule is measured no more.

    Attributes
    ----------
    columns
        By property, what trials 0, 1, ... measured, None for a disconnected one.

    Raises
    ------
    ValueError
        If the columns cannot come from the rule.
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
        """Return where the rule stands for one property."""
        return stage_of(self.columns[name], max_trials)

    def wanted(self, max_trials: int) -> tuple[str, ...]:
        """Return the properties that lack trials."""
        return tuple(
            name
            for name, values in self.columns.items()
            if self.stage(name, max_trials).trials > len(values)
        )

    def next_trials(self, max_trials: int, workers: int) -> range:
        """Return the trials to run before the next note of them: one batch, or one a worker.

        All properties that lack trials lack the same ones.
        """
        name = self.wanted(max_trials)[0]
        first, stage = len(self.columns[name]), self.stage(name, max_trials)
        return range(first, min(first + max(stage.batch, workers), stage.trials))

    def with_trials(self, measures: Iterable[str], trials: Sequence[Trial]) -> "PointTrials":
        """Return these trials and what the next ones measured."""
        added = {name: [None if trial is None else trial[name] for trial in trials] for name in measures}
        return PointTrials({name: (*self.columns[name], *added.get(name, ())) for name in MEASURES})
