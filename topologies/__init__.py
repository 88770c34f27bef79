"""Networks before any room: specs, families, graph files, and the graph that all of them make."""
