"""How an annealing run cools, and in which slices it asks whether to go on."""

from dataclasses import dataclass

from netfloor.layout.budget import Stopping

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


def slice_length(stop: Stopping, done: int, most: int = MAX_SLICE, guess: int = 1) -> int:
    """Return how many iterations to run before asking ``stop`` again, never past its end.

    The answer is looked for around ``guess``, such as the last slice, and is the same by every guess.
    """
    now = stop.progress(done)

    def fits(iterations: int) -> bool:
        after = stop.progress(done + iterations)
        return after - now <= 1.0 / SLICES and after <= 1.0

    if fits(most):
        return most
    low, over, reach = 1, most, 1  # one is run in any case; what spends more than a step is over
    near = max(1, min(guess, most - 1))
    if fits(near):
        low = near
        while low + reach < over and fits(low + reach):
            low, reach = low + reach, 2 * reach
        over = min(over, low + reach)
    else:
        over = near
        while over - reach > low and not fits(over - reach):
            over, reach = over - reach, 2 * reach
        low = max(low, over - reach)
    while low + 1 < over:
        middle = (low + over) // 2
        if fits(middle):
            low = middle
        else:
            over = middle
    return low


def most_next(most: int, spent: float, limit: int) -> int:
    """Return how long the next slice may be after one of ``most`` that spent a share of the effort.

    Only against the clock does a slice spend more than a step: `slice_length` cannot foresee it.
    """
    if spent > 1.0 / SLICES:
        return max(most // 2, MIN_SLICE)
    return min(2 * most, limit) if spent < 0.5 / SLICES else most
