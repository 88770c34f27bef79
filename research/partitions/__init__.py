"""Partitions of a machine: which shapes give their jobs the most bandwidth."""
