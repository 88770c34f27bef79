"""The simulator against BookSim2."""

from benchmarks.research.traffic.booksim2 import booksim

BENCHMARKS = {"booksim": booksim}
