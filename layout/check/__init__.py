"""The independent check: lengths, bounds and servers derived again by other code."""
