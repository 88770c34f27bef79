"""Which endpoints the ranks of a job run on."""

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import known_text
from netfloor.topologies.topology import IntArray

#: Chance that the next node of a clustered allocation is the next one in order.
NEIGHBOUR_CHANCE = 0.8
#: Every placement, with what it means.
PLACEMENTS = {
    "linear": "ranks on the first endpoints, in order",
    "clustered": f"ranks in order with gaps; the next endpoint with a chance of {NEIGHBOUR_CHANCE}",
    "random": "ranks on any endpoints, in any order",
}


def placed_ranks(name: str, endpoints: int, ranks: int, seed: int) -> IntArray:
    """Return the endpoint of each rank, (ranks,) int32.

    ``clustered`` takes strides of a geometric distribution over the endpoints that are still free, round
    their end; the HyperX paper names this placement and does not define it, so that is netfloor's choice.

    Raises
    ------
    InputError
        If there is no such placement, or not 2 ranks or more on as many endpoints.
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
