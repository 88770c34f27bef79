"""Directed channels of a network: two per link, one in each direction."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.topologies.topology import IntArray, Topology

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Channels:
    """Directed channels between switches, sorted by tail, then head; parallel links have separate channels.

    Attributes
    ----------
    switches
        Number of switches, n.
    tail, head
        Switch where a channel begins and switch where it ends, (c,) int32.
    first
        Channels of switch u are ``first[u] .. first[u + 1] - 1``, (n + 1,) int32.
    reverse
        Channel of the same link in the other direction, (c,) int32.
    link
        Its row of `Topology.links`, (c,) int32.
    global_
        True if it joins two groups, (c,) bool; all False in a network without groups.
    """

    switches: int
    tail: IntArray
    head: IntArray
    first: IntArray
    reverse: IntArray
    link: IntArray
    global_: BoolArray

    @property
    def count(self) -> int:
        """Number of channels, c: twice the links."""
        return len(self.tail)


def channels_of(topology: Topology) -> Channels:
    """Return the directed channels of a network; parallel links follow one another in both directions."""
    link = np.repeat(np.arange(len(topology.links), dtype=np.int32), topology.multiplicity)
    ends = topology.links[link]
    tail, head = np.concatenate([ends, ends[:, ::-1]]).T
    number = np.tile(np.arange(len(link)), 2)
    order = np.lexsort((number, head, tail))
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    tail, head = tail[order].astype(np.int32), head[order].astype(np.int32)
    groups = topology.groups
    return Channels(
        switches=topology.routers,
        tail=tail,
        head=head,
        first=np.searchsorted(tail, np.arange(topology.routers + 1)).astype(np.int32),
        reverse=np.roll(place, len(link))[order],
        link=np.tile(link, 2)[order],
        global_=np.zeros(len(tail), np.bool_) if groups is None else groups[tail] != groups[head],
    )
