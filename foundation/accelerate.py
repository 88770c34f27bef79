"""The one way in which this project compiles a kernel.

Importing this module imports Numba, which takes longer than ``netfloor --help`` may:
import kernels inside the function that runs them.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])

# Numba's own name for it, which its type hints leave out
_UNCOUNTED: dict[str, Any] = {"_nrt": False}


def kernel(function: F) -> F:
    """Compile to machine code, cached on disk, without holding the interpreter lock."""
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def lean_kernel(function: F) -> F:
    """Compile a kernel that neither makes nor keeps arrays, without counting references to them.

    Numba counts atomically, at every row taken out of a table and every field out of a
    tuple: two thirds of the time of kernels that do little else (numba issue 2345).
    """
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy", **_UNCOUNTED)(function))


def inlined_kernel(function: F) -> F:
    """Compile a lean kernel into its callers: handing dozens of arrays over costs more than its work."""
    return cast("F", numba.njit(forceinline=True, nogil=True, error_model="numpy", **_UNCOUNTED)(function))
