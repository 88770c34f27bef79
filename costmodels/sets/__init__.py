"""Cost and power sets: coefficients with source, year and trust."""
