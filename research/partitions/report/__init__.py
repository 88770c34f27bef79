"""Partitions of machines and plans."""
