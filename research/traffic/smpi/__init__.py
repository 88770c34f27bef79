"""MPI programs on SimGrid: every kernel on every network."""
