"""Channels, endpoints and patterns against what their definitions say, entry by entry."""

from collections import Counter

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build
from netfloor.traffic.channels import channels_of
from netfloor.traffic.endpoints import endpoints_of
from netfloor.traffic.patterns import PATTERNS, pattern_of
from netfloor.traffic.patterns.pattern import Pattern, weighted_pattern

NETWORKS = (
    "hyperx:3x2,t=2,k=2x1",
    "dragonfly:a=4,p=2,h=2",
    "fattree:2,3",
    "torus:4x2,rings_of_2=double,endpoints=2",
)


@pytest.mark.parametrize("spec", NETWORKS)
def test_every_link_is_two_channels(spec: str) -> None:
    """Channels are sorted, each link has one each way, and parallel links keep theirs apart."""
    topology = build(spec)
    channels = channels_of(topology)
    assert channels.count == 2 * topology.link_count
    assert (np.diff(channels.tail * 10_000 + channels.head) >= 0).all()
    assert (channels.reverse[channels.reverse] == np.arange(channels.count)).all()
    assert len(set(channels.reverse.tolist())) == channels.count
    assert (channels.head[channels.reverse] == channels.tail).all()
    assert (channels.link[channels.reverse] == channels.link).all()
    ends = np.sort(np.stack([channels.tail, channels.head], axis=1), axis=1)
    assert (topology.links[channels.link] == ends).all()
    for u in range(topology.routers):
        assert (channels.tail[channels.first[u] : channels.first[u + 1]] == u).all()


def drawn(pattern: Pattern, endpoint: int) -> dict[int, float]:
    """Return an endpoint's destinations and rates, as a simulator would draw them."""
    row = pattern.row[endpoint]
    if row < 0:
        return {}
    choices = pattern.choice[pattern.first[row] : pattern.first[row + 1]].tolist()
    if pattern.skip[endpoint] >= 0:
        assert choices.pop(pattern.skip[endpoint]) == endpoint
    counts = Counter(choices)
    return {choice: pattern.rate[endpoint] * count / len(choices) for choice, count in counts.items()}


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("spec", NETWORKS)
def test_the_demand_between_switches_is_that_of_all_draws(name: str, spec: str) -> None:
    """Rates between switches and arrivals are the sums of what every endpoint draws."""
    topology = build(spec)
    try:
        pattern = pattern_of(topology, name, seed=3)
    except InputError:
        assert name in {"next-group", "tornado"}
        return
    switch = pattern.endpoints.switch
    demand = np.zeros((topology.routers, topology.routers))
    arriving = np.zeros(len(switch))
    for endpoint in range(len(switch)):
        for to, rate in drawn(pattern, endpoint).items():
            demand[switch[endpoint], switch[to]] += rate
            arriving[to] += rate
    np.testing.assert_allclose(pattern.switch_demand(topology.routers), demand, atol=1e-12)
    np.testing.assert_allclose(pattern.arriving(), arriving, atol=1e-12)


def test_patterns_send_where_their_definitions_say() -> None:
    """Bits, distances and groups, read off eight ranks one by one."""
    cube = build("hypercube:3", endpoints=1)
    expected = {
        "bit-shuffle": [0, 2, 4, 6, 1, 3, 5, 7],
        "bit-reverse": [0, 4, 2, 6, 1, 5, 3, 7],
        "transpose": [0, 2, 4, 6, 1, 3, 5, 7],
        "ring": [1, 2, 3, 4, 5, 6, 7, 0],
    }
    for name, to in expected.items():
        assert pattern_of(cube, name).destination.tolist() == to
    ring = build("torus:8", endpoints=1)
    assert pattern_of(ring, "tornado").destination.tolist() == [3, 4, 5, 6, 7, 0, 1, 2]
    dragonfly = build("dragonfly:a=2,p=1,h=1")
    worst = pattern_of(dragonfly, "next-group")
    assert [sorted(drawn(worst, endpoint)) for endpoint in range(6)] == [[2, 3]] * 2 + [[4, 5]] * 2 + [
        [0, 1]
    ] * 2


def test_ranks_that_do_not_fill_the_network_are_allocated_at_random() -> None:
    """A power of two is taken for bits, its endpoints are chosen by the seed, and the notes say so."""
    topology = build("slimfly:5", endpoints=2)
    pattern = pattern_of(topology, "bit-reverse", seed=1)
    assert (pattern.row >= 0).sum() == 64
    assert "64 ranks on 100 endpoints, allocated at random (seed 1)" in pattern.notes[0]
    again, other = endpoints_of(topology, 64, 1), endpoints_of(topology, 64, 2)
    assert (pattern.endpoints.rank == again.rank).all()
    assert (again.rank != other.rank).any()
    assert (np.diff(again.rank) > 0).all()


@pytest.mark.parametrize(
    ("spec", "name", "ranks", "says"),
    [
        ("slimfly:5", "uniform", None, "0 endpoints"),
        ("slimfly:5,endpoints=1", "unifrom", None, "did you mean uniform"),
        ("slimfly:5,endpoints=1", "bit-reverse", 50, "not a power of two; give 32"),
        ("slimfly:5,endpoints=1", "uniform", 51, "51 ranks on 50 endpoints"),
        ("torus:4x4,endpoints=1", "next-group", None, "no groups"),
        ("hypercube:3,endpoints=1", "tornado", None, "send to itself"),
        ("slimfly:5,endpoints=1", "neighbours-3d", 47, "give 45"),
    ],
)
def test_a_pattern_that_does_not_fit_is_refused(spec: str, name: str, ranks: int | None, says: str) -> None:
    """The refusal names what does not fit and what would."""
    with pytest.raises(InputError, match=says):
        pattern_of(build(spec), name, ranks)


def test_a_table_of_weights_is_kept_in_proportion() -> None:
    """The busiest endpoint sends at its full rate, and every pair gets its weight's share of that."""
    topology = build("torus:4,endpoints=2")
    generator = np.random.default_rng(5)
    table = generator.integers(0, 4, (8, 8)) * generator.random((8, 8))
    pairs = np.argwhere(table > 0)[::-1]
    pattern = weighted_pattern("table", endpoints_of(topology), pairs, table[tuple(pairs.T)])
    expected = table / table.sum(axis=1).max()
    np.testing.assert_allclose(pattern.rate, expected.sum(axis=1))
    np.testing.assert_allclose(pattern.arriving(), expected.sum(axis=0))
    by_switch = expected.reshape(4, 2, 4, 2).sum(axis=(1, 3))
    np.testing.assert_allclose(pattern.switch_demand(4), by_switch)
    ends = pattern.cumulative[pattern.first[1:] - 1]
    assert (ends == 1).all()
