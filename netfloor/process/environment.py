"""Process environment: ignores foreign variables, and gives the same sums on every processor."""

import os
import platform
from pathlib import Path

from netfloor.foundation.scratch import private_folder

#: OpenBLAS kernels for any x86-64 processor with AVX2. Its own choice on newer processors adds in another
#: order, and a search that compares such sums takes another path.
_KERNELS, _WANTED = "Haswell", "avx2"
_CPUINFO = Path("/proc/cpuinfo")
#: Thread counts of linear-algebra libraries, separate from ``--workers``.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
#: More bytes than the flags of the first core take.
_READ = 1 << 14


def make_environment_safe() -> None:
    """Prevent environment variables for other programs from changing or ending a command.

    Charts go into files, so Matplotlib needs no window; kernels do not use Numba's threads, and must be
    compiled. Linear algebra uses one thread unless the user sets another number: ``--workers`` is the
    number of threads, sums over several threads round differently, and each thread reserves address space,
    which may exceed a limit (``ulimit -v``).
    """
    os.environ["MPLBACKEND"] = "Agg"
    for name in ("NUMBA_NUM_THREADS", "NUMBA_DISABLE_JIT"):
        os.environ.pop(name, None)
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    _find_a_place_for_fonts()
    use_common_kernels()


def _find_a_place_for_fonts() -> None:
    """Give Matplotlib a folder for its font cache if the home is read-only."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - without a home, pathlib raises
    if not os.access(home, os.W_OK | os.X_OK) and (folder := private_folder("matplotlib")) is not None:
        os.environ.setdefault("MPLCONFIGDIR", str(folder))


def use_common_kernels() -> None:
    """Let linear algebra give the same digits on every x86-64 processor with AVX2, at least on Linux.

    Takes effect before NumPy is imported; a user's own choice stays.
    """
    if platform.machine() in {"x86_64", "AMD64"} and _has_avx2():
        os.environ.setdefault("OPENBLAS_CORETYPE", _KERNELS)


def _has_avx2() -> bool:
    try:
        with _CPUINFO.open(encoding="ascii", errors="replace") as file:
            return _WANTED in file.read(_READ).split()
    except OSError:
        return False
