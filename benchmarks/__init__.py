"""Benchmarks: speed and quality as ratios to a competitor in the same run."""
