"""Kernels of tabu search over all swaps of a permutation.

The pairs (i, i + k + 1 mod n) stand in line k of ``change``, so that all lines are equally
long and everything runs along them.
"""

from typing import Any

import numpy as np

from foundation.accelerate import kernel
from layout.dense.table_kernels import exchange, forget_exchange
from layout.dense.vector_kernels import below

Array = np.ndarray[Any, Any]


@kernel
def renew_line(
    w: int,
    asymmetric: bool,
    place: Array,
    pair: Array,
    symmetric: Array,
    table: Array,
    own: Array,
    change: Array,
    until: Array,
    expiry: Array,
    x: Array,
    y: Array,
    x_back: Array,
    y_back: Array,
    line: Array,
) -> None:
    """Set the changes of w's swaps, less what `sweep` will add, and until when they are tabu."""
    half, n = change.shape
    kind = change.dtype.type
    here, since = place[w], expiry[w]
    table_w, pair_w, near_w = table[w], pair[w], symmetric[w]
    own_w, x_w, y_w = own[w], x[w], y[w]
    for j in range(n):
        line[j] = table[j, w]
    for j in range(n):
        coming = kind(kind(x_w - x[j]) * kind(y[j] - y_w))
        line[j] = kind(table_w[j] + line[j] - own_w - own[j] + kind(pair_w[j] * near_w[j]) - coming)
    if asymmetric:
        x_w, y_w = x_back[w], y_back[w]
        for j in range(n):
            line[j] = kind(line[j] - kind(kind(x_w - x_back[j]) * kind(y_back[j] - y_w)))
    for k in range(half):
        j = w + k + 1
        if j >= n:
            j -= n
        change[k, w] = line[j]
        until[k, w] = min(since[place[j]], expiry[j, here])
    for k in range(half):
        j = w - k - 1
        if j < 0:
            j += n
        change[k, j] = line[j]
        until[k, j] = min(since[place[j]], expiry[j, here])


@kernel
def sweep(
    now: int,
    aspired: int,
    never: int,
    asymmetric: bool,
    change: Array,
    until: Array,
    x: Array,
    y: Array,
    x_back: Array,
    y_back: Array,
    least: Array,
) -> None:
    """Bring all changes up to date after an exchange and find each line's least admissible one.

    A swap is admissible if it is not tabu or reaches what is aspired to.
    """
    half, n = change.shape
    kind = change.dtype.type
    xi, yi, xi_back, yi_back = x[:n], y[:n], x_back[:n], y_back[:n]
    for k in range(half):
        line, tabu = change[k], until[k]
        if asymmetric:
            xj_back, yj_back = x_back[k + 1 :], y_back[k + 1 :]
            for j in range(n):
                product = kind(kind(xi_back[j] - xj_back[j]) * kind(yj_back[j] - yi_back[j]))
                line[j] = kind(line[j] + product)
        xj, yj = x[k + 1 :], y[k + 1 :]
        best = never
        for j in range(n):
            value = kind(line[j] + kind(kind(xi[j] - xj[j]) * kind(yj[j] - yi[j])))
            line[j] = value
            best = min(best, value if (tabu[j] < now) | (value < aspired) else never)
        least[k] = best


@kernel
def choose(
    now: int, aspired: int, never: int, change: Array, until: Array, least: Array, random: Array
) -> Any:
    """Return the best admissible pair, ties broken at random; (0, 0) if all are tabu."""
    half, n = change.shape
    best, row, ties = least[0], 0, 1
    for k in range(1, half):
        if least[k] < best:
            best, row, ties = least[k], k, 1
        elif least[k] == best:
            ties += 1
            if below(random, ties) == 0:
                row = k
    if best == never:
        return 0, 0
    line, tabu = change[row], until[row]
    chosen, ties = 0, 0
    for j in range(n):
        if line[j] == best and (tabu[j] < now or best < aspired):
            ties += 1
            if below(random, ties) == 0:
                chosen = j
    return chosen, (chosen + row + 1) % n


@kernel
def tabu_search(
    moves: int,
    now: int,
    cost: int,
    best: int,
    never: int,
    shortest: int,
    longest: int,
    flow: Array,
    back: Array,
    pair: Array,
    place: Array,
    best_place: Array,
    near: Array,
    both: Array,
    table: Array,
    own: Array,
    change: Array,
    until: Array,
    expiry: Array,
    x: Array,
    y: Array,
    x_back: Array,
    y_back: Array,
    line: Array,
    least: Array,
    random: Array,
) -> Any:
    """Make some moves, each to the best admissible neighbour; return the cost and the best cost.

    A facility does not return to a place for ``shortest`` to ``longest`` moves unless its
    partner may or the best cost falls.
    """
    n = len(place)
    kind = change.dtype.type
    asymmetric = back.shape[0] > 0
    symmetric = both if asymmetric else near
    for at in range(now + 1, now + moves + 1):
        time = until.dtype.type(at)
        aspired = kind(max(best - cost, -never))
        sweep(time, aspired, never, asymmetric, change, until, x, y, x_back, y_back, least)
        u, v = choose(time, aspired, never, change, until, least, random)
        if u == v:
            forget_exchange(x, y, x_back, y_back)
            continue
        cost += change[(v - u + n) % n - 1, u]
        expiry[u, place[u]] = time + shortest + below(random, longest - shortest + 1)
        expiry[v, place[v]] = time + shortest + below(random, longest - shortest + 1)
        exchange(u, v, flow, back, place, near, both, table, x, y, x_back, y_back)
        for j in range(n):
            own[j] = table[j, j]
        for w in (u, v):
            renew_line(
                w, asymmetric, place, pair, symmetric, table, own, change, until, expiry,
                x, y, x_back, y_back, line,
            )  # fmt: skip
        if cost < best:
            best = cost
            best_place[:] = place
    return cost, best
