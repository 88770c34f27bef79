"""Decorators that compile kernels with Numba.

Importing this module imports Numba, which takes longer than ``netfloor --help`` may take, so import kernels
inside the function that runs them.
"""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from netfloor.foundation.errors import InputError
from netfloor.foundation.scratch import note_lost_cache, private_folder

if getattr(numba.config, "DISABLE_JIT", 0):  # missing in Numba's type hints
    raise InputError("NUMBA_DISABLE_JIT", "is set, and uncompiled kernels give other results", "unset it")

#: Folders with kernels, except those of the benchmarks.
_ROOMS = ("costmodels", "layout", "research", "structure", "topologies", "traffic")
F = TypeVar("F", bound=Callable[..., object])

# Kernels are called from Python or from other kernels, never from C, so they need no C entry point.
_ALIKE: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
# Numba's option to disable reference counting, missing in its type hints
_UNCOUNTED: dict[str, Any] = _ALIKE | {"_nrt": False}
_INLINED: dict[str, Any] = _UNCOUNTED | {"forceinline": True, "no_cpython_wrapper": True}


def kernel(function: F) -> F:
    """Compile to machine code, cached on disk, which runs without the interpreter lock.

    Each signature is compiled separately. Assigning an array to a slice takes seconds to compile, mostly
    for its error message: loops over elements and numbers of a single type shorten first runs.
    """
    return cast("F", _renewed(_kept(numba.njit(**_ALIKE)(function))))


def lean_kernel(function: F) -> F:
    """Compile a kernel that neither creates nor keeps arrays, without reference counting.

    Numba counts references atomically for every table row and tuple field that is accessed, which takes two
    thirds of the time of small kernels (numba issue 2345).
    """
    return cast("F", _renewed(_kept(numba.njit(**_UNCOUNTED)(function))))


def inlined_kernel(function: F) -> F:
    """Compile a lean kernel into its callers, for kernels whose arguments cost more than their work.

    Never call it from Python, which causes a segmentation fault: unpacking dozens of arrays would take
    longer to compile than most such kernels.
    """
    return cast("F", numba.njit(**_INLINED)(function))


def _prefetch(_context: Any, table: Any, row: Any) -> Any:
    """Generate the code that prefetches a row."""
    from llvmlite import ir  # type: ignore[import-untyped]  # noqa: PLC0415 - only to compile
    from numba.core import cgutils, types  # noqa: PLC0415
    from numba.np.arrayobj import make_array  # noqa: PLC0415

    array_of: Any = make_array
    place_of: Any = cgutils.get_item_pointer

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        array = array_of(table)(context, builder, values[0])
        place = context.cast(builder, values[1], signature.args[1], types.intp)
        zero = context.get_constant(types.intp, 0)
        places = [place] + [zero] * (table.ndim - 1)
        pointer = place_of(context, builder, table, array, places, wraparound=False)
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        builder.call(ask, [builder.bitcast(pointer, byte), word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(table, row), generate


#: ``prefetch(table, row)``, in kernels: load the beginning of a row into all caches before it is needed
#: (llvm.prefetch, for reading). Kernels that jump through tables larger than the caches mostly wait for
#: memory. It changes no result.
prefetch: Any = numba.extending.intrinsic(_prefetch)


def _kept(compiled: Any) -> Any:
    """Enable the disk cache of a kernel if a writable folder exists.

    If neither the program's folder nor the home is writable, as for a service account, a private temporary
    folder is used; without that, kernels are not cached.
    """
    try:
        compiled.enable_caching()
    except RuntimeError:  # Numba's error if there is no writable folder
        folder = private_folder("kernels")
        if folder is not None:
            os.environ["NUMBA_CACHE_DIR"] = str(folder)
            setattr(numba.config, "CACHE_DIR", str(folder))  # noqa: B010 - made at run time, no type knows it
            with suppress(RuntimeError):
                compiled.enable_caching()
        note_lost_cache(folder)
    return compiled


def _renewed(compiled: Any) -> Any:
    """Discard a kernel's cached machine code whenever any kernel file changes.

    Numba checks only the kernel's own file, but the machine code includes kernels from other files
    (https://numba.readthedocs.io/en/stable/developer/caching.html, "Caching limitations").
    """
    file = getattr(compiled._cache, "_cache_file", None)  # noqa: SLF001 - Numba has no public way
    if file is not None:
        file._source_stamp = (file._source_stamp, _stamp_of(Path(__file__).parents[1]))  # noqa: SLF001
    return compiled


@cache
def _stamp_of(root: Path) -> str:
    """Return a digest of the size and modification time of all files in folders with kernels."""
    files = sorted(path for room in _ROOMS for path in (root / room).rglob("*.py"))
    stamps = [(str(path.relative_to(root)), path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return hashlib.sha256(repr(stamps).encode()).hexdigest()
