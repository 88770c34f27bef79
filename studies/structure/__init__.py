"""Structure of several networks: comparison, feasible sizes."""
