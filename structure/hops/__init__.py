"""Everything counted in hops: distances, cycles, components, edge connectivity."""
