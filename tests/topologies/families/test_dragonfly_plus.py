"""Dragonfly+ against its closed forms, and the halves of its leaves against every cut."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.structure.bisection.leaf_halves import leaf_halves
from netfloor.topologies.spec import build


@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4), st.data())
@settings(max_examples=40, deadline=None)
def test_closed_forms(leaves: int, spines: int, h: int, data: st.DataObject) -> None:
    """Switches, links, ports and hops: g (l + s), g l s + floor(g s h / 2), s + p and l + h, 3 and 5."""
    g = data.draw(st.integers(2, spines * h + 1))
    topology = build(f"dragonfly+:{leaves},{spines},p=3,h={h},g={g}")
    size = leaves + spines
    assert topology.routers == g * size
    assert topology.link_count == g * leaves * spines + g * spines * h // 2
    is_leaf = np.arange(topology.routers) % size < leaves
    assert topology.endpoints.tolist() == (3 * is_leaf).tolist()
    assert set(topology.ports[is_leaf].tolist()) == {spines + 3}
    assert int(topology.ports[~is_leaf].max()) == leaves + h
    hops = dict(nx.all_pairs_shortest_path_length(nx.Graph(topology.links.tolist())))
    assert max(hops[a][b] for a in np.flatnonzero(is_leaf) for b in np.flatnonzero(is_leaf)) <= 3
    assert max(max(row.values()) for row in hops.values()) <= 5


def test_groups_are_joined_by_spines_alone_one_link_each_pair() -> None:
    """With g = s h + 1 every pair of groups has one link, between two spines."""
    topology = build("dragonfly+:4,3,h=2")
    assert topology.groups is not None
    ends = topology.groups[topology.links]
    between = ends[:, 0] != ends[:, 1]
    assert sorted(map(tuple, ends[between].tolist())) == list(combinations(range(7), 2))
    assert (topology.links[between] % 7 >= 4).all()


@pytest.mark.parametrize(
    "spec", ["dragonfly+:2,2", "dragonfly+:3,2,g=4", "dragonfly+:2,3,g=3", "dragonfly+:2,4,h=1,g=3"]
)
def test_halves_of_the_leaves(spec: str) -> None:
    """The cut found is a cut, and the bound no more than the best of all cuts."""
    topology = build(spec)
    found = leaf_halves(topology)
    assert found is not None
    links, lower, half = found
    leaves, spines = (
        np.flatnonzero(wanted) for wanted in (topology.endpoints > 0, topology.endpoints == 0)
    )
    adjacency = topology.adjacency.toarray()
    signs = 1 - 2 * ((np.arange(2 ** len(spines))[:, None] >> np.arange(len(spines))) & 1)
    among = np.einsum("ai,ij,aj->a", signs, adjacency[np.ix_(spines, spines)], signs)
    least = topology.link_count
    for one in combinations(range(len(leaves)), half):
        side = np.ones(len(leaves), int)
        side[list(one)] = -1
        agree = among + 2 * signs @ (adjacency[np.ix_(spines, leaves)] @ side)
        least = min(least, int((2 * topology.link_count - agree.max()) // 4))
    assert lower <= least <= links


def test_even_groups_of_many_leaves_are_exact() -> None:
    """8 groups with one link each pair, and as many leaves as global links of a spine: 16 links."""
    topology = build("dragonfly+:8,1,h=7")
    assert leaf_halves(topology) == (16, 16, 32)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("dragonfly+:2,2,h=2,g=6", "g=6: the 4 global ports of a group reach at most 4 others"),
        ("dragonfly+:2", "spines is missing"),
        ("dragonfly+:2,2,arrangement=odd", "arrangement=odd is unknown"),
        ("dragonfly+:2,0", "spines=0"),
    ],
)
def test_what_cannot_be_built_is_refused(spec: str, said: str) -> None:
    """A number out of range is named."""
    with pytest.raises(InputError) as refused:
        build(spec)
    assert said in str(refused.value)
