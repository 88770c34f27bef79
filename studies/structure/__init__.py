"""Graph properties of several networks: comparison, feasible sizes."""
