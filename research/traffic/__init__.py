"""Traffic cycle by cycle, messages of programs, forwarding tables, MPI programs on SimGrid."""
