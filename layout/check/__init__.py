"""Independent check of layouts: lengths, bounds, servers and requirements, with code of its own."""
