"""The cost of network families against size: points, crossovers, sensitivity."""
