"""Placing a larger network around one that stands."""
