"""Dimension order routing on tori, meshes, hypercubes and HyperX: one dimension after the other."""

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.families.lattices.lattice import Dimension
from netfloor.topologies.families.lattices.lattice_families import lattice_of
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.next_channels import NextChannels
from netfloor.traffic.routing.rule import RoutingRule


def dimensions_for(topology: Topology) -> tuple[Dimension, ...]:
    """Return the dimensions of a lattice.

    Raises
    ------
    InputError
        If the network has none.
    """
    dimensions = lattice_of(topology)
    if dimensions is None:
        what = f"dimension-order needs dimensions, and {topology.name} has none"
        expected = "take a torus, mesh, hypercube, hyperx or flattened-butterfly, or choose minimal"
        raise InputError(setting("routing"), what, expected)
    return dimensions


def coordinates(dimensions: tuple[Dimension, ...], routers: int) -> IntArray:
    """Return the coordinates of all switches, (dimensions, n) int32."""
    sizes = [dimension.size for dimension in dimensions]
    return np.stack(np.unravel_index(np.arange(routers), sizes)).astype(np.int32)


def dimension_paths(topology: Topology, channels: Channels, destinations: IntArray) -> NextChannels:
    """Return the next channels in the first dimension in which a switch differs from the destination.

    The shorter way round a ring; half way round an even ring both ways are candidates, so that both carry
    the same. Parallel links are all candidates.

    Raises
    ------
    InputError
        If the network has no dimensions.
    """
    dimensions, n = dimensions_for(topology), topology.routers
    places = coordinates(dimensions, n)
    strides = np.cumprod([1, *(part.size for part in dimensions[:0:-1])])[::-1]
    keys = channels.tail.astype(np.int64) * n + channels.head
    hops, counts, pieces = [], [], []
    for destination in destinations.tolist():
        forward, backward, distance = _steps(dimensions, places, places[:, destination])
        first = np.argmax(distance > 0, axis=0)
        switch = np.arange(n)
        stay = places[first, switch]
        lists = []
        for step in (forward, backward):
            there = switch + (step[first, switch] - stay) * strides[first]
            lists.append(np.where(distance[first, switch] > 0, there, -1))
        low, high = np.sort(np.stack(lists), axis=0)
        low = np.where(low == high, -1, low)
        starts = np.stack([np.searchsorted(keys, switch * n + side) for side in (low, high)])
        ends = np.stack([np.searchsorted(keys, switch * n + side, "right") for side in (low, high)])
        widths = np.where(np.stack([low, high]) >= 0, ends - starts, 0).T.ravel()
        offsets = np.repeat(starts.T.ravel() - np.cumsum(widths) + widths, widths)
        pieces.append((offsets + np.arange(widths.sum())).astype(np.int32))
        counts.append(widths.reshape(n, 2).sum(axis=1))
        hops.append(distance.sum(axis=0))
    first_entry = np.concatenate([[0], np.cumsum(np.concatenate(counts))]).astype(np.int64)
    return NextChannels(
        n, destinations, np.stack(hops).astype(np.int32), first_entry, np.concatenate(pieces), np.empty(0)
    )


def _steps(
    dimensions: tuple[Dimension, ...], places: IntArray, to: IntArray
) -> tuple[IntArray, IntArray, IntArray]:
    """Return both next coordinates, the same where there is one way, and the hops left, by dimension."""
    one: list[IntArray] = []
    other: list[IntArray] = []
    hops: list[IntArray] = []
    for part, at, aim in zip(dimensions, places, to.tolist(), strict=True):
        if part.kind == "clique":
            ways = (np.full_like(at, aim), np.full_like(at, aim), (at != aim).astype(np.int32))
        elif part.kind == "path":
            next_ = at + np.sign(aim - at)
            ways = (next_, next_, np.abs(aim - at))
        else:
            ahead = (aim - at) % part.size
            behind = part.size - ahead
            up, down = (at + 1) % part.size, (at - 1) % part.size
            ways = (
                np.where(ahead <= behind, up, down),
                np.where(behind <= ahead, down, up),
                np.minimum(ahead, behind % part.size),
            )
        for found, way in zip((one, other, hops), ways, strict=True):
            found.append(way)
    return np.stack(one), np.stack(other), np.stack(hops)


DIMENSION_ORDER = RoutingRule(
    "dimension-order",
    "one dimension after the other, the shorter way round rings; tori, meshes, hypercubes, HyperX",
    "Dally, Towles (2004), section 8.4.2",
    dimension_paths,
    "dimensions",
)
