"""Which tests run a line: by coverage's contexts, and by name where no line is counted."""

import ast
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from coverage import CoverageData

#: Files that pytest writes when lines are measured: lines by test, and seconds of each test.
LINES, TIMES = ".coverage", "times.xml"
#: Seconds of tests that are run for a fault, the quickest first; one at least.
MAX_SECONDS = 40.0
#: Steps from a compiled kernel or a constant to the lines that use it.
_MAX_STEPS = 4
_CONSTANT = re.compile(r"^(\w+)[^=]*=(?!=)")


class Covering:
    """The tests of each line of a tree."""

    def __init__(self, tree: Path) -> None:
        self._tree, self._data = tree, CoverageData(str(tree / LINES))
        self._data.read()
        self._files = sorted(Path(one).relative_to(tree) for one in self._data.measured_files())
        self._seconds = dict(_times(tree / TIMES))

    def tests_of(self, file: Path, line: int) -> list[str]:
        """Return the quickest tests that run a line, or use what it belongs to where no line is counted.

        Lines of compiled kernels are not counted: the tests are those of their callers, which may be
        kernels too. A line that runs as its module is imported, and what names it likewise, has the tests
        that run anything in these files.
        """
        places, seen = {(file, line)}, set[tuple[Path, int]]()
        for _ in range(_MAX_STEPS):
            found = {test for place in places for test in self._at(*place)}
            if found:
                return self._quickest(found)
            seen |= places
            places = {user for place in places for user in self._naming(self._belongs_to(*place), place[0])}
            places -= seen
        return self._quickest({test for file, _ in seen for test in self._within(file)})

    def seconds(self, tests: list[str]) -> float:
        """Return how long tests take."""
        return sum(self._seconds[test] for test in tests)

    def _within(self, file: Path) -> Iterator[str]:
        for line in self._contexts(file):
            yield from self._at(file, line)

    def _at(self, file: Path, line: int) -> Iterator[str]:
        for context in self._contexts(file).get(line, ()):
            test = context.rpartition("|")[0]
            if test in self._seconds:
                yield test

    @cache  # noqa: B019 - lives as long as the run
    def _contexts(self, file: Path) -> dict[int, list[str]]:
        return self._data.contexts_by_lineno(str(self._tree / file))

    def _quickest(self, tests: set[str]) -> list[str]:
        chosen: list[str] = []
        for test in sorted(tests, key=lambda one: (self._seconds[one], one)):
            if chosen and self.seconds(chosen) + self._seconds[test] > MAX_SECONDS:
                break
            chosen.append(test)
        return chosen

    def _belongs_to(self, file: Path, line: int) -> str:
        """Return the innermost function around a line, or the constant that it sets; else nothing."""
        around = [one for one in self._functions(file) if one.lineno <= line <= (one.end_lineno or 0)]
        if around:
            return max(around, key=lambda one: one.lineno).name
        constant = _CONSTANT.match(self._text(file)[line - 1])
        return constant[1] if constant else ""

    @cache  # noqa: B019 - lives as long as the run
    def _functions(self, file: Path) -> list[ast.FunctionDef]:
        tree = ast.parse("\n".join(self._text(file)))
        return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]

    def _naming(self, word: str, defined: Path) -> Iterator[tuple[Path, int]]:
        """Yield lines that use a name of a file, there or in a file that names its module."""
        if not word:
            return
        used = re.compile(rf"(?<!def )(?<!class )\b{re.escape(word)}\b(?!\s*(:[^=]*)?=[^=])")
        users = [one for one in self._files if one == defined or defined.stem in "\n".join(self._text(one))]
        for file in users:
            for number, text in enumerate(self._text(file), 1):
                if word in text and used.search(text) and "import" not in text:
                    yield file, number

    @cache  # noqa: B019 - lives as long as the run
    def _text(self, file: Path) -> list[str]:
        return (self._tree / file).read_text().splitlines()


def _times(file: Path) -> Iterator[tuple[str, float]]:
    """Yield each test that passes with the seconds that it takes."""
    found = defaultdict[str, float](float)
    for case in ET.parse(file).iter("testcase"):  # noqa: S314 - our own file
        if not len(case):
            *folders, last = case.attrib["classname"].split(".")
            found[f"{'/'.join((*folders, last))}.py::{case.attrib['name']}"] += float(case.attrib["time"])
    yield from found.items()
