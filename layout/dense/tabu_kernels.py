"""Kernels of tabu search over all swaps of a permutation.

Row k of ``change`` holds the pairs (i, i + k + 1 mod n), so that all rows have equal length.
"""

from typing import Any

from netfloor.foundation.accelerate import lean_kernel
from netfloor.layout.annealing.common_kernels import Array
from netfloor.layout.dense.permutation_kernels import below
from netfloor.layout.dense.table_kernels import exchange, forget_exchange
from netfloor.layout.dense.tables import Bench, Tables


@lean_kernel
def renew_line(w: int, symmetric: Array, pair: Array, bench: Bench) -> None:
    """Set the changes of w's swaps, less the part that `sweep` adds later, and their tabu limits."""
    place, table, own, change, until = bench.place, bench.table, bench.own, bench.change, bench.until
    expiry, line = bench.expiry, bench.line
    x, y, x_back, y_back = bench.x, bench.y, bench.x_back, bench.y_back
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
    if len(bench.both) > 0:
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


@lean_kernel
def sweep(now: int, aspired: int, foreign_files: int, bench: Bench) -> None:
    """Update all changes after an exchange and find each row's least admissible change.

    A swap is admissible if it is not tabu or if it improves on the best cost.
    """
    change, until, minimum = bench.change, bench.until, bench.least
    x, y, x_back, y_back = bench.x, bench.y, bench.x_back, bench.y_back
    asymmetric = len(bench.both) > 0
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
        best = foreign_files
        for j in range(n):
            value = kind(line[j] + kind(kind(xi[j] - xj[j]) * kind(yj[j] - yi[j])))
            line[j] = value
            best = min(best, value if (tabu[j] < now) | (value < aspired) else foreign_files)
        minimum[k] = best


@lean_kernel
def choose(now: int, aspired: int, foreign_files: int, bench: Bench) -> Any:
    """Return the best admissible pair, breaking ties at random; (0, 0) if all are tabu."""
    change, until, minimum, random = bench.change, bench.until, bench.least, bench.random
    half, n = change.shape
    best, row, ties = minimum[0], 0, 1
    for k in range(1, half):
        if minimum[k] < best:
            best, row, ties = minimum[k], k, 1
        elif minimum[k] == best:
            ties += 1
            if below(random, ties) == 0:
                row = k
    if best == foreign_files:
        return 0, 0
    line, tabu = change[row], until[row]
    chosen, ties = 0, 0
    for j in range(n):
        if line[j] == best and (tabu[j] < now or best < aspired):
            ties += 1
            if below(random, ties) == 0:
                chosen = j
    return chosen, (chosen + row + 1) % n


@lean_kernel
def tabu_search(
    moves: int,
    now: int,
    cost: int,
    best: int,
    foreign_files: int,
    shortest: int,
    longest: int,
    tables: Tables,
    bench: Bench,
) -> Any:
    """Make moves to the best admissible neighbour; return the cost and the best cost.

    A facility does not return to a location for ``shortest`` to ``longest`` moves, unless its partner may
    or the best cost falls.
    """
    place, best_place, near, both = bench.place, bench.best_place, bench.near, bench.both
    change, until, expiry, random = bench.change, bench.until, bench.expiry, bench.random
    n = len(place)
    kind = change.dtype.type
    symmetric = both if len(both) > 0 else near
    for at in range(now + 1, now + moves + 1):
        time = until.dtype.type(at)
        aspired = kind(max(best - cost, -foreign_files))
        sweep(time, aspired, foreign_files, bench)
        u, v = choose(time, aspired, foreign_files, bench)
        if u == v:
            forget_exchange(bench)
            continue
        cost += change[(v - u + n) % n - 1, u]
        expiry[u, place[u]] = time + shortest + below(random, longest - shortest + 1)
        expiry[v, place[v]] = time + shortest + below(random, longest - shortest + 1)
        exchange(u, v, tables, bench)
        for j in range(n):
            bench.own[j] = bench.table[j, j]
        for w in (u, v):
            renew_line(w, symmetric, tables.pair, bench)
        if cost < best:
            best = cost
            for i in range(n):
                best_place[i] = place[i]
    return cost, best
