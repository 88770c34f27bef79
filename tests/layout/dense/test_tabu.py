"""Tabu search keeps its tables exact and never loses the best permutation."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.layout.dense import DenseProblem
from netfloor.layout.dense.tables import make_tables, narrowest
from netfloor.layout.dense.tabu import TabuSearch
from netfloor.layout.dense.tabu_kernels import tabu_search


def foreign_files(_cost: int) -> bool:
    """Let the search go on."""
    return False


def changes(search: TabuSearch) -> dict[tuple[int, int], set[int]]:
    """Return what the bench holds for each pair; the last exchange is added as a sweep would."""
    bench = search.bench
    half, n = bench.change.shape
    outer = (
        [(bench.x, bench.y)]
        if search.tables.symmetric
        else [(bench.x, bench.y), (bench.x_back, bench.y_back)]
    )
    held: dict[tuple[int, int], set[int]] = {}
    for k in range(half):
        for i in range(n):
            j = (i + k + 1) % n
            coming = sum(int(x[i] - x[j]) * int(y[j] - y[i]) for x, y in outer)
            held.setdefault((min(i, j), max(i, j)), set()).add(int(bench.change[k, i]) + coming)
    return held


@settings(max_examples=150)
@given(st.data(), st.integers(0, 40), st.integers(0, 99))
def test_every_change_is_the_recomputed_difference(problems: Any, data: Any, moves: int, seed: int) -> None:
    """After any number of moves every pair's change is what the O(n) formula says."""
    problem = data.draw(problems(2, 12))
    search = TabuSearch(problem, make_tables(problem))
    search.run(np.random.default_rng(seed).permutation(problem.size), moves, seed, foreign_files)
    n = problem.size
    expected = {(u, v): {problem.swap_change(search.bench.place, u, v)} for v in range(n) for u in range(v)}
    assert changes(search) == expected


@settings(max_examples=150)
@given(st.data(), st.integers(0, 60), st.integers(0, 99))
def test_the_best_is_legal_exact_and_no_worse_than_the_start(
    problems: Any, plain_cost: Any, data: Any, moves: int, seed: int
) -> None:
    """Whatever is returned is a permutation of the stated cost."""
    problem = data.draw(problems(2, 12))
    start = np.random.default_rng(seed).permutation(problem.size)
    cost, place, made = TabuSearch(problem, make_tables(problem)).run(start, moves, seed, foreign_files)
    assert sorted(place) == list(range(problem.size))
    assert plain_cost(problem, place) == cost <= problem.cost(start)
    assert made == moves


def test_slices_do_not_change_the_result(make_problem: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """How often the clock is looked at is no part of the search."""
    problem = make_problem(11, "neither", 5)
    results = set()
    for entries in (1, 700, 1 << 23):
        monkeypatch.setattr("netfloor.layout.dense.tabu.SLICE_ENTRIES", entries)
        cost, place, made = TabuSearch(problem, make_tables(problem)).run(
            np.arange(11), 301, 3, foreign_files
        )
        results.add((cost, tuple(place.tolist()), made))
    assert len(results) == 1


def test_a_bench_forgets_its_last_search(make_problem: Any) -> None:
    """The same start and seed give the same result, whatever ran before."""
    problem = make_problem(10, "symmetric", 1)
    search = TabuSearch(problem, make_tables(problem))
    first = search.run(np.arange(10), 50, 7, foreign_files)
    search.run(np.arange(10)[::-1], 33, 8, foreign_files)
    again = search.run(np.arange(10), 50, 7, foreign_files)
    assert (first[0], first[1].tolist()) == (again[0], again[1].tolist())


def test_it_ends_between_slices(make_problem: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is told to end has made no further move."""
    monkeypatch.setattr("netfloor.layout.dense.tabu.SLICE_ENTRIES", 1)
    problem = make_problem(6, "symmetric", 1)
    search = TabuSearch(problem, make_tables(problem))
    assert search.run(np.arange(6), 50, 7, lambda _cost: True)[2] == 0


@pytest.mark.parametrize(
    ("entry", "kind"), [(22_000_000, np.int32), (23_000_000, np.int64), (2**44, np.int64)]
)
def test_the_type_holds_the_largest_change(entry: int, kind: type) -> None:
    """Matrices of two blocks, where one swap changes all that can change."""
    n = 12
    sign = np.where(np.arange(n) < n // 2, 1, -1)
    problem = DenseProblem(np.outer(sign, sign) * entry, np.outer(sign, sign))
    tables = make_tables(problem)
    assert narrowest(problem) is kind
    search = TabuSearch(problem, tables)
    search.run(np.arange(n), 0, 0, foreign_files)
    held = changes(search)
    assert all(held[u, v] == {problem.swap_change(search.bench.place, u, v)} for u, v in held)


@settings(max_examples=60)
@given(st.data(), st.integers(0, 99))
def test_every_move_is_the_best_that_is_admissible(problems: Any, data: Any, seed: int) -> None:
    """Of all swaps of which one facility is not tabu or that reach less than ever; none if there is none.

    Both facilities then stay away from where they were for the shortest to the longest tenure.
    """
    problem = data.draw(problems(2, 8))
    start, pairs = np.random.default_rng(seed).permutation(problem.size), range(problem.size)
    search = TabuSearch(problem, make_tables(problem))
    search.run(start, 0, seed, foreign_files)
    bench, cost, (shortest, longest) = search.bench, problem.cost(start), search.tenure
    bench.expiry[:] = bench.until[:] = 0
    best = cost
    for now in range(12):
        place, expiry = bench.place.copy(), bench.expiry.copy()
        costs = {}
        for u in pairs:
            for v in range(u):
                reached = cost + problem.swap_change(place, u, v)
                if min(expiry[u, place[v]], expiry[v, place[u]]) < now + 1 or reached < best:
                    costs[v, u] = reached
        cost, found = map(
            int,
            tabu_search(1, now, cost, best, search.foreign_files, shortest, longest, search.tables, bench),
        )
        moved = tuple(int(one) for one in np.flatnonzero(bench.place != place))
        assert (moved in costs and costs[moved] == cost == min(costs.values())) or (moved, costs) == (
            (),
            {},
        )
        assert found == min(best, cost)
        best = found
        for one in moved:
            assert now + 1 + shortest <= bench.expiry[one, place[one]] <= now + 1 + longest
            expiry[one, place[one]] = bench.expiry[one, place[one]]
        np.testing.assert_array_equal(bench.expiry, expiry)


def test_every_tenure_between_the_shortest_and_the_longest_is_drawn() -> None:
    """Of 15 facilities 3 to 6 moves, after the first one."""
    draw = np.random.default_rng(0)
    problem = DenseProblem(*draw.integers(0, 9, (2, 15, 15)))
    search, drawn = TabuSearch(problem, make_tables(problem)), set[int]()
    for seed in range(40):
        search.run(np.arange(15), 1, seed, foreign_files)
        drawn |= set(search.bench.expiry[search.bench.expiry > 0].tolist())
    assert search.tenure == (3, 6)
    assert drawn == {1 + moves for moves in range(3, 7)}
