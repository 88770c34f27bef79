"""Hops: distances, girth, components, edge connectivity."""
