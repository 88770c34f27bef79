"""Topology files of containerlab and netlab: kinds, both forms of links, and what leads out of the lab."""

from typing import Any

import pytest

from netfloor.fabric.fabric import OTHER, SERVER, SWITCH
from netfloor.foundation.errors import InputError

LAB = """\
name: lab
topology:
  defaults: &defaults
    kind: linux
  kinds:
    ceos: {image: "ceos:4.32", type: DCS-7050}
  groups:
    edge: {kind: ceos}
  nodes:
    leaf1: {kind: ceos}
    x2: {group: edge, labels: {graph-rack: Rack 7, graph-rack-unit: "40"}}
    x3: {<<: *defaults, image: "quay.io/frrouting/frr:9"}
    x4: {labels: {graph-icon: switch}}
    fw: {kind: paloalto_panos}
    h1: {}
  links:
    - endpoints: ["leaf1:eth7", "h1:eth1"]
    - type: veth
      endpoints:
        - {node: leaf1, interface: Ethernet1/2}
        - {node: x2, interface: Ethernet1/3}
    - endpoints: [x3:eth1, x2:eth9]
    - endpoints: [x4:eth1, fw:eth1]
    - endpoints: [leaf1:eth9, "host:br0"]
    - {type: mgmt-net, endpoint: {node: x2, interface: eth5}}
"""


def test_nodes_links_and_places_are_read(read: Any) -> None:
    """Kinds from groups, defaults, images and icons; both forms of links; rack and unit from labels."""
    fabric = read("containerlab", LAB, "lab.clab.yml")
    kinds = {device.name: device.kind for device in fabric.devices}
    assert kinds == {
        **dict.fromkeys(("leaf1", "x2", "x3", "x4"), SWITCH),
        "fw": OTHER,
        "h1": SERVER,
    }
    names = [device.name for device in fabric.devices]
    ends = [{(names[end.device], end.port_text) for end in cable.ends} for cable in fabric.cables]
    assert ends == [
        {("leaf1", "eth7"), ("h1", "eth1")},
        {("leaf1", "Ethernet1/2"), ("x2", "Ethernet1/3")},
        {("x3", "eth1"), ("x2", "eth9")},
        {("x4", "eth1"), ("fw", "eth1")},
    ]
    x2 = fabric.devices[names.index("x2")]
    assert (fabric.cabinet_name(names.index("x2")), x2.unit, x2.model) == ("Rack 7", 40, "DCS-7050")
    assert "links that lead out of the lab are left out: host (1) and mgmt-net (1)" in fabric.notes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\n", "contains no topology nodes"),
        (
            "topology:\n  nodes: {a: {}}\n  links:\n    - endpoints: [a:1]\n",
            "line 4: a link without two ends",
        ),
        (
            "topology:\n  nodes: {a: {}}\n  links:\n    - endpoints: [a:1, b:1]\n",
            "line 4: there is no node 'b'",
        ),
        ("topology:\n  nodes: {{ x }}: {\n", "without templates"),
        ("topology: [" + "[" * 50_000, "nested deeper than 30 levels"),
        (
            "topology:\n nodes: {a: , b: }\n links:\n - endpoints: [a:1, b:1]\n - endpoints: [a:1, b:2]\n",
            "line 5: port 1 of 'a' holds a cable already",
        ),
    ],
)
def test_what_is_no_topology_is_refused_with_its_line(read: Any, text: str, message: str) -> None:
    """Each with the place and what would be right."""
    with pytest.raises(InputError) as refused:
        read("containerlab", text)
    assert message in str(refused.value).replace(", where", ":")


def test_merge_keys_do_not_grow_without_end(read: Any) -> None:
    """Forty levels of maps merged twice each are read at once."""
    levels = "".join(f"l{n}: &l{n} {{<<: *l{n - 1}, k{n}: {{<<: *l{n - 1}}}}}\n" for n in range(1, 40))
    text = f"l0: &l0 {{kind: ceos}}\n{levels}topology:\n  nodes: {{a: {{<<: *l39}}, b: {{kind: ceos}}}}\n"
    fabric = read("containerlab", f"{text}  links:\n    - endpoints: [a:1, b:1]\n")
    assert len(fabric.cables) == 1
