"""A tree's levels are those of its graph."""

import numpy as np
import pytest

from netfloor.reports.structure.facts import tree_levels
from netfloor.topologies.spec import build


@pytest.mark.parametrize(
    "spec",
    [
        "fattree:4,3",
        "fattree:18,3,used_down_ports=15",
        "fattree:3,2",
        "clos:150,13",
        "clos:777,16,taper=3:1",
        "rails:6,12,2,32,taper=3:1",
        "rails:6,4,3,8,levels=3",
    ],
)
def test_levels_add_up_to_the_graph(spec: str) -> None:
    """Switches and links in all, none above the top; oversubscription of the fullest edge switch."""
    topology = build(spec)
    found = tree_levels(topology)
    levels = found["levels"]
    assert sum(level["switches"] for level in levels) == topology.routers
    assert sum(level["links_up"] for level in levels) == topology.link_count
    assert levels[-1]["links_up"] == 0
    edge = slice(0, levels[0]["switches"])
    up = topology.degree[edge]
    full = topology.endpoints[edge].max()
    assert found["oversubscription"] == pytest.approx(full / up[np.argmax(topology.endpoints[edge])])


def test_the_papers_tree_leaves_three_ports_of_every_edge_switch_empty() -> None:
    """18-ary 3-tree with 15 of 18: 972 switches (Domke et al., section 2)."""
    found = tree_levels(build("fattree:18,3,used_down_ports=15"))
    assert [level["switches"] for level in found["levels"]] == [324, 324, 324]
    assert found["levels"][0]["empty_ports"] == 3 * 324


def test_other_networks_have_no_levels() -> None:
    """Nothing is added to them."""
    assert tree_levels(build("torus:4x4")) == {}
