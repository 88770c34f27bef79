"""The cost of families of networks against size: points, crossovers, sensitivity."""
