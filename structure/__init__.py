"""What a network's graph alone is worth: distances, spectrum, girth, bisection, failures."""
