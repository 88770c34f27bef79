"""Annealing by the true change of all latencies."""
