"""containerlab's file: every device a node, every cable a link, read back as YAML."""

from typing import Any

import pytest
import yaml

from netfloor.foundation.errors import InputError


def test_nodes_and_links_are_those_of_the_fabric(job: Any, write_files: Any) -> None:
    """Names, kinds and images; each cable between its own two interfaces."""
    values = {"switch_port": "e1-{port}", "switch_kind": "srl", "host_image": "img:1"}
    document = yaml.safe_load(write_files(job, "containerlab", **values)["fabric.clab.yml"])
    fabric, topology = job.fabric, document["topology"]
    assert document["name"] == "fabric"
    assert list(topology["nodes"]) == [device.name for device in fabric.devices]
    for device in fabric.devices:
        node = topology["nodes"][device.name]
        expected = ("srl", "alpine:3") if device.kind == "switch" else ("linux", "img:1")
        assert (node["kind"], node["image"]) == expected
    ends = [
        [
            f"{device.name}:{'e1-' if device.kind == 'switch' else 'eth'}{end.port}"
            for end, device in ((end, fabric.devices[end.device]) for end in cable.ends)
        ]
        for cable in fabric.cables
    ]
    assert [link["endpoints"] for link in topology["links"] or []] == ends


@pytest.mark.parametrize("values", [{"switch_port": "eth"}, {"lab": 'a"b'}, {"host_image": "a b"}])
def test_what_yaml_or_a_lab_could_not_hold_is_refused(make_job: Any, write_files: Any, values: Any) -> None:
    """The field is named."""
    with pytest.raises(InputError, match=next(iter(values))):
        write_files(make_job("hypercube:3", 0), "containerlab", **values)
