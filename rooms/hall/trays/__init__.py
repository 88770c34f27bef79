"""The cable trays of a hall as a graph, and shortest routes over it."""
