"""Break cycles of a lane's channel dependency graph by moving paths to the next lane."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for their types


@kernel
def path_edges(
    head: Array,
    first: Array,
    offset: Array,
    out: Array,
    lid: Array,
    start: Array,
    begin: Array,
    edge: Array,
) -> None:
    """Fill the dependencies of every path: ``edge[begin[p] .. begin[p + 1] - 1]``.

    Dependency ``offset[c] + d - first[head[c]]`` is that of channel c on channel d.
    """
    for p in range(len(lid)):
        row, at = lid[p], begin[p]
        came = out[row, start[p]]
        while at < begin[p + 1]:
            turn = head[came]
            onward = out[row, turn]
            edge[at] = offset[came] + onward - first[turn]
            came = onward
            at += 1


@kernel
def break_cycles(
    head: Array,
    first: Array,
    offset: Array,
    begin: Array,
    edge: Array,
    edge_first: Array,
    edge_path: Array,
    uses: Array,
    lane: Array,
    number: int,
) -> int:
    """Move paths out of a lane until its dependencies have no cycle; return how many were moved.

    Depth-first search from every channel; when a dependency closes a cycle on the stack, all paths of the
    least used dependency of that cycle move to the next lane.

    Parameters
    ----------
    begin, edge
        As filled by `path_edges`.
    edge_first, edge_path
        Paths of this lane by dependency: ``edge_path[edge_first[x] .. edge_first[x + 1] - 1]``.
    uses
        Paths of this lane on each dependency, (dependencies,) int64; kept up to date.
    lane
        Lane of each path, int32; those of ``number`` may become ``number + 1``.
    """
    channels, moved = len(head), 0
    state = np.zeros(channels, np.int8)
    place = np.zeros(channels, np.int64)
    upcoming = np.zeros(channels, np.int64)
    stack = np.zeros(channels + 1, np.int64)
    taken = np.zeros(channels + 1, np.int64)
    for root in range(channels):
        if state[root] != 0:
            continue
        stack[0], place[root], state[root], upcoming[root] = root, 0, 1, offset[root]
        top = 0
        while top >= 0:
            node = stack[top]
            if upcoming[node] == offset[node + 1]:
                state[node] = 2
                top -= 1
                continue
            step = upcoming[node]
            upcoming[node] += 1
            if uses[step] == 0:
                continue
            other = first[head[node]] + step - offset[node]
            if state[other] == 2:
                continue
            taken[top] = step
            if state[other] == 0:
                top += 1
                stack[top], place[other], state[other], upcoming[other] = other, top, 1, offset[other]
                continue
            minimum = step
            for i in range(place[other], top):
                if uses[taken[i]] < uses[minimum]:
                    minimum = taken[i]
            for k in range(edge_first[minimum], edge_first[minimum + 1]):
                path = edge_path[k]
                if lane[path] == number:
                    lane[path] = number + 1
                    moved += 1
                    for x in range(begin[path], begin[path + 1]):
                        uses[edge[x]] -= 1
            cut = 0
            while cut < top and uses[taken[cut]] > 0:
                cut += 1
            while top > cut:
                state[stack[top]] = 0
                top -= 1
    return moved
