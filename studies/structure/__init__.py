"""Graph properties of several networks: comparison, failures, feasible sizes."""
