"""Children, the pool, and what is done when nothing improves."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from netfloor.layout.dense.evolution import PATIENCE, POOL, Evolution, Member, Pool
from netfloor.layout.dense.permutation_kernels import cross


@given(st.integers(2, 30), st.integers(0, 999))
def test_a_child_keeps_what_its_parents_agree_on(n: int, seed: int) -> None:
    """A permutation with every common assignment."""
    rng = np.random.default_rng(seed)
    one = rng.permutation(n)
    two = one.copy()
    ring = rng.choice(n, size=rng.integers(2, n + 1), replace=False)
    two[ring] = one[np.roll(ring, 1)]
    child = np.empty(n, dtype=np.int64)
    cross(one, two, child, np.arange(n), np.array([seed], dtype=np.uint64))
    assert sorted(child) == list(range(n))
    assert (child[one == two] == one[one == two]).all()


def test_a_child_takes_after_both_parents() -> None:
    """Of parents without anything in common about half of each is kept, little is new."""
    n, new, first = 60, [], []
    for seed in range(40):
        one = np.random.default_rng(seed).permutation(n)
        two = np.roll(one, 1)
        child = np.empty(n, dtype=np.int64)
        cross(one, two, child, np.arange(n), np.array([seed], dtype=np.uint64))
        new.append(((child != one) & (child != two)).mean())
        first.append((child == one).mean())
    assert 0.35 < np.mean(first) < 0.6
    assert np.mean(new) < 0.15


@given(st.lists(st.tuples(st.integers(0, 5), st.permutations(range(3))), max_size=30), st.integers(1, 5))
def test_a_pool_holds_the_best_and_nothing_twice(offers: list[Any], capacity: int) -> None:
    """The cheapest different members that were offered."""
    pool = Pool(capacity)
    for cost, place in offers:
        pool.offer(Member(cost, np.array(place)))
    kept = [(member.cost, tuple(member.permutation.tolist())) for member in pool.members]
    assert len(set(kept)) == len(kept)
    best = sorted({(cost, tuple(place)) for cost, place in offers})[:capacity]
    assert [cost for cost, _ in kept] == [cost for cost, _ in best]


def filled(n: int = 20) -> Evolution:
    """Return an evolution with a full pool, the best member of cost 0."""
    rng = np.random.default_rng(0)
    evolution = Evolution(rng, np.arange(n))
    for cost in range(POOL):
        evolution.take(Member(cost, evolution.next_start(0.0)))
    return evolution


def test_the_first_start_is_the_callers() -> None:
    """Then random ones until the pool is full."""
    evolution = Evolution(np.random.default_rng(0), np.arange(9))
    assert evolution.next_start(0.0).tolist() == list(range(9))
    assert evolution.next_start(0.0).tolist() != list(range(9))


def test_a_pool_is_not_filled_for_ever() -> None:
    """Where improving takes long, two members must do."""
    evolution = Evolution(np.random.default_rng(0), np.arange(9))
    for cost in range(2):
        evolution.take(Member(cost, evolution.next_start(0.5)))
    evolution.next_start(0.5)
    assert not evolution.filling


def test_a_stuck_pool_is_shaken_and_its_best_stays() -> None:
    """After so many failures all others are moved, harder the next time."""
    evolution = filled()
    moved = []
    for _ in range(2):
        before = {member.permutation.tobytes() for member in evolution.pool.members}
        for _ in range(PATIENCE + POOL):
            evolution.take(Member(99, evolution.next_start(0.9)))
            if len(evolution.pool.members) == 1:
                break
        assert evolution.pool.members[0].cost == 0
        moved.append(len(evolution.waiting))
        assert all(start.tobytes() not in before for start in evolution.waiting)
        for cost, start in enumerate([*evolution.waiting], 1):
            evolution.take(Member(cost, start))
        evolution.waiting.clear()
    assert moved


def test_at_the_hardest_everything_starts_anew() -> None:
    """Shaken again and again without success, the pool is emptied; the best is not forgotten."""
    evolution = filled()
    emptied = False
    for _ in range(20 * (PATIENCE + POOL)):
        evolution.take(Member(50, evolution.next_start(0.9)))
        emptied = emptied or all(member.cost == 50 for member in evolution.pool.members)
    assert emptied
    assert evolution.best is not None
    assert evolution.best.cost == 0
