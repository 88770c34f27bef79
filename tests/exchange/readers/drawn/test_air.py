"""NVIDIA Air's topologies in JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.readers import READERS
from netfloor.fabric.fabric import SERVER, SWITCH, Fabric
from netfloor.foundation.errors import InputError

NODES = {
    "rack1-tor": {"cpu": 2, "memory": 4096, "os": "cumulus-vx-5.9.1", "features": {"uefi": False}},
    "border": {"os": "sonic-vs-202305"},
    "app1": {"os": "generic/ubuntu2404", "cpu": 2},
}
LINKS: list[Any] = [
    [{"node": "rack1-tor", "interface": "swp1"}, {"node": "app1", "interface": "eth1"}],
    [{"interface": "swp51", "node": "rack1-tor"}, {"interface": "swp1", "node": "border"}],
    [{"node": "border", "interface": "eth0"}, "exit"],
]


def read(folder: Path, document: object) -> Fabric:
    """Return the fabric of a topology."""
    (folder / "topology.json").write_text(json.dumps(document))
    return READERS["air"].read(folder / "topology.json", {})


@pytest.mark.parametrize("is_wrapped", [False, True])
def test_nodes_and_links(tmp_path: Path, is_wrapped: bool) -> None:
    """The operating system says the kind; a link to the outside is left out and counted."""
    content = {"nodes": NODES, "links": LINKS, "oob": False}
    wrapped = {"title": "lab", "format": "JSON", "content": content}
    fabric = read(tmp_path, wrapped if is_wrapped else content)
    names = [device.name for device in fabric.devices]
    kinds = {device.name: device.kind for device in fabric.devices}
    assert kinds == {"rack1-tor": SWITCH, "border": SWITCH, "app1": SERVER}
    assert sorted(
        sorted((names[end.device], end.port_text) for end in cable.ends) for cable in fabric.cables
    ) == [
        [("app1", "eth1"), ("rack1-tor", "swp1")],
        [("border", "swp1"), ("rack1-tor", "swp51")],
    ]
    assert any("1 link out of the topology left out" in note for note in fabric.notes)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "is not a topology of NVIDIA Air"),
        ({"nodes": NODES}, "has no nodes and links"),
        ({"nodes": NODES, "links": [LINKS[0][:1]]}, "link 1: does not have two ends"),
        ({"nodes": {}, "links": LINKS}, "link 1: names the node 'rack1-tor'"),
        (
            {"nodes": NODES, "links": [[{"node": "border"}, {"node": "app1", "interface": "eth1"}]]},
            "link 1: gives no interface of 'border'",
        ),
    ],
)
def test_broken_topologies_are_refused_by_link(tmp_path: Path, document: object, message: str) -> None:
    """Each names the link and what it lacks."""
    with pytest.raises(InputError, match=message):
        read(tmp_path, document)


def test_text_that_is_no_json(tmp_path: Path) -> None:
    """A DOT file of Air's first version has a format of its own."""
    (tmp_path / "topology.json").write_text('graph lab { "a":"1" -- "b":"2" }')
    with pytest.raises(InputError, match="is not valid JSON"):
        READERS["air"].read(tmp_path / "topology.json", {})
