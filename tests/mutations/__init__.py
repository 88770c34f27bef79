"""Faults planted at random, and whether the tests beside notice: ``python -m tests.mutations``."""
