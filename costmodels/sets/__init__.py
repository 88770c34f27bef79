"""Cost and power sets of papers: coefficients with source, year and trust."""
