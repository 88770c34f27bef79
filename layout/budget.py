"""How much effort a solve may spend, shared out among its chains."""

from dataclasses import dataclass

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.stop import FirstOf, MaxIterations, MaxSeconds, Stopping

#: As in planning files and studies: years of work.
MOST_ITERATIONS = 10**12


@dataclass(frozen=True)
class Budget:
    """Iterations (reproducible) or seconds (not), for all chains together.

    Raises
    ------
    ValueError
        Unless exactly one of the two is given and positive.
    """

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.seconds is None):
            raise ValueError("a budget is iterations or seconds, not both and not neither")
        if not 0 < (self.iterations or self.seconds or 0) < float("inf"):
            raise ValueError("a budget is positive and finite")

    @property
    def reproducible(self) -> bool:
        """True if the same seed gives the same placement."""
        return self.iterations is not None

    def start_chain(self, chain: int, chains: int, at_once: int, interrupt: Interrupt) -> Stopping:
        """Return the stopping of one chain, its clock running from now.

        Iterations are dealt out evenly, the first chains taking what is left over.
        Of the seconds a chain gets its share of the threads that run ``at_once``.
        """
        if self.iterations is not None:
            share, left = divmod(self.iterations, chains)
            return FirstOf((MaxIterations(share + (chain < left)), interrupt))
        seconds = (self.seconds or 0.0) * min(at_once, chains) / chains
        return FirstOf((MaxSeconds(seconds), interrupt))


def budget_of(iterations: int | None, seconds: float | None) -> Budget | None:
    """Return the budget of what was given, None where neither was: the placer's default then.

    Raises
    ------
    InputError
        If there are more iterations than anybody's years: a kernel would hear of no end.
    """
    if iterations is not None and iterations > MOST_ITERATIONS:
        raise InputError(setting("iterations"), f"{iterations} are too many", f"at most {MOST_ITERATIONS}")
    return None if iterations is None and seconds is None else Budget(iterations, seconds)
