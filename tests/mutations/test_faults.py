"""The faults that the mutation run plants."""

import ast
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mutations import copies, selection
from tests.mutations.faults import faults_in

SOURCE = '''"""A text, 1 + 1."""
from typing import Annotated

MOST: int = 3


def share(a: Annotated[int, 4 + 4], b: int) -> float:
    """Return 2 + 2."""
    if a < b and not b == 0:
        raise ValueError(f"{a + 5}")
    return -min(a, b) / 2 if a else sorted([*zip([b], [a], strict=True)], key=str)[0]
'''


def test_a_fault_is_another_program_and_stands_where_it_says() -> None:
    """Each file still parses, differs by that stretch alone; types, texts and errors have no faults."""
    source = SOURCE.encode()
    found = [(one.before, one.after) for one in faults_in("share.py", source)]
    assert ("a < b", "(a <= b)") in found
    assert ("min(a, b)", "(max(a, b))") in found
    assert ("-min(a, b)", "(min(a, b))") in found
    assert ("3", "(4)") in found
    assert "True" not in dict(found)
    assert not any(sign in before for before, _ in found for sign in ("1 + 1", "2 + 2", "4 + 4", "a + 5"))
    for one in faults_in("share.py", source):
        planted = one.planted(source)
        assert ast.dump(ast.parse(planted)) != ast.dump(ast.parse(source))
        assert planted[: one.begin] == source[: one.begin]
        assert SOURCE.splitlines()[one.line - 1].find(one.before) >= 0


def test_lines_with_letters_of_several_bytes_are_cut_where_they_are() -> None:
    """Columns count bytes, as Python's do."""
    source = 'x = "é", 1 < 2\n'.encode()
    assert {one.planted(source).decode() for one in faults_in("x.py", source)} >= {'x = "é", (1 <= 2)\n'}


def test_every_package_has_faults_to_plant() -> None:
    """The names of the packages that the run takes its sample of are those of the repository."""
    from tests.mutations.__main__ import PACKAGES, ROOT  # noqa: PLC0415 - it is a program

    assert all((Path(ROOT) / name / "__init__.py").is_file() for name in PACKAGES)


MODULE = '''"""A module with what a test may run."""
MOST = 3


def first(n: int) -> int:
    """Return a sum."""
    return n + MOST


def second(n: int) -> int:
    """Return whether it is large."""
    return n > 10
'''
TESTS = """
from pack.module import {0}

def test_one():
    assert {0}({1}) {2}

def test_other():
    pass
"""


@pytest.mark.nightly
@pytest.mark.skipif(sys.version_info < (3, 12), reason="needs Python 3.12: sys.monitoring")
def test_the_tests_of_a_fault_are_those_that_run_its_line(tmp_path: Path, monkeypatch: Any) -> None:
    """A constant's are those of the lines that name it; what they do not notice is told as such."""
    files = {
        "pack/module.py": MODULE,
        "tests/pack/test_module.py": TESTS.format("first", 1, "== 4"),
        "tests/other/test_far.py": TESTS.format("second", 20, ""),
        "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['.']\nmarkers = ['nightly']\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for module in (selection, copies):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    selection.measure(tmp_path / "out", files, 1)
    assert selection.is_measured(tmp_path / "out", files)
    chosen = selection.Selection(tmp_path / "out", list(files))
    faults = {fault.before: fault for fault in faults_in("pack/module.py", MODULE.encode())}
    folder = copies.Copies(tmp_path / "copies", list(files))
    copy = folder.make(0)
    for before, first, noticed in (
        ("n + MOST", "tests/pack/test_module.py::test_one", True),
        ("3", "tests/pack/test_module.py::test_one", True),
        ("n > 10", "tests/other/test_far.py::test_one", False),
    ):
        tests = chosen.tests_of(faults[before])
        assert tests[0] == first
        assert folder.noticed_by(copy, faults[before], tests, 1.0) == (first if noticed else None)
    os.utime(tmp_path / "pack/module.py", (2e9, 2e9))
    assert not selection.is_measured(tmp_path / "out", files)
