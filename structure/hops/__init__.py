"""Graph measures in hops: distances, cycles, components, edge connectivity."""
