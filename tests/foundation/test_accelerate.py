"""The one way to compile a kernel."""

import numpy as np

from foundation.accelerate import kernel


def _half(x):
    """Divide as NumPy does."""
    return x / 0.0


def test_kernels_divide_as_numpy_does():
    """Division by zero gives infinity: kernels raise nothing and need no interpreter lock."""
    half = kernel(_half)
    assert half(1.0) == np.inf
    assert half.targetoptions["nogil"]
