"""Networks without a room: specs, families, graph files, and the graph they produce."""
