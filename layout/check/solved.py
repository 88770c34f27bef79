"""Partial check of placements proved shortest by branch and bound, without repeating the search.

Shares no code with `layout.bands`: it cuts every set of switches again and tries every exchange of two
places.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from netfloor.layout.check.cables import Floor, Network

#: Method of such bounds, and their largest number of switches.
SOLVED = "branch and bound over rows and columns"
MAX_SWITCHES = 20


def proved_mm(network: Network, floor: Floor) -> int:
    """Bound the cable of any placement in a grid, in mm.

    As many links as possible are inside cabinets; each gap between rows or columns is crossed by at least
    the smallest cut of any number of switches that fits on one side.
    """
    n, slots, total = network.routers, len(floor.cabinet), floor.fixed(network)
    minimum = _min_cuts(network)
    for at_mm in (floor.x_mm, floor.y_mm):
        for here, there in pairwise(sorted(set(at_mm))):
            before = sum(mm <= here for mm in at_mm)
            total += (there - here) * min(minimum[max(0, n - slots + before) : min(n, before) + 1])
    return total


def _min_cuts(network: Network) -> list[int]:
    """Return the smallest cut of any k switches, k from 0 to all."""
    sets = np.arange(1 << network.routers, dtype=np.int32)
    cut = np.zeros(len(sets), dtype=np.int32)
    for (u, v), many in zip(network.links, network.multiplicity, strict=True):
        cut += many * (((sets >> u) ^ (sets >> v)) & 1)
    sizes = np.bitwise_count(sets)
    return [int(cut[sizes == k].min()) for k in range(network.routers + 1)]


def exchange_is_shorter(
    network: Network, floor: Floor, slot_of: Sequence[int], slots: Sequence[int]
) -> bool:
    """Return True if moving a switch to an empty slot, or exchanging two switches, saves cable."""
    links: list[dict[int, int]] = [{} for _ in slot_of]
    for (u, v), many in zip(network.links, network.multiplicity, strict=True):
        links[u][v] = links[v][u] = many
    stands = {slot: router for router, slot in enumerate(slot_of)}

    def cost(router: int, slot: int, away: int | None) -> int:
        return sum(
            many * floor.length(slot, slot_of[other])
            for other, many in links[router].items()
            if other != away
        )

    def saved(router: int, slot: int) -> int:
        other, here = stands.get(slot), slot_of[router]
        gain = cost(router, here, other) - cost(router, slot, other)
        return gain if other is None else gain + cost(other, slot, router) - cost(other, here, router)

    return any(
        saved(router, slot) > 0
        for router in range(len(slot_of))
        for slot in slots
        if slot != slot_of[router]
    )
