"""``report.md``: the tables in plain text, unharmed by what names hold."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.reports.comparison.sections import report_markdown as write
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.figures.table import CARRIED, FIGURES
from netfloor.reports.formats.markdown import escape
from netfloor.reports.formats.text import one_line


def table_lines(text: str) -> list[list[str]]:
    """Return each table as its lines."""
    blocks = re.split(r"\n\n", text)
    return [block.splitlines() for block in blocks if block.startswith("| ")]


def columns(line: str) -> int:
    """Count the cells of a table line: unescaped pipes, less one."""
    return len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) - 1


def test_every_line_of_a_table_has_the_same_cells(study: Comparison) -> None:
    """No name opens a cell or a line of its own."""
    for lines in table_lines(write(study)):
        assert len({columns(line) for line in lines}) == 1
        assert all(line.startswith("|") and line.endswith("|") for line in lines)


def test_hostile_names_change_no_structure(hostile: Comparison, harmless: Comparison) -> None:
    """The report of hostile names has the headings, lists and table lines of its plain twin."""

    def shape(text: str) -> list[str]:
        return [re.match(r"(#+ |\| |- )?", line)[0] for line in text.splitlines()]  # type: ignore[index]

    assert shape(write(hostile)) == shape(write(harmless))


def test_hostile_names_make_no_elements(hostile: Comparison) -> None:
    """Nothing that a Markdown reader would pass on as HTML remains."""
    assert "<" not in write(hostile)


@given(st.text(alphabet="\\|<>&*_`[]#~$-+=!1.) a"))
def test_escaping_leaves_no_bare_pipe(text: str) -> None:
    """Every pipe has an odd number of backslashes before it."""
    for found in re.finditer(r"(\\*)\|", escape(one_line(text))):
        assert len(found[1]) % 2 == 1


def test_plain_numbers_and_specs_stay_legible() -> None:
    """What needs no escape gets none, for those who read it in a terminal."""
    for text in ("lps:11,7", "7.84", "8.02 ± 0.02", "5 x 17 cabinets"):
        assert escape(text) == text


@pytest.mark.parametrize("key", [key for key, one in FIGURES.items() if one.group not in {"", CARRIED}])
def test_every_figure_has_its_heading_and_values(full: Comparison, key: str) -> None:
    """Every figure of a table has its heading, and that of every network is printed."""
    text = write(full)
    assert escape(FIGURES[key].heading("USD")) in text
    assert all(FIGURES[key].text(row.figures[key]) in text for row in full.rows)


def test_doubtful_money_is_marked(full: Comparison) -> None:
    """A figure that an unverified coefficient enters carries the mark beside it."""
    shown = FIGURES["cable_cost"].text(full.rows[0].figures["cable_cost"])
    assert f"{shown}\N{NO-BREAK SPACE}†" in write(full)


def test_same_comparison_same_bytes(full: Comparison) -> None:
    """Writing twice changes nothing."""
    assert write(full) == write(full)
