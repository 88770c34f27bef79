"""Solution files: what is written is read, what is no permutation is refused."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.layout.qaplib import Solution, read_solution, solution_text


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
