"""Lower bounds on a sum over links, from all eigenvalues and the cost between cabinets."""
