"""The one way in which this project compiles a kernel.

Importing this module imports Numba, which takes longer than ``netfloor --help`` may:
import kernels inside the function that runs them.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def kernel(function: F) -> F:
    """Compile to machine code, cached on disk, without holding the interpreter lock."""
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy")(function))
