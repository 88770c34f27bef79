"""How many links cabinets can hold at most."""

import numpy as np

from layout.problem import Problem


def most_inside_links(problem: Problem) -> int:
    """Return an upper bound on the links inside cabinets.

    Cabinets of z slots hold most pairs when all but one of them are full: floor(n / z)
    cabinets of z (z - 1) / 2 pairs and one of what is left. No router has more than
    z - 1 neighbours in its cabinet, nor more than it has links.
    """
    sizes = np.sort(np.diff(problem.below.first_slot))[::-1]
    heaviest = int(problem.flow.data.max(initial=0))
    left, pairs = problem.routers, 0
    for size in sizes:
        here = min(int(size), left)
        pairs += here * (here - 1) // 2
        left -= here
    degrees = np.asarray(problem.flow.sum(axis=1)).ravel()
    by_degree = int(np.minimum(degrees, (int(sizes[0]) - 1) * heaviest).sum()) // 2
    return min(pairs * heaviest, by_degree)
