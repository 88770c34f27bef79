"""Trays as a graph, and the shortest ways over it."""
