"""Annealing for latency, with exact changes of all shortest paths."""
