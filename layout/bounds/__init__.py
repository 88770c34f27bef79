"""Certified lower bounds on the cable length of every placement."""

from layout.bounds.bound import Bound
from layout.bounds.line_cuts import line_cut_bound

__all__ = ["Bound", "line_cut_bound"]
