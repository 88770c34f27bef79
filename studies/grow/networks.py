"""The larger networks of an expansion."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.topologies.networks import NetworkMember
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

#: A named network: ``compute=clos:1250,64``. A spec has no = before its colon.
_NAMED = re.compile(r"([^=:]+)=(.+)", re.DOTALL)


def larger_network(
    old: Topology, spec: str, seed: int, gbps: float | None = None, endpoints: int | None = None
) -> Topology:
    """Return the network of a spec; rate and endpoints default to those of the old one."""
    counts = set(old.endpoints.tolist())
    rate = old.link_gbps if gbps is None else gbps
    topology = build(spec, endpoints=endpoints, link_gbps=rate, seed=seed)
    if endpoints is None and not topology.endpoints.any() and len(counts) == 1:
        return replace(topology, endpoints=np.full(topology.routers, counts.pop(), dtype=np.int32))
    return topology


def larger_networks(old: Topology, specs: Sequence[str], seed: int) -> list[NetworkMember]:
    """Return the expanded networks, in the order of the old ones.

    `InputError` if a spec does not name a network of the plan, or names one twice.
    """
    parts = old.networks or ()
    names = [part.name for part in parts]
    example = f"write NAME=SPEC, such as {names[0]}={parts[0].alone.name}"
    known = f"the plan's networks: {', '.join(names)}; {example}"
    given: dict[str, str] = {}
    for text in specs:
        named = _NAMED.fullmatch(text)
        if named is None:
            raise InputError(text, "does not name a network", known)
        name, spec = named[1].strip(), named[2].strip()
        if name not in names:
            raise InputError(text, f"there is no network {name!r} in the plan", known)
        if name in given:
            raise InputError(text, f"network {name} is given twice", "give it once")
        given[name] = spec
    return [
        NetworkMember(
            part.name,
            _grown(part.alone, given.get(part.name), seed),
            None if part.alone.servers is not None else part.ports,
            part.spread,
            part.management_ports,
        )
        for part in parts
    ]


def _grown(alone: Topology, spec: str | None, seed: int) -> Topology:
    """Return the network of a spec; without a spec the old one, with its switch names removed."""
    return replace(alone, labels=None, naming="") if spec is None else larger_network(alone, spec, seed)
