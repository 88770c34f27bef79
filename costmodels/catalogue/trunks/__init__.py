"""Trunks with cassettes: which serve links between two cabinets, and which are worth their money."""
