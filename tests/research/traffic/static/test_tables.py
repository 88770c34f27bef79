"""Forwarding tables of static routings: they deliver, without loops, and as each routing says."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.sparse.csgraph import shortest_path

from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.research.traffic.static import STATIC_ROUTINGS
from netfloor.research.traffic.static.forwarding import Forwarding, forwarding, port_numbers
from netfloor.research.traffic.static.lanes import cycle_free_lanes, one_lane, require_lanes
from netfloor.topologies.spec import build
from netfloor.traffic.channels import channels_of

CASES = [
    ("fattree:3,3", "d-mod-k"),
    ("leafspine:4,2,k=3,t=4", "d-mod-k"),
    ("clos:40,8,used_down_ports=3", "d-mod-k"),
    ("fattree:3,3", "sssp"),
    ("dragonfly:a=4,p=2,h=2", "dfsssp"),
    ("torus:5x4,endpoints=2", "dfsssp"),
    ("hyperx:4x3,t=2,k=2x1", "parx"),
    ("hyperx:6x4,t=2", "parx"),
]


def tables_of(spec: str, routing: str) -> Forwarding:
    """Return the tables of a routing on a network."""
    topology = build(spec)
    return STATIC_ROUTINGS[routing].tables(topology, channels_of(topology))


def hop_matrix(tables: Forwarding) -> Any:
    """Return the distance of all pairs of switches."""
    return shortest_path(tables.topology.adjacency, directed=False, unweighted=True)


def walk(tables: Forwarding, start: int, lid: int) -> list[int]:
    """Return the channels of a path, one table entry after the other."""
    found: list[int] = []
    at = start
    while (channel := int(tables.out[lid, at])) >= 0:
        assert tables.channels.tail[channel] == at
        assert channel not in found, "a loop"
        found.append(channel)
        at = int(tables.channels.head[channel])
    assert channel == -1
    assert at == tables.lid_switch[lid]
    return found


@pytest.mark.parametrize(("spec", "routing"), CASES)
def test_every_pair_is_joined_without_a_loop(spec: str, routing: str) -> None:
    """Every switch's entries lead to the destination, over as many channels as the tables say."""
    tables = tables_of(spec, routing)
    for lid in range(len(tables.out)):
        for start in np.unique(tables.switch).tolist():
            assert len(walk(tables, start, lid)) == tables.hops[lid, start]
    tables.require_routes()


@pytest.mark.parametrize(("spec", "routing"), [case for case in CASES if case[1] != "parx"])
def test_paths_are_shortest(spec: str, routing: str) -> None:
    """No path is longer than the distance of its ends."""
    tables = tables_of(spec, routing)
    ends = np.unique(tables.switch)
    far = hop_matrix(tables)[np.ix_(tables.switch, ends)]
    np.testing.assert_array_equal(tables.hops[:, ends], far)


def test_small_messages_take_shortest_paths_and_large_ones_leave_their_half() -> None:
    """PARX: small ones are as short as the network; large ones longer wherever the ends share a half."""
    tables = tables_of("hyperx:6x4,t=1", "parx")
    sources, targets = (part.ravel().astype(np.int32) for part in np.indices((24, 24)))
    far = hop_matrix(tables)[sources, targets]
    small, large = (
        tables.hops[tables.lids(sources, targets, 5, large=which), sources] for which in (False, True)
    )
    np.testing.assert_array_equal(small, far)
    x, y = np.unravel_index(np.arange(24), (6, 4))
    shares = ((x[sources] < 3) == (x[targets] < 3)) | ((y[sources] < 2) == (y[targets] < 2))
    apart = sources != targets
    assert (large[~shares] == far[~shares]).all()
    assert (large > far)[shares & apart].all()


def test_links_that_are_removed_are_on_no_path_of_the_address() -> None:
    """Address 0 of the first half of the first dimension: no channel with both ends in it."""
    tables = tables_of("hyperx:4x4,t=1", "parx")
    x, y = np.unravel_index(np.arange(16), (4, 4))
    halves = [x < 2, x >= 2, y < 2, y >= 2]
    for lid in range(len(tables.out)):
        inside = halves[lid % 4]
        for start in range(16):
            for channel in walk(tables, start, lid):
                ends = tables.channels.tail[channel], tables.channels.head[channel]
                assert not (inside[ends[0]] and inside[ends[1]])


def test_a_pair_keeps_its_address_and_both_addresses_are_used() -> None:
    """The draw depends on the pair and the seed alone."""
    tables = tables_of("hyperx:4x4,t=4", "parx")
    here, there = np.zeros(4, np.int32), np.arange(4, 8, dtype=np.int32)
    drawn = [tables.lids(here, there, seed) for seed in range(20)]
    np.testing.assert_array_equal(drawn[3], tables.lids(here[::-1], there[::-1], 3)[::-1])
    assert {int(one) % 4 for row in drawn for one in row} == {0, 2}


def test_d_mod_k_spreads_the_destinations_of_a_leaf_over_its_links() -> None:
    """Every link up of a leaf, and every link down to one, is for as many endpoints, one more or less."""
    tables = tables_of("leafspine:6,3,k=2,t=6", "d-mod-k")
    leaf = tables.out[tables.switch != 0, 0]
    assert set(Counter(leaf.tolist()).values()) == {5}
    down = [tables.out[lid, spine] for spine in range(6, 9) for lid in range(6)]
    assert set(Counter(down).values()) == {3}


def test_sssp_balances_parallel_links() -> None:
    """Two links of two switches carry the same number of paths."""
    tables = tables_of("hyperx:2x2,t=2,k=2x2", "sssp")
    taken = Counter(int(one) for one in tables.out[:, 0] if one >= 0)
    assert len(taken) == 4


@pytest.mark.parametrize(("spec", "routing"), CASES)
def test_no_lane_has_a_cycle(spec: str, routing: str) -> None:
    """Every lane's channel dependency graph, gathered path by path, can be taken apart from its ends."""
    tables = tables_of(spec, routing)
    lanes = cycle_free_lanes(tables)
    assert not lanes.cycle
    assert sum(lanes.paths) == len(lanes.lid) == (tables.hops[:, np.unique(tables.switch)] > 0).sum()
    for number in range(lanes.needed):
        chosen = np.flatnonzero(lanes.lane == number)
        edges = {
            pair for path in chosen for pair in pairwise(walk(tables, lanes.start[path], lanes.lid[path]))
        }
        assert len(edges) == lanes.dependencies[number]
        while edges:
            asked = {there for _, there in edges}
            left = {(here, there) for here, there in edges if here in asked}
            assert len(left) < len(edges), "a cycle"
            edges = left


def test_shortest_paths_of_a_ring_on_one_lane_are_a_cycle_that_is_shown() -> None:
    """Each channel of it leads to the next, and some path takes the two."""
    tables = tables_of("torus:6,endpoints=1", "sssp")
    lanes = one_lane(tables)
    assert len(lanes.cycle) == 6
    head, tail = tables.channels.head, tables.channels.tail
    for one, other in pairwise((*lanes.cycle, lanes.cycle[0])):
        assert head[one] == tail[other]
    with pytest.raises(InfeasibleError, match="needs 2 virtual lanes, and the switches have 1"):
        require_lanes(cycle_free_lanes(tables).needed, 1, "dfsssp")


@pytest.mark.parametrize(
    ("spec", "routing", "says"),
    [
        ("torus:4x4,endpoints=1", "d-mod-k", "d-mod-k needs a tree"),
        ("hyperx:3x3x3,t=1", "parx", "parx needs a HyperX of two dimensions"),
        ("torus:4x4,endpoints=1", "parx", "parx needs a HyperX of two dimensions"),
        ("fattree:2,3", "parx", "parx needs a HyperX of two dimensions"),
    ],
)
def test_a_routing_refuses_networks_that_it_is_not_for(spec: str, routing: str, says: str) -> None:
    """With another routing to choose."""
    with pytest.raises(InputError, match=says):
        tables_of(spec, routing)


def test_tables_with_a_hole_or_a_loop_are_refused() -> None:
    """Both leave a pair without a path."""
    tables = tables_of("torus:5,endpoints=1", "sssp")
    for entry in (-2, int(tables.channels.reverse[tables.out[0, 1]])):
        out = tables.out.copy()
        out[0, 2] = entry if entry < 0 else tables.channels.first[2]
        if entry >= 0:
            out[0, 1] = tables.channels.first[1] + 1
        broken = forwarding("broken", tables.topology, tables.channels, out)
        assert broken.unreached > 0
        with pytest.raises(InfeasibleError, match="without a path"):
            broken.require_routes()


def test_a_faulty_hyperx_is_still_routed() -> None:
    """Where the links left do not join all switches, PARX takes the removed ones too."""
    whole = build("hyperx:4x2,t=1")
    x = np.arange(8) // 2
    kept = ~((whole.links == 0).any(axis=1) & (x[whole.links].max(axis=1) >= 2))
    faulty = replace(whole, links=whole.links[kept], multiplicity=whole.multiplicity[kept])
    tables = STATIC_ROUTINGS["parx"].tables(faulty, channels_of(faulty))
    tables.require_routes()


def test_ports_count_from_the_endpoints_on() -> None:
    """The first network port of a switch follows those of its endpoints."""
    topology = build("hyperx:2x2,t=3")
    channels = channels_of(topology)
    ports = port_numbers(topology, channels)
    assert [sorted(ports[channels.tail == one].tolist()) for one in range(4)] == [[4, 5]] * 4
