"""Rooms: cabinets and slots, and the cable length between any two of them, in grids and halls."""
