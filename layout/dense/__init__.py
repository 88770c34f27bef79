"""Quadratic assignment with two full matrices: search, bounds and enumeration."""

from layout.dense.bounds import DenseBound, lower_bound
from layout.dense.found import Found
from layout.dense.memetic import search, warm_up
from layout.dense.problem import DenseProblem

__all__ = ["DenseBound", "DenseProblem", "Found", "lower_bound", "search", "warm_up"]
