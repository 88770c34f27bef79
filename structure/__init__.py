"""Properties of a network's graph, before placement: distances, spectrum, bisection, link failures."""
