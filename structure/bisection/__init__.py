"""The bisection of a network as an interval: cuts that were found, lower bounds that were proved."""
