"""Joined pairs of switches with the channels between them, each way: what flow runs on."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.patterns.pattern import FloatArray


@dataclass(frozen=True, eq=False)
class Edges:
    """Ordered joined pairs, sorted by tail and head; parallel channels are one edge of their number.

    ``first`` (n + 1,) int32 begins the edges of each switch; ``tail``, ``head`` (m,) int32; ``capacity``
    (m,) float64, in rates of one channel.
    """

    switches: int
    first: IntArray
    tail: IntArray
    head: IntArray
    capacity: FloatArray

    def matrix(self, values: FloatArray) -> csr_array:
        """Return a value of each edge as a sparse matrix, (n, n)."""
        return csr_array((values, self.head, self.first), (self.switches, self.switches))


def edges_of(topology: Topology) -> Edges:
    """Return the joined pairs of a network, both ways."""
    matrix = topology.adjacency
    tail = np.repeat(np.arange(topology.routers, dtype=np.int32), np.diff(matrix.indptr))
    capacity = matrix.data.astype(np.float64)
    first, head = matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32)
    return Edges(topology.routers, first, tail, head, capacity)


def on_edges(edges: Edges, channels: Channels, loads: FloatArray) -> FloatArray:
    """Return loads of channels added up by edge, (m,) float64."""
    keys = edges.tail.astype(np.int64) * edges.switches + edges.head
    place = np.searchsorted(keys, channels.tail.astype(np.int64) * edges.switches + channels.head)
    return np.bincount(place, loads, len(keys)).astype(np.float64)
