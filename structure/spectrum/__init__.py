"""Eigenvalues of a network, and the bounds based on them."""
