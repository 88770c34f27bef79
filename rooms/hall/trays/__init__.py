"""The cable trays of a hall as a graph, and the shortest routes over it."""
