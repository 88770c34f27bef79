"""Partitions of a placed network: which routers a job should get, for bandwidth and for short cables."""
