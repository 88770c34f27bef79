"""What a search found."""

from dataclasses import dataclass, field

from layout.dense.problem import Permutation


@dataclass(frozen=True, eq=False)
class Found:
    """The best permutation of a search.

    Attributes
    ----------
    permutation
        Location of each facility, counted from 0, (n,) int64.
    cost
        Its cost, exact.
    iterations
        Moves of tabu search made.
    history
        (iterations, cost) at the start and whenever the best cost fell.
    """

    permutation: Permutation
    cost: int
    iterations: int
    history: tuple[tuple[int, int], ...] = field(default=())
