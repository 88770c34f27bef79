"""Random regular networks: regular, simple, connected, reproducible and near uniform."""

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.drawn.random_regular import Switcher, random_regular_pairs
from netfloor.topologies.spec import build


@given(st.integers(3, 60), st.data())
@settings(max_examples=120, deadline=None)
def test_is_simple_connected_and_regular(n: int, data: st.DataObject) -> None:
    """For every n and k >= 2 with n k even, all routers have k different neighbours."""
    k = data.draw(st.integers(2, n - 1).filter(lambda k: n * k % 2 == 0))
    topology = build(f"random:{n},{k},seed={data.draw(st.integers(0, 2**40))}")
    joined: nx.Graph[int] = nx.Graph(topology.links.tolist())
    assert [degree for _, degree in joined.degree()] == [k] * n
    assert (topology.multiplicity == 1).all()
    assert topology.link_count == n * k // 2
    assert nx.is_connected(joined)


def test_all_cubic_graphs_on_six_routers_are_equally_likely() -> None:
    """The 70 labelled 3-regular graphs on 6 vertices pass a chi-squared test at 0.1 %."""
    counts = Counter(
        frozenset(frozenset(pair) for pair in random_regular_pairs(6, 3, seed).tolist())
        for seed in range(1400)
    )
    statistic = sum((count - 20) ** 2 / 20 for count in counts.values())
    assert len(counts) == 70
    assert statistic < chi2.ppf(0.999, 69)


def test_sparse_path_draws_cubic_graphs_in_their_proportions() -> None:
    """Connected cubic graphs on 8 vertices: labelled counts by number of triangles.

    The five graphs have automorphism groups of 48, 16, 4, 12 and 16 elements (8!/|Aut|
    labellings: 840 + 2520 + 10080 + 3360 + 2520 = 19320, OEIS A002829 less the 35 of 2 K4).
    """
    counts = Counter(
        sum(nx.triangles(nx.Graph(random_regular_pairs(8, 3, seed).tolist())).values()) // 3
        for seed in range(1000)
    )
    shares = {0: 840 + 2520, 1: 3360, 2: 10080, 4: 2520}
    statistic = sum(
        (counts[key] - 1000 * share / 19320) ** 2 / (1000 * share / 19320) for key, share in shares.items()
    )
    assert statistic < chi2.ppf(0.999, 3)


@pytest.mark.parametrize(("n", "k"), [(50, 4), (50, 30), (51, 2)])
def test_the_seed_decides(n: int, k: int) -> None:
    """Equal seeds give equal graphs, different seeds different ones."""
    links = [build(f"random:{n},{k},seed={seed}").links for seed in (1, 1, 2)]
    assert np.array_equal(links[0], links[1])
    assert not np.array_equal(links[0], links[2])


def test_paper_sized_instance() -> None:
    """The baseline of the largest size class, 1092 routers of radix 30, is regular."""
    topology = build("random:1092,30", seed=7)
    assert topology.is_regular
    assert topology.link_count == 16380
    assert dict(topology.parameters) == {"n": 1092, "k": 30, "seed": 7}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("random:9,3", ["n k = 27 is odd"]),
        ("random:8,8", ["k=8", "n=8"]),
        ("random:8,9", ["k=9", "n=8"]),
        ("random:8,0", ["k=0"]),
        ("random:0,3", ["n=0"]),
        ("random:8,-3", ["k=-3"]),
        ("random:8,1", ["cannot connect"]),
        ("random:8,3,seed=-1", ["seed=-1"]),
        ("random:8,3,seed=x", ["seed: 'x'"]),
        ("random:8", ["k is missing"]),
        ("random:100000000,32", ["1,600,000,000 links", "GiB"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """What no graph can have ends in one message that says why."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_two_routers_with_one_link() -> None:
    """One link a router connects exactly two routers."""
    assert build("random:2,1").links.tolist() == [[0, 1]]


@given(st.integers(0, 2**32), st.integers(6, 40), st.integers(2, 5))
@settings(max_examples=60, deadline=None)
def test_switches_keep_degrees_and_mixing_keeps_simplicity(seed: int, n: int, k: int) -> None:
    """Whatever is switched, every router keeps its number of link ends."""
    k += n * k % 2
    generator = np.random.default_rng(seed)
    stubs = generator.permutation(np.repeat(np.arange(n), k))
    switcher = Switcher(stubs[::2], stubs[1::2], n)
    made = switcher.make_simple(generator)
    for _ in range(3):
        switcher.mix(generator)
        pairs = np.sort(switcher.pairs, axis=1)
        assert (np.bincount(pairs.ravel(), minlength=n) == k).all()
        if made:
            assert (pairs[:, 0] < pairs[:, 1]).all()
            assert len(np.unique(pairs, axis=0)) == len(pairs)
