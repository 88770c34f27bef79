"""Eigenvalues of a network, and the bounds that follow from them."""
