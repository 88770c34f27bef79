"""Independent runs of placers, in threads or on a cluster, with checkpoints."""
