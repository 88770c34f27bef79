"""Annealing for latency, with the exact change of every shortest path."""
