"""The inner loop of SkyWalk's random matching of cabinets."""

import numpy as np
import numpy.typing as npt

from netfloor.foundation.accelerate import kernel

IntArray = npt.NDArray[np.int32]


@kernel
def greedy_rounds(orders: IntArray, row: IntArray, column: IntArray, sharing: bool) -> IntArray:
    """Match cabinets greedily in several rounds; return the pairs, (pairs, 2).

    Parameters
    ----------
    orders
        Cabinets in the random order of each round, (rounds, racks). The first waiting cabinet is joined
        with the next acceptable one, or waits for the next round.
    row, column
        Position of each cabinet, (racks,).
    sharing
        True: only cabinets that share a row or a column; False: only cabinets that share neither.
    """
    rounds, racks = orders.shape
    partners = np.full((racks, rounds), -1, dtype=np.int32)
    joined = np.zeros(racks, dtype=np.int32)
    pairs = np.empty((rounds * (racks // 2), 2), dtype=np.int32)
    following = np.empty(racks + 1, dtype=np.int32)
    count = 0
    for turn in range(rounds):
        for i in range(racks + 1):
            following[i] = i + 1
        head = 0
        while head < racks:
            first = orders[turn, head]
            before = head
            i = following[head]
            while i < racks:
                second = orders[turn, i]
                shares = row[first] == row[second] or column[first] == column[second]
                if shares == sharing:
                    known = False
                    for j in range(joined[first]):
                        if partners[first, j] == second:
                            known = True
                            break
                    if not known:
                        partners[first, joined[first]] = second
                        partners[second, joined[second]] = first
                        joined[first] += 1
                        joined[second] += 1
                        pairs[count, 0] = first
                        pairs[count, 1] = second
                        count += 1
                        following[before] = following[i]
                        break
                before = i
                i = following[i]
            head = following[head]
    return pairs[:count]
