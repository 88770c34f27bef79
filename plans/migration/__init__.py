"""The steps from an old machine to a larger one, and the bisection that remains after each step."""
