"""Placements to begin with, made without a search."""

from layout.starts.folded import folded_start
from layout.starts.halved import halved_start
from layout.starts.random_start import random_start
from layout.starts.row_major import row_major_start
from layout.starts.spectral import spectral_start

__all__ = ["folded_start", "halved_start", "random_start", "row_major_start", "spectral_start"]
