"""The independent check of layouts: lengths, bounds, servers and requirements by code of its own."""
