"""Balls as bitsets, and all last jumps at once, against walking."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.research.circulants.engine.ball_kernels import count_ball
from netfloor.research.circulants.engine.closing_kernels import close, lift
from netfloor.research.circulants.engine.tables import (
    balls_of,
    lattice_shells,
    ring_words,
    roots_of,
    windows_of,
)
from netfloor.research.circulants.space import SearchSpace, bitset, distances_of


def members(bits):
    """Return the places of the bits that are set."""
    return {64 * i + b for i, word in enumerate(bits.tolist()) for b in range(64) if word >> b & 1}


@settings(max_examples=60, deadline=None)
@given(n=st.integers(3, 400), data=st.data())
def test_balls_are_what_walking_reaches(n, data):
    """After one jump and after two, at every distance."""
    half = (n - 1) // 2
    jumps = data.draw(st.lists(st.integers(1, half), min_size=1, max_size=2, unique=True))
    depth = data.draw(st.integers(1, 6))
    balls = balls_of(SearchSpace(n, 2), tuple(jumps), depth)
    reached = {0}
    for h in range(depth + 1):
        assert members(balls[h]) == reached
        assert count_ball(balls[h]) == len(reached)
        reached |= {(x + sign * jump) % n for x in reached for jump in jumps for sign in (1, -1)}


@settings(max_examples=60, deadline=None)
@given(n=st.integers(5, 200), data=st.data())
def test_lifted_balls_hold_what_their_definition_says(n, data):
    """Bit w of lifted(j, r) is set where j w + r is in the ball of radius D - j, twice in a row."""
    jumps = data.draw(st.lists(st.integers(1, (n - 1) // 2), min_size=1, max_size=2, unique=True))
    depth = data.draw(st.integers(1, 6))
    balls = balls_of(SearchSpace(n, 4), tuple(jumps), depth)
    lifted = lifted_from(n, balls)
    for j in range(1, depth + 1):
        ball = members(balls[depth - j])
        for r in range(j):
            expected = {w for w in range(2 * n) if (j * w + r) % n in ball}
            assert members(lifted[j * (j - 1) // 2 + r]) == expected


@settings(max_examples=80, deadline=None)
@given(n=st.integers(8, 150), odd=st.booleans(), data=st.data())
def test_no_last_jump_is_lost(n, odd, data):
    """Every jump that completes the graph in time is left; where few are, nothing else is."""
    radix = 6 + (odd and n % 2 == 0)
    if radix >= n:
        return
    space = SearchSpace(n, radix)
    given = data.draw(
        st.lists(st.sampled_from(space.candidates.tolist()), min_size=2, max_size=2, unique=True)
    )
    depth = data.draw(st.integers(2, 9))
    balls = balls_of(space, tuple(given), depth)
    others = [x for x in space.candidates.tolist() if x not in given]
    candidates = bitset(others, n)
    close(candidates, balls[depth], lifted_from(n, balls), windows_of(n, depth), depth, n, candidates * 0)
    good = {x for x in others if distances_of(space, [*given, x])[0] <= depth}
    assert good <= members(candidates) <= set(others)


def test_hopeless_prefixes_leave_no_last_jump():
    """Where no jump can help, none has to be weighed singly: 3 hops, 512 routers, 3 jumps."""
    space = SearchSpace(512, 6)
    balls = balls_of(space, (1, 20), 3)
    candidates = bitset(space.candidates, 512)
    windows = windows_of(512, 3)
    close(candidates, balls[3], lifted_from(512, balls), windows, 3, 512, candidates * 0)
    assert not candidates.any()


def lifted_from(n, balls):
    """Return every lifted ball."""
    depth, words = len(balls) - 1, balls.shape[1]
    lifted = np.full((depth * (depth + 1) // 2, ring_words(n)), ~np.uint64(0))
    lift(balls, depth, n, roots_of(n, depth), np.zeros((2, words // 2 + 1), np.uint64), lifted)
    return lifted


def test_shells_of_the_lattice_are_counted():
    """By listing the points of small boxes."""
    shells = lattice_shells(3, 4)
    for r in range(4):
        points = (
            np.stack(np.meshgrid(*[np.arange(-4, 5)] * r), -1).reshape(-1, r) if r else np.zeros((1, 0))
        )
        norms = np.abs(points).sum(axis=1).astype(int)
        assert shells[r].tolist() == np.bincount(norms, minlength=5)[:5].tolist()
