"""Notes take figures and counts from results, and what they claim is checked against them."""

import json
import re
from pathlib import Path

import pytest

from netfloor.research.fidelity.papers import REPRODUCTIONS
from netfloor.research.fidelity.papers.listed import OTHER_PROGRAMS
from netfloor.research.fidelity.report.exhibit import Exhibit, FigureColumn, MeasuredExhibit, Ours, Said
from netfloor.research.fidelity.report.notes import contradicted, filled, number_text, ours_text
from netfloor.research.fidelity.run import FidelityRequest, all_stored

DOCS = Path(__file__).parents[4] / "docs"
#: Numbers of three digits at least, which no result has by chance.
_LONG = re.compile(
    r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w.,]*\d)|(?<![\w.,])\d+\.?\d*(?![\w.,]*\d)"
)


def example(notes: str, ours: dict[str, tuple[float, ...]]) -> MeasuredExhibit:
    """Return an exhibit of three rows, measured where ``ours`` has figures."""
    columns = FigureColumn("first"), FigureColumn("q = 17", digits=1)
    exhibit = Exhibit(
        key="one",
        paper="Paper",
        exhibits=("Figure 1",),
        command="netfloor cost",
        columns=columns,
        printed=dict.fromkeys(("a at 0.1", "a at 0.3", "b at 0.1"), (3, None)),
    )
    figures = {
        row: {column.name: Ours(value) for column, value in zip(columns, values, strict=True)}
        for row, values in ours.items()
    }
    return MeasuredExhibit(exhibit, figures, notes=notes)


OURS = {"a at 0.1": (3.0, 2.5), "a at 0.3": (1.0, 2.5)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{a at 0.1; q = 17}}", "2.5"),
        ("{{one@a at 0.1; q = 17}}", "2.5"),
        ("{{b at 0.1; first}}", "(not measured)"),
        ("{{count; a at *; first; is; 3}} loads", "1 of 2 loads"),
        ("{{count; *; first; is; 3}}", "1 of 2"),
        ("{{count; one@*; first; is; 3}}", "1 of 2"),
        ("{{count; b at *; first; is; 3}}", "0 of 0"),
        ("{{count; *; first; below; q = 17}}", "1 of 2"),
        ("{{count; *; q = 17; above; 0.5}}", "2 of 2"),
        ("All are above. {{all; *; q = 17; above; 0.5}}", "All are above."),
    ],
)
def test_a_placeholder_is_our_figure_or_a_count_of_measured_rows(text: str, expected: str) -> None:
    """Rows without a figure count neither for nor against."""
    assert filled(text, [example(text, OURS)]) == expected


@pytest.mark.parametrize(
    "text",
    [
        "{{c at 0.1; first}}",
        "{{a at 0.1; last}}",
        "{{two@a at 0.1; first}}",
        "{{count; c at *; first; is; 3}}",
        "{{count; *; last; is; 3}}",
        "{{count; *; first; near; 3}}",
        "{{count; *; first; is; three}}",
        "{{count; *; first}}",
    ],
)
def test_a_placeholder_that_names_nothing_is_an_error(text: str) -> None:
    """A renamed row or column cannot leave a sentence without its figure."""
    with pytest.raises(ValueError, match="the notes of one"):
        filled(text, [example(text, OURS)])


def test_a_claim_is_contradicted_by_each_row_that_fails_it() -> None:
    """Rows that are not measured contradict nothing."""
    claim = "all; a at *; first; is; 3"
    measured = example(f"Why.\n\nAll are first.{{{{{claim}}}}}", OURS)
    assert list(contradicted(measured)) == [f"one: a at 0.3 contradicts the notes: {claim}"]
    assert list(contradicted(example("{{all; b at *; first; is; 3}}", OURS))) == []


def test_no_note_claims_what_the_stored_results_contradict() -> None:
    """Every ``all`` of the notes holds."""
    measured = all_stored(FidelityRequest(DOCS / "fidelity.md"))
    assert [text for one in measured for text in contradicted(one)] == []


def numbers_in(text: str) -> set[str]:
    """Return the numbers of three digits or more that a text has outside placeholders and code."""
    plain = re.sub(r"\{\{.+?\}\}|`[^`]*`|\]\(.*?\)", " ", text)
    return {one for one in _LONG.findall(plain) if sum(char.isdigit() for char in one) > 2}


def test_numbers_are_found_outside_code_and_placeholders() -> None:
    """With their separators, and only those of three digits."""
    text = "In {{a at 128; first}} 1,366 of 0.19, `lps:171`, 24 and 2.933 times; 10.615."
    assert numbers_in(text) == {"1,366", "0.19", "2.933", "10.615"}


@pytest.mark.parametrize("key", list(REPRODUCTIONS))
def test_notes_do_not_copy_results(key: str) -> None:
    """A measured number that is typed would stay when the result changes; a printed one may be typed."""
    (measured,) = (
        one for one in all_stored(FidelityRequest(DOCS / "fidelity.md")) if one.exhibit.key == key
    )
    exhibit, columns = measured.exhibit, {one.name: one for one in measured.exhibit.columns}
    ours = {
        ours_text(figure, columns[name]).split(" ")[0]
        for row in measured.ours.values()
        for name, figure in row.items()
        if name in columns
    }
    given = {
        number_text(float(printed), column.printed_digits)
        for row in exhibit.printed.values()
        for column, printed in zip(exhibit.columns, row, strict=True)
        if isinstance(printed, int | float)
    }
    words = [one.text for row in exhibit.printed.values() for one in row if isinstance(one, Said)]
    given |= {number for text in (*words, *exhibit.printed) for number in numbers_in(text)}
    own = {number_text(value, digits) for value in exhibit.by_formula.values() for digits in range(4)}
    assert numbers_in(measured.notes) & ours <= given | own


def table_after(words: str) -> list[list[str]]:
    """Return the rows of the first table after some words of the section on other programs, head first."""
    blocks = OTHER_PROGRAMS[OTHER_PROGRAMS.index(words) :].split("\n\n")
    lines = next(block for block in blocks if block.startswith("| ")).splitlines()
    return [line.strip("| ").split(" | ") for line in (lines[0], *lines[2:])]


def test_booksim_stands_beside_the_stored_runs() -> None:
    """Our figure of each row is that of the stored seeds, within a unit of its last digit."""
    kept = json.loads((DOCS / "fidelity/dragonfly-figure-8.json").read_text())["kept"]
    rows = table_after("BookSim2**")
    assert rows[0][-1] == "netfloor"
    for name, _, ours in rows[1:]:
        pattern = "uniform" if name.startswith("uniform") else "next-group"
        load, key = re.findall(r"0\.\d+", name)[0], name.rpartition(": ")[2].partition(",")[0]
        runs = kept[f"group-minimal, {pattern}, 16 flits"]
        (stored,) = [run[f"{key}_by_seed"] for run in runs if run["load"] == float(load)]
        unit = 10 ** -len(ours.partition(".")[2])
        assert min(stored) - unit <= float(ours) <= max(stored) + unit


def test_sst_macro_stands_beside_the_stored_runs() -> None:
    """Our times are those of the seed in the results, and the text has the range of the differences."""
    kept = json.loads((DOCS / "fidelity/spectralfly-figure-7.json").read_text())["kept"]
    patterns = {"random": "permutation", "bit shuffle": "bit-shuffle"}
    longer: dict[str, list[float]] = {"slowest": [], "mean": []}
    for name, *cells in table_after("SST/macro**")[1:]:
        network, pattern, seed = name.rsplit(", ", 2)
        run = kept[f"{network}; {patterns[pattern]}; minimal; 0.3"]
        values = [float(cell.replace(",", "")) for cell in cells]
        for kind, (theirs, ours) in zip(longer, (values[:2], values[2:]), strict=True):
            assert ours == run[kind][int(seed) - 1]
            longer[kind].append(100 * (ours / theirs - 1))
    mean, slowest = max(longer["mean"]), (min(longer["slowest"]), max(longer["slowest"]))
    assert f"Ours takes up to {mean:.1f} % longer for the mean message" in OTHER_PROGRAMS
    assert "{:.0f} to {:.0f} % for the slowest".format(*slowest) in OTHER_PROGRAMS
