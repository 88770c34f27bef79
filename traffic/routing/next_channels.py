"""The table of a routing: which channels a switch may send a packet on, by its destination."""

from dataclasses import dataclass

import numpy as np

from netfloor.topologies.topology import IntArray
from netfloor.traffic.patterns.pattern import FloatArray

LongArray = np.typing.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class NextChannels:
    """Candidate channels at every switch for some destinations.

    Those of switch u for the destination in row i, switch ``destinations[i]``, are
    ``channel[first[i * n + u] .. first[i * n + u + 1] - 1]``, rising; none at the destination itself.

    Attributes
    ----------
    switches
        Number of switches, n.
    destinations
        (k,) int32; all switches in order for a whole table, so that i is the destination itself.
    hops
        Channels that a packet still takes from each switch, (k, n) int32; -1 where the routing has no path.
    first, channel
        (k n + 1,) int64 and (entries,) int32.
    share
        Part of the packets that takes each candidate, (entries,) float64; empty for equal parts.
    """

    switches: int
    destinations: IntArray
    hops: IntArray
    first: LongArray
    channel: IntArray
    share: FloatArray

    @property
    def diameter(self) -> int:
        """Most hops of any path here."""
        return int(self.hops.max(initial=0))
