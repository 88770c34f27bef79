"""Which tests run a line: measured once over the whole suite, and by name where no line is counted."""

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from tests.mutations.faults import Fault
from tests.mutations.lines import SETUP

ROOT = Path(__file__).parents[2]
#: Seconds of tests that run a line, and of tests beside that do not seem to: a fixture or a cache ran it.
COVERING_SECONDS, BESIDE_SECONDS = 90.0, 30.0
#: Taken for a file of tests that came after the measuring.
UNMEASURED_SECONDS = 5.0
#: Files of tests that count as beside a module.
MOST_FILES = 12


def parts_of(files: Iterable[str]) -> dict[str, list[str]]:
    """Return the test files by what is measured at once: a folder of tests, and of its folders each."""
    parts = defaultdict(list)
    for name in filter(is_test, files):
        parts[".".join(Path(name).parts[1:-1][:2]) or "tests"].append(name)
    return dict(sorted(parts.items()))


def is_measured(folder: Path, files: Iterable[str]) -> bool:
    """Return True if what runs which line was measured since the code last changed."""
    files = list(files)
    parts, date = parts_of(files), _changed(files)
    return bool(parts) and all(_is_newer(folder / f"{part}.xml", date) for part in parts)


def measure(folder: Path, files: Iterable[str], workers: int) -> None:
    """Run every test once, and write down which lines each runs and how long it takes.

    Folder by folder: what was measured since the code last changed stays. A test that fails
    is not asked later.

    Raises
    ------
    RuntimeError
        If the tests could not be run.
    """
    files = list(files)
    folder.mkdir(parents=True, exist_ok=True)
    date = _changed(files)
    for part, tests in parts_of(files).items():
        if not _is_newer(folder / f"{part}.xml", date):
            _measure_part(folder, part, tests, workers)


def _changed(files: Iterable[str]) -> float:
    return max(((ROOT / name).stat().st_mtime for name in files if _is_code(name)), default=0.0)


def _is_newer(file: Path, date: float) -> bool:
    return file.exists() and file.stat().st_mtime >= date


def _measure_part(folder: Path, part: str, tests: Sequence[str], workers: int) -> None:
    for old in folder.glob(f"{part}.gw*.npz"):
        old.unlink()
    line = [sys.executable, "-m", "pytest", "-q", "-m", "not nightly", "-p", "no:cacheprovider"]
    line += ["-n", str(workers), "--dist", "worksteal", "-p", "tests.mutations.lines"]
    line += [f"--lines={folder / part}", f"--junitxml={folder / f'{part}.xml'}"]
    done = subprocess.run([*line, *tests], cwd=ROOT, check=False)  # noqa: S603
    if done.returncode not in (0, 1, 5):
        (folder / f"{part}.xml").unlink(missing_ok=True)
        raise RuntimeError(f"the tests of {part} could not be run")


class Selection:
    """The tests of each fault, those nearest first."""

    def __init__(self, folder: Path, files: Sequence[str]) -> None:
        self._data = [np.load(one) for one in sorted(folder.glob("*.npz"))]
        self._names = [data["names"].tolist() for data in self._data]
        self._tests = [name for name in files if is_test(name)]
        self._code = [name for name in files if _is_code(name)]
        times = (pair for one in sorted(folder.glob("*.xml")) for pair in _times(one))
        self._seconds = defaultdict(lambda: UNMEASURED_SECONDS, times)
        self._in: dict[str, list[str]] = {}
        for test in self._seconds:
            self._in.setdefault(test.split("::")[0], []).append(test)

    def tests_of(self, fault: Fault) -> list[str]:
        """Return the tests that run a fault's line, and tests beside its module."""
        beside = tests_beside(fault.file, self._tests)
        rank = {file: place for place, file in enumerate(beside)}
        near = sorted(
            self._covering(fault.file, fault.line),
            key=lambda test: (rank.get(test.split("::")[0], len(rank)), self._seconds[test]),
        )
        chosen = self._within(near, COVERING_SECONDS)
        run = set(chosen)
        more = [test for file in beside for test in self._in.get(file, [file]) if test not in run]
        return chosen + self._within(more, BESIDE_SECONDS)

    def seconds(self, tests: Iterable[str]) -> float:
        """Return how long tests take."""
        return sum(self._seconds[test] for test in tests)

    def _within(self, tests: Sequence[str], most: float) -> list[str]:
        """Return the first tests that take so many seconds together, one at least."""
        chosen, spent = [], 0.0
        for test in tests:
            if chosen and spent + self._seconds[test] > most:
                continue
            chosen.append(test)
            spent += self._seconds[test]
        return chosen

    def _covering(self, file: str, line: int) -> set[str]:
        """Return the tests that run a line, else those that run lines that name what it belongs to."""
        seen, places = set[tuple[str, int]](), {(file, line)}
        while places:
            found = set[str]()
            for place in places:
                lines, within = _around(*place)
                found |= self._at_lines(place[0], lines) if _runs(within) else set()
            if found:
                return found
            seen |= places
            places = {one for place in places for one in self._naming(*place)} - seen
        return set()

    def _at_lines(self, file: str, lines: range) -> set[str]:
        contexts = self._contexts(file)
        found = set[str]()
        for context in {context for line in lines for context in contexts.get(line, ())}:
            test, _, when = context.rpartition("|")
            if when == SETUP:  # the fixture serves other tests of the file too
                found.update(self._in.get(test.split("::")[0], ()))
            elif test in self._seconds:
                found.add(test)
        return found

    @cache  # noqa: B019 - lives as long as the run
    def _contexts(self, file: str) -> dict[int, set[str]]:
        found = defaultdict[int, set[str]](set)
        for names, data in zip(self._names, self._data, strict=True):
            for line, place in data[file].tolist() if file in data else ():
                found[line].add(names[place])
        return found

    def _naming(self, file: str, line: int) -> Iterator[tuple[str, int]]:
        """Yield lines of the same file, and of those that import it, that name what a line belongs to."""
        module = Path(file).stem if Path(file).stem != "__init__" else Path(file).parent.name
        for word in words_of(file, line):
            named = re.compile(rf"(?<!def )(?<!class )\b{re.escape(word)}\b(?!\s*(:[^=]*)?=[^=])")
            for other in self._code:
                lines = _lines(other)
                if other != file and not any(module in text for text in _imports(other)):
                    continue
                for number, text in enumerate(lines, 1):
                    if word in text and named.search(text) and text not in _imports(other):
                        yield other, number


def _times(file: Path) -> Iterator[tuple[str, float]]:
    """Yield each test that passes with the seconds that it takes."""
    for case in ET.parse(file).iter("testcase"):  # noqa: S314 - our own file
        if not len(case):
            folder = case.attrib["classname"].replace(".", "/")
            yield f"{folder}.py::{case.attrib['name']}", float(case.attrib["time"])


@cache
def _lines(file: str) -> list[str]:
    return (ROOT / file).read_text().splitlines()


@cache
def _imports(file: str) -> list[str]:
    return [text for text in _lines(file) if text.lstrip().startswith(("from ", "import "))]


@cache
def _statements(file: str) -> list[tuple[range, tuple[ast.stmt, ...]]]:
    """Return each statement's lines (of one with a body its head) and what it is in, itself last."""
    found: list[tuple[range, tuple[ast.stmt, ...]]] = []

    def visit(node: ast.AST, within: tuple[ast.stmt, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                body = getattr(child, "body", None)
                end = body[0].lineno - 1 if body else (child.end_lineno or child.lineno)
                found.append((range(child.lineno, max(end, child.lineno) + 1), (*within, child)))
                visit(child, (*within, child))
            else:
                visit(child, within)

    visit(ast.parse((ROOT / file).read_text()), ())
    return found


def _around(file: str, line: int) -> tuple[range, tuple[ast.stmt, ...]]:
    holding = [one for one in _statements(file) if line in one[0]]
    return min(holding, key=lambda one: len(one[0]), default=(range(line, line + 1), ()))


def _runs(within: Sequence[ast.stmt]) -> bool:
    """Return True for a line of a function's body; others run once, at import."""
    return any(isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) for one in within[:-1])


def words_of(file: str, line: int) -> set[str]:
    """Return the names that code uses for what a line belongs to: function, constant, class."""
    _, within = _around(file, line)
    for one in within:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            return {one.name}
    words = {one.name for one in within if isinstance(one, ast.ClassDef)}
    for target in getattr(within[-1], "targets", [getattr(within[-1], "target", None)]) if within else ():
        words |= {node.id for node in ast.walk(target) if isinstance(node, ast.Name)} if target else set()
    return words


def _is_code(name: str) -> bool:
    return name.endswith(".py") and not name.startswith(("tests/", "benchmarks/", "docs/"))


def is_test(name: str) -> bool:
    """Return True for a file of tests."""
    return name.startswith("tests/") and Path(name).name.startswith("test_") and name.endswith(".py")


def tests_beside(file: str, tests: Iterable[str]) -> list[str]:
    """Return the files of tests beside a module: those that name it, those named like it, of its folder."""
    module = "netfloor." + file.removesuffix(".py").removesuffix("/__init__").replace(
        "/", "."
    ).removeprefix("netfloor.")
    package, _, stem = module.rpartition(".")

    def near(name: str) -> tuple[int, int, str]:
        text = _text(name)
        names = module in text or f"from {package} import {stem}" in text
        folder, own = Path(name).parent.parts[1:], Path(file).parent.parts
        shared = next(
            (k for k, pair in enumerate(zip(folder, own, strict=False)) if pair[0] != pair[1]),
            min(len(folder), len(own)),
        )
        like = stem in Path(name).stem
        return -(4 * names + 3 * like + 2 * shared), -(package in text), name

    ranked = [(near(name), name) for name in tests]
    return [name for rank, name in sorted(ranked) if rank[0] < 0][:MOST_FILES]


@cache
def _text(file: str) -> str:
    return (ROOT / file).read_text()
