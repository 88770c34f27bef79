"""Collective operations of all ranks: allreduce by two algorithms, all-to-all."""

import numpy as np

from netfloor.research.traffic.motifs.schedule import MessageSchedule, MotifSettings, ScheduleBuilder


def allreduce_ring(ranks: int, settings: MotifSettings) -> MessageSchedule:
    """Return the ring allreduce of a vector of ``size_bytes``.

    In each of 2 (p - 1) steps every rank sends one p-th of the vector to the next: a reduce-scatter, then
    an allgather (Thakur, Rabenseifner, Gropp 2005, "Optimization of Collective Communication Operations in
    MPICH").
    """
    each = 2 * (ranks - 1)
    steps = each * settings.iterations
    builder = ScheduleBuilder(ranks, steps + 1, ranks * steps)
    rank = np.arange(ranks, dtype=np.int32)
    share = -(-settings.size_bytes // ranks)
    for step in range(steps):
        builder.send(rank, np.roll(rank, -1), step, step + 1, share)
    return builder.schedule(settings.compute_cycles, f"{each:,} steps with messages of {share:,} bytes.")


def allreduce_doubling(ranks: int, settings: MotifSettings) -> MessageSchedule:
    """Return the allreduce by recursive doubling of a vector of ``size_bytes``.

    In step k ranks exchange the vector over a distance of 2^k. If the number of ranks is not a power of
    two, the first rank of each excess pair sends its vector to the second before and receives the result
    after (Thakur, Rabenseifner, Gropp 2005, "Optimization of Collective Communication Operations in
    MPICH").
    """
    doublings = ranks.bit_length() - 1
    extra = ranks - (1 << doublings)
    folds = 1 if extra else 0
    each = doublings + 2 * folds
    builder = ScheduleBuilder(ranks, each * settings.iterations + 1, ranks * each * settings.iterations)
    first = 2 * np.arange(extra, dtype=np.int32)
    active = np.concatenate([first + 1, np.arange(2 * extra, ranks, dtype=np.int32)])
    number = np.arange(len(active))
    for iteration in range(settings.iterations):
        step = iteration * each
        if folds:
            builder.send(first, first + 1, step, step + 1, settings.size_bytes)
            builder.send(first + 1, first, step + each - 1, step + each, settings.size_bytes)
        for doubling in range(doublings):
            now = step + folds + doubling
            builder.send(active, active[number ^ (1 << doubling)], now, now + 1, settings.size_bytes)
    more = f", and {extra:,} ranks beyond a power of two in two more" if extra else ""
    return builder.schedule(settings.compute_cycles, f"{doublings} steps of doubling{more}.")


def all_to_all(ranks: int, settings: MotifSettings) -> MessageSchedule:
    """Return the all-to-all: every rank sends ``size_bytes`` to each other rank, the next rank first."""
    builder = ScheduleBuilder(ranks, settings.iterations + 1, ranks * (ranks - 1) * settings.iterations)
    rank = np.arange(ranks, dtype=np.int32)
    for iteration in range(settings.iterations):
        for shift in range(1, ranks):
            builder.send(rank, np.roll(rank, -shift), iteration, iteration + 1, settings.size_bytes)
    return builder.schedule(settings.compute_cycles, f"{settings.size_bytes:,} bytes to each other rank.")
