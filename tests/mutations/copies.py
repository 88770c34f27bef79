"""Copies of the tree in which faults are planted, one at a time."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from tests.mutations.faults import Fault
from tests.mutations.selection import ROOT

#: Folders whose files Numba's machine code depends on; see ``foundation/accelerate.py``.
ROOMS = ("costmodels", "layout", "research", "structure", "topologies", "traffic")
#: Tests that take this many times as long as without the fault, and a minute more, no longer end.
MOST_TIMES, MORE_SECONDS = 5, 120


class Copies:
    """Copies of the tree, one for each fault at a time; each stands for the repository in its tests."""

    def __init__(self, folder: Path, files: Sequence[str]) -> None:
        self._folder, self._files = folder, files

    def make(self, number: int) -> Path:
        """Return a copy, with the machine code that lies beside the kernels."""
        copy = self._folder / str(number)
        compiled = (
            one.relative_to(ROOT).as_posix() for room in ROOMS for one in (ROOT / room).rglob("*.nb[ic]")
        )
        for name in (*self._files, *compiled):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
        return copy

    def noticed_by(self, copy: Path, fault: Fault, tests: Sequence[str], seconds: float) -> str | None:
        """Return a test that fails by a fault or does not end, None for none; the copy is as before then.

        Machine code is kept for the next fault: a file without kernels keeps its size and date, so that
        Numba takes what it has; for one with kernels it has a folder of its own.

        Raises
        ------
        RuntimeError
            If that test fails without the fault too.
        """
        source, path = (ROOT / fault.file).read_bytes(), copy / fault.file
        date, planted = path.stat().st_mtime_ns, fault.planted(source)
        with tempfile.TemporaryDirectory(dir=self._folder) as compiled:
            own = {"NUMBA_CACHE_DIR": compiled} if fault.file in self._compiled else {}
            path.write_bytes(planted if own else _as_long_as(planted, len(source)))
            if not own:
                os.utime(path, ns=(date, date))
            try:
                failed = first_failure(copy, tests, seconds, own)
            finally:
                path.write_bytes(source)
                os.utime(path, ns=(date, date))
        if failed and first_failure(copy, [failed], seconds, {}) is not None:
            raise RuntimeError(f"{failed} fails without any fault")
        return failed

    @cached_property
    def _compiled(self) -> frozenset[str]:
        """Files that machine code is made of: those with kernels, and what these import."""
        found = set[str]()
        for name in self._files:
            text = (ROOT / name).read_text() if name.endswith(".py") and name.startswith(ROOMS) else ""
            if "foundation.accelerate import" in text:
                found |= {name, *_imported(text)}
        return frozenset(found)


def _imported(text: str) -> Iterator[str]:
    for module in re.findall(r"from netfloor\.([\w.]+) import", text):
        yield module.replace(".", "/") + ".py"


def _as_long_as(planted: bytes, size: int) -> bytes:
    """Return a file with its first line of text made longer or shorter, as it was before the fault."""
    head = re.match(rb'"""([^"\\\n]*)', planted)
    if head is None or len(head[1]) + size < len(planted):
        return planted
    return b'"""' + b"." * (len(head[1]) + size - len(planted)) + planted[head.end() :]


def first_failure(copy: Path, tests: Sequence[str], seconds: float, more: dict[str, str]) -> str | None:
    """Return the first of the tests that fails in a copy, empty if they do not end, None if all pass."""
    line = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not nightly", "-p", "no:cacheprovider"]
    with subprocess.Popen(  # noqa: S603 - our own tests
        [*line, *tests],
        cwd=copy,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "1000", **more},
        start_new_session=True,
    ) as running:
        try:
            told, _ = running.communicate(timeout=MOST_TIMES * seconds + MORE_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return ""
    if running.returncode in (0, 5):
        return None
    found = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", told, re.MULTILINE)
    return found[1] if found else tests[0]
