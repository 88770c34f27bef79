"""Finite runs of an offered load: so many messages a rank, and the time of the slowest."""
