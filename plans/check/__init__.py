"""Verification of a plan's claims, each recomputed from the plan's inputs and its placement."""
