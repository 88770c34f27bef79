"""Leaf and spine networks against their closed forms and a second construction."""

import networkx as nx
import pytest

from netfloor.foundation.errors import InputError
from netfloor.structure.bisection.endpoint_share import endpoint_bisection
from netfloor.topologies.spec import build


@pytest.mark.parametrize(("edges", "spines", "k", "t"), [(2, 1, 1, 1), (5, 3, 2, 4), (48, 6, 3, 14)])
def test_closed_forms(edges: int, spines: int, k: int, t: int) -> None:
    """Every edge switch has K links to every spine switch and to nothing else, and T endpoints."""
    topology = build(f"leafspine:{edges},{spines},k={k},t={t}")
    graph = nx.complete_bipartite_graph(edges, spines)
    assert sorted(map(tuple, topology.links.tolist())) == sorted(graph.edges)
    assert set(topology.multiplicity.tolist()) == {k}
    assert topology.link_count == edges * spines * k
    assert topology.endpoints.tolist() == [t] * edges + [0] * spines
    assert set(topology.ports[:edges].tolist()) == {spines * k + t}


def test_the_plane_that_was_rewired() -> None:
    """48 edge switches of 36 ports, 18 up, cut 432 links: full bisection at 18 nodes, more with fewer."""
    for nodes, share in ((18, 1.0), (15, 1.2), (14, 432 / 336)):
        found = endpoint_bisection(build(f"leafspine:48,6,k=3,t={nodes}"))
        assert found is not None
        assert found.links == 432
        assert found.links / found.endpoints[0] == pytest.approx(share)
    assert int(build("leafspine:48,6,k=3").endpoints.sum()) == 48 * 18


@pytest.mark.parametrize(
    ("spec", "said"),
    [("leafspine:1,2", "edges=1"), ("leafspine:4", "spines is missing"), ("leafspine:4,2,k=0", "k=0")],
)
def test_what_is_wrong_is_named(spec: str, said: str) -> None:
    """A number out of range is named."""
    with pytest.raises(InputError) as refused:
        build(spec)
    assert said in str(refused.value)
