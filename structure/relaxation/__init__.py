"""What links cost at least wherever routers stand, by all eigenvalues and a cost of every two cabinets."""
