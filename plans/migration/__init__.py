"""Steps from an old machine to a larger one, with the bisection that each keeps."""
