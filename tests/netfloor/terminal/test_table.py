"""Tables read well in a pipe and on a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.terminal.table import LEGIBLE, NARROWEST, table_text

WORDS = st.text(st.characters(codec="ascii", categories=["L"]), min_size=1, max_size=9)
TEXTS = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)


def test_numbers_stand_to_the_right_and_texts_to_the_left() -> None:
    """A column of numbers, with dashes where there are none, is aligned at its end."""
    text = table_text(("name", "mean\nm"), [["a", "1.5"], ["long", "-"], ["b", "12.25"]])
    assert text.split("\n") == [
        "       mean",
        "name      m",
        "----  -----",
        "a       1.5",
        "long      -",
        "b     12.25",
    ]


def test_a_column_that_holds_a_word_is_text() -> None:
    """One number in it does not push the words to the right."""
    assert table_text(("n", "what"), [["1", "17"], ["2", "seventeen"]]).split("\n")[2] == "1  17"


def widths_in(text: str) -> list[int]:
    """Return how wide the columns of a table's first part are, as its rule shows them."""
    return [len(part) for part in next(line for line in text.split("\n") if set(line) == {*"- "}).split()]


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=3), st.data())
def test_columns_move_together_before_any_is_folded(
    rows: list[tuple[str, str, str]], data: st.DataObject
) -> None:
    """A table as wide as the terminal is left alone; a bit wider, its gaps alone shrink."""
    headings = ("one", "two", "six")
    free = table_text(headings, rows)
    width = max(map(len, free.split("\n")))
    assert table_text(headings, rows, width) == free
    close = table_text(headings, rows, width - data.draw(st.integers(1, 2)))
    assert max(map(len, close.split("\n"))) == width - 2
    assert widths_in(close) == widths_in(free)


def test_the_widest_text_is_folded_first_and_the_terminal_is_used_whole() -> None:
    """Down to the next widest, then both alike; words with hyphens stay whole."""
    rows = [["ab " * 10 + "cd", "slim-fly " * 6 + "ab", "123"]]
    for width, wanted in ((80, [32, 43, 3]), (69, [32, 32, 3]), (59, [27, 27, 3])):
        text = table_text(("one", "two", "n"), rows, width)
        assert widths_in(text) == wanted
        assert text.count("slim-fly") == 6


@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5), width=st.integers(30, 80))
def test_a_terminal_is_never_overrun_and_nothing_is_lost(rows: list[tuple[str, str]], width: int) -> None:
    """Folded or not, every word stands in the table, and no line is wider than the terminal."""
    text = table_text(("one", "two"), rows, width)
    assert max(map(len, text.split("\n"))) <= width
    body = sorted(word for line in text.split("\n")[2:] for word in line.split())
    assert body == sorted(word for row in rows for cell in row for word in cell.split())


@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
def test_a_pipe_gets_one_line_a_row(rows: list[tuple[str, str]]) -> None:
    """Without a terminal nothing is folded: a row is a line."""
    assert len(table_text(("one", "two"), rows).split("\n")) == 2 + len(rows)


def test_numbers_are_never_folded() -> None:
    """A number that does not fit is shown whole."""
    assert "123456789012345" in table_text(("n", "m"), [["123456789012345", "1"]], 5)


@pytest.mark.parametrize("width", [10, 20])
def test_texts_keep_a_least_width(width: int) -> None:
    """No text is folded to a column of single letters."""
    text = table_text(("a", "b"), [["x " * 20, "y " * 20]], width)
    assert widths_in(text) == [NARROWEST, NARROWEST]


SPEC = "dragonfly:a=16,p=8,h=8,g=69"


@pytest.mark.parametrize("width", [40, 60, 80])
def test_columns_that_do_not_fit_go_on_below_and_no_word_is_broken(width: int) -> None:
    """A spec stands whole at the head of every part; each number stands once; no line is too wide."""
    headings = ("network", *(f"column {number}" for number in range(12)))
    rows = [[SPEC, *(str(100_000 + number) for number in range(12))]]
    text = table_text(headings, rows, width)
    assert max(map(len, text.split("\n"))) <= width
    assert text.count(SPEC) == text.count("network") == len(text.split("\n\n"))
    assert all(text.count(cell) == 1 for cell in rows[0][1:])


@pytest.mark.parametrize("fit", range(1, 13))
def test_as_many_columns_stand_in_a_part_as_fit(fit: int) -> None:
    """Each number takes its own width and a gap, no more."""
    headings = ("network", *(f"c{number}" for number in range(12)))
    rows = [[SPEC, *(str(100_000 + number) for number in range(12))]]
    text = table_text(headings, rows, len(SPEC) + 7 * fit)
    assert len(text.split("\n\n")) == -(-12 // fit)


def test_a_spec_is_never_folded_into_a_text_column() -> None:
    """Also where it makes the table wider than the terminal."""
    text = table_text(("network", "note"), [[SPEC, "some more words than fit here"]], 30)
    assert SPEC in text


def test_spare_columns_are_left_out_by_name() -> None:
    """The last ones first, only as many as must be, and a line below says which."""
    headings, row = ("network", "cost\nUSD", "watts", "far"), [SPEC, "123,456", "1,000", "17.5"]
    text = table_text(headings, [row], 44, 2)
    assert "1,000" in text
    assert "17.5" not in text
    assert "(omitted: far; " in " ".join(text.split())
    assert "17.5" in table_text(headings, [row], 60, 2)
    assert "17.5" in table_text(headings, [row], None, 2)


def test_texts_are_folded_to_their_least_before_a_spare_column_is_left_out() -> None:
    """At exactly the width that they need at least; else, or too narrow, they go on below."""
    headings, row = ("a", "b", "n"), ["x " * 20, "y " * 20, "123456"]
    least = 2 * NARROWEST + 6 + 2
    assert widths_in(table_text(headings, [row], least, 1)) == [NARROWEST, NARROWEST, 6]
    assert "(omitted: n; " in table_text(headings, [row], least - 1, 1)
    assert widths_in(table_text(headings, [row], least - 1, 1)) == [15, 15]
    below = 2 * LEGIBLE + 6 + 2
    for width, parts in ((below, 1), (below - 1, 2), (least, 2)):
        assert len(table_text(headings, [row], width).split("\n\n")) == parts
    three, cells = ("a", "b", "c", "n"), ["x " * 20, "y " * 20, "z " * 20, "123456"]
    for width, parts in ((3 * NARROWEST + 2, 1), (3 * NARROWEST + 1, 2)):
        assert len(table_text(three, [cells], width, 1).split("\n\n")) == parts
