"""Partitions of a machine: the shapes that give jobs the most bandwidth."""
