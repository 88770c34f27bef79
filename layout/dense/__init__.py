"""Quadratic assignment with two dense matrices: tabu search, enumeration and bounds."""

from netfloor.layout.dense.bounds import DenseBound, lower_bound
from netfloor.layout.dense.memetic import search, warm_up
from netfloor.layout.dense.problem import Assignment, DenseProblem

__all__ = ["Assignment", "DenseBound", "DenseProblem", "lower_bound", "search", "warm_up"]
