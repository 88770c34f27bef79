"""Sets of units grown one by one, each time by the unit with the strongest ties."""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.sparse import csr_array

from netfloor.research.partitions.placed.candidate import Candidate, candidate, evenly
from netfloor.research.partitions.placed.units import Counts, Units

#: Limits on starting units, and on steps of all growing together: a second.
MAX_STARTS, MAX_STEPS = 64, 60_000
#: Shares of length in the weight of a cable: by number, by both, by length.
SHARES = (0.0, 0.5, 1.0)


def grown_sets(units: Units, size: int, shares: Sequence[float] = SHARES) -> Iterator[Candidate]:
    """Yield sets grown to ``size`` units for the lowest weight of cables around them.

    If units differ in their cables, sets with the most cables inside are different: they are grown too.
    """
    starts = evenly(len(units), max(2, min(MAX_STARTS, MAX_STEPS // (size * len(shares)))))
    for share in shares:
        joined = units.joined(units.cable_weights(share))
        around = np.asarray(joined.sum(axis=1)).ravel()
        for start in starts:
            yield candidate("grown", _grown(joined, around, start, size))
        if share == shares[0] and around.min() < around.max():
            none = np.zeros_like(around)
            yield from (candidate("grown", _grown(joined, none, start, size)) for start in starts)


def _grown(joined: csr_array, around: Counts, start: int, size: int) -> Counts:
    gain = -around
    taken = np.iinfo(np.int64).min // 2
    members = np.empty(size, dtype=np.int64)
    unit = start
    for count in range(size):
        members[count] = unit
        row = slice(joined.indptr[unit], joined.indptr[unit + 1])
        gain[joined.indices[row]] += 2 * joined.data[row]
        gain[unit] = taken
        unit = int(gain.argmax())
    return members
