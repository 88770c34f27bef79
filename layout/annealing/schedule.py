"""How an annealing run cools, and in which slices it asks whether to go on."""

from dataclasses import dataclass

from netfloor.layout.stop import Stopping

#: Iterations at one temperature: short enough to be interrupted, long enough to be free.
MAX_SLICE = 1 << 18
#: Against the clock, slices are never cut below this.
MIN_SLICE = 1 << 10
SLICES = 256


@dataclass(frozen=True)
class Schedule:
    """Geometric cooling between two shares of the mean absolute change of a random swap.

    Attributes
    ----------
    hot, cold
        First and last temperature as shares of the mean change at a random placement.
        Measured on Table II's networks: a start at 0.24 leaves half of LPS(19,7)'s runs
        in a layout 1 % too long, from 0.35 none; from 0.5 the others get worse. An end at
        0.012 makes SlimFly(17) 0.02 % shorter than one at 0.018 in the same time, and one at
        0.009 no shorter; at 0.03 it is 0.15 % longer.
    """

    hot: float = 0.35
    cold: float = 0.012

    def temperature(self, scale: float, progress: float) -> float:
        """Return the temperature in units of cost at a progress of 0 to 1."""
        return float(scale * self.hot * (self.cold / self.hot) ** min(progress, 1.0))


def slice_length(stop: Stopping, done: int, most: int = MAX_SLICE) -> int:
    """Return how many iterations to run before asking ``stop`` again, never past its end."""
    now = stop.progress(done)

    def fits(iterations: int) -> bool:
        after = stop.progress(done + iterations)
        return after - now <= 1.0 / SLICES and after <= 1.0

    low, high = 1, most
    if fits(high):
        return high
    while low < high:  # the most iterations that spend at most one step
        middle = (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low


def most_next(most: int, spent: float, limit: int) -> int:
    """Return how long the next slice may be after one of ``most`` that spent a share of the effort.

    Only against the clock does a slice spend more than a step: `slice_length` cannot foresee it.
    """
    if spent > 1.0 / SLICES:
        return max(most // 2, MIN_SLICE)
    return min(2 * most, limit) if spent < 0.5 / SLICES else most
