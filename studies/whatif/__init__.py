"""A plan recalculated with changed assumptions: prices, rates, room, objective."""
