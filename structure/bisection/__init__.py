"""The bisection of a network as an interval between the best cut found and a proven lower bound."""
