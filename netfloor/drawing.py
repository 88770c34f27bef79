"""From a room and its cables to what a floor plan needs."""

import numpy as np

from layout.cable_plan import CablePlan
from layout.placement import Placement
from reports.comparison import FloorDrawing
from rooms.room import Room


def floor_drawing(
    room: Room, placement: Placement | None = None, cables: CablePlan | None = None
) -> FloorDrawing:
    """Return the drawing of a room, empty or with a placed network in it."""
    occupied = np.zeros(len(room.cabinets), dtype=np.int32)
    if placement is not None:
        np.add.at(occupied, room.lengths.slot_cabinet[placement.slot_of], 1)
    return FloorDrawing(
        rows=room.rows,
        columns=room.columns,
        row_pitch_mm=room.row_pitch_mm,
        column_pitch_mm=room.column_pitch_mm,
        cabinets=room.cabinets,
        occupied=occupied,
        cables=cables.cabinets if cables else np.zeros((0, 2), dtype=np.int32),
        length_mm=cables.length_mm if cables else np.zeros(0, dtype=np.int64),
    )
