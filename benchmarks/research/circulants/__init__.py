"""Circulant search against plain enumeration."""

from benchmarks.research.circulants.search import circulants

BENCHMARKS = {"circulants": circulants}
