"""Slim Fly against its closed forms, published figures and Hoffman-Singleton."""

import networkx as nx
import numpy as np
import pytest
from scipy.sparse.csgraph import shortest_path

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.algebraic.finite_field import finite_field
from netfloor.topologies.families.algebraic.numbers import prime_power
from netfloor.topologies.families.algebraic.slimfly import delta_of, generating_exponents
from netfloor.topologies.spec import build

#: q: routers, links, radix, mean distance; computed with independent code
#: (references, section 4.1).
VERIFIED = {
    3: (18, 45, 5, 1.7059),
    4: (32, 96, 6, 1.8065),
    5: (50, 175, 7, 1.8571),
    7: (98, 539, 11, 1.8866),
    8: (128, 768, 12, 1.9055),
    9: (162, 1053, 13, 1.9193),
    11: (242, 2057, 17, 1.9295),
    13: (338, 3211, 19, 1.9436),
    16: (512, 6144, 24, 1.9530),
    17: (578, 7225, 25, 1.9567),
    19: (722, 10469, 29, 1.9598),
    23: (1058, 18515, 35, 1.9669),
    25: (1250, 23125, 37, 1.9704),
    27: (1458, 29889, 41, 1.9719),
}
PRIME_POWERS = [q for q in range(3, 129) if prime_power(q)]


@pytest.mark.parametrize("q", VERIFIED)
def test_agrees_with_verified_figures(q: int) -> None:
    """Routers, links, radix, mean distance are the verified ones and the diameter is 2."""
    topology = build(f"slimfly:{q}")
    hops = shortest_path(topology.adjacency, unweighted=True)
    n = topology.routers
    found = (n, topology.link_count, topology.radix, round(hops.sum() / (n * (n - 1)), 4))
    assert found == VERIFIED[q]
    assert hops.max() == 2


@pytest.mark.parametrize("q", [3, 4, 31, 32, 37, 49, 64, 81, 121, 127, 128])
def test_closed_forms_hold(q: int) -> None:
    """2 q^2 routers of one radix (3q - delta) / 2, without parallel links."""
    topology = build(f"slimfly:{q}")
    assert topology.routers == 2 * q * q
    assert topology.is_regular
    assert 2 * topology.radix == 3 * q - delta_of(q)
    assert (topology.multiplicity == 1).all()


def test_slimfly_5_is_hoffman_singleton() -> None:
    """The MMS graph of q = 5 is the Hoffman-Singleton graph."""
    ours: nx.Graph[int] = nx.Graph(build("slimfly:5").links.tolist())
    assert nx.is_isomorphic(ours, nx.hoffman_singleton_graph())


@pytest.mark.parametrize("q", PRIME_POWERS)
def test_generating_sets_are_closed_under_negation(q: int) -> None:
    """X and X' hold (q - delta) / 2 elements each, cover the field, and contain -a with a."""
    field = finite_field(q)
    sets = [{int(field.powers[e % (q - 1)]) for e in part} for part in generating_exponents(q)]
    for members in sets:
        assert len(members) == (q - delta_of(q)) // 2
        assert {int(field.negative[a]) for a in members} == members
    assert sets[0] | sets[1] == set(range(1, q))


@pytest.mark.parametrize("q", [5, 9, 13, 17])
def test_halves_can_be_swapped_where_transitivity_is_claimed(q: int) -> None:
    """(0,x,y) -> (1,x,xi y), (1,m,c) -> (0,-xi m,xi c) maps links to links for delta = 1."""
    field, topology = finite_field(q), build(f"slimfly:{q}")
    xi, index = int(field.powers[1]), np.arange(q * q)
    first, second = index // q, index % q
    scaled = field.times[xi, second]
    image = np.concatenate(
        [q * q + first * q + scaled, field.negative[field.times[xi, first]] * q + scaled]
    )
    moved = np.sort(image[topology.links], axis=1)
    assert topology.vertex_transitive
    assert {tuple(link) for link in moved.tolist()} == {tuple(link) for link in topology.links.tolist()}


@pytest.mark.parametrize("q", [3, 4, 7, 8, 11])
def test_transitivity_is_not_claimed_elsewhere(q: int) -> None:
    """The proof needs delta = 1."""
    assert not build(f"slimfly:{q}").vertex_transitive


@pytest.mark.parametrize("q", [4, 5, 7, 9])
def test_groups_are_the_subgroups_of_q_routers(q: int) -> None:
    """2q groups of q routers; two groups of one half share no link, of two halves q links."""
    topology = build(f"slimfly:{q}")
    assert topology.groups is not None
    assert np.bincount(topology.groups).tolist() == [q] * (2 * q)
    ends = topology.groups[topology.links]
    between = {}
    for u, v in ends[ends[:, 0] != ends[:, 1]].tolist():
        between[u, v] = between.get((u, v), 0) + 1
    assert between == {(u, v): q for u in range(q) for v in range(q, 2 * q)}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("slimfly:2", ["q=2 is 4w + 2", "nearest: 3"]),
        ("slimfly:6", ["q=6 is not a prime power", "nearest: 5, 7"]),
        ("slimfly:1", ["q=1 is not a prime power", "nearest: 3"]),
        ("slimfly:100", ["nearest: 97, 101"]),
        ("slimfly:0", ["q=0"]),
        ("slimfly:-5", ["q=-5"]),
        ("slimfly:4096", ["33,554,432 switches", "GiB"]),
        ("slimfly:9.0", ["'9.0' is not a whole number"]),
        ("slimfly:", ["no parameters", "slimfly:q"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)
