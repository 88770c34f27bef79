"""The report that compares plans before buying: ranking, cost, and what would change the ranking."""
