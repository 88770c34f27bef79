"""Bisection: cuts found, cuts proved, and the interval between them."""
