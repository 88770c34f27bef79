"""Writer of containerlab topology files: each device a node, each cable a link between interfaces."""

import json
import re
from collections.abc import Iterator, Mapping

from netfloor.exchange.job import Exporter, Field, Files, Job, with_field
from netfloor.exchange.names import Alphabet, check_devices
from netfloor.fabric.fabric import End, Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: A node's name becomes part of a container name and a DNS name: 63 characters, case-insensitive.
ALPHABET = Alphabet("containerlab", 63, "._-", any_case=True)
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/:@-]*")
_PORT = "{port}"


def write(job: Job) -> Files:
    """Return ``fabric.clab.yml``.

    Interfaces are numbered like the plan's ports, by the patterns ``switch_port`` and ``server_port``.
    containerlab reserves ``eth0`` for management, so ``eth1`` is port 1. Raises `InputError` if a name is
    not safe or too long, or YAML cannot hold a value unchanged.
    """
    check_devices(job.fabric, ALPHABET)
    for name, value in job.values.items():
        if _PLAIN.fullmatch(value.replace(_PORT, "1")) is None:
            raise InputError(
                with_field(name), f"{shown(value)!r} is not a plain word", "letters, digits, . _ / : @ -"
            )
    for name in ("switch_port", "server_port"):
        if _PORT not in job.values[name]:
            raise InputError(
                with_field(name), f"{shown(job.values[name])!r} has no {_PORT}", f"such as eth{_PORT}"
            )
    return {"fabric.clab.yml": "\n".join(_lines(job)) + "\n"}


def _lines(job: Job) -> Iterator[str]:
    """Yield the file in YAML block style; names are quoted so that YAML does not parse them as numbers."""
    fabric, values = job.fabric, job.values
    yield f'name: "{values["lab"]}"'
    yield "topology:"
    yield "  nodes:"
    for number, device in enumerate(fabric.devices):
        kind = "host" if device.is_end_device else "switch"
        yield f'    "{device.name}":'
        yield f'      kind: "{values[f"{kind}_kind"]}"'
        yield f'      image: "{values[f"{kind}_image"]}"'
        yield "      labels:"
        for label, text in _labels(fabric, number):
            yield f"        {label}: {json.dumps(text, ensure_ascii=False)}"
    yield "  links:" if fabric.cables else "  links: []"
    for cable in fabric.cables:
        item, other = (_interface(fabric, end, values) for end in cable.ends)
        yield f'    - endpoints: ["{item}", "{other}"]'


def _labels(fabric: Fabric, number: int) -> Iterator[tuple[str, str]]:
    """Yield the role and location of a device as labels for containerlab's graphs."""
    device, rack = fabric.devices[number], fabric.cabinet_name(number)
    yield "graph-icon", "server" if device.is_end_device else "switch"
    if rack:
        yield "graph-rack", rack
        if device.unit is not None:
            yield "graph-rack-unit", str(device.unit)


def _interface(fabric: Fabric, end: End, values: Mapping[str, str]) -> str:
    device = fabric.devices[end.device]
    pattern = values["server_port" if device.is_end_device else "switch_port"]
    return f"{device.name}:{pattern.replace(_PORT, str(end.port))}"


EXPORTER = Exporter(
    name="containerlab",
    summary="a topology file of nodes and links",
    losses="heights, lengths, rates",
    write=write,
    one_fabric=True,
    fields={
        "lab": Field("fabric", "name of the lab"),
        "switch_kind": Field("linux", "kind of the switches, an example"),
        "switch_image": Field("alpine:3", "container image of the switches, an example"),
        "host_kind": Field("linux", "kind of the hosts, an example"),
        "host_image": Field("alpine:3", "container image of the hosts, an example"),
        "switch_port": Field("eth{port}", "interfaces of a switch, from 1"),
        "server_port": Field("eth{port}", "interfaces of a host, from 1"),
    },
)
