"""Kernels for tables of all latencies: computation, and update after a swap."""

import math
from typing import Any, NamedTuple

import numpy as np

from netfloor.foundation.accelerate import kernel
from netfloor.layout.annealing.common_kernels import Array, Index

#: Longer than any path; with another cable it still fits 32 bits.
FAR = 1 << 29
#: Sources after which a swap may be rejected early, and the required confidence in standard errors.
SAMPLE = 8
SURE = 3.0
#: Largest exponent above the longest latency, so that squared costs stay finite.
MAX_FACTORS = 300.0


class Ways(NamedTuple):
    """Constant inputs: links, delays and weights.

    ``starts`` (n + 1,), ``neighbours`` and ``joined`` (arcs,) are the adjacency in compressed rows with the
    number of each arc's linked pair; ``delay`` (C, C) int64 is the delay of a switch and a cable between
    cabinets; ``cabinet`` (S,) of each slot; ``stride`` is coprime to n. ``counts`` (n,) is 1.0 for switches
    with endpoints and 0.0 for others: only latencies between the former count. A latency d costs d, or
    ``exp((d - longest) / steep)`` if steep is above 0.
    """

    starts: Array
    neighbours: Array
    joined: Array
    delay: Array
    cabinet: Array
    counts: Array
    stride: int
    longest: float
    steep: float


class LatencyTables(NamedTuple):
    """State that changes with every swap, and scratch space.

    ``reach`` (n, n) int32 latencies; ``home`` and ``after`` (n,) cabinet of each switch before and after a
    swap; ``log_at`` and ``log_was`` entries overwritten by a swap; ``marked`` (n,) bool, ``queue`` (n,),
    ``listed`` (n,).
    """

    reach: Array
    home: Array
    after: Array
    log_at: Array
    log_was: Array
    marked: Array
    waits: Array
    queue: Array
    listed: Array


@kernel
def cost_of(latency: Any, longest: float, steep: float) -> float:
    """Return the cost of a latency."""
    return float(latency) if steep == 0.0 else math.exp(min((latency - longest) / steep, MAX_FACTORS))


@kernel
def fill_reach(ways: Ways, tables: LatencyTables) -> float:
    """Compute all latencies from the current placement and return their total cost."""
    routers = len(ways.starts) - 1
    reach, home, queue, waits = tables.reach, tables.home, tables.queue, tables.waits
    total = 0.0
    for source in range(routers):
        row = reach[source]
        row[:] = FAR
        row[source] = 0
        queue[0] = source
        waits[source] = True
        head, length = 0, 1
        while length > 0:
            x = queue[head]
            head = head + 1 if head + 1 < routers else 0
            length -= 1
            waits[x] = False
            for arc in range(ways.starts[x], ways.starts[x + 1]):
                y = ways.neighbours[arc]
                there = row[x] + ways.delay[home[x], home[y]]
                if there < row[y]:
                    row[y] = there
                    if not waits[y]:
                        waits[y] = True
                        tail = head + length
                        queue[tail if tail < routers else tail - routers] = y
                        length += 1
        for y in range(routers):
            if y != source and ways.counts[source] * ways.counts[y] > 0.0:
                total += cost_of(row[y], ways.longest, ways.steep)
    return total


@kernel
def hopeless(change: float, squares: float, done: int, sources: int, max_rise: float) -> bool:
    """Return True if the changes of ``done`` sources show that the total rises too much."""
    mean = change / done
    error = math.sqrt(max(squares / done - mean * mean, 0.0) / done)
    return sources * (mean - SURE * error) > max_rise


@kernel
def move(u: Index, v: Index, max_rise: float, ways: Ways, tables: LatencyTables) -> Any:
    """Update all latencies after u, and v unless it is -1, move from ``home`` to ``after``.

    Sources are visited in a stride over all of them; if those visited show with confidence `SURE` (in
    standard errors) that the cost rises by more than ``max_rise``, everything is restored. From every
    other switch s, only switches whose least-latency paths from s pass u or v can become farther: they are
    found along tight links, reset to the values of their other neighbours, and shorter paths spread from
    there.

    Returns the change of cost, the number of log entries (-1 if restored) and the work done.
    """
    routers = len(ways.starts) - 1
    starts, neighbours, delay = ways.starts, ways.neighbours, ways.delay
    longest, steep, counts = ways.longest, ways.steep, ways.counts
    all_sources = int(counts.sum())
    reach, home, after = tables.reach, tables.home, tables.after
    log_at, log_was = tables.log_at, tables.log_was
    marked, waits, queue, listed = tables.marked, tables.waits, tables.queue, tables.listed
    change, logged, work = 0.0, 0, 0
    maximum = len(log_at) - 2 * routers
    squares, done = 0.0, 0
    source = u
    for _ in range(routers):
        source += ways.stride
        if source >= routers:
            source -= routers
        if source in (u, v):
            continue
        if logged + routers > maximum or (
            done >= SAMPLE and hopeless(change, squares, done, all_sources, max_rise)
        ):
            undo(logged, tables)
            return 0.0, -1, work
        change_before = change
        row = reach[source]
        listed[0] = u
        marked[u] = True
        count = 1
        if v >= 0:
            listed[1] = v
            marked[v] = True
            count = 2
        i = 0
        while i < count:  # all switches behind u and v
            x = listed[i]
            i += 1
            far = row[x]
            cabinet = home[x]
            for arc in range(starts[x], starts[x + 1]):
                y = neighbours[arc]
                if not marked[y] and row[y] == far + delay[cabinet, home[y]] and y != source:
                    marked[y] = True
                    listed[count] = y
                    count += 1
            work += starts[x + 1] - starts[x]
        begin = logged
        for i in range(count):
            x = listed[i]
            log_at[logged], log_was[logged] = source * routers + x, row[x]
            logged += 1
            cabinet = after[x]
            minimum = np.int64(FAR)
            for arc in range(starts[x], starts[x + 1]):
                y = neighbours[arc]
                if not marked[y]:
                    there = row[y] + delay[cabinet, after[y]]
                    minimum = min(minimum, there)
            row[x] = minimum
            queue[i] = x
            waits[x] = True
        head, length = 0, count
        while length > 0:
            x = queue[head]
            head = head + 1 if head + 1 < routers else 0
            length -= 1
            waits[x] = False
            far = row[x]
            cabinet = after[x]
            for arc in range(starts[x], starts[x + 1]):
                y = neighbours[arc]
                there = far + delay[cabinet, after[y]]
                if there < row[y]:
                    if not marked[y]:
                        marked[y] = True
                        log_at[logged], log_was[logged] = source * routers + y, row[y]
                        logged += 1
                        listed[count] = y
                        count += 1
                    row[y] = there
                    if not waits[y]:
                        waits[y] = True
                        tail = head + length
                        queue[tail if tail < routers else tail - routers] = y
                        length += 1
            work += 2 * (starts[x + 1] - starts[x])
        for i in range(count):
            marked[listed[i]] = False
        for i in range(begin, logged):
            x = log_at[i] - source * routers
            was, now = log_was[i], row[x]
            if was != now and counts[source] * counts[x] > 0.0:
                both = 2.0 if x in (u, v) else 1.0
                change += both * (cost_of(now, longest, steep) - cost_of(was, longest, steep))
        if counts[source] > 0.0:
            squares += (change - change_before) ** 2
            done += 1
    for k in range(2):
        x = u if k == 0 else v
        if x < 0:
            continue
        for source in range(routers):
            if source not in (u, v):
                log_at[logged], log_was[logged] = x * routers + source, reach[x, source]
                logged += 1
                reach[x, source] = reach[source, x]
    if v >= 0:
        minimum = np.int64(FAR)
        for arc in range(starts[v], starts[v + 1]):
            y = neighbours[arc]
            before = np.int64(0) if y == u else np.int64(reach[y, u])
            minimum = min(minimum, before + delay[after[v], after[y]])
        was = reach[u, v]
        if counts[u] * counts[v] > 0.0:
            change += 2.0 * (cost_of(minimum, longest, steep) - cost_of(was, longest, steep))
        for k in range(2):
            at = u * routers + v if k == 0 else v * routers + u
            log_at[logged], log_was[logged] = at, was
            logged += 1
        reach[u, v] = reach[v, u] = minimum
    return change, logged, work + 8 * logged


@kernel
def undo(logged: int, tables: LatencyTables) -> None:
    """Restore the entries overwritten by a swap."""
    flat = tables.reach.ravel()
    for i in range(logged - 1, -1, -1):
        flat[tables.log_at[i]] = tables.log_was[i]


@kernel
def total_cost(ways: Ways, tables: LatencyTables) -> Any:
    """Return the total cost of all latencies that count, and the longest of them."""
    routers = len(ways.starts) - 1
    total, maximum = 0.0, np.int64(0)
    for source in range(routers):
        for x in range(routers):
            if x != source and ways.counts[source] * ways.counts[x] > 0.0:
                latency = np.int64(tables.reach[source, x])
                total += cost_of(latency, ways.longest, ways.steep)
                maximum = max(maximum, latency)
    return total, maximum
