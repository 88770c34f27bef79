"""Files of QAPLIB, the library of quadratic assignment problems: instances and solutions."""

from netfloor.layout.qaplib.instance import read_instance
from netfloor.layout.qaplib.solution import Solution, read_solution, solution_text

__all__ = ["Solution", "read_instance", "read_solution", "solution_text"]
