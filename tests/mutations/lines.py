"""Which lines of the project each test runs, as a plugin of pytest (`-p tests.mutations.lines`).

Python tells of a line once a test (`sys.monitoring`, Python 3.12 and later), so that tests take
hardly longer than without. Kernels that Numba has compiled and other processes are not seen.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np
import pytest

#: Folders whose lines no fault is planted in.
_ASIDE = (".venv/", "tests/", "benchmarks/", "docs/")
#: Of a test: what its fixtures run, and what it runs itself.
SETUP, RUN = "setup", "run"


class Recorder:
    """Notes the lines of the files below a folder that run, by what runs them."""

    def __init__(self, root: Path) -> None:
        self._root = f"{root}/"
        self._aside = tuple(self._root + name for name in _ASIDE)
        self._of: dict[str, dict[str, set[int]]] = {}
        self._now: defaultdict[str, set[int]] = defaultdict(set)

    def start(self) -> None:
        """Listen; RuntimeError where this Python cannot tell of lines."""
        if sys.version_info < (3, 12):
            raise RuntimeError("which test runs which line is told by Python 3.12 and later")
        tools = sys.monitoring
        self._events, self._tool, self._off = tools.events, tools.COVERAGE_ID, tools.DISABLE
        tools.use_tool_id(self._tool, "netfloor")
        tools.register_callback(self._tool, self._events.PY_START, self._entered)
        tools.register_callback(self._tool, self._events.LINE, self._ran)
        tools.set_events(self._tool, self._events.PY_START)

    def runs(self, what: str) -> None:
        """From here on another thing runs."""
        self._now = defaultdict(set)
        self._of[what] = self._now
        sys.monitoring.restart_events()

    def write(self, file: Path) -> None:
        """Write what ran which line: ``names``, and of each source file (k, 2) lines and places in them."""
        pairs = defaultdict[str, list[tuple[int, int]]](list)
        for place, files in enumerate(self._of.values()):
            for name, lines in files.items():
                pairs[name.removeprefix(self._root)] += ((line, place) for line in lines)
        tables = {name: np.array(rows, dtype=np.int32) for name, rows in pairs.items()}
        np.savez_compressed(file, names=np.array(list(self._of), dtype=np.str_), **tables)  # type: ignore[arg-type]

    def _entered(self, code: CodeType, _offset: int) -> Any:
        name = code.co_filename
        if name.startswith(self._root) and not name.startswith(self._aside):
            sys.monitoring.set_local_events(self._tool, code, self._events.LINE)
        return self._off

    def _ran(self, code: CodeType, line: int) -> Any:
        self._now[code.co_filename].add(line)
        return self._off


class Plugin:
    """Tells the recorder which test runs; each process of pytest-xdist has its own file."""

    def __init__(self, recorder: Recorder, file: Path) -> None:
        self._recorder, self._file = recorder, file

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Before the test and its fixtures."""
        self._recorder.runs(f"{item.nodeid}|{SETUP}")
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Before the test alone."""
        self._recorder.runs(f"{item.nodeid}|{RUN}")
        return (yield)

    def pytest_sessionfinish(self) -> None:
        """After all tests."""
        self._recorder.write(self._file)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add where the lines are written."""
    parser.addoption("--lines", type=Path, help="the file that becomes NAME.PROCESS.npz")


def pytest_configure(config: pytest.Config) -> None:
    """Listen in each process that runs tests."""
    worker = getattr(config, "workerinput", {"workerid": "main"})["workerid"]
    if worker == "main" and config.getoption("numprocesses", None):
        return
    recorder = Recorder(config.rootpath)
    recorder.start()
    base = config.getoption("lines")
    config.pluginmanager.register(Plugin(recorder, base.with_name(f"{base.name}.{worker}.npz")))
