"""Branch and bound for up to 20 switches in a grid: rows first, then columns."""

from netfloor.layout.bands.search import shortest

__all__ = ["shortest"]
