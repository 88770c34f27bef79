"""Cells of cable and device lists: media, ranges, ratings of power ports."""
