"""Rooms: cabinets and slots, and the cable length between any two slots, in grids and halls."""
