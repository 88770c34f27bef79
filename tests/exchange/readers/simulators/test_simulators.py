"""Networks of simulators: the tree that htsim's parameters describe, and lists of links for ns-3."""

from collections import Counter

import pytest

from netfloor.fabric.fabric import SERVER, SWITCH
from netfloor.foundation.errors import InputError

TWO = """\
Nodes 32
Tiers 2
Podsize 32

# edge
Tier 0
Downlink_speed_Gbps 100
Radix_Down 8
Radix_Up 4
Oversubscribed 1
Downlink_Latency_ns 1000

Tier 1
Downlink_speed_Gbps 200
Radix_Down 8
Bundle 2
"""
THREE = """\
nodes 16
tiers 3
podsize 4
tier 0
downlink_speed_gbps 100
radix_down 2
radix_up 2
tier 1
downlink_speed_gbps 100
radix_down 2
radix_up 2
tier 2
downlink_speed_gbps 100
radix_down 4
"""
NS3 = (
    "6 2 5\n4 5\n0 4 100Gbps 1us 0\n1 4 100Gbps 1us 0\n2 5 100Gbps 1us 0\n3 5 100Gbps 1us 0\n"
    "4 5 400Gbps 1us 0\n"
)


def joined(fabric):
    """Return how many cables join each two devices."""
    pairs = (sorted(fabric.devices[end.device].name for end in cable.ends) for cable in fabric.cables)
    return Counter(map(tuple, pairs))


def test_two_tiers_are_leaves_and_spines(read):
    """32 nodes at 8 a leaf are 4 leaves, their 16 links up are 2 spines of 8, each with 2 to every leaf."""
    fabric = read("topo", TWO, "tree.topo")
    count = Counter(device.kind for device in fabric.devices)
    assert (count[SWITCH], count[SERVER]) == (6, 32)
    pairs = joined(fabric)
    assert {pair: many for pair, many in pairs.items() if "US" in pair[1]} == {
        (f"LS{leaf}", f"US{spine}"): 2 for leaf in range(4) for spine in range(2)
    }
    assert Counter(cable.gbps for cable in fabric.cables) == {100.0: 32, 200.0: 16}
    assert any("leafspine:4,2,k=2,t=8" in note for note in fabric.notes)
    assert all(cable.attributes.get("latency_ns", "1000") == "1000" for cable in fabric.cables)


def test_three_tiers_are_a_fat_tree(read):
    """Of 4-port switches: 4 pods of 2 and 2, 4 cores, each joined to every pod once."""
    fabric = read("topo", THREE, "tree.topo")
    pairs = joined(fabric)
    assert Counter(name[:2] for name in (device.name for device in fabric.devices)) == {
        "SR": 16,
        "LS": 8,
        "US": 8,
        "CS": 4,
    }
    for core in range(4):
        pods = sorted(int(up[2:]) // 2 for low, up in pairs if low == f"CS{core}")
        assert pods == [0, 1, 2, 3]
    assert set(pairs.values()) == {1}
    assert len(fabric.cables) == 16 + 16 + 16


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            TWO.replace("Radix_Down 8", "Radix_Down 7", 1),
            "at Radix_Down of 7 leave 4 over",
        ),
        (TWO.replace("Bundle 2", "Bundle 1"), "line 6: Radix_Up 4 of tier 0 and 2 switches above"),
        (TWO.replace("Tiers 2", "Tiers 3"), "3 tiers, of which 2 have parameters"),
        (TWO.replace("Podsize 32", ""), "has no Podsize"),
        (TWO.replace("Radix_Up 4", "Radix_Sideways 4"), "'Radix_Sideways' is not understood"),
        (TWO + "Tier 1\n", "tier 1 is given twice"),
        (TWO.replace("Radix_Up 4", "Radix_Up"), "'Radix_Up' has no value"),
        (TWO.replace("Nodes 32", "Nodes 9999999999"), "Nodes '9999999999'"),
    ],
)
def test_numbers_that_make_no_tree_are_refused(read, text, says):
    """With the line of the tier."""
    with pytest.raises(InputError) as refused:
        read("topo", text, "tree.topo")
    assert says in str(refused.value)


def test_a_list_for_ns3_says_what_switches_are(read):
    """Nodes by their numbers, rates of links, delays beside them."""
    fabric = read("ns3", NS3, "topology.txt")
    assert [device.kind for device in fabric.devices] == [SERVER] * 4 + [SWITCH] * 2
    assert joined(fabric) == {("0", "4"): 1, ("1", "4"): 1, ("2", "5"): 1, ("3", "5"): 1, ("4", "5"): 1}
    assert [cable.gbps for cable in fabric.cables] == [100.0] * 4 + [400.0]
    assert fabric.cables[0].attributes == {"delay": "1us"}
    simai = "6 2 1 1 5 H100" + NS3.partition("5")[2]
    assert joined(read("ns3", simai, "simai.txt")) == joined(fabric)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (NS3.replace("4 5\n", "4 4\n", 1), "2 switches, of which 1 are named"),
        (NS3.replace("6 2 5", "6 2 4"), "4 links, but 5 lines"),
        (NS3.replace("0 4", "9 4", 1), "node '9'"),
        (NS3.replace("1us 0\n1 4 100Gbps", "1us 0\n1 4 quick"), "rate 'quick'"),
        ("# 6 2 5\n", "holds no line"),
    ],
)
def test_a_list_whose_counts_are_wrong_is_refused(read, text, says):
    """No link is left out unnoticed."""
    with pytest.raises(InputError) as refused:
        read("ns3", text, "topology.txt")
    assert says in str(refused.value)
