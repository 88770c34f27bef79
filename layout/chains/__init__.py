"""Independent runs of placers: here or on a cluster, with checkpoints."""
