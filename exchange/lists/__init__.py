"""Devices and cables as users list them, in tables with ranges: what to place, and what joins it."""
