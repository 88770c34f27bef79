"""Switch names by level: leaf1, spine1, core1."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from netfloor.topologies.topology import Topology

#: Roles by steps up from the switches with endpoints; the last role covers all further levels.
ROLES = ("leaf", "spine", "core")


def switch_roles(topology: Topology) -> tuple[str, ...]:
    """Name every switch by its role, numbered from 1; empty for networks without levels.

    Leaves are switches with endpoints, spines are joined to leaves, cores are further up. A network in
    which all switches have endpoints, such as a torus, has no levels. Networks side by side have separate
    roles, prefixed with their names: ``compute.spine1``.
    """
    if topology.networks is None:
        return tuple(_numbered(_levels(topology)))
    return tuple(
        f"{part.name}.{role}" if role else ""
        for part in topology.networks
        for role in _numbered(_levels(part.alone))
    )


def _numbered(levels: npt.NDArray[np.int64]) -> Iterator[str]:
    counts = [0] * len(ROLES)
    for level in levels.tolist():
        if level < 0:
            yield ""
            continue
        counts[level] += 1
        yield f"{ROLES[level]}{counts[level]}"


def _levels(topology: Topology) -> npt.NDArray[np.int64]:
    """Return the level of each switch as an index into `ROLES`, (n,); -1 without levels."""
    level = np.where(topology.endpoints > 0, 0, -1).astype(np.int64)
    if (level == 0).all() or not (level == 0).any():
        return np.full(topology.routers, -1, dtype=np.int64)
    u, v = topology.links.T
    for step in range(1, topology.routers):
        below = level == step - 1
        up = np.concatenate([v[below[u]], u[below[v]]])
        new = up[level[up] < 0]
        if not len(new):
            break
        level[new] = step
    return np.minimum(level, len(ROLES) - 1)
