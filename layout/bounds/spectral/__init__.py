"""Lower bounds by all eigenvalues of a network and a cost for every two cabinets."""
