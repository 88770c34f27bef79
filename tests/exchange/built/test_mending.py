"""The fewest steps from the cables found to those wanted, against trying every way."""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.exchange.built.mending import partners, steps_of

DEVICES, PORTS = 4, 2
ALL = [(device, port) for device in range(DEVICES) for port in range(1, PORTS + 1)]


@st.composite
def cablings(draw):
    """Draw at most four cables, a port at most once, no cable from a device to itself."""
    ports = draw(st.permutations(ALL))
    cables = [(ports[i], ports[i + 1]) for i in range(0, 2 * draw(st.integers(0, 4)), 2)]
    return [cable for cable in cables if cable[0][0] != cable[1][0]]


def distance(one, other, *, any_port):
    """Return the ends of a cable that are elsewhere than those of another."""
    if any_port:
        one, other = ([device for device, _ in cable] for cable in (one, other))
    return min(sum(a != b for a, b in zip(one, way, strict=True)) for way in permutations(other))


def fewest(wanted, found, *, any_port):
    """Return the fewest steps by trying every way of making found cables into wanted ones."""
    best = len(wanted) + len(found)
    for kept in range(1, min(len(wanted), len(found)) + 1):
        for some in combinations(range(len(wanted)), kept):
            for way in permutations(range(len(found)), kept):
                ends = sum(
                    distance(wanted[w], found[f], any_port=any_port) for w, f in zip(some, way, strict=True)
                )
                best = min(best, ends + len(wanted) + len(found) - 2 * kept)
    return best


def done(found, steps):
    """Return the cables after all steps; fail where an end is taken from where it is not."""
    cables = {f: list(ends) for f, ends in enumerate(found)}
    for step in steps:
        if step.action == "move":
            cables[step.found].remove(*step.taken)
            cables[step.found] += step.put
        elif step.action == "take out":
            del cables[step.found]
    laid = [list(step.put) for step in steps if step.action == "lay"]
    after = sorted(sorted(ends) for ends in [*cables.values(), *laid])
    ports = [port for ends in after for port in ends]
    assert len(set(ports)) == len(ports)
    return after


@settings(max_examples=150, deadline=None)
@given(cablings(), cablings(), st.booleans())
def test_no_way_has_fewer_steps(wanted, found, any_port):
    """As many as the best of all ways, and they lead to what is wanted, at any ports if those do."""
    pairs = partners(wanted, found, any_port=any_port)
    assert sorted(w for w, _ in pairs if w is not None) == list(range(len(wanted)))
    assert sorted(f for _, f in pairs if f is not None) == list(range(len(found)))
    steps = steps_of(wanted, found, pairs, any_port=any_port)
    assert len(steps) == fewest(wanted, found, any_port=any_port)
    after = done(found, steps)
    if any_port:
        assert sorted(sorted(d for d, _ in ends) for ends in after) == sorted(
            sorted(d for d, _ in ends) for ends in wanted
        )
    else:
        assert after == sorted(sorted(ends) for ends in wanted)


@pytest.mark.parametrize("any_port", [False, True])
def test_two_cables_exchanged_are_two_moves(any_port):
    """Each of the exchanged ends goes where the other one was."""
    wanted = [((0, 1), (1, 1)), ((2, 1), (3, 1))]
    found = [((0, 1), (3, 1)), ((2, 1), (1, 1))]
    steps = steps_of(wanted, found, partners(wanted, found, any_port=any_port), any_port=any_port)
    first, second = steps
    assert (first.taken, first.put) == (second.put, second.taken)


def test_a_cable_at_other_ports_of_its_switches_is_known_as_such():
    """Two steps either way: it is moved rather than replaced; any ports do where they may."""
    wanted, found = [((0, 1), (1, 1))], [((0, 2), (1, 2))]
    assert partners(wanted, found) == [(0, 0)]
    assert [step.action for step in steps_of(wanted, found, [(0, 0)])] == ["move", "move"]
    assert steps_of(wanted, found, partners(wanted, found, any_port=True), any_port=True) == []


@settings(max_examples=100, deadline=None)
@given(st.permutations(ALL), st.permutations(ALL))
def test_ends_that_move_stay_at_their_switches_where_one_can(first, second):
    """A cable that becomes another: as few of its moved ends go to another device as can be."""
    wanted, found = ((ports[0], next(p for p in ports if p[0] != ports[0][0])) for ports in (first, second))
    steps = steps_of([wanted], [found], [(0, 0)])
    away = sum(step.taken[0][0] != step.put[0][0] for step in steps)
    free = [port for port in wanted if port not in found], [port for port in found if port not in wanted]
    ways = (zip(free[1], way, strict=True) for way in permutations(free[0]))
    assert away == min(sum(a[0] != b[0] for a, b in way) for way in ways)
