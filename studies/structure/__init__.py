"""Structure of several networks: comparison, failures, feasible sizes."""
