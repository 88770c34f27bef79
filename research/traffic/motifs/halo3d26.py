"""Halo exchange in three dimensions with all 26 neighbours."""

from itertools import product
from math import isqrt

from netfloor.research.traffic.motifs.grid import checked_grid, even_grid, moved
from netfloor.research.traffic.motifs.schedule import MessageSchedule, MotifSettings, ScheduleBuilder

#: Bytes per value: a double.
_CELL = 8


def halo3d26(ranks: int, settings: MotifSettings) -> MessageSchedule:
    """Return the schedule in which every rank exchanges its halo with up to 26 neighbours.

    The grid does not wrap around. A face has ``size_bytes``, that is n x n cells of 8 bytes; an edge has n
    cells and a corner one (Ember's Halo3D-26; SpectralFly, section VI-D). An iteration begins when all
    messages of the previous one have arrived.
    """
    grid = checked_grid(settings.grid, ranks, 3) if settings.grid else even_grid(ranks, 3)
    face = settings.size_bytes
    edge = min(face, max(1, isqrt(face * _CELL)))
    sizes = {1: face, 2: edge, 3: min(edge, _CELL)}
    builder = ScheduleBuilder(ranks, settings.iterations + 1, 26 * ranks * settings.iterations)
    for step in product((-1, 0, 1), repeat=3):
        axes = sum(map(abs, step))
        if not axes:
            continue
        source, destination = moved(grid, step)
        for iteration in range(settings.iterations):
            builder.send(source, destination, iteration, iteration + 1, sizes[axes])
    sides = " x ".join(map(str, grid))
    note = (
        f"Ranks form a grid of {sides}; faces of {face:,} bytes, edges of {edge:,}, corners of {sizes[3]}."
    )
    return builder.schedule(settings.compute_cycles, note)
