"""Kernels for the tables that make swaps cheap to evaluate.

``table[i, j]`` is the cost of facility i at the location of facility j, all others staying in place. A swap
of u and v changes it by an outer product, and the change of cost of every other swap by a product of
differences (Taillard 1991, Parallel Computing 17); the two rows of u and v follow from the table.

Kernels write out their inner loops. ``kind`` keeps the arithmetic in the arrays' narrow type.
"""

from netfloor.foundation.accelerate import lean_kernel
from netfloor.layout.annealing.common_kernels import Array
from netfloor.layout.dense.permutation_kernels import swap_columns, swap_entries, swap_lines
from netfloor.layout.dense.tables import Bench, Tables


@lean_kernel
def permute_distances(tables: Tables, bench: Bench) -> None:
    """Fill ``near`` with distances between facilities, and ``both`` with its transpose if asymmetric."""
    place, near, both, distance = bench.place, bench.near, bench.both, tables.distance
    n = len(place)
    for i in range(n):
        line = distance[place[i]]
        for j in range(n):
            near[i, j] = line[place[j]]
    if len(both) > 0:
        for i in range(n):
            for j in range(n):
                both[i, j] = near[j, i]


@lean_kernel
def fill_table(begin: int, end: int, tables: Tables, bench: Bench) -> None:
    """Compute some rows of the table; ``both`` holds the transpose of ``near``."""
    flow, back, own_flow, own_distance = tables.flow, tables.back, tables.own_flow, tables.own_distance
    place, near, both, table = bench.place, bench.near, bench.both, bench.table
    n = len(place)
    kind = table.dtype.type
    asymmetric = back.shape[0] > 0
    for i in range(begin, end):
        line = table[i]
        for j in range(n):
            line[j] = kind(own_flow[i] * own_distance[place[j]])
        for k in range(n):
            weight = flow[i, k]
            if weight != 0:
                other = both[k] if asymmetric else near[k]
                for j in range(n):
                    line[j] = kind(line[j] + kind(weight * other[j]))
            if asymmetric:
                weight = back[i, k]
                other = near[k]
                for j in range(n):
                    line[j] = kind(line[j] + kind(weight * other[j]))


@lean_kernel
def fill_change(tables: Tables, bench: Bench) -> None:
    """Compute the change of every swap; afterwards ``both`` is the sum of both directions."""
    pair, near, both, table, change = tables.pair, bench.near, bench.both, bench.table, bench.change
    half, n = change.shape
    asymmetric = both.shape[0] > 0
    if asymmetric:
        for i in range(n):
            for j in range(n):
                both[i, j] += near[i, j]
    symmetric = both if asymmetric else near
    for k in range(half):
        for i in range(n):
            j = i + k + 1
            if j >= n:
                j -= n
            own = table[i, i] + table[j, j]
            change[k, i] = table[i, j] + table[j, i] - own + pair[i, j] * symmetric[i, j]


@lean_kernel
def exchange(u: int, v: int, tables: Tables, bench: Bench) -> None:
    """Swap the locations of u and v and update the table.

    For the later update of the changes it stores the outer product x * y (and x_back * y_back) twice in a
    row: x is the difference of a facility's flows to u and to v, y the difference of its distances.
    """
    flow, back, place, near, both = tables.flow, tables.back, bench.place, bench.near, bench.both
    table, x, y, x_back, y_back = bench.table, bench.x, bench.y, bench.x_back, bench.y_back
    n = len(place)
    asymmetric = back.shape[0] > 0
    out_u, out_v, from_u, from_v = flow[u], flow[v], near[u], near[v]
    for j in range(n):
        x[j] = out_u[j] - out_v[j]
        y[j] = from_v[j] - from_u[j]
    if asymmetric:
        in_u, in_v = back[u], back[v]
        for j in range(n):
            x_back[j] = x[j]
            y_back[j] = y[j]
            x[j] = in_u[j] - in_v[j]
            y[j] = near[j, v] - near[j, u]
        swap_entries(u, v, y_back)
        swap_lines(u, v, both)
        swap_columns(u, v, both)
    swap_entries(u, v, y)
    swap_lines(u, v, near)
    swap_columns(u, v, near)
    swap_columns(u, v, table)
    swap_entries(u, v, place)
    add_product(table, x, y)
    if asymmetric:
        add_product(table, x_back, y_back)


@lean_kernel
def add_product(table: Array, x: Array, y: Array) -> None:
    """Add the outer product of two vectors, and repeat each vector after itself."""
    n = len(table)
    kind = table.dtype.type
    for i in range(n):
        line = table[i]
        xi = x[i]
        if xi != 0:
            for j in range(n):
                line[j] = kind(line[j] + kind(xi * y[j]))
    for j in range(n):
        x[n + j] = x[j]
        y[n + j] = y[j]


@lean_kernel
def forget_exchange(bench: Bench) -> None:
    """Clear the stored outer product, so that the next `sweep` adds nothing."""
    bench.x[:] = 0
    bench.y[:] = 0
    bench.x_back[:] = 0
    bench.y_back[:] = 0
