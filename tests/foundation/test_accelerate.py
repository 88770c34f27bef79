"""The one way to compile a kernel."""

import os
import subprocess
import sys
from typing import Any, NamedTuple

import numpy as np

from netfloor.foundation import accelerate
from netfloor.foundation.accelerate import kernel, lean_kernel
from tests.test_house import ROOMS, ROOT


def _half(x):
    """Divide as NumPy does."""
    return x / 0.0


def test_kernels_divide_as_numpy_does():
    """Division by zero gives infinity: kernels raise nothing and need no interpreter lock."""
    half = kernel(_half)
    assert half(1.0) == np.inf
    assert half.targetoptions["nogil"]


def _add_to_row(table, row, amount):
    """Take a row out of a table and change it, as kernels do."""
    line = table[row]
    for column in range(len(line)):
        line[column] += amount
    return len(line)


class _Pair(NamedTuple):
    table: Any
    amount: int


_lean_add = lean_kernel(_add_to_row)


def test_lean_kernels_do_the_same_and_keep_nothing():
    """Rows taken out of a table change it; nobody holds the table when the kernel is done."""
    table, expected = np.zeros((3, 4), dtype=np.int64), np.zeros((3, 4), dtype=np.int64)
    add = lean_kernel(_add_to_row)
    before = sys.getrefcount(table)
    for row in (0, 2, 2):
        assert add(table, row, 5) == _add_to_row(expected, row, 5)
    assert (table == expected).all()
    assert sys.getrefcount(table) == before


def test_lean_kernels_hold_their_arrays_through_a_tuple():
    """The same for a table that is a field of a tuple."""

    def through(pair, row):
        return _lean_add(pair.table, row, pair.amount)

    table = np.zeros((3, 4), dtype=np.int64)
    before = sys.getrefcount(table)
    lean_kernel(through)(_Pair(table, 5), 1)
    assert table[1].tolist() == [5, 5, 5, 5]
    assert sys.getrefcount(table) == before


def test_kernels_are_compiled_again_when_any_file_of_kernels_changes(tmp_path):
    """Machine code holds that of other files: it is kept on disk for one state of all of them."""
    assert _lean_add._cache._cache_file._source_stamp[1] == accelerate._stamp_of(ROOT)
    called = tmp_path / "traffic" / "routing" / "path_kernels.py"
    called.parent.mkdir(parents=True)
    called.write_text("step = 1\n")
    before = accelerate._stamp_of(tmp_path)
    accelerate._stamp_of.cache_clear()
    os.utime(called, ns=(0, 0))
    assert accelerate._stamp_of(tmp_path) != before


def test_every_folder_with_kernels_is_watched():
    """A kernel in a folder that is not looked at could run in code that is older than its source."""
    found = {
        path.relative_to(ROOT).parts[0]
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if "foundation.accelerate import" in path.read_text(encoding="utf-8")
    }
    assert found - {"benchmarks"} == set(accelerate._ROOMS)


def test_a_script_is_told_why_no_kernel_runs_uncompiled() -> None:
    """Numba's switch for debuggers would give kernels that count with other integers."""
    code = "import netfloor.foundation.accelerate"
    told = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    ).stderr
    assert told.rstrip().endswith(
        "NUMBA_DISABLE_JIT: is set, and uncompiled kernels give other results; unset it"
    )
