"""Finite runs of an offered load: a fixed number of messages per rank, and the slowest message."""
