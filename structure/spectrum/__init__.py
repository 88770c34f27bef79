"""Eigenvalues, and the bounds that follow from them."""
