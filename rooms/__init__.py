"""Where things may stand: cabinet grids, their slots, and cable length between slots."""
