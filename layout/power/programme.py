"""The shortest assignment of cords to PDUs as an integer programme, solved by HiGHS through SciPy."""

from collections import defaultdict
from itertools import combinations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from netfloor.fabric.power import most_on_feed
from netfloor.layout.power.problem import CordProblem

#: HiGHS's code for an optimum.
_OPTIMAL = 0


class _Rows:
    """Constraints: sums of unknowns with coefficients that are at most, or exactly, an amount."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.entries: list[tuple[int, int, float]] = []
        self.most: list[float] = []
        self.least: list[float] = []

    def add(self, terms: list[tuple[int, float]], most: float, least: float = -np.inf) -> None:
        """Add one constraint."""
        self.entries += [(len(self.most), unknown, factor) for unknown, factor in terms]
        self.most.append(most)
        self.least.append(least)

    def constraint(self) -> LinearConstraint:
        """Return all of them."""
        rows, columns, factors = zip(*self.entries, strict=True)
        shape = (len(self.most), self.size)
        return LinearConstraint(csr_array((factors, (rows, columns)), shape=shape), self.least, self.most)


def solve_cords(problem: CordProblem) -> list[int] | None:
    """Return the place of each cord's PDU, of the least length in all; None if there is no assignment."""
    pairs = [(cord, place) for cord, reach in enumerate(problem.reach) for place in reach]
    if len({cord for cord, _ in pairs}) < len(problem.cords):
        return None
    rows = _Rows(len(pairs))
    _add_devices(rows, problem, pairs)
    _add_pdus(rows, problem, pairs)
    lengths = np.array([problem.reach[cord][place] for cord, place in pairs], dtype=np.float64)
    solved = milp(
        lengths, integrality=np.ones(len(pairs)), bounds=Bounds(0, 1), constraints=rows.constraint()
    )
    if solved.status != _OPTIMAL or solved.x is None:
        return None
    taken = zip(pairs, (solved.x > 1 / 2).tolist(), strict=True)
    chosen = {cord: place for (cord, place), is_taken in taken if is_taken}
    return [chosen[cord] for cord in range(len(problem.cords))]


def _add_devices(rows: _Rows, problem: CordProblem, pairs: list[tuple[int, int]]) -> None:
    """Add that each cord has one PDU, and that no feed has too many of a device's cords."""
    of_cord, of_device = defaultdict[int, list[int]](list), defaultdict[tuple[int, str], list[int]](list)
    for unknown, (cord, place) in enumerate(pairs):
        of_cord[cord].append(unknown)
        of_device[problem.cords[cord].device, problem.places[place].feed].append(unknown)
    for unknowns in of_cord.values():
        rows.add([(one, 1.0) for one in unknowns], 1.0, 1.0)
    for (device, feed), unknowns in of_device.items():
        if problem.rules.apart and feed:
            left = most_on_feed(problem.all_cords[device]) - problem.listed_feeds[device][feed]
            rows.add([(one, 1.0) for one in unknowns], max(left, 0))


def _add_pdus(rows: _Rows, problem: CordProblem, pairs: list[tuple[int, int]]) -> None:
    """Add that cords find outlets that take them, and that PDUs and feeds stay within their limits."""
    of_place, of_feed = defaultdict[int, list[int]](list), defaultdict[str, list[int]](list)
    for unknown, (_, number) in enumerate(pairs):
        of_place[number].append(unknown)
        of_feed[problem.places[number].feed].append(unknown)
    draws = [problem.counted_w(cord) for cord, _ in pairs]
    for number, unknowns in of_place.items():
        place = problem.places[number]
        form_of = {one: problem.cords[pairs[one][0]].inlet.form for one in unknowns}
        forms = sorted({*form_of.values()})
        for size in range(1, len(forms) + 1):
            for chosen in combinations(forms, size):  # see `PduPlace.has_outlets`
                terms = [(one, 1.0) for one in unknowns if form_of[one] in chosen]
                rows.add(terms, place.outlets_of(chosen))
        if place.limit_w is not None:
            rows.add([(one, draws[one]) for one in unknowns], place.limit_w - place.watts)
    for feed, limit in problem.rules.feeds.items():
        if limit is not None and feed in of_feed:
            terms = [(one, draws[one]) for one in of_feed[feed]]
            rows.add(terms, limit - problem.feed_w.get(feed, 0.0))
