"""Placement of a job's ranks on endpoints."""

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import known_text
from netfloor.topologies.topology import IntArray

#: Probability that a clustered allocation continues with the next node in order.
NEIGHBOUR_CHANCE = 0.8
#: Placements by name, with descriptions.
PLACEMENTS = {
    "linear": "ranks on the first endpoints, in order",
    "clustered": f"ranks in order with gaps; the next endpoint with a chance of {NEIGHBOUR_CHANCE}",
    "random": "ranks on any endpoints, in any order",
}


def placed_ranks(name: str, endpoints: int, ranks: int, seed: int) -> IntArray:
    """Return the endpoint of each rank, (ranks,) int32.

    ``clustered`` takes strides of a geometric distribution over the free endpoints, wrapping around; the
    HyperX paper names this placement without defining it, so this is netfloor's choice.

    Raises
    ------
    InputError
        If the placement is unknown, or there are fewer than 2 ranks or too few endpoints.
    """
    if name not in PLACEMENTS:
        raise InputError(
            setting("placement"), f"unknown placement {name[:60]!r}", known_text(name, PLACEMENTS)
        )
    if not 2 <= ranks <= endpoints:
        what = f"{ranks:,} ranks on {endpoints:,} endpoints"
        raise InputError(setting("ranks"), what, f"give 2 to {endpoints:,}")
    random = np.random.default_rng(seed)
    if name == "linear":
        return np.arange(ranks, dtype=np.int32)
    if name == "random":
        return random.permutation(endpoints)[:ranks].astype(np.int32)
    free, at, chosen = list(range(endpoints)), -1, []
    for stride in random.geometric(NEIGHBOUR_CHANCE, ranks).tolist():
        at = (at + stride) % len(free)
        chosen.append(free.pop(at))
        at -= 1
    return np.array(chosen, np.int32)
