"""Dimension-order routing on tori, meshes, hypercubes and HyperX: one dimension after another."""

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.families.lattices.lattice import Dimension
from netfloor.topologies.families.lattices.lattice_families import lattice_of
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.next_channels import LongArray, NextChannels
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.shortest import table_of_rows


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

    The shorter way around a ring; half way around an even ring both directions are candidates and carry the
    same. Parallel links are all candidates.

    Raises
    ------
    InputError
        If the network has no dimensions.
    """
    from netfloor.traffic.routing.table_kernels import dimension_order  # noqa: PLC0415 - a heavy import

    dimensions = dimensions_for(topology)
    places = np.ascontiguousarray(coordinates(dimensions, topology.routers).T)
    sizes = np.array([part.size for part in dimensions], np.int32)
    kinds = np.array([("path", "ring", "clique").index(part.kind) for part in dimensions], np.int32)

    def row(destination: int, hops: IntArray, counts: LongArray, out: IntArray) -> None:
        arrays = channels.first, channels.head, places, sizes, kinds
        dimension_order(*arrays, destination, hops, counts, out)

    return table_of_rows(channels, destinations, row)


DIMENSION_ORDER = RoutingRule(
    "dimension-order",
    "one dimension after the other, the shorter way round rings; tori, meshes, hypercubes, HyperX",
    "Dally, Towles (2004), section 8.4.2",
    dimension_paths,
    "dimensions",
)
