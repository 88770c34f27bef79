"""The faults that the mutation run plants."""

import ast
from pathlib import Path

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
