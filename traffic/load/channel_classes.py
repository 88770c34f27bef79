"""Classes of channels that symmetries of a network carry into one another, each symmetry checked."""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from netfloor.topologies.generator_table import factor_tables, product_table
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.rule import RoutingRule

#: Routings that these symmetries leave as they are: those of all shortest paths, and on lattices, whose
#: symmetries here shift coordinates, one dimension after the other. Others go by numbers of switches.
_KEPT = ("minimal", "valiant", "dimension-order")


def channel_classes(topology: Topology, channels: Channels, rule: RoutingRule) -> IntArray:
    """Return one channel of each class; all channels where no symmetry is known to keep the routing.

    Where switches form a group, ``u -> w u`` is a symmetry of the network for every switch w. Those that
    take the first switch to a neighbour of it make all others; each is followed through the table of
    generators, and used only if it is one to one and carries all links, and endpoints, to equal ones.
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
    """Return where ``u -> w u`` takes every switch, switch w = ``switch``; None if it does not fit."""
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
    """Return the channel that each becomes, parallel ones in their order; None if links are not kept."""
    tail, head = image[channels.tail], image[channels.head]
    order = np.lexsort((np.arange(channels.count), head, tail))
    if (tail[order] != channels.tail).any() or (head[order] != channels.head).any():
        return None
    move = np.empty(channels.count, np.int32)
    move[order] = np.arange(channels.count, dtype=np.int32)
    return move
