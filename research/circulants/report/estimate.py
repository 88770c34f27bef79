"""The estimated time of a circulant search, for ``circulant search --estimate``."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any

from netfloor.foundation.errors import setting
from netfloor.foundation.sizes import WorkEstimate, require_within_budget
from netfloor.research.circulants.engine.tasks import CirculantSearch
from netfloor.research.circulants.estimate import PhaseEstimate, estimate
from netfloor.research.circulants.phases import spent
from netfloor.research.circulants.space import SearchSpace

#: Number of jump sets from which a search estimates its time first.
LONG_SETS = 10**10
#: Sets of larger circulants count in multiples of this size.
ROUTERS_OF_A_SET = 1024
#: Approximate seconds for an estimate.
ESTIMATE_S = 6.0


@dataclass(frozen=True)
class SearchEstimate:
    """The estimated time of a search if only the last phase finds a set."""

    space: SearchSpace
    workers: int
    phases: tuple[PhaseEstimate, ...]

    @property
    def core_s(self) -> float:
        """Seconds on one core for all phases."""
        return sum(phase.core_s for phase in self.phases)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document of ``circulant search --estimate``."""
        return {
            "schema": 1,
            "routers": self.space.routers,
            "radix": self.space.radix,
            "total": self.space.total,
            "core_seconds": self.core_s,
            "phases": [
                {
                    "diameter": phase.diameter,
                    "sets": phase.examined,
                    "sets_per_core_second": phase.sets_per_s,
                    "core_seconds": phase.core_s,
                    "core_seconds_error": phase.error_s,
                    "samples": phase.samples,
                }
                for phase in self.phases
            ],
        }

    def text(self) -> str:
        """Return the estimate as lines of text."""
        n, k = self.space.routers, self.space.radix
        head = f"circulants     {n} switches of radix {k}: {self.space.total:,} jump sets"
        phases = [
            f"diameter {phase.diameter:<5} {phase.examined:.2g} sets remain by symmetry and bounds, at"
            f" {phase.sets_per_s:.2g} a second and core: {spent(phase.core_s)} on one core"
            f" (standard error {spent(phase.error_s)}, {phase.samples} samples)"
            for phase in self.phases
        ]
        foot = f"total          {spent(self.core_s)} on one core, {shared(self.core_s, self.workers)}"
        if len(phases) > 1:
            foot += "; less if an earlier diameter is reached"
        return "\n".join([head, *phases, foot])


def estimate_search(
    search: CirculantSearch, workers: int, asked: Callable[[], bool] = lambda: False
) -> SearchEstimate:
    """Return an estimate from a few seconds of random searches."""
    return SearchEstimate(search.space, workers, estimate(search, ESTIMATE_S, asked))


def is_long(space: SearchSpace) -> bool:
    """Return True for a search long enough to estimate first; larger sets take longer."""
    return space.total * max(1, space.routers // ROUTERS_OF_A_SET) >= LONG_SETS


def require_short(search: CirculantSearch, core_s: float, way: str) -> None:
    """Refuse a search beyond the time budget; raise `InputError` with the estimate."""
    sets = WorkEstimate(f"searching {search.space.total:.2g} jump sets", core_s)
    require_within_budget(setting("routers"), sets, way)


def left_seconds(
    whole: SearchEstimate, search: CirculantSearch, done: Container[int], share: range
) -> float:
    """Return the seconds on one core for the unfinished tasks of a shard."""
    core_s = 0.0
    for number, phase in enumerate(whole.phases):
        first = number * search.tasks_a_phase
        todo = sum(first + task not in done for task in share)
        core_s += phase.core_s * todo / search.tasks_a_phase
    return core_s


def estimate_note(whole: SearchEstimate, core_s: float) -> str:
    """Return a note on the time of a search, and on the remaining time."""
    left = f"{spent(core_s)} on one core, {shared(core_s, whole.workers)}"
    return f"{whole.text()}\nremaining      {left}"


def shared(core_s: float, workers: int) -> str:
    """Return the time with several workers for a time on one core."""
    return f"{spent(core_s / workers)} with {workers} worker{'s' * (workers > 1)}"
