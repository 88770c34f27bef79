"""Wavefronts over a grid of ranks."""

from netfloor.research.traffic.motifs.grid import checked_grid, even_grid, moved
from netfloor.research.traffic.motifs.schedule import MessageSchedule, MotifSettings, ScheduleBuilder

#: Directions of the eight octants in the grid of ranks: each corner twice, upwards and downwards.
_CORNERS = ((1, 1), (1, 1), (-1, 1), (-1, 1), (-1, -1), (-1, -1), (1, -1), (1, -1))


def sweep3d(ranks: int, settings: MotifSettings) -> MessageSchedule:
    """Return the schedule of wavefronts from the four corners of a two-dimensional grid, twice each.

    The third dimension of the data is divided into blocks: a rank that has a block from both neighbours
    before it computes and sends ``size_bytes`` to both behind it (Ember's Sweep3D; SpectralFly, section
    VI-D). A rank begins the sweep from the next corner when it has finished all blocks of the previous one.
    """
    grid = checked_grid(settings.grid, ranks, 2) if settings.grid else even_grid(ranks, 2)
    waves = 8 * settings.blocks * settings.iterations
    builder = ScheduleBuilder(ranks, waves + 1, 2 * ranks * waves)
    for wave in range(waves):
        x, y = _CORNERS[wave // settings.blocks % 8]
        for step in ((x, 0), (0, y)):
            builder.send(*moved(grid, step), wave, wave, settings.size_bytes)
    sides = " x ".join(map(str, grid))
    note = f"Ranks form a grid of {sides}; {settings.blocks} blocks in each of 8 sweeps."
    return builder.schedule(settings.compute_cycles, note)
