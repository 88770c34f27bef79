"""The placement of switches in slots: the problem, its solvers, lower bounds and the independent check."""
