"""What servers lose with one element, against a count by NetworkX."""

from itertools import combinations

import networkx as nx
import pytest

from netfloor.foundation.errors import InputError
from netfloor.research.failures.elements import element_losses
from netfloor.structure.hops.servers import servers_of
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology
from tests.fixtures.servers import two_rails, with_servers


def _by_hand(topology: Topology, lost: set[int]) -> tuple[int, int]:
    """Return (servers without a port, pairs of others without a path)."""
    graph = nx.empty_graph(topology.routers)
    graph.add_edges_from(topology.links.tolist())
    graph.remove_nodes_from(lost)
    groups = servers_of(topology)
    assert groups is not None
    ports = [set(groups.switches[group].tolist()) - lost for group in groups.group.tolist()]
    some = [one for one in ports if one]
    apart = sum(
        not any(nx.has_path(graph, a, b) for a in one for b in other)
        for one, other in combinations(some, 2)
    )
    return len(ports) - len(some), apart


def _odd() -> Topology:
    """Return a path of five switches with servers of two ports at its ends and its middle."""
    path = build("mesh:5", endpoints=0)
    return with_servers(path, [[0, 1], [2, 2], [3, 4], [0, 4]], [2, 1, 1, 3])


@pytest.mark.parametrize("topology", [two_rails(), _odd(), build("leafspine:4,1,t=2")], ids=str)
def test_every_switch_is_counted_as_by_hand(topology: Topology) -> None:
    """Servers without a port and pairs without a path, for each switch, by brute force."""
    names = {topology.label(one): one for one in range(topology.routers)}
    losses = element_losses(topology, "switch")
    assert sorted(name for loss in losses for name in loss.elements) == sorted(names)
    for loss in losses:
        for name in loss.elements:
            assert (loss.servers_lost, loss.pairs_apart) == _by_hand(topology, {names[name]})
            assert loss.links == int(topology.degree[names[name]])
            assert loss.ports == int(topology.endpoints[names[name]])
    count = int(topology.servers.count if topology.servers else topology.endpoints.sum())
    worst = [loss.pairs_of(count) for loss in losses]
    assert worst == sorted(worst, reverse=True)


@pytest.mark.parametrize(
    ("spec", "kind", "elements"),
    [
        ("rails:4,8,4,16", "rail", 4),
        ("rails:6,4,3,8,levels=3", "rail", 3),
        ("rails:6,4,3,8,levels=3,rails_meet=spine", "rail", 3),
        ("rails:4,8,2,16,planes=2", "plane", 2),
        ("hyperx:4x3,t=2,planes=2", "plane", 2),
        ("leafspine:6,2,planes=3", "rail", 3),
        ("dragonfly+:2,2,planes=2", "plane", 2),
    ],
)
def test_no_rail_and_no_plane_parts_servers(spec: str, kind: str, elements: int) -> None:
    """Losing any one rail or plane leaves every server a path to every other."""
    topology = build(spec)
    (loss,) = element_losses(topology, kind)
    assert len(loss.elements) == elements
    assert loss.harmless
    assert loss.hops is not None
    assert loss.ports * elements == int(topology.endpoints.sum())


def test_a_unit_takes_its_servers_with_it() -> None:
    """Groups are units, spine groups and the core; without the core the two blocks are apart."""
    topology = build("rails:6,4,3,8,levels=3")
    losses = element_losses(topology, "group")
    worst = [
        (loss.servers_lost, loss.pairs_apart, len(loss.elements)) for loss in losses if not loss.harmless
    ]
    assert worst == [(0, 12 * 12, 1), (4, 0, 6)]
    assert sum(loss.switches * len(loss.elements) for loss in losses) == topology.routers


@pytest.mark.parametrize(
    ("spec", "kind", "said"),
    [
        ("hyperx:4x3,t=2", "plane", "has no planes; write planes=2"),
        ("hyperx:4x3,t=2", "rail", "has no rails"),
        ("random:8,3,endpoints=1", "group", "has no groups"),
        ("hyperx:4x3", "switch", "has no endpoints"),
        ("hyperx:4x3,t=2", "cable", "there is no element 'cable'; known: switch, group, rail, plane"),
    ],
)
def test_what_cannot_be_lost_is_refused(spec: str, kind: str, said: str) -> None:
    """An element that there is none of, or nobody attached, is named."""
    with pytest.raises(InputError) as refused:
        element_losses(build(spec), kind)
    assert said in str(refused.value)
