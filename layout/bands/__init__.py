"""Branch and bound for up to 20 switches in a grid: first the rows, then the columns."""

from netfloor.layout.bands.search import shortest

__all__ = ["shortest"]
