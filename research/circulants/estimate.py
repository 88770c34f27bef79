"""Estimate the time of a search from random prefixes."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from netfloor.research.circulants.engine.search import Probe, followers_of, probe_prefix
from netfloor.research.circulants.engine.tasks import CirculantSearch
from netfloor.research.circulants.space import Jumps, SearchSpace
from netfloor.structure.arrays import FloatArray

#: Random prefixes per estimate, unless they take so many times their time limit.
LEAST_SAMPLES = 30
LATE = 5
Asked = Callable[[], bool]
#: Size of the pool from which long searches are drawn by promise, and seconds for one of them.
POOL = 600
LONGEST_S = 0.5


@dataclass(frozen=True)
class PhaseEstimate:
    """The estimated time of a phase, from timed searches.

    Attributes
    ----------
    examined
        Estimated number of tested sets.
    core_s, error_s
        Seconds on one core, and the standard error of the estimate.
    """

    diameter: int
    examined: float
    core_s: float
    error_s: float
    samples: int

    @property
    def sets_per_s(self) -> float:
        """Sets tested per second on one core."""
        return self.examined / self.core_s if self.core_s else 0.0


def estimate(
    search: CirculantSearch, seconds: float, asked: Asked = lambda: False
) -> tuple[PhaseEstimate, ...]:
    """Return an estimate for each phase within some seconds in all, or until ``asked`` to stop.

    First from random prefixes of all but two jumps (at least two): their mean time times their number is
    too high for searches of many jumps, because a task knows more excluded pairs. If tasks are short
    enough, tasks themselves are then timed, drawn by their number of sets.
    """
    each = seconds / len(search.phases)
    return tuple(_phase(search, depth, each, asked) for depth in search.phases if not asked())


def _phase(search: CirculantSearch, depth: int, seconds: float, asked: Asked) -> PhaseEstimate:
    space = search.space
    longest = max(space.free_jumps - 2, min(2, space.free_jumps - 1))
    _compile(search, depth, longest)
    rough = _evenly(search, depth, longest, seconds / 3, asked)
    for length in range(min(space.given_jumps, longest), longest):
        if rough.core_s / _prefixes(space, length) <= LONGEST_S:
            return _by_promise(search, depth, length, seconds * 2 / 3, asked)
    return rough


def _compile(search: CirculantSearch, depth: int, length: int) -> None:
    """Run a few short searches first, so that compilation is not timed."""
    rng = np.random.default_rng(depth)
    for _ in range(LEAST_SAMPLES):
        if probe_prefix(search, depth, _draw(search.space, length, rng)).thread_s > 0:
            break


def _evenly(
    search: CirculantSearch, depth: int, length: int, seconds: float, asked: Asked
) -> PhaseEstimate:
    rng, began = np.random.default_rng(depth), time.monotonic()

    def probed() -> Probe:
        return probe_prefix(search, depth, _draw(search.space, length, rng))

    samples = _sampled(probed, LEAST_SAMPLES, began, seconds, asked)
    times, prefixes = samples[:, 0], _prefixes(search.space, length)
    error = float(times.std(ddof=1)) / math.sqrt(len(times))
    sets = float(samples[:, 1].sum()) / len(times)
    core_s = prefixes * float(times.mean())
    return PhaseEstimate(depth, prefixes * sets, core_s, prefixes * error, len(times))


def _by_promise(
    search: CirculantSearch, depth: int, length: int, seconds: float, asked: Asked
) -> PhaseEstimate:
    """Estimate from prefixes drawn with probability proportional to their number of completions.

    The mean of time per completion, times the number of completions, estimated from a larger pool.
    """
    space, rng = search.space, np.random.default_rng(depth)
    began = time.monotonic()
    pool = [_draw(space, length, rng) for _ in range(POOL)]
    open_jumps = space.free_jumps - length
    ways = np.array([float(math.comb(followers_of(search, depth, jumps), open_jumps)) for jumps in pool])
    if not ways.any():
        return PhaseEstimate(depth, 0.0, 0.0, 0.0, 0)

    def probed() -> tuple[float, float]:
        i = int(rng.choice(POOL, p=ways / ways.sum()))
        probe = probe_prefix(search, depth, pool[i])
        return probe.thread_s / ways[i], probe.examined / ways[i]

    ratios = _sampled(probed, LEAST_SAMPLES // 5, began, seconds, asked)
    time_a_way, sets_a_way = ratios.mean(axis=0).tolist()
    relative = math.hypot(_relative_error(ratios[:, 0]), _relative_error(ways))
    promise = float(ways.mean()) * _prefixes(space, length)
    core_s = promise * time_a_way
    return PhaseEstimate(depth, promise * sets_a_way, core_s, core_s * relative, len(ratios))


def _sampled(
    probed: Callable[[], tuple[float, float]], least: int, began: float, seconds: float, asked: Asked
) -> FloatArray:
    """Return seconds and sets of probes until there are enough or time is up; at least two, (p, 2)."""
    samples: list[tuple[float, float]] = []
    while len(samples) < 2 or not asked():
        samples.append(probed())
        taken = time.monotonic() - began
        if len(samples) >= 2 and (taken >= LATE * seconds or (len(samples) >= least and taken >= seconds)):
            break
    return np.array(samples, dtype=np.float64)


def _relative_error(values: FloatArray) -> float:
    """Return the standard error of a mean, relative to the mean."""
    return float(values.std(ddof=1) / values.mean()) / math.sqrt(len(values)) if values.any() else 0.0


def _prefixes(space: SearchSpace, length: int) -> int:
    return sum(_of_bases(space, length)) if length else 1


def _of_bases(space: SearchSpace, length: int) -> list[int]:
    return [math.comb(len(space.others(base)), length - 1) for base in space.bases]


def _draw(space: SearchSpace, length: int, rng: np.random.Generator) -> Jumps:
    """Return a random prefix; all are equally likely."""
    if length == 0:
        return ()
    weights = np.array(_of_bases(space, length), dtype=np.float64)
    base = space.bases[int(rng.choice(len(weights), p=weights / weights.sum()))]
    rest = rng.choice(space.others(base), length - 1, replace=False)
    return (base, *sorted(rest.tolist()))
