"""What networks cost as they grow: families by size, crossovers, sensitivity."""
