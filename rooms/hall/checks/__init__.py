"""Checks of a hall before anything is placed: aisles, doors, footprints, tiles."""
