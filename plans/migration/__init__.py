"""The steps from an old machine to a larger one, and the bisection that each step keeps."""
