"""Files of QAPLIB, the library of quadratic assignment problems."""

from layout.qaplib.instance import read_instance
from layout.qaplib.solution import Solution, read_solution, solution_text, write_solution

__all__ = ["Solution", "read_instance", "read_solution", "solution_text", "write_solution"]
