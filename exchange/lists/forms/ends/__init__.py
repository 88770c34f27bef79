"""Forms of the ends of cables: device and port in one cell, both ends in one cell, ends known by units."""
