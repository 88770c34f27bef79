"""The cooling schedule, and the number of iterations between two checks for the end."""

from dataclasses import dataclass

from netfloor.layout.budget import Stopping

#: Iterations at one temperature: few enough to interrupt, many enough that the check costs nothing.
MAX_SLICE = 1 << 18
#: Smallest slice for budgets in seconds.
MIN_SLICE = 1 << 10
SLICES = 256


@dataclass(frozen=True)
class Schedule:
    """Geometric cooling between two shares of the mean absolute change of a random swap.

    Attributes
    ----------
    hot, cold
        First and last temperature as shares of the mean change at a random placement. Measured on the
        networks of Table II: starting at 0.24, half of LPS(19,7)'s runs end in a layout 1 % too long, from
        0.35 none; from 0.5 the other networks get worse. Ending at 0.012 makes SlimFly(17) 0.02 % shorter
        than 0.018 in the same time, and 0.009 no shorter; at 0.03 it is 0.15 % longer.
    """

    hot: float = 0.35
    cold: float = 0.012

    def temperature(self, scale: float, progress: float) -> float:
        """Return the temperature, in units of cost, at a progress of 0 to 1."""
        return float(scale * self.hot * (self.cold / self.hot) ** min(progress, 1.0))


def slice_length(stop: Stopping, done: int, most: int = MAX_SLICE, guess: int = 1) -> int:
    """Return the iterations to run before asking ``stop`` again, never past its end.

    The search starts near ``guess``, such as the last slice; the result does not depend on it.
    """
    now = stop.progress(done)

    def fits(iterations: int) -> bool:
        after = stop.progress(done + iterations)
        return after - now <= 1.0 / SLICES and after <= 1.0

    if fits(most):
        return most
    low, over, reach = 1, most, 1  # always run at least 1 iteration; anything above a step is too many
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


def max_next(most: int, spent: float, limit: int) -> int:
    """Return the maximum length of the next slice, given the last maximum and its share of the budget.

    A slice exceeds its step only for budgets in seconds, which `slice_length` cannot predict.
    """
    if spent > 1.0 / SLICES:
        return max(most // 2, MIN_SLICE)
    return min(2 * most, limit) if spent < 0.5 / SLICES else most
