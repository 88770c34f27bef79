"""Least links around parts of a network: proofs."""
