"""The simulator against BookSim2 and SST/macro."""

from benchmarks.research.traffic.booksim2 import booksim, booksim_figure_8
from benchmarks.research.traffic.sst_macro import sst

BENCHMARKS = {"booksim": booksim, "booksim_figure_8": booksim_figure_8, "sst": sst}
