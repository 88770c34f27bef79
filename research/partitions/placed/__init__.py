"""Partitions of a placed network with high bandwidth and short cables."""
