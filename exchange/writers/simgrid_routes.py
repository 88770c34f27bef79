"""Static routes of SimGrid's platform: one tree shifted to all switches, or one dimension after another."""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from netfloor.exchange.fabric import Fabric
from netfloor.exchange.job import with_field
from netfloor.foundation.errors import InputError
from netfloor.topologies.generator_table import factor_tables, product_table
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology

#: What the field ``routes`` takes.
LEAST_LATENCY, VERTEX_SYMMETRIC, DIMENSION_ORDER = "least-latency", "vertex-symmetric", "dimension-order"
ROUTES = LEAST_LATENCY, VERTEX_SYMMETRIC, DIMENSION_ORDER
LongArray = npt.NDArray[np.int64]


class StaticRoutes:
    """One shortest path for every two switches, not always the same back.

    ``vertex-symmetric`` finds the paths from switch 0 by one breadth-first search and applies the same
    steps at every other switch, so that all switches are loaded alike (optimal circulant paper, section
    5.1). ``dimension-order`` does so in every factor of a product, the first factor first. Of paths that
    are as short the search takes the one found first, lowest generators first: half way round an even
    ring that is upwards.

    Raises
    ------
    InputError
        If the network's switches form no group that netfloor knows.
    """

    def __init__(self, topology: Topology, routes: str) -> None:
        tables = factor_tables(topology)
        if tables is None:
            what = f"{shown(topology.name)} is not known to look the same from every switch"
            known = "such as circulants, tori, hypercubes, HyperX and products of these do"
            raise InputError(with_field("routes"), what, f"{known}; else take {LEAST_LATENCY}")
        if routes == VERTEX_SYMMETRIC:
            tables = [product_table(tables)]
        self._paths = [_shifted_tree(table) for table in tables]
        self._sizes = tuple(len(table) for table in tables)

    def path(self, start: int, end: int) -> list[int]:
        """Return the switches of the path, both ends included."""
        here = [int(one) for one in np.unravel_index(start, self._sizes)]
        goal = [int(one) for one in np.unravel_index(end, self._sizes)]
        way = [start]
        for factor, paths in enumerate(self._paths):
            for place in paths[here[factor]][goal[factor]]:
                here[factor] = place
                way.append(int(np.ravel_multi_index(here, self._sizes)))
        return way


def _shifted_tree(table: LongArray) -> list[dict[int, tuple[int, ...]]]:
    """Return for every switch the switches on the way to each other one, the last included.

    ``table`` is `factor_tables`' of one factor. The tree of switch 0 is the shortest paths found first.
    """
    routers = len(table)
    parent, step, order = {0: 0}, {0: 0}, [0]
    for node in order:
        for generator, neighbour in enumerate(table[node].tolist()):
            if neighbour not in parent:
                parent[neighbour], step[neighbour] = node, generator
                order.append(neighbour)
    image = np.tile(np.arange(routers)[:, None], (1, routers))
    ways: list[dict[int, tuple[int, ...]]] = [{start: ()} for start in range(routers)]
    for node in order[1:]:
        image[:, node] = table[image[:, parent[node]], step[node]]
        for start, way in enumerate(ways):
            end = int(image[start, node])
            way[end] = (*way[int(image[start, parent[node]])], end)
    return ways


def device_paths(
    fabric: Fabric, topology: Topology, routes: str, devices: Sequence[int]
) -> Iterator[tuple[int, int, list[int]]]:
    """Yield every two of some devices, in both orders, and the devices on the way, both ends included.

    The first devices of a fabric are the network's switches, or the hosts that are joined directly in their
    place; the others are hosts of one of them each.

    Raises
    ------
    InputError
        If a host is attached to several switches, or as `StaticRoutes` raises.
    """
    static = StaticRoutes(topology, routes)
    home = {device: _home(fabric, device, topology.routers) for device in devices}
    for start, end in product(devices, repeat=2):
        if start != end:
            way = static.path(home[start], home[end])
            before = [start] if home[start] != start else []
            after = [end] if home[end] != end else []
            yield start, end, [*before, *way, *after]


def _home(fabric: Fabric, device: int, routers: int) -> int:
    """Return the switch of a host, and a switch itself."""
    if device < routers:
        return device
    far = {fabric.far_end(device, cable).device for _, cable in fabric.cables_of[device]}
    if len(far) != 1 or max(far) >= routers:
        what = f"host {shown(fabric.devices[device].name)} is not attached to exactly one switch"
        raise InputError(with_field("routes"), what, "take least-latency")
    return far.pop()
