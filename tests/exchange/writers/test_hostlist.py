"""Folded host lists mean the hosts they were made of."""

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.writers.slurm import LONGEST_RANGE, fold

NAMES = st.lists(
    st.from_regex(r"[a-c]?[0-9]{0,2}-?[0-9]{0,12}[a-c]?", fullmatch=True).filter(bool), max_size=30
)


@given(NAMES)
def test_a_fold_expands_to_the_same_names_in_the_same_order(expand: Any, names: list[str]) -> None:
    """Nothing is lost, added, moved or padded differently."""
    assert expand(fold(names)) == names


@given(st.integers(0, 2000), st.integers(2, 300), st.integers(1, 6))
def test_a_run_is_one_range(first: int, count: int, width: int) -> None:
    """Numbers that follow each other, of any width, are one range."""
    names = [f"n{number:0{width}}" for number in range(first, first + count)]
    assert fold(names) == f"n[{names[0][1:]}-{names[-1][1:]}]"


def test_widths_are_kept_apart() -> None:
    """n9 and n10 are one run, n9 and n010 are not."""
    assert fold(["n9", "n10"]) == "n[9-10]"
    assert fold(["n09", "n10"]) == "n[09-10]"
    assert fold(["n9", "n010"]) == "n[9,010]"


def test_a_range_is_never_longer_than_slurm_takes() -> None:
    """A long run is several ranges."""
    sizes = [
        int(high) - int(low) + 1
        for low, high in re.findall(r"(\d+)-(\d+)", fold(f"n{i}" for i in range(25_000)))
    ]
    assert sum(sizes) == 25_000
    assert max(sizes) <= LONGEST_RANGE
