"""Shortest assignment of cords to PDUs as an integer programme, solved by HiGHS through SciPy."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from netfloor.layout.power.problem import CordProblem

#: Nearest PDUs per cord in the first attempts, and the largest number of unknowns.
_NEAR = (8, 32)
MAX_PAIRS = 200_000
#: Status code of HiGHS for an optimum.
_OPTIMAL = 0


class _Rows:
    """Linear constraints with upper and lower bounds."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.entries: list[tuple[int, int, float]] = []
        self.most: list[float] = []
        self.least: list[float] = []

    def add(self, terms: list[tuple[int, float]], most: float, least: float = -np.inf) -> None:
        """Add a constraint."""
        self.entries += [(len(self.most), unknown, factor) for unknown, factor in terms]
        self.most.append(most)
        self.least.append(least)

    def constraint(self) -> LinearConstraint:
        """Build the constraint matrix."""
        rows, columns, factors = zip(*self.entries, strict=True)
        shape = (len(self.most), self.size)
        return LinearConstraint(csr_array((factors, (rows, columns)), shape=shape), self.least, self.most)


def solve_cords(problem: CordProblem, start: Sequence[int]) -> list[int] | None:
    """Return the PDU of each cord; None if there is no assignment or none was found.

    Cords without a PDU in ``start`` are assigned together with the cords of nearby PDUs, while the others
    stay: first with few of these PDUs, then with more, finally with all up to `MAX_PAIRS` pairs. The total
    length of the moved cords is minimal.
    """
    left = [cord for cord, place in enumerate(start) if place < 0]
    if not all(problem.reach[cord] for cord in left):
        return None
    for maximum in (*_NEAR, len(problem.places)):
        near = {place for cord in left for place in list(problem.reach[cord])[:maximum]}
        moving = [cord for cord, place in enumerate(start) if place < 0 or place in near]
        pairs = [(cord, place) for cord in moving for place in problem.reach[cord] if place in near]
        if len(pairs) > MAX_PAIRS:
            return None
        result = _solved(
            problem, pairs, {cord: place for cord, place in enumerate(start) if cord not in set(moving)}
        )
        if result is not None:
            return result
        if len(near) == len(problem.places):
            return None
    return None


def _solved(
    problem: CordProblem, pairs: list[tuple[int, int]], staying: Mapping[int, int]
) -> list[int] | None:
    """Return the shortest assignment over some pairs of cord and PDU; None if infeasible."""
    rows = _Rows(len(pairs))
    _add_devices(rows, problem, pairs, staying)
    _add_pdus(rows, problem, pairs, staying)
    lengths = np.array([problem.reach[cord][place] for cord, place in pairs], dtype=np.float64)
    solved = milp(
        lengths, integrality=np.ones(len(pairs)), bounds=Bounds(0, 1), constraints=rows.constraint()
    )
    if solved.status != _OPTIMAL or solved.x is None:
        return None
    taken = zip(pairs, (solved.x > 1 / 2).tolist(), strict=True)
    chosen = {**staying, **{cord: place for (cord, place), is_taken in taken if is_taken}}
    return [chosen[cord] for cord in range(len(problem.cords))]


def _add_devices(
    rows: _Rows, problem: CordProblem, pairs: list[tuple[int, int]], staying: Mapping[int, int]
) -> None:
    """Require a PDU for each cord, and limit a device's cords per feed."""
    held = Counter(
        (problem.cords[cord].device, problem.places[place].feed) for cord, place in staying.items()
    )
    of_cord, of_device = defaultdict[int, list[int]](list), defaultdict[tuple[int, str], list[int]](list)
    for unknown, (cord, place) in enumerate(pairs):
        of_cord[cord].append(unknown)
        of_device[problem.cords[cord].device, problem.places[place].feed].append(unknown)
    for unknowns in of_cord.values():
        rows.add([(item, 1.0) for item in unknowns], 1.0, 1.0)
    for (device, feed), unknowns in of_device.items():
        if problem.parts_feeds and feed:
            left = problem.open_on_feed(device, feed) - held[device, feed]
            rows.add([(item, 1.0) for item in unknowns], max(left, 0))


def _add_pdus(
    rows: _Rows, problem: CordProblem, pairs: list[tuple[int, int]], staying: Mapping[int, int]
) -> None:
    """Require matching outlets, and limit the loads of PDUs and feeds.

    No fixed cord is on a PDU of the pairs.
    """
    held_w = defaultdict[str, float](float, problem.feed_w)
    for cord, number in staying.items():
        held_w[problem.places[number].feed] += problem.counted_w(cord)
    of_place, of_feed = defaultdict[int, list[int]](list), defaultdict[str, list[int]](list)
    for unknown, (_, number) in enumerate(pairs):
        of_place[number].append(unknown)
        of_feed[problem.places[number].feed].append(unknown)
    draws = [problem.counted_w(cord) for cord, _ in pairs]
    for number, unknowns in of_place.items():
        place = problem.places[number]
        form_of = {item: problem.cords[pairs[item][0]].inlet.form for item in unknowns}
        forms = sorted({*form_of.values()})
        for size in range(1, len(forms) + 1):
            for chosen in combinations(forms, size):  # see `PduPlace.has_outlets`
                terms = [(item, 1.0) for item in unknowns if form_of[item] in chosen]
                rows.add(terms, place.outlets_of(chosen))
        if place.limit_w is not None:
            rows.add([(item, draws[item]) for item in unknowns], place.limit_w - place.watts)
    for feed, limit in problem.rules.feeds.items():
        if limit is not None and feed in of_feed:
            terms = [(item, draws[item]) for item in of_feed[feed]]
            rows.add(terms, limit - held_w[feed])
