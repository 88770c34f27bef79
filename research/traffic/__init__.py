"""Cycle-level traffic simulation, messages of parallel programs, forwarding tables, MPI on SimGrid."""
