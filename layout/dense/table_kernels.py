"""Kernels of the tables that make the change of a swap cheap.

``table[i, j]`` is what facility i would cost at the location of facility j, all others
standing where they are. A swap of u and v changes it by an outer product, and the change
of cost of every other swap by a product of differences (Taillard 1991, Parallel
Computing 17); the two lines of u and v follow from the table.

Kernels take plain arrays and write their inner loops out: calls with slices or tuples
cost more than the arithmetic. ``kind`` keeps the arithmetic in the arrays' narrow type.
"""

from typing import Any

import numpy as np

from foundation.accelerate import kernel
from layout.dense.vector_kernels import swap_columns, swap_entries, swap_lines

Array = np.ndarray[Any, Any]


@kernel
def permute_distances(place: Array, distance: Array, back: Array, near: Array, both: Array) -> None:
    """Fill ``near`` with distances between facilities, ``both`` with its transpose if asymmetric."""
    n = len(place)
    for i in range(n):
        line = distance[place[i]]
        for j in range(n):
            near[i, j] = line[place[j]]
    if back.shape[0] > 0:
        for i in range(n):
            for j in range(n):
                both[i, j] = near[j, i]


@kernel
def fill_table(
    begin: int,
    end: int,
    place: Array,
    flow: Array,
    back: Array,
    own_flow: Array,
    own_distance: Array,
    near: Array,
    both: Array,
    table: Array,
) -> None:
    """Compute some lines of the table; ``both`` holds the transpose of ``near``."""
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


@kernel
def fill_change(pair: Array, near: Array, both: Array, table: Array, change: Array) -> None:
    """Compute the change of every swap; from here on ``both`` is the sum of both directions."""
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


@kernel
def exchange(
    u: int,
    v: int,
    flow: Array,
    back: Array,
    place: Array,
    near: Array,
    both: Array,
    table: Array,
    x: Array,
    y: Array,
    x_back: Array,
    y_back: Array,
) -> None:
    """Let u and v change places, and bring the table up to date.

    The outer product x * y (and x_back * y_back) is left behind, twice in a row, for the
    changes: x is how differently a facility is bound to u and to v, y how much nearer it
    is to one place than to the other.
    """
    n = len(place)
    kind = table.dtype.type
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
    for i in range(n):
        line = table[i]
        xi = x[i]
        if xi != 0:
            for j in range(n):
                line[j] = kind(line[j] + kind(xi * y[j]))
    if asymmetric:
        for i in range(n):
            line = table[i]
            xi = x_back[i]
            if xi != 0:
                for j in range(n):
                    line[j] = kind(line[j] + kind(xi * y_back[j]))
    for j in range(n):
        x[n + j] = x[j]
        y[n + j] = y[j]
    if asymmetric:
        for j in range(n):
            x_back[n + j] = x_back[j]
            y_back[n + j] = y_back[j]


@kernel
def forget_exchange(x: Array, y: Array, x_back: Array, y_back: Array) -> None:
    """Let the next `sweep` add nothing."""
    x[:] = 0
    y[:] = 0
    x_back[:] = 0
    y_back[:] = 0
