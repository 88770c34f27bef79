"""Traffic simulated cycle by cycle, programs' messages, forwarding tables, MPI programs on SimGrid."""
