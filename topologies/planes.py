"""Planes: copies of a network side by side, with a port of every server on each."""

import re
from dataclasses import replace

import numpy as np

from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.foundation.wording import count_text
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.topology import IntArray, Topology

#: More planes than any server has ports for.
MAX_PLANES = 64
_FAMILY = "planes"
_OPTION = re.compile(r",\s*planes\s*=[^,*]*")


def in_planes(topology: Topology, planes: int, spec: str) -> Topology:
    """Copy a network into several planes, connected only by servers.

    Switch s of plane q has number ``q n + s``. Each server has its ports once in every plane, on the
    switches with the same number there: an endpoint of the original network becomes a server with a port
    per plane. Groups are the same in every plane: equally numbered switches belong together. Slots
    suggested by a generator are dropped.

    ``planes``: at least 2; ``spec``: name of the result.

    Raises
    ------
    InputError
        If the planes are too large together.
    """
    n = topology.routers
    refuse_if_too_large(spec, n * planes, topology.link_count * planes)
    shifts = n * np.arange(planes, dtype=np.int32)
    labels = topology.labels and tuple(
        f"p{plane}.{name}" for plane in range(planes) for name in topology.labels
    )
    return replace(
        topology,
        name=spec,
        family=_FAMILY,
        parameters={_FAMILY: planes, "of": topology.family, **topology.parameters},
        routers=n * planes,
        links=(topology.links[None] + shifts[:, None, None]).reshape(-1, 2),
        multiplicity=np.tile(topology.multiplicity, planes),
        endpoints=np.tile(topology.endpoints, planes),
        groups=None if topology.groups is None else np.tile(topology.groups, planes),
        labels=labels,
        slots=None,
        servers=_servers(topology, shifts),
        notes=(
            *topology.notes,
            f"{count_text(planes, 'plane')}, connected only by servers; "
            f"plane q, from 0, has switches {n:,} q to {n:,} q + {n - 1:,}",
        ),
    )


def _servers(topology: Topology, shifts: IntArray) -> ServerGroups | None:
    """Return the servers with their ports in every plane; None if there are no endpoints."""
    attached = np.flatnonzero(topology.endpoints).astype(np.int32)
    if not len(attached):
        return None
    item = topology.servers or ServerGroups(attached[:, None], topology.endpoints[attached])
    switches = np.hstack([item.switches + shift for shift in shifts])
    return ServerGroups(switches, item.servers.copy(), item.labels)


def plane_of(topology: Topology) -> tuple[int, Topology]:
    """Return the number of planes of a network and one of them.

    1 and the network itself if it has no planes.

    The plane has its original family and parameters, and only its own ports of the servers.
    """
    if topology.family != _FAMILY:
        return 1, topology
    planes = int(topology.parameters[_FAMILY])
    n, m = topology.routers // planes, len(topology.links) // planes
    servers = topology.servers
    ports = servers.switches[:, : servers.ports // planes] if servers is not None else None
    is_single = servers is None or ports is None or ports.shape[1] == 1
    parameters = {name: value for name, value in topology.parameters.items() if name not in (_FAMILY, "of")}
    return planes, replace(
        topology,
        name=without_planes(topology.name),
        family=str(topology.parameters["of"]),
        parameters=parameters,
        routers=n,
        links=topology.links[:m].copy(),
        multiplicity=topology.multiplicity[:m].copy(),
        endpoints=topology.endpoints[:n].copy(),
        groups=None if topology.groups is None else topology.groups[:n].copy(),
        labels=topology.labels and tuple(name.removeprefix("p0.") for name in topology.labels[:n]),
        servers=None
        if is_single or ports is None or servers is None
        else ServerGroups(ports.copy(), servers.servers.copy(), servers.labels),
        notes=topology.notes[:-1],
    )


def without_planes(spec: str) -> str:
    """Remove the number of planes from a spec."""
    return _OPTION.sub("", spec)
