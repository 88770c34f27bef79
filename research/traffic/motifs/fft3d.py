"""Transposes of a three-dimensional Fourier transform."""

import numpy as np

from netfloor.research.traffic.motifs.grid import checked_grid, even_grid, long_grid
from netfloor.research.traffic.motifs.schedule import MessageSchedule, MotifSettings, ScheduleBuilder


def balanced(ranks: int, settings: MotifSettings) -> MessageSchedule:
    """Return the transposes on the most square grid."""
    return _transposes(ranks, settings, even_grid(ranks, 2))


def unbalanced(ranks: int, settings: MotifSettings) -> MessageSchedule:
    """Return the transposes on a long grid: few large groups and many small ones."""
    return _transposes(ranks, settings, long_grid(ranks))


def _transposes(ranks: int, settings: MotifSettings, usual: tuple[int, ...]) -> MessageSchedule:
    """Return an all-to-all of every line of a grid along x, and then of every line along y.

    A rank holds ``size_bytes`` and sends an equal share to each other rank of its line, nearest first
    (Ember's FFT3D; SpectralFly, section VI-D). A rank begins the second all-to-all when it has received all
    of the first.
    """
    grid = checked_grid(settings.grid, ranks, 2) if settings.grid else usual
    columns, rows = grid
    phases = 2 * settings.iterations
    messages = ranks * (columns + rows - 2) * settings.iterations
    builder = ScheduleBuilder(ranks, phases + 1, messages)
    place = np.arange(ranks, dtype=np.int32).reshape(rows, columns)
    for phase in range(phases):
        axis = 1 - phase % 2
        members = place.shape[axis]
        for shift in range(1, members):
            to = np.roll(place, -shift, axis)
            builder.send(place, to, phase, phase + 1, -(-settings.size_bytes // members))
    shares = [
        f"{-(-settings.size_bytes // side):,} bytes along {axis}"
        for axis, side in zip("xy", grid, strict=True)
        if side > 1
    ]
    note = f"Ranks form a grid of {columns} x {rows}; messages of {' and '.join(shares)}."
    return builder.schedule(settings.compute_cycles, note)
