"""The environment that a process computes in: no variable of others, the same sums on every processor."""

import os
import platform
from pathlib import Path

from netfloor.foundation.scratch import private_folder

#: Kernels of OpenBLAS for any x86-64 processor with AVX2. Those that it picks by itself add in another
#: order on newer ones, and a search that compares such sums goes another way.
_KERNELS, _WANTED = "Haswell", "avx2"
_CPUINFO = Path("/proc/cpuinfo")
#: How many threads each library of linear algebra starts for itself, beside those of ``--workers``.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
#: More than the flags of the first core take.
_READ = 1 << 14


def make_environment_safe() -> None:
    """Let no variable that is meant for other programs change or end a command.

    Charts go into files, so Matplotlib needs no window; no kernel uses threads of Numba's own; uncompiled
    they are not the same programs. Linear algebra uses one thread unless the user says otherwise:
    ``--workers`` is the number of threads, sums of several threads round in another order, and each thread
    takes addresses of its own, under a limit (``ulimit -v``) more than there are.
    """
    os.environ["MPLBACKEND"] = "Agg"
    for name in ("NUMBA_NUM_THREADS", "NUMBA_DISABLE_JIT"):
        os.environ.pop(name, None)
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    _find_a_place_for_fonts()
    use_common_kernels()


def _find_a_place_for_fonts() -> None:
    """Let Matplotlib keep its list of fonts, without a word of its own, where the home is read-only."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - without a home, pathlib raises
    if not os.access(home, os.W_OK | os.X_OK) and (folder := private_folder("matplotlib")) is not None:
        os.environ.setdefault("MPLCONFIGDIR", str(folder))


def use_common_kernels() -> None:
    """Let linear algebra give the same digits on every x86-64 processor with AVX2, of Linux at least.

    Has an effect before NumPy is imported; a user's own choice stays.
    """
    if platform.machine() in {"x86_64", "AMD64"} and _has_avx2():
        os.environ.setdefault("OPENBLAS_CORETYPE", _KERNELS)


def _has_avx2() -> bool:
    try:
        with _CPUINFO.open(encoding="ascii", errors="replace") as file:
            return _WANTED in file.read(_READ).split()
    except OSError:
        return False
