"""How an annealing run cools, and in which slices it asks whether to go on."""

from dataclasses import dataclass

from layout.stop import Stopping

#: Iterations at one temperature: short enough to be interrupted, long enough to be free.
MAX_SLICE = 1 << 18
SLICES = 256


@dataclass(frozen=True)
class Schedule:
    """Geometric cooling between two shares of the mean absolute change of a random swap.

    Attributes
    ----------
    hot, cold
        First and last temperature as shares of the mean change at a random placement.
        Measured on Table II's networks: a start at 0.24 leaves half of LPS(19,7)'s runs
        in a layout 1 % too long, from 0.35 none; from 0.5 the others get worse.
    """

    hot: float = 0.35
    cold: float = 0.018

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
