"""Rails against the vendor's printed tables, their own rules, and what they refuse."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.reports.structure.facts import tree_levels
from netfloor.structure.bisection.endpoint_share import endpoint_bisection
from netfloor.structure.hops.distances import distances
from netfloor.structure.hops.servers import server_diameter
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

#: Units, servers of each, ports of all switches; servers, leaf, spine and core switches as printed.
B200 = [
    (2, 32, 64, 64, 16, 8, 0),
    (4, 32, 64, 128, 32, 16, 0),
    (8, 32, 64, 256, 64, 32, 0),
    (16, 32, 64, 512, 128, 128, 64),
    (32, 32, 64, 1024, 256, 256, 128),
    (64, 32, 64, 2048, 512, 512, 256),
]
B300_XDR = [
    (1, 72, 144, 72, 8, 4, 0),
    (2, 72, 144, 144, 16, 8, 0),
    (4, 72, 144, 288, 32, 18, 0),
    (8, 72, 144, 576, 64, 36, 0),
    (18, 72, 144, 1296, 144, 72, 0),
]


@pytest.mark.parametrize(("units", "each", "ports", "nodes", "leaf", "spine", "core"), B200 + B300_XDR)
def test_the_vendors_tables(
    units: int, each: int, ports: int, nodes: int, leaf: int, spine: int, core: int
) -> None:
    """Switches of NVIDIA's tables wherever the rails meet, and a cable per GPU between every two levels."""
    for meet in ("spine", "core") if core else ("spine",):
        topology = build(f"rails:{units},{each},8,{ports},rails_meet={meet}")
        levels = tree_levels(topology)["levels"]
        assert topology.servers is not None
        assert topology.servers.count == nodes
        assert [level["switches"] for level in levels] == [leaf, spine, *([core] if core else [])]
        assert [level["links_up"] for level in levels[:-1]] == [8 * nodes] * (len(levels) - 1)
        assert int(topology.endpoints.sum()) == 8 * nodes
        assert int(topology.ports.max()) <= ports


SHAPES = st.tuples(
    st.integers(1, 9), st.integers(1, 6), st.integers(1, 4), st.sampled_from([8, 12, 16]), st.integers(2, 3)
)


def _built(units: int, servers: int, rails: int, ports: int, levels: int, meet: str) -> Topology | None:
    try:
        return build(f"rails:{units},{servers},{rails},{ports},levels={levels},rails_meet={meet}")
    except InputError:
        return None


@given(SHAPES, st.sampled_from(["spine", "core"]))
@settings(max_examples=25, deadline=None)
def test_every_network_is_a_folded_clos_within_its_ports(
    shape: tuple[int, int, int, int, int], meet: str
) -> None:
    """Connected, within its ports, 2 or 4 hops, as many links on each level, each port on its own leaf."""
    topology = _built(*shape, meet)
    if topology is None:
        return
    units, servers, rails, ports, levels = shape
    assert int(topology.ports.max()) <= ports
    assert distances(topology).diameter <= 2 * (levels - 1)
    assert topology.link_count == (levels - 1) * units * rails * servers
    attached = topology.servers
    assert attached is not None
    assert attached.switches.tolist() == np.arange(units * rails).reshape(units, rails).tolist()
    if units * rails > 1:
        cut = endpoint_bisection(topology)
        assert cut is not None
        assert cut.links >= cut.endpoints[0], "full bisection"
        u, v = topology.links.T
        assert int(topology.multiplicity[cut.sides[u] != cut.sides[v]].sum()) == cut.links


def test_rails_that_meet_at_the_core_keep_to_themselves_below() -> None:
    """Below the core each component is one rail, and two servers need 2 hops however large the network."""
    topology = build("rails:16,32,8,64")
    below = topology.links[topology.links[:, 1] < 256]
    joined = nx.Graph(below.tolist())
    rails = {frozenset(leaf % 8 for leaf in part if leaf < 128) for part in nx.connected_components(joined)}
    assert rails == {frozenset({rail}) for rail in range(8)}
    assert server_diameter(topology) == 2
    assert distances(topology).diameter == 4


def test_hops_between_servers_are_by_the_nearest_ports() -> None:
    """Servers of one unit share a leaf: no hops; of two blocks of units that meet at the core: 4.

    Other endpoints are servers of one port; without endpoints there is no answer.
    """
    assert server_diameter(build("rails:1,4,2,8")) == 0
    assert server_diameter(build("rails:4,4,2,8,levels=3,rails_meet=spine")) == 4
    assert server_diameter(build("leafspine:3,2")) == 2
    assert server_diameter(build("hyperx:3x2")) is None


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("rails:2,30,8,64,taper=4:1", "taper=4:1 does not divide the 30 down ports"),
        ("rails:2,32,8,60", "needs 32 down ports and 32 up ports but has 60"),
        ("rails:99,30,8,64,levels=2", "cannot join 792 leaf switches with two levels"),
        ("rails:9,4,8,16,spine=8,rails_meet=spine", "cannot join 8 leaf switches of a unit"),
        ("rails:64,32,8,64,core=8", "core switches of 8 ports cannot join 16 spine groups"),
        ("rails:2,32,8,64,rails_meet=core", "rails_meet=core with 2 levels"),
        ("rails:2,32,8,64,taper=0:1", "not a ratio"),
        ("rails:2,32,8", "leaf is missing"),
        ("rails:0,32,8,64", "units=0"),
        ("rails:2,32,8,64,endpoints=3", "endpoints both set"),
        ("rails:1000000000,32,8,64", "GiB"),
    ],
)
def test_what_cannot_be_built_is_refused(spec: str, said: str) -> None:
    """Ports that are too few, a taper that does not divide and numbers out of range are named."""
    with pytest.raises(InputError) as refused:
        build(spec)
    assert said in str(refused.value)


def test_a_taper_leaves_fewer_links_up() -> None:
    """3:1 leaves a third of the links up, and a third of full bisection."""
    topology = build("rails:4,24,4,32,taper=3:1")
    cut = endpoint_bisection(topology)
    assert topology.link_count * 3 == int(topology.endpoints.sum())
    assert cut is not None
    assert cut.links * 3 == cut.endpoints[0]


@pytest.mark.parametrize("shape", ["4,6,3,12", "6,4,2,8,levels=3"])
def test_the_last_unit_may_be_part_full(shape: str) -> None:
    """The switches and links of full units, the servers of the last fewer; their ports stay empty."""
    full, part = build(f"rails:{shape}"), build(f"rails:{shape},last=1")
    assert full.servers is not None
    assert part.servers is not None
    missing = int(full.servers.servers[-1]) - 1
    assert np.array_equal(part.links, full.links)
    assert np.array_equal(part.multiplicity, full.multiplicity)
    assert np.array_equal(part.servers.switches, full.servers.switches)
    assert part.servers.servers.tolist() == [*full.servers.servers[:-1].tolist(), 1]
    rows = zip(tree_levels(part)["levels"], tree_levels(full)["levels"], strict=True)
    more = [row["empty_ports"] - other["empty_ports"] for row, other in rows]
    assert more == [missing * part.servers.ports] + [0] * (len(more) - 1)
    assert build(f"rails:{shape},last={missing + 1}").parameters == full.parameters
    cut = endpoint_bisection(part)
    assert cut is not None
    assert sum(cut.endpoints) == int(part.endpoints.sum())
    with pytest.raises(InputError, match=f"last={missing + 2}"):
        build(f"rails:{shape},last={missing + 2}")
