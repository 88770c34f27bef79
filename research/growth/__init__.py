"""Cost of network families by size: packaging rules, crossovers, sensitivity."""
