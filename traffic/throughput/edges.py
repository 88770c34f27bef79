"""Adjacent pairs of switches in both directions, with the channels between them as capacity."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.patterns.pattern import FloatArray


@dataclass(frozen=True, eq=False)
class Edges:
    """Ordered adjacent pairs, sorted by tail and head; parallel channels form one edge with their number.

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
    """Return the adjacent pairs of a network, in both directions."""
    matrix = topology.adjacency
    tail = np.repeat(np.arange(topology.routers, dtype=np.int32), np.diff(matrix.indptr))
    capacity = matrix.data.astype(np.float64)
    first, head = matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32)
    return Edges(topology.routers, first, tail, head, capacity)


def on_edges(edges: Edges, channels: Channels, loads: FloatArray) -> FloatArray:
    """Return the loads of channels summed by edge, (m,) float64."""
    keys = edges.tail.astype(np.int64) * edges.switches + edges.head
    place = np.searchsorted(keys, channels.tail.astype(np.int64) * edges.switches + channels.head)
    return np.bincount(place, loads, len(keys)).astype(np.float64)
