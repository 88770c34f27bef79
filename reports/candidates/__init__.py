"""The report that compares plans before buying: ranking, cost, and changes that would alter the ranking."""
