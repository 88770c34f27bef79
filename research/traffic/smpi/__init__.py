"""MPI programs on SimGrid: networks by kernels, the time of each."""
