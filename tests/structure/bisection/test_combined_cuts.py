"""Cuts made of pairs of others."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.structure.bisection import search
from netfloor.structure.bisection.cut import Cut
from netfloor.structure.bisection.search import combined_cuts, mixed_sides
from netfloor.topologies.spec import build


def random_half(n, random):
    """Return sides of n routers that differ by at most one."""
    return random.permutation(np.arange(n) % 2).astype(np.int8)


def starts(network, number, seed=0):
    """Return cuts from random halves, improved by swaps."""
    random = np.random.default_rng(seed)
    return [Cut(network, random_half(network.routers, random)).improved() for _ in range(number)]


@given(half=st.integers(1, 30), seed=st.integers(0, 9999))
def test_what_parents_agree_on_stays(half, seed):
    """Routers stay where both cuts have them, whichever sides agree more; both sides get half."""
    random = np.random.default_rng(seed)
    one, other = random_half(2 * half, random), random_half(2 * half, random)
    mixed = mixed_sides(one, other, random)
    agreed = one == other if int((one == other).sum()) >= half else one != other
    assert (mixed == one)[agreed].all()
    assert int(mixed.sum()) == half


@given(n=st.integers(20, 60), seed=st.integers(0, 99))
def test_children_are_new_and_balanced(topology_of, n, seed):
    """No child is one of the given cuts, and its sides differ by at most one router."""
    network = topology_of(nx.gnp_random_graph(n, 0.15, seed=seed))
    parents = starts(network, 6, seed)
    children = combined_cuts(parents, np.random.SeedSequence(seed), 30)
    keys = [cut.key() for cut in children]
    assert not set(keys) & {cut.key() for cut in parents}
    assert len(keys) == len(set(keys))
    assert [cut.links for cut in children] == sorted(cut.links for cut in children)
    assert all(abs(n - 2 * int(cut.sides.sum())) <= 1 for cut in children)
    assert all(cut.links <= max(parent.links for parent in parents) for cut in children)


@pytest.mark.parametrize(
    ("spec", "printed"), [("circulant:512:1,15,56,149", 392), ("circulant:512:1,23,31,119,256", 472)]
)
def test_published_widths_from_nothing_but_chance(spec, printed):
    """Random halves, improved and combined, reach optimal_circulant's Table 2 without METIS or arcs."""
    parents = starts(build(spec), 50)
    children = combined_cuts(parents, np.random.SeedSequence(1), 1500, enough=printed)
    assert min(cut.links for cut in parents) > printed
    assert children[0].links <= printed


def test_it_ends_with_enough(topology_of):
    """Where a cut is narrow enough already nothing is made."""
    parents = starts(topology_of(nx.random_regular_graph(4, 60, seed=1)), 5)
    best = min(cut.links for cut in parents)
    assert combined_cuts(parents, np.random.SeedSequence(1), 100, enough=best) == []


@pytest.mark.parametrize("number", [0, 1])
def test_a_pair_is_needed(topology_of, number):
    """One cut, or the same cut twice with its sides' names exchanged, has no children."""
    cut = starts(topology_of(nx.random_regular_graph(4, 60, seed=1)), 1)
    twice = [*cut, Cut(cut[0].topology, 1 - cut[0].sides)]
    assert combined_cuts(twice[: number + 1], np.random.SeedSequence(1), 100) == []


def test_a_seed_decides_everything(topology_of):
    """The same seed makes the same children."""
    parents = starts(topology_of(nx.random_regular_graph(5, 100, seed=1)), 8)
    runs = [combined_cuts(parents, np.random.SeedSequence(seed), 60) for seed in (1, 1, 2)]
    keys = [[cut.key() for cut in run] for run in runs]
    assert keys[0] == keys[1] != keys[2]


def test_it_ends_once_no_child_was_narrower_for_so_long(topology_of, monkeypatch):
    """All halves of a complete network are as narrow: none is narrower, and new ones become parents."""
    made = []
    monkeypatch.setattr(search, "mixed_sides", lambda *ends: made.append(ends) or mixed_sides(*ends))
    monkeypatch.setattr(search, "PATIENCE", 7)
    parents = starts(topology_of(nx.complete_graph(20)), 5)
    born = combined_cuts(parents, np.random.SeedSequence(1), 100)
    assert len(made) == 7
    assert born
    made.clear()
    combined_cuts(parents, np.random.SeedSequence(1), 4)
    assert len(made) == 4


def test_a_narrower_child_begins_the_patience_anew(topology_of, monkeypatch):
    """Of halves by chance the children are narrower for a while, with no patience for others."""
    monkeypatch.setattr(search, "PATIENCE", 1)
    network, random = topology_of(nx.random_regular_graph(4, 60, seed=1)), np.random.default_rng(3)
    parents = [Cut(network, random_half(60, random)) for _ in range(6)]
    assert len(combined_cuts(parents, np.random.SeedSequence(1), 100)) > 1


def test_a_child_takes_the_place_of_its_wider_parent(topology_of):
    """Of the narrowest cut of a ladder and a half by chance there are children between both."""
    network = topology_of(nx.ladder_graph(20))
    across = Cut(network, (np.arange(40) % 20 >= 10).astype(np.int8))
    chance = Cut(network, random_half(40, np.random.default_rng(3)))
    born = combined_cuts([across, chance], np.random.SeedSequence(1), 60)
    assert across.links < max(cut.links for cut in born) <= chance.links
