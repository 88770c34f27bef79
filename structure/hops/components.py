"""Connected components and connectivity checks."""

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.topologies.components import components as components_of_pairs
from netfloor.topologies.planes import plane_of
from netfloor.topologies.topology import IntArray, Topology


def components(topology: Topology) -> IntArray:
    """Return the component number of each switch, (n,) int32, from 0 without gaps."""
    return components_of_pairs(topology.links, topology.routers)


def is_connected(topology: Topology) -> bool:
    """Test whether every two switches have a path between them; a single switch is connected."""
    return bool(components(topology).max(initial=0) == 0)


def joins(topology: Topology, switches: IntArray) -> bool:
    """Test whether every two of these switches have a path between them."""
    labels = components(topology)[switches]
    return bool((labels == labels[:1]).all())


def require_connected(topology: Topology, among: IntArray | None = None) -> None:
    """Raise `InputError`, naming two switches without a path, if the network is not connected.

    With ``among``, only these switches need paths between them.
    """
    labels = components(topology)
    parts = int(labels.max(initial=0)) + 1
    asked = np.arange(topology.routers) if among is None else among
    apart = np.flatnonzero(labels[asked] != labels[asked[:1]])
    if not len(apart):
        return
    planes, plane = plane_of(topology)
    if planes > 1:
        what = f"has {planes} planes connected only by servers, so traffic stays in its plane"
        raise InputError(f"network {topology.name}", what, f"use a single plane: {plane.name}")
    item, other = (topology.label(int(asked[number])) for number in (0, apart[0]))
    raise InputError(
        f"network {topology.name}",
        f"is not connected: no path joins switch {item} and switch {other} ({parts} components)",
        "distances need a connected network",
    )


def halves_of_components(topology: Topology) -> npt.NDArray[np.int8] | None:
    """Return two halves that share no component, (n,) int8 of 0 and 1, or None if there are none.

    The halves differ by at most one switch. Sums of component sizes are tracked until a sum equals floor(n
    / 2), so the answer is exact.
    """
    labels, wanted = components(topology), topology.routers // 2
    sizes = np.bincount(labels)
    # first_by[s]: the component that first completed a sum of s switches
    first_by = np.full(wanted + 1, -1)
    reached = np.zeros(wanted + 1, dtype=bool)
    reached[0] = True
    for part, size in enumerate(sizes.tolist()):
        if size <= wanted:
            new = reached[: wanted + 1 - size] & ~reached[size:]
            first_by[size:][new] = part
            reached[size:] |= new
    if not reached[wanted]:
        return None
    chosen = np.zeros(len(sizes), dtype=np.int8)
    while wanted:
        part = int(first_by[wanted])
        chosen[part] = 1
        wanted -= int(sizes[part])
    return chosen[labels]
