"""The simulator against BookSim2 and SST/macro."""

from benchmarks.research.traffic.booksim2 import booksim
from benchmarks.research.traffic.sst_macro import sst

BENCHMARKS = {"booksim": booksim, "sst": sst}
