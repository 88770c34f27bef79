"""Tabu search keeps its tables exact and never loses the best permutation."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.layout.dense import DenseProblem
from netfloor.layout.dense.tables import make_tables, narrowest
from netfloor.layout.dense.tabu import TabuSearch


def never(_cost: int) -> bool:
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
    search.run(np.random.default_rng(seed).permutation(problem.size), moves, seed, never)
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
    cost, place, made = TabuSearch(problem, make_tables(problem)).run(start, moves, seed, never)
    assert sorted(place) == list(range(problem.size))
    assert plain_cost(problem, place) == cost <= problem.cost(start)
    assert made == moves


def test_slices_do_not_change_the_result(make_problem: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """How often the clock is looked at is no part of the search."""
    problem = make_problem(11, "neither", 5)
    results = set()
    for entries in (1, 700, 1 << 23):
        monkeypatch.setattr("netfloor.layout.dense.tabu.SLICE_ENTRIES", entries)
        cost, place, made = TabuSearch(problem, make_tables(problem)).run(np.arange(11), 301, 3, never)
        results.add((cost, tuple(place.tolist()), made))
    assert len(results) == 1


def test_a_bench_forgets_its_last_search(make_problem: Any) -> None:
    """The same start and seed give the same result, whatever ran before."""
    problem = make_problem(10, "symmetric", 1)
    search = TabuSearch(problem, make_tables(problem))
    first = search.run(np.arange(10), 50, 7, never)
    search.run(np.arange(10)[::-1], 33, 8, never)
    again = search.run(np.arange(10), 50, 7, never)
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
    search.run(np.arange(n), 0, 0, never)
    held = changes(search)
    assert all(held[u, v] == {problem.swap_change(search.bench.place, u, v)} for u, v in held)
