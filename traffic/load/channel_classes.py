"""Classes of channels that are equivalent under verified symmetries of a network."""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from netfloor.topologies.generator_table import factor_tables, product_table
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.rule import RoutingRule

#: Routings invariant under these symmetries: those over all shortest paths, and dimension order on
#: lattices, whose symmetries here shift coordinates. Others depend on the numbers of switches.
_KEPT = ("minimal", "valiant", "dimension-order")


def channel_classes(topology: Topology, channels: Channels, rule: RoutingRule) -> IntArray:
    """Return one channel of each class; all channels if no symmetry is known to preserve the routing.

    If switches form a group, ``u -> w u`` is a symmetry of the network for every switch w. The symmetries
    that map the first switch to one of its neighbours generate all others; each is followed through the
    table of generators, and used only if it is a bijection that preserves all links and endpoints.
    """
    every = np.arange(channels.count, dtype=np.int32)
    tables = factor_tables(topology) if rule.name in _KEPT else None
    if tables is None or (topology.endpoints != topology.endpoints[0]).any():
        return every
    table = product_table(tables)
    images = [_image(table, neighbour) for neighbour in table[0].tolist()]
    moves = [
        move for image in images if image is not None and (move := _moved(channels, image)) is not None
    ]
    if not moves:
        return every
    to = np.concatenate(moves)
    joined = coo_array((np.ones(len(to), np.int8), (np.tile(every, len(moves)), to)), (channels.count,) * 2)
    _, label = connected_components(joined, directed=False)
    return np.unique(label, return_index=True)[1].astype(np.int32)


def _image(table: np.typing.NDArray[np.int64], switch: int) -> np.typing.NDArray[np.int64] | None:
    """Return the image of every switch under ``u -> w u`` for w = ``switch``.

    None if it is inconsistent.
    """
    image = np.full(len(table), -1)
    image[0] = switch
    frontier = np.zeros(1, np.int64)
    while len(frontier):
        ends, images = table[frontier].ravel(), table[image[frontier]].ravel()
        new = image[ends] < 0
        image[ends[new]] = images[new]
        if (image[ends] != images).any():
            return None
        frontier = np.unique(ends[new])
    return image if len(np.unique(image)) == len(image) and image.min() >= 0 else None


def _moved(channels: Channels, image: np.typing.NDArray[np.int64]) -> IntArray | None:
    """Return the image of each channel, parallel ones in order; None if links are not preserved."""
    tail, head = image[channels.tail], image[channels.head]
    order = np.lexsort((np.arange(channels.count), head, tail))
    if (tail[order] != channels.tail).any() or (head[order] != channels.head).any():
        return None
    move = np.empty(channels.count, np.int32)
    move[order] = np.arange(channels.count, dtype=np.int32)
    return move
