"""Placements to begin a search with, made without one."""

from netfloor.layout.starts.fill import random_start, row_major_start
from netfloor.layout.starts.folded import folded_start
from netfloor.layout.starts.halved import halved_start
from netfloor.layout.starts.spectral import spectral_start

__all__ = ["folded_start", "halved_start", "random_start", "row_major_start", "spectral_start"]
