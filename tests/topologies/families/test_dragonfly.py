"""Dragonflies against the closed forms and check numbers of their papers."""

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import shortest_path

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.dragonfly import ARRANGEMENTS, joined_ports, surplus_pairs
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

SIDES = st.lists(st.integers(2, 4), min_size=2, max_size=3)


def graph(topology: Topology) -> "nx.Graph[int]":
    """Return the same network for NetworkX."""
    joined: nx.Graph[int] = nx.empty_graph(topology.routers)
    joined.add_edges_from(topology.links.tolist())
    return joined


def hops(topology: Topology) -> np.ndarray:
    """Return all distances in hops."""
    return np.asarray(shortest_path(topology.adjacency, unweighted=True))


@pytest.mark.parametrize(
    ("spec", "ports", "group_ports", "endpoints"),
    [
        ("dragonfly:a=4,p=2,h=2", 7, 16, 72),
        ("dragonfly:group=2x2x2,p=2,h=2", 7, 32, 272),
        ("dragonfly:group=2x2,p=2,h=2", 6, 16, 72),
        ("dragonfly:a=8,p=4,h=4", 15, 64, 1056),
        ("dragonfly:a=32,p=16,h=16", 63, 1024, 262_656),
        ("dragonfly:a=33,p=16,h=16", 64, 1056, 279_312),
        ("dragonfly:a=16,p=8,h=8,g=69", 31, 256, 8832),
    ],
)
def test_check_numbers(spec: str, ports: int, group_ports: int, endpoints: int) -> None:
    """That k = p + h + sum(S_i - 1), k' = a (p + h), N = a p g: figures 5 and 6, section 3, radix 64.

    Figure 6(b) prints N = 1056 for k' = 32, which its own formula a p (a h + 1) makes 272; 1056 is the
    network of the paper's simulations. 69 groups of 16 are SpectralFly's, section VI.
    """
    topology = build(spec)
    p, h, a = (topology.parameters[name] for name in ("p", "h", "a"))
    assert set(topology.ports.tolist()) == {ports}
    assert a * (p + h) == group_ports
    assert int(topology.endpoints.sum()) == endpoints


@given(
    st.integers(1, 7), st.integers(1, 4), st.integers(0, 5), st.sampled_from(list(ARRANGEMENTS)), st.data()
)
@settings(max_examples=60, deadline=None)
def test_complete_groups(a: int, h: int, p: int, arrangement: str, data: st.DataObject) -> None:
    """Of a g routers each has a - 1 + h links, but for one idle port if a h g is odd; diameter 3."""
    g = data.draw(st.integers(2, a * h + 1))
    topology = build(f"dragonfly:a={a},p={p},h={h},g={g},arrangement={arrangement}")
    odd = a * h * g % 2
    assert topology.routers == a * g
    assert topology.link_count == g * a * (a - 1) // 2 + a * h * g // 2
    assert np.bincount(topology.degree)[a - 1 + h] == a * g - odd
    assert int(topology.degree.sum()) == a * g * (a - 1 + h) - odd
    assert topology.endpoints.tolist() == [p] * (a * g)
    assert len(topology.notes) == odd
    assert nx.is_connected(graph(topology))
    assert hops(topology).max() <= 3


@given(SIDES, st.integers(1, 3), st.data())
@settings(max_examples=40, deadline=None)
def test_flattened_butterfly_groups(sides: list[int], h: int, data: st.DataObject) -> None:
    """Each group is the product of complete graphs; radix sum(S_i - 1) + h, diameter 2 d + 1 at most."""
    a, shape = int(np.prod(sides)), "x".join(map(str, sides))
    g = data.draw(st.integers(2, min(a * h + 1, 12)))
    topology = build(f"dragonfly:group={shape},h={h},g={g}")
    group = build("*".join(f"complete:{side}" for side in sides))
    inside = (topology.links // a == 1).all(axis=1)
    assert np.array_equal(topology.links[inside] - a, group.links)
    assert topology.radix == sum(sides) - len(sides) + h
    assert hops(topology).max() <= 2 * len(sides) + 1
    assert topology.parameters["group"] == shape


@pytest.mark.parametrize("a", [1, 2, 3, 4, 7, 12])
@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_canonical_dragonfly(a: int, arrangement: str) -> None:
    """DF(a): a (a + 1) routers of radix a, a^2 (a + 1) / 2 links, diameter 3, and any group is any other.

    Every renumbering of the groups, with each router following the group that it leads to, maps links to
    links: what makes it vertex-transitive, whatever the arrangement.
    """
    topology = build(f"dragonfly:{a},arrangement={arrangement}")
    n = a * (a + 1)
    found = (topology.routers, topology.radix, topology.is_regular, topology.link_count)
    assert found == (n, a, True, a * a * (a + 1) // 2)
    assert hops(topology).max() == (3 if a > 1 else 1)
    assert topology.vertex_transitive
    leads_to = np.empty(n, dtype=int)
    for u, v in topology.links.tolist():
        if u // a != v // a:
            leads_to[u], leads_to[v] = v // a, u // a
    order = np.random.default_rng(a).permutation(a + 1)
    number = {(i // a, int(leads_to[i])): i for i in range(n)}
    image = np.array([number[int(order[i // a]), int(order[leads_to[i]])] for i in range(n)])
    moved = np.sort(image[topology.links], axis=1)
    assert sorted(moved.tolist()) == topology.links.tolist()


@pytest.mark.parametrize("spec", ["dragonfly:a=5,h=1", "dragonfly:5", "dragonfly:a=5"])
def test_canonical_is_h_of_1(spec: str) -> None:
    """The canonical dragonfly is the general one of one global link a router."""
    assert np.array_equal(build(spec).links, build("dragonfly:a=5,p=0,h=1,g=6").links)


@pytest.mark.parametrize("spec", ["dragonfly:a=4,h=2", "dragonfly:a=4,h=1,g=4", "dragonfly:group=2x2,h=1"])
def test_transitivity_is_not_claimed_elsewhere(spec: str) -> None:
    """The proof needs one global link a router, all groups, and complete ones."""
    assert not build(spec).vertex_transitive


@pytest.mark.parametrize("a", [2, 4, 12, 24])
def test_mean_distance_of_the_canonical_dragonfly(a: int) -> None:
    """There are a routers at 1 hop, 2 (a - 1) at 2, all others at 3."""
    topology = build(f"dragonfly:{a}")
    counts = np.bincount(hops(topology)[0].astype(int), minlength=4).tolist()
    assert counts == [1, a, 2 * (a - 1), a * (a + 1) - 1 - a - 2 * (a - 1)]


def test_groups_are_the_groups() -> None:
    """They hold a routers each, in the order of their numbers."""
    topology = build("dragonfly:a=4,h=2,g=5")
    assert topology.groups is not None
    assert topology.groups.tolist() == [router // 4 for router in range(20)]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("dragonfly:0", ["a=0"]),
        ("dragonfly:a=4,p=2", ["h is missing", "dragonfly:a=,p=,h="]),
        ("dragonfly:group=4x2", ["h is missing"]),
        ("dragonfly:p=2,h=2", ["a is missing"]),
        ("dragonfly:a=4,h=2,g=10", ["g=10", "a h = 8", "give g from 2 to 9"]),
        ("dragonfly:a=4,h=2,g=1", ["g=1"]),
        ("dragonfly:a=4,h=0", ["h=0"]),
        ("dragonfly:a=4,p=-1,h=2", ["p=-1"]),
        ("dragonfly:a=4,h=2,arrangement=palmtree", ["palmtree", "absolute, relative, circulant"]),
        ("dragonfly:a=9,h=2,group=4x2", ["has 8 switches, not a=9"]),
        ("dragonfly:group=4x1,h=2", ["group=1"]),
        ("dragonfly:group=4y2,h=2", ["group: '4y2'"]),
        ("dragonfly:group=,h=2", ["group: has no value"]),
        ("dragonfly:4,2,2", ["one parameter too many"]),
        ("dragonfly:100000", ["switches", "GiB"]),
        ("dragonfly:group=1000x1000x1000,h=1", ["switches", "GiB"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)


NAMES = st.sampled_from(list(ARRANGEMENTS))


@given(st.integers(1, 40), NAMES, st.data())
@settings(max_examples=150, deadline=None)
def test_ports_are_spread_over_the_pairs(ports: int, arrangement: str, data: st.DataObject) -> None:
    """Each pair of groups has floor or ceil of ports / (groups - 1) links, one at least; all ports
    are used once, but for one idle port where ports times groups is odd.
    """
    groups = data.draw(st.integers(2, ports + 1))
    joined = joined_ports(groups, ports, arrangement)
    used = np.bincount(joined.ravel(), minlength=groups * ports)
    counts = Counter(tuple(sorted(pair)) for pair in (joined // ports).tolist())
    floor, rest = divmod(ports, groups - 1)
    assert used.max() == 1
    assert len(used) - used.sum() == ports * groups % 2
    assert len(counts) == groups * (groups - 1) // 2
    assert all(u != v for u, v in counts)
    assert set(counts.values()) <= {floor, floor + (rest > 0)}
    assert floor >= 1


@given(st.integers(2, 40), st.data())
@settings(max_examples=100, deadline=None)
def test_surplus_is_regular_but_for_one_group(groups: int, data: st.DataObject) -> None:
    """A simple graph in which all groups have the degree; one has 1 less if that is the parity."""
    degree = data.draw(st.integers(0, groups - 2))
    pairs = surplus_pairs(groups, degree)
    degrees = np.bincount(pairs.ravel(), minlength=groups)
    odd = groups * degree % 2
    assert len({tuple(sorted(pair)) for pair in pairs.tolist()}) == len(pairs)
    assert sorted(degrees.tolist()) == [degree - 1] * odd + [degree] * (groups - odd)
    assert not odd or degrees[(groups + 1) // 2] == degree - 1


def partner(arrangement: str, group: int, port: int, groups: int) -> int:
    """Return the group that a port leads to: Hastings et al. 2015, section 2, one by one."""
    if arrangement == "absolute":
        return port if port < group else port + 1
    if arrangement == "relative":
        return (group + port + 1) % groups
    step = port // 2 + 1
    return (group + step if port % 2 == 0 else group - step) % groups


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("ports", [1, 2, 7, 8, 15])
def test_whole_dragonflies_are_wired_as_published(arrangement: str, ports: int) -> None:
    """With ports + 1 groups each port leads where its arrangement says."""
    joined = joined_ports(ports + 1, ports, arrangement)
    for here, there in [*joined.tolist(), *joined[:, ::-1].tolist()]:
        assert there // ports == partner(arrangement, here // ports, here % ports, ports + 1)
