"""The independent check of a flow: what a plan's eigenvalue may rest on instead of the links.

Like `layout.check` it shares no code with what makes the flow.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.check.cables import Network, exceeds

#: Weights are counted in this part of a link.
PARTS = 1 << 20
#: A flow of more generators in all, times routers, is no certificate but a burden.
MOST_STEPS = 10**8
#: So many routers have a dense proof; plans of more have no flow.
MOST_ROUTERS = 2000


def flow_eigenvalue_is_proved(network: Network, value: float, flow: Mapping[str, Any]) -> bool:
    """Return True if ``value * s * (n - s) / n`` is certainly least in all cuts, by a flow.

    From every router u each path goes to u1, u2, ... and ends in v; its weight is taken off
    the pairs (u, u1), (u1, u2), ... and put on the pair (u, v). A cut that splits u from v
    splits one of the others, so no cut grows, whatever table and paths are; and no cut of
    the result is below its second eigenvalue times ``s (n - s) / n``.
    """
    if not 0 < value < np.inf or _form_is_wrong(network, flow):
        return False
    pairs = np.zeros((network.routers, network.routers), dtype=np.int64)
    for (u, v), count in zip(network.links, network.multiplicity, strict=True):
        pairs[u, v] += count * PARTS
    table = np.array(flow["table"], dtype=np.int64)
    for path, weight in zip(flow["paths"], flow["weights"], strict=True):
        _reroute(pairs, _stops(table, path), weight)
    both = (pairs + pairs.T) / PARTS
    return exceeds(np.diag(both.sum(axis=1)) - both, value)


def _form_is_wrong(network: Network, flow: Mapping[str, Any]) -> bool:
    """Return True if the flow does not fit the network, or is too much to walk."""
    if set(flow) != {"table", "paths", "weights"} or not 2 <= network.routers <= MOST_ROUTERS:
        return True
    table, paths, weights = flow["table"], flow["paths"], flow["weights"]
    width = len(table[0]) if table else 0
    letters = [g for path in paths for step in path for g in step]
    return (
        len(table) != network.routers
        or any(len(row) != width for row in table)
        or not all(0 <= router < network.routers for row in table for router in row)
        or not all(0 <= generator < width for generator in letters)
        or len(paths) != len(weights)
        or not all(0 <= weight <= PARTS * PARTS for weight in weights)
        or (len(letters) + len(paths)) * network.routers > MOST_STEPS
        or sum(weights) * network.routers * (len(letters) + 1) > 1 << 52
    )


def _stops(table: npt.NDArray[np.int64], path: Sequence[Sequence[int]]) -> list[npt.NDArray[np.int64]]:
    """Return where a path stands after each step, from every router."""
    stops = [np.arange(len(table))]
    for step in path:
        here = stops[-1]
        for generator in step:
            here = table[here, generator]
        stops.append(here)
    return stops


def _reroute(pairs: npt.NDArray[np.int64], stops: Sequence[npt.NDArray[np.int64]], weight: int) -> None:
    for here, there in pairwise(stops):
        np.add.at(pairs, (here, there), -weight)
    np.add.at(pairs, (stops[0], stops[-1]), weight)
