"""Every routing against the enumeration of its walks: paths, virtual channels, dependencies."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.dependencies import Dependencies, dependencies
from netfloor.traffic.routing.virtual_channels import VirtualChannels, virtual_channels
from tests.traffic.walks import Small, Walk

DRAGONFLY = "dragonfly:a=3,p=1,h=1,g=4"
SQUARES = "dragonfly:a=4,p=1,h=1,g=3,group=2x2"  # groups that are no complete graphs
CASES = [
    ("torus:5x3,endpoints=1", "minimal", "one"),
    ("torus:5x3,endpoints=1", "minimal", None),
    ("torus:4x3,endpoints=1", "dimension-order", None),
    ("torus:4x3,endpoints=1", "dimension-order", "one"),
    ("hyperx:3x2,t=1,k=2x1", "dimension-order", None),
    ("mesh:3x3,endpoints=1", "dimension-order", None),
    ("fattree:2,3", "up-down", None),
    ("fattree:2,3", "minimal", "one"),
    ("clos:12,6", "up-down", None),
    ("hypercube:3,endpoints=1", "valiant", None),
    ("hypercube:3,endpoints=1", "valiant", "one"),
    (DRAGONFLY, "group-minimal", None),
    (DRAGONFLY, "group-valiant", None),
    (DRAGONFLY, "group-ugal-l", None),
    (DRAGONFLY, "group-minimal", "one"),
    (SQUARES, "group-minimal", None),
    (SQUARES, "group-minimal", "by-group"),
    ("complete:5,endpoints=1", "ugal-l", None),
    ("slimfly:5,endpoints=1", "single-path", None),
]


def proved(small: Small, name: str | None) -> tuple[VirtualChannels, Dependencies]:
    """Return the virtual channels and dependencies of a small network."""
    virtual = virtual_channels(small.rule, small.topology, small.channels, small.table.diameter, name)
    arguments = small.topology, small.channels, virtual, small.table, small.intermediates
    return virtual, dependencies(*arguments)


def taken(virtual: VirtualChannels, walk: Walk, start: int) -> list[int]:
    """Return the nodes that a packet takes along a walk."""
    nodes, number = [], start
    for place, channel in enumerate(walk):
        if place:
            before = walk[place - 1]
            same = virtual.axis[before] == virtual.axis[channel]
            number = number + int(virtual.raises[before]) if same else 0
        nodes.append(channel * virtual.count + number)
    return nodes


@pytest.mark.parametrize(("spec", "routing", "name"), CASES)
def test_dependencies_are_those_of_all_walks(spec: str, routing: str, name: str | None) -> None:
    """No dependency is missed and none invented; the proof or the circle is one of exactly these."""
    small = Small(spec, routing)
    virtual, found = proved(small, name)
    expected: set[tuple[int, int]] = set()
    for source in small.ends:
        for to in small.ends:
            if source == to:
                continue
            for walks, start in ((small.direct, virtual.minimal_start), (small.detours, virtual.start)):
                for walk, _ in walks(source, to):
                    nodes = taken(virtual, walk, start)
                    expected |= set(pairwise(nodes))
    edges = set(zip(found.held.tolist(), found.asked.tolist(), strict=True))
    assert edges == expected
    assert found.is_acyclic == nx.is_directed_acyclic_graph(nx.DiGraph(edges))
    if found.rank is not None:
        assert (found.rank[found.held] < found.rank[found.asked]).all()
    else:
        assert set(zip(found.cycle, (*found.cycle[1:], found.cycle[0]), strict=True)) <= edges


@pytest.mark.parametrize(("spec", "routing", "name"), CASES)
def test_the_routings_own_virtual_channels_are_free_of_circles(
    spec: str, routing: str, name: str | None
) -> None:
    """Unless told otherwise every routing is safe; a ring or two hops there and back on one are not."""
    _, found = proved(Small(spec, routing), name)
    safe = name is None or spec.startswith("fattree")
    assert found.is_acyclic == safe


@pytest.mark.parametrize("spec", ["torus:4x3,endpoints=1", "mesh:3x4,endpoints=1", "hyperx:3x3,t=1,k=1x2"])
def test_dimension_order_takes_shortest_paths_dimension_by_dimension(spec: str) -> None:
    """Walks are the shortest ones that never return to an earlier dimension, all of them."""
    small = Small(spec, "dimension-order")
    shortest = Small(spec, "minimal")
    assert (small.table.hops == shortest.table.hops).all()
    axis = virtual_channels(small.rule, small.topology, small.channels, 1).axis
    for to in small.ends:
        ways = [list(small.walks(small.table, to, source)) for source in small.ends]
        for walks in ways:
            assert all((np.diff(axis[list(walk)]) >= 0).all() for walk, _ in walks)
        ordered = [
            {
                walk
                for walk, _ in shortest.walks(shortest.table, to, source)
                if (np.diff(axis[list(walk)]) >= 0).all()
            }
            for source in small.ends
        ]
        assert [{walk for walk, _ in walks} for walks in ways] == ordered


@pytest.mark.parametrize("spec", ["fattree:3,3", "clos:20,6", "clos:24,8,taper=3:1"])
def test_up_down_takes_all_shortest_paths_of_a_tree(spec: str) -> None:
    """Between edge switches these are the shortest paths of the graph, all of them."""
    one, other = Small(spec, "up-down"), Small(spec, "minimal")
    for to in one.ends:
        for source in one.ends:
            assert set(one.direct(source, to)) == set(other.direct(source, to))


@pytest.mark.parametrize(
    ("spec", "routing", "says"),
    [
        ("slimfly:5,endpoints=1", "dimension-order", "has none; take a torus"),
        ("torus:4x4,endpoints=1", "up-down", "needs a tree"),
        ("torus:4x4,endpoints=1", "group-minimal", "routes by groups"),
        ("fattree:2,3", "group-minimal", "changes group once only"),
    ],
)
def test_a_routing_that_does_not_fit_is_refused(spec: str, routing: str, says: str) -> None:
    """The refusal says what the routing needs and what to take instead."""
    topology = build(spec)
    with pytest.raises(InputError, match=says):
        routing_named(routing).table(topology, channels_of(topology), np.arange(2, dtype=np.int32))


def test_unknown_names_are_refused_with_choices() -> None:
    """A wrong name is answered with the right ones."""
    with pytest.raises(InputError, match=r"did you mean valiant\? known: minimal"):
        routing_named("valliant")
    small = Small("torus:4,endpoints=1", "minimal")
    with pytest.raises(InputError, match="known: by-hop"):
        virtual_channels(small.rule, small.topology, small.channels, 2, "none")
