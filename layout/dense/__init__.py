"""Quadratic assignment with two full matrices: search, bounds and enumeration."""

from layout.dense.bounds import DenseBound, lower_bound
from layout.dense.problem import DenseProblem
from layout.dense.search import Found, search

__all__ = ["DenseBound", "DenseProblem", "Found", "lower_bound", "search"]
