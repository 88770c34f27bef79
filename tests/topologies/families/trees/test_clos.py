"""Folded Clos networks: ports, counts by level, and that they carry what they promise."""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.trees.clos import edge_ports, plan, trunks
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology


@st.composite
def networks(draw: st.DrawFn) -> Topology:
    """Draw a network of up to a few hundred switches."""
    radix = draw(st.integers(4, 24))
    down, _ = edge_ports(radix, taper := draw(st.fractions(1, 4, max_denominator=4)))
    used = draw(st.integers(1, down))
    edges = draw(st.integers(2, 70 if radix > 5 else 20))
    total = draw(st.integers((edges - 1) * used + 1, edges * used))
    ratio = f"{taper.numerator}:{taper.denominator}"
    return build(f"clos:{total},{radix},taper={ratio},used-down-ports={used}")


@given(networks())
@settings(max_examples=100, deadline=None)
def test_levels_add_up(topology: Topology) -> None:
    """Switches, links and empty ports by level are those of the network, and no port is used twice."""
    figures = plan(topology.parameters)
    level = np.repeat(np.arange(len(figures.levels)), [part.switches for part in figures.levels])
    assert len(level) == topology.routers
    between = level[topology.links]
    assert (between[:, 1] == between[:, 0] + 1).all()
    for number, part in enumerate(figures.levels):
        here = level == number
        up = int(topology.multiplicity[between[:, 0] == number].sum())
        down = int(topology.multiplicity[between[:, 1] == number].sum())
        assert part.up_links == up
        assert part.down_links == (down if number else int(topology.endpoints.sum()))
        assert part.empty_ports == int((figures.ports - topology.ports[here]).sum())
    assert int(topology.ports.max()) <= figures.ports
    assert figures.links == topology.link_count
    assert topology.endpoints[level > 0].max(initial=0) == 0


@given(networks())
@settings(max_examples=60, deadline=None)
def test_connected_with_a_diameter_of_twice_the_levels_below_the_top(topology: Topology) -> None:
    """Every switch reaches every other over the top at worst."""
    graph: nx.Graph[int] = nx.empty_graph(topology.routers)
    graph.add_edges_from(topology.links.tolist())
    assert nx.is_connected(graph)
    assume(topology.routers <= 120)
    assert nx.diameter(graph) <= 2 * (len(plan(topology.parameters).levels) - 1)


@given(networks(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_half_of_the_edge_can_send_to_the_other_half(topology: Topology, random: object) -> None:
    """The largest flow from any half of the edge switches to the others fills their links up."""
    figures = plan(topology.parameters)
    edges = list(range(figures.levels[0].pods))
    random.shuffle(edges)  # type: ignore[attr-defined]
    half = len(edges) // 2
    graph = nx.DiGraph()
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        graph.add_edge(u, v, capacity=count)
        graph.add_edge(v, u, capacity=count)
    for place, edge in enumerate(edges):
        graph.add_edge("from", edge) if place < half else graph.add_edge(edge, "to")
    assert nx.maximum_flow_value(graph, "from", "to") == half * figures.up_ports


@given(networks())
@settings(max_examples=60, deadline=None)
def test_endpoints_are_all_there_and_even(topology: Topology) -> None:
    """Edge switches have the total, differ by at most one and respect taper and used ports."""
    figures, named = plan(topology.parameters), topology.parameters
    attached = topology.endpoints[: figures.levels[0].pods]
    assert int(topology.endpoints.sum()) == named["total"]
    assert int(attached.max()) - int(attached.min()) <= 1
    assert int(attached.max()) <= named["used_down_ports"] <= figures.down_ports
    assert figures.oversubscription == Fraction(int(attached.max()), figures.up_ports)
    assert Fraction(figures.down_ports, figures.up_ports) <= Fraction(named["taper"].replace(":", "/"))
    assert figures.empty_down_ports == len(attached) * figures.down_ports - named["total"]
    assert len(attached) == -(-named["total"] // named["used_down_ports"])


@given(networks())
@settings(max_examples=40, deadline=None)
def test_groups_are_pods_and_the_top(topology: Topology) -> None:
    """Without the top level the network falls apart into groups."""
    assert topology.groups is not None
    top = int(topology.groups.max())
    assert int((topology.groups == top).sum()) == plan(topology.parameters).levels[-1].switches
    graph: nx.Graph[int] = nx.empty_graph(np.flatnonzero(topology.groups < top).tolist())
    lower = (topology.groups < top)[topology.links].all(axis=1)
    graph.add_edges_from(topology.links[lower].tolist())
    parts = {frozenset(np.flatnonzero(topology.groups == group).tolist()) for group in range(top)}
    assert {frozenset(part) for part in nx.connected_components(graph)} == parts


def test_the_18_ary_tree_with_15_endpoints_an_edge_switch() -> None:
    """324 edge switches, as many above, half as many at the top, where all 36 ports are used."""
    topology = build("clos:4860,36,used-down-ports=15")
    figures = plan(topology.parameters)
    assert [level.switches for level in figures.levels] == [324, 324, 162]
    assert [level.up_links for level in figures.levels] == [5832, 5832, 0]
    assert figures.oversubscription == Fraction(15, 18)
    assert figures.empty_down_ports == 972
    assert topology.link_count == build("fattree:18,3").link_count


@pytest.mark.parametrize("radix", [4, 8, 12])
def test_full_networks_have_the_textbook_counts(radix: int) -> None:
    """R^3 / 4 endpoints need 5 R^2 / 4 switches (Al-Fares et al.: A scalable data center, 2008)."""
    topology = build(f"clos:{radix**3 // 4},{radix}")
    assert topology.routers == 5 * radix**2 // 4
    assert topology.ports.tolist() == [radix] * topology.routers


@pytest.mark.parametrize(
    ("radix", "taper", "ports"),
    [
        (36, "1", (18, 18)),
        (36, "2", (24, 12)),
        (64, "3", (48, 16)),
        (32, "2", (21, 11)),
        (40, "3/2", (24, 16)),
    ],
)
def test_taper_divides_the_ports_of_an_edge_switch(radix: int, taper: str, ports: tuple[int, int]) -> None:
    """Ports down to ports up are at most the ratio, with as many down as the radix allows."""
    assert edge_ports(radix, Fraction(taper)) == ports


@given(st.integers(1, 40), st.integers(1, 20), st.integers(2, 48), st.booleans())
def test_trunks_stand_for_whole_middle_switches(uplinks: int, arity: int, radix: int, top: bool) -> None:
    """All links up are used, evenly, by as few switches as have the ports."""
    assume(arity * (1 if top else 2) <= radix)
    found = trunks(uplinks, arity, radix, top=top)
    ports = arity if top else 2 * arity
    assert sum(found) == uplinks
    assert max(found) - min(found) <= 1
    assert max(found) * ports <= radix
    assert len(found) == -(-uplinks // (radix // ports))


def test_endpoints_stay_at_the_edge() -> None:
    """The option endpoints= counts for edge switches alone."""
    topology = build("clos:40,8,endpoints=2")
    assert set(topology.endpoints.tolist()) == {0, 2}
    assert (topology.endpoints > 0).sum() == 10


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("clos:20,36", ["total=20 endpoints fit on a single switch", "at least 37"]),
        ("clos:10,36,used_down_ports=10", ["fit on a single switch", "at least 11"]),
        ("clos:1,36", ["total=1", "of at least 2"]),
        ("clos:100,1", ["ports=1", "of at least 2"]),
        ("clos:100,3", ["switches of 3 ports cannot join 100 edge switches", "at least 4"]),
        ("clos:100,36,taper=1:2", ["taper='1:2'", "2:1"]),
        ("clos:100,36,taper=0", ["taper='0'"]),
        ("clos:100,36,taper=2:0", ["taper='2:0'"]),
        ("clos:100,36,taper=half", ["taper='half'"]),
        ("clos:100,36,used_down_ports=19", ["used_down_ports=19", "from 1 to 18"]),
        ("clos:100,36,taper=2,used-down-ports=25", ["used_down_ports=25", "from 1 to 24"]),
        ("clos:100", ["ports is missing", "clos:total,ports"]),
        ("clos:100000000000,36", ["GiB"]),
        ("clos:" + "9" * 17 + "," + "9" * 17 + ",used_down_ports=1", ["GiB"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)


@given(st.integers(5, 400), st.integers(4, 24), st.sampled_from([1, 2, 3]))
def test_the_fewest_top_switches_take_all_links(total: int, ports: int, taper: int) -> None:
    """``top=fewest`` changes the top alone: as few switches a plane as have ports for its links.

    Two trunks to one plane of the top differ by a link at most; no switch has more links than ports.
    """
    assume(total > ports)
    even, fewest = (build(f"clos:{total},{ports},taper={taper}{top}") for top in ("", ",top=fewest"))
    assert even.link_count == fewest.link_count
    assert int(fewest.ports.max()) <= ports
    assert fewest.routers <= even.routers
    top = plan(fewest.parameters).levels[-1].switches
    first = fewest.routers - top
    into = fewest.links[:, 1] >= first
    below, above = fewest.links[into].T
    trunk = fewest.multiplicity[into]
    needed = 0
    for plane in {tuple(sorted(set(above[below == one].tolist()))) for one in set(below.tolist())}:
        mine = np.isin(above, plane)
        assert trunk[mine].max() - trunk[mine].min() <= 1
        needed += -(-int(trunk[mine].sum()) // ports)
    assert top == needed or fewest.routers == even.routers
