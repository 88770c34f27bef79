"""The one way in which this project compiles a kernel.

Importing this module imports Numba, which takes longer than ``netfloor --help`` may:
import kernels inside the function that runs them.
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

if getattr(numba.config, "DISABLE_JIT", 0):  # which its type hints leave out
    raise InputError("NUMBA_DISABLE_JIT", "is set, and uncompiled kernels give other results", "unset it")

#: Folders with kernels, apart from the benchmarks'.
_ROOMS = ("costmodels", "layout", "research", "structure", "topologies", "traffic")
F = TypeVar("F", bound=Callable[..., object])

# A kernel is called from Python or by another kernel, never by C: it needs no entry for that.
_ALIKE: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
# Numba's own name for it, which its type hints leave out
_UNCOUNTED: dict[str, Any] = _ALIKE | {"_nrt": False}
_INLINED: dict[str, Any] = _UNCOUNTED | {"forceinline": True, "no_cpython_wrapper": True}


def kernel(function: F) -> F:
    """Compile to machine code, cached on disk, without holding the interpreter lock.

    Every signature is compiled by itself, and an assignment of an array to a slice takes seconds, most of
    them for the text of its error: loops over elements and numbers of one type make first runs short.
    """
    return cast("F", _renewed(_kept(numba.njit(**_ALIKE)(function))))


def lean_kernel(function: F) -> F:
    """Compile a kernel that neither makes nor keeps arrays, without counting references to them.

    Numba counts atomically, at every row taken out of a table and every field out of a
    tuple: two thirds of the time of kernels that do little else (numba issue 2345).
    """
    return cast("F", _renewed(_kept(numba.njit(**_UNCOUNTED)(function))))


def inlined_kernel(function: F) -> F:
    """Compile a lean kernel into its callers: handing dozens of arrays over costs more than its work.

    Never call it from Python, which ends in a segmentation fault: unpacking these arrays would take longer
    to compile than most such kernels.
    """
    return cast("F", numba.njit(**_INLINED)(function))


def _prefetch(_context: Any, table: Any, row: Any) -> Any:
    """Compile the request for a row."""
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


#: ``prefetch(table, row)``, in kernels: ask for the beginning of a row before it is needed.
#: Kernels that jump through tables larger than the caches wait for memory most of their time
#: (llvm.prefetch: to be read, kept in all caches). It changes no result.
prefetch: Any = numba.extending.intrinsic(_prefetch)


def _kept(compiled: Any) -> Any:
    """Return a kernel whose machine code is kept on disk, if there is a place for it.

    Where neither the program's folder nor the home can be written, as a service account has it, a private
    temporary folder takes its place; where there is none either, nothing is kept.
    """
    try:
        compiled.enable_caching()
    except RuntimeError:  # Numba's word for "no place to write"
        folder = private_folder("kernels")
        if folder is not None:
            os.environ["NUMBA_CACHE_DIR"] = str(folder)
            setattr(numba.config, "CACHE_DIR", str(folder))  # noqa: B010 - made at run time, no type knows it
            with suppress(RuntimeError):
                compiled.enable_caching()
        note_lost_cache(folder)
    return compiled


def _renewed(compiled: Any) -> Any:
    """Return a kernel whose machine code on disk is dropped when any file of kernels has changed.

    Numba looks at the kernel's own file alone, and machine code holds that of kernels of other files too
    (https://numba.readthedocs.io/en/stable/developer/caching.html, "Caching limitations").
    """
    file = getattr(compiled._cache, "_cache_file", None)  # noqa: SLF001 - Numba has no public way
    if file is not None:
        file._source_stamp = (file._source_stamp, _stamp_of(Path(__file__).parents[1]))  # noqa: SLF001
    return compiled


@cache
def _stamp_of(root: Path) -> str:
    """Return a digest of the files of all folders with kernels, by size and time of change."""
    files = sorted(path for room in _ROOMS for path in (root / room).rglob("*.py"))
    stamps = [(str(path.relative_to(root)), path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return hashlib.sha256(repr(stamps).encode()).hexdigest()
