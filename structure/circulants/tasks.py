"""A circulant search as a list of tasks: phase by phase, each phase the same prefixes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from foundation.observer import Observer, SilentObserver
from structure.circulants.incumbent import Known, quick_incumbent
from structure.circulants.space import SearchSpace
from structure.circulants.tables import least_diameter


@dataclass(frozen=True)
class CirculantSearch:
    """A space with what every task needs.

    Attributes
    ----------
    incumbent
        A set that a quick descent found.
    """

    space: SearchSpace
    incumbent: Known

    @classmethod
    def begin(
        cls,
        space: SearchSpace,
        observer: Observer | None = None,
        asked: Callable[[], bool] = lambda: False,
    ) -> "CirculantSearch":
        """Return the search with its incumbent: by the space alone, unless somebody ``asked`` to end."""
        return cls(space, quick_incumbent(space, observer or SilentObserver(), asked))

    @cached_property
    def phases(self) -> range:
        """Diameters to ask for, one after the other."""
        return range(least_diameter(self.space), self.incumbent.diameter + 1)

    @property
    def tasks_a_phase(self) -> int:
        """Tasks of one phase; task t of phase p has number ``p tasks_a_phase + t``."""
        return len(self.space.prefixes)

    @property
    def most_tasks(self) -> int:
        """Tasks of all phases."""
        return len(self.phases) * self.tasks_a_phase
