"""Files of QAPLIB: instances and solutions, and what is refused."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.layout.dense.qaplib import (
    MAX_SIZE,
    Solution,
    parse_instance,
    read_instance,
    read_solution,
    solution_text,
)

DATA = Path(__file__).parents[2] / "data"


@given(st.integers(1, 6), st.integers(0, 99), st.data())
def test_blanks_and_line_breaks_mean_nothing(n: int, seed: int, data: Any) -> None:
    """Any white space between the numbers gives the same two matrices."""
    matrices = np.random.default_rng(seed).integers(-99, 100, size=(2, n, n))
    words = [str(n), *map(str, matrices.ravel().tolist())]
    blank = st.sampled_from([" ", "\n", "\r\n", "\t", "  \n\n "])
    text = "".join(word + data.draw(blank) for word in words)
    problem = parse_instance(data.draw(st.sampled_from(["", "\n ", "\t"])) + text, "x.dat")
    assert np.array_equal(problem.flow, matrices[0])
    assert np.array_equal(problem.distance, matrices[1])


def test_the_first_matrix_is_the_flow() -> None:
    """Nugent's 12: the published solution has its published cost only this way round."""
    problem, solution = read_instance(DATA / "nug12.dat"), read_solution(DATA / "nug12.sln")
    assert problem.cost(solution.permutation) == solution.cost == 578


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2\n0 1\n1 0\n0 1\n1", "line 5: the file ends in the second matrix: 7 of 8 entries"),
        ("2\n0 1\n1", "line 3: the file ends in the first matrix: 3 of 8 entries"),
        ("2", "line 1: the file ends in the first matrix: 0 of 8"),
        ("2\n0 1\n1 0\n0 1\n1 0\n5", "line 6: 1 numbers too many after the second matrix"),
        ("2\n0 1\n1 0\n0 1\n1 0\n\nEOF", "line 7: 'EOF' is not usable"),
        ("2\n0 1.5\n1 0\n0 1\n1 0", "line 2: '1.5' is not usable"),
        ("2\n0 1\n1 0\n0 nan\n1 0", "line 4: 'nan' is not usable"),
        ("2\n0 1e3\n1 0\n0 1\n1 0", "line 2: '1e3'"),
        ("2\n0 1_0\n1 0\n0 1\n1 0", "line 2: '1_0'"),
        ("2\n0 \u0663\n1 0\n0 1\n1 0", "line 2: '\u0663'"),
        ("2\n0, 1\n1 0\n0 1\n1 0", "line 2: '0,'"),
        (f"2\n0 {'9' * 19}\n1 0\n0 1\n1 0", "integers of at most 18 digits"),
        (f"2\n0 {'9' * 9999}\n1 0\n0 1\n1 0", "9...' is not usable"),
        ("-2\n0 1\n1 0\n0 1\n1 0", "line 1: a size of -2"),
        ("\n\n0", "line 3: a size of 0"),
        ("n = 2\n0 1\n1 0\n0 1\n1 0", "line 1: 'n'"),
        (f"{MAX_SIZE + 1} 1 2 3", f"n from 1 to {MAX_SIZE}"),
        ("999999999999999999 1", f"n from 1 to {MAX_SIZE}"),
        (f"1 {10**17} {10**17}", "64-bit"),
        ("", "is empty"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    """The message names the file, the line and what was expected."""
    with pytest.raises(InputError) as caught:
        parse_instance(text, "x.dat")
    assert message in str(caught.value)
    assert str(caught.value).startswith("x.dat")
    assert str(caught.value).count(": line ") <= 1


@given(st.text(alphabet="0123456789-+ \n.eE,x", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but an `InputError` comes out of the reader."""
    with suppress(InputError):
        assert parse_instance(text, "x.dat").size >= 1


@pytest.mark.parametrize("data", [b"", b"\xff\xfe2", b"2\x00", b"  \n"])
def test_files_that_are_no_text(data: bytes, tmp_path: Path) -> None:
    """Empty and binary files are named too."""
    path = tmp_path / "x.dat"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"x\.dat"):
        read_instance(path)


@given(st.permutations(range(45)), st.integers(-(10**17), 10**17), st.integers(1, 45))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, order: list[int], cost: int, n: int
) -> None:
    """Cost and permutation, of any size."""
    place = np.argsort(np.array(order[:n]))
    path = tmp_path_factory.mktemp("solution") / "x.sln"
    path.write_text(solution_text(Solution(cost, place)))
    again = read_solution(path)
    assert again.cost == cost
    assert again.permutation.tolist() == place.tolist()


def test_the_file_counts_from_one() -> None:
    """QAPLIB's form: n and the cost, then the permutation of 1 to n."""
    assert solution_text(Solution(12, np.array([2, 0, 1]))) == "3 12\n3 1 2\n"


@pytest.mark.parametrize("text", ["3 12\n1,2,3\n", "  3   12 \r\n 1 2\n3"])
def test_published_files_differ_in_their_blanks(text: str, tmp_path: Path) -> None:
    """Commas and line breaks anywhere."""
    (tmp_path / "x.sln").write_text(text)
    assert read_solution(tmp_path / "x.sln").permutation.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    "text",
    ["3 12\n1 2", "3 12\n1 2 2", "3 12\n0 1 2", "3 12\n1 2 4", "3", "3 12 1 2 3 4", "-1 5", "3 x 1 2 3"],
)
def test_what_is_no_solution_is_refused(text: str, tmp_path: Path) -> None:
    """Wrong counts, locations that are missing or stand twice, words."""
    (tmp_path / "x.sln").write_text(text)
    with pytest.raises(InputError, match=r"x\.sln"):
        read_solution(tmp_path / "x.sln")
