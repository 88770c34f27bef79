"""Measure a network with random link failures (SpectralFly, section IV-A, Fig. 5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass
from functools import cached_property
from itertools import takewhile
from pathlib import Path

from netfloor.foundation.observer import Observer, SilentObserver
from netfloor.foundation.parallel import map_jobs
from netfloor.research.failures.batch_rule import BATCHES
from netfloor.research.failures.checkpoint import TrialCheckpoint
from netfloor.research.failures.curve import FailureCurve, FailureOptions, FailurePoint
from netfloor.research.failures.link_deletion import links_failed
from netfloor.research.failures.trial_statistics import ConnectedMean, share_interval
from netfloor.research.failures.trials import MEASURES, PointTrials, Trial, run_trial
from netfloor.structure.hops.components import require_connected
from netfloor.topologies.topology import Topology


def link_failures(
    topology: Topology,
    options: FailureOptions | None = None,
    *,
    workers: int = 1,
    checkpoint: Path | None = None,
    observer: Observer | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> FailureCurve:
    """Return diameter, mean distance and bisection of a network as its links fail at random.

    The number of trials follows `research.failures.batch_rule`, for each property separately.

    Parameters
    ----------
    workers
        Threads, each running whole trials.
    checkpoint
        A file that is written after each batch of trials; an existing one is continued, with the same
        result as an uninterrupted run, also with a larger ``max_trials``.
    stop
        Called before each trial; True ends the run, with the trials so far in the checkpoint.

    Raises
    ------
    InputError
        If the network is not connected before any link fails, or the checkpoint is unusable or of another
        network, seed or list of proportions.
    """
    require_connected(topology)
    run = _FailureRun(topology, options or FailureOptions(), workers, checkpoint, stop)
    return run.curve(observer or SilentObserver())


@dataclass
class _FailureRun:
    """A run over all proportions."""

    topology: Topology
    options: FailureOptions
    workers: int
    path: InitVar[Path | None]
    stop: Callable[[], bool]

    def __post_init__(self, path: Path | None) -> None:
        topology, options = self.topology, self.options
        self.failed = [links_failed(p, topology.link_count) for p in options.proportions]
        self.file = path and TrialCheckpoint(path, topology, options.seeds, options.proportions)
        earlier = self.file.read() if self.file else None
        self.points = [PointTrials() for _ in self.failed] if earlier is None else earlier

    def curve(self, observer: Observer) -> FailureCurve:
        """Run the missing trials; return the finished points."""
        task = f"{self.topology.name}: links fail"
        observer.started(task, len(self.points))
        finished = 0
        while finished < len(self.points) and self._finish(finished, observer, task):
            finished += 1
        observer.finished(task)
        return FailureCurve(
            network=self.topology.name,
            routers=self.topology.routers,
            links=self.topology.link_count,
            options=self.options,
            points=tuple(self._point(index) for index in range(finished)),
            interrupted=finished < len(self.points),
        )

    def _finish(self, index: int, observer: Observer, task: str) -> bool:
        """Run the missing trials of a point; return False if asked to stop."""
        point, cap = self.points[index], self._cap(index)
        while measures := point.wanted(cap):
            asked = point.next_trials(cap, self.workers)
            ran = self._run_trials(index, asked, measures)
            point = self.points[index] = point.with_trials(measures, ran)
            if self.file and ran:
                self.file.write(self.points)
            if len(ran) < len(asked):
                return False
            note = f"{self.options.proportions[index]:g} of links: {asked.stop} trials"
            observer.advanced(task, index + asked.stop / cap, note)
        return True

    def _run_trials(self, index: int, asked: range, measures: Sequence[str]) -> list[Trial]:
        """Return the trials up to the first that was not started."""

        def work(trial: int) -> tuple[bool, Trial]:
            if self.stop():
                return False, None
            if not self.failed[index]:
                return True, {name: self._unbroken[name] for name in measures}
            return True, run_trial(self.topology, self.failed[index], trial, self.options.seeds, measures)

        if not self.failed[index] and not self.stop():
            _ = self._unbroken  # computed once, before several threads need it
        answers = map_jobs(work, asked, self.workers)
        return [result for _, result in takewhile(lambda answer: answer[0], answers)]

    @cached_property
    def _unbroken(self) -> Mapping[str, int]:
        """The result of every trial without failed links: the network is connected."""
        trial = run_trial(self.topology, 0, 0, self.options.seeds, MEASURES)
        if trial is None:
            raise AssertionError("a connected network falls apart with no link failed")
        return trial

    def _certain(self, index: int) -> bool:
        return self.topology.link_count - self.failed[index] < len(self.topology.endpoint_switches) - 1

    def _cap(self, index: int) -> int:
        return BATCHES if self._certain(index) else self.options.max_trials

    def _point(self, index: int) -> FailurePoint:
        columns, n = self.points[index].columns, len(self.topology.endpoint_switches)
        stages = {name: self.points[index].stage(name, self._cap(index)) for name in MEASURES}
        trials = max(stage.trials for stage in stages.values())
        disconnected = max(columns.values(), key=len)[:trials].count(None)
        share = share_interval(disconnected, trials) if self.failed[index] else (0.0, 0.0)
        diameter, hops, cut = (
            ConnectedMean.of(columns[name], stages[name], divisor)
            for name, divisor in zip(MEASURES, (1, max(n * (n - 1), 1), 1), strict=True)
        )
        return FailurePoint(
            proportion=self.options.proportions[index],
            links_failed=self.failed[index],
            trials=trials,
            disconnected=disconnected,
            disconnected_ci95=(1.0, 1.0) if self._certain(index) else share,
            certainly_disconnected=self._certain(index),
            diameter=diameter,
            mean_distance=hops,
            bisection_links=cut,
        )
