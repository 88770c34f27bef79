"""Graph properties of a network before placement: distances, spectrum, bisection, link failures."""
