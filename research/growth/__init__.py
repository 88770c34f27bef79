"""What networks cost as they grow: packaging rules, families by size, crossovers, sensitivity."""
