"""Branch and bound for few switches in a grid: what is in which row first, then in which column."""

from netfloor.layout.bands.search import shortest

__all__ = ["shortest"]
