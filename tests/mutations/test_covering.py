"""The faults that are planted, and the tests that are asked about each."""

from collections import defaultdict
from pathlib import Path

import pytest

from tests.mutations import __main__ as program
from tests.mutations.covering import Covering

MODULE = '''"""A module with what a test may run."""
MOST = 3
TWICE = [2 * n for n in (1, 3)]


def first(n: int | None) -> int:
    """Return a sum."""
    if n is None:
        raise ValueError(f"{1 + 1}")
    return n + MOST


def second(n: int) -> bool:
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
def test_the_tests_of_a_fault_are_those_that_run_its_line(tmp_path: Path) -> None:
    """A constant's are those of the lines that name it, else of its file; texts of errors have none."""
    files = {
        "pack/module.py": MODULE,
        "tests/pack/test_module.py": TESTS.format("first", 1, "== 4"),
        "tests/other/test_far.py": TESTS.format("second", 20, ""),
        "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['.']\nmarkers = ['nightly']\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    program.measure(tmp_path, ("pack",), ("tests",))
    covering, became = Covering(tmp_path), defaultdict[int, set[str]](set)
    near, far = "tests/pack/test_module.py", "tests/other/test_far.py"
    tests = {2: [near], 3: [near, far], 10: [near], 15: [far]}
    for fault in program.sample(tmp_path, ("pack",), 100, 0):
        line = fault.start_pos[0]
        assert line in (*tests, 8), fault
        if line in tests:
            chosen = covering.tests_of(fault.module_path, line)
            assert sorted(chosen) == sorted(f"{one}::test_one" for one in tests[line])
            noticed, changed = program.noticed(tmp_path, covering, fault, set())
            became[line].add(noticed)
            assert changed.startswith(f"{MODULE.splitlines()[line - 1].strip()} -> ")
    assert became[2] == became[10] == {"noticed"}
    assert became[3] == {"UNNOTICED"}
    assert "UNNOTICED" in became[15]
    assert (tmp_path / "pack/module.py").read_text() == MODULE
