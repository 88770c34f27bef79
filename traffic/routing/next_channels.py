"""The table of a routing: the channels on which a switch may send a packet, by its destination."""

from dataclasses import dataclass

import numpy as np

from netfloor.topologies.topology import IntArray
from netfloor.traffic.patterns.pattern import FloatArray

LongArray = np.typing.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class NextChannels:
    """Candidate channels at every switch for some destinations.

    Those of switch u for the destination in row i, switch ``destinations[i]``, are ``channel[first[i * n +
    u] .. first[i * n + u + 1] - 1]``, ascending; none at the destination itself.

    Attributes
    ----------
    switches
        Number of switches, n.
    destinations
        (k,) int32; for a whole table all switches in order, so that i is the destination itself.
    hops
        Channels that a packet still takes from each switch, (k, n) int32; -1 if the routing has no path.
    first, channel
        (k n + 1,) int64 and (entries,) int32.
    share
        Share of the packets that takes each candidate, (entries,) float64; empty for equal shares.
    """

    switches: int
    destinations: IntArray
    hops: IntArray
    first: LongArray
    channel: IntArray
    share: FloatArray

    @property
    def diameter(self) -> int:
        """Maximum hops of the table's paths."""
        return int(self.hops.max(initial=0))
