"""Sizes that nobody means and values that no file should hold: one line and no work, never a bug."""

from collections.abc import Callable
from typing import Any

import pytest
from good_files import READERS, Reader

LAYOUT = "--iterations 10 --quiet --out made.json"
#: A command line, and what its refusal says.
TOO_LARGE = {
    f"layout hyperx:2x2,k=1000000 --room grid:4x4 {LAYOUT}": "a plan of 4,000,000 cables",
    f"layout complete:8 --room grid:1x100000 {LAYOUT}": "100,001 rows and columns",
    "layout complete:4 --iterations 99999999999999999999 --quiet --out made.json": "--iterations: ",
    "topology show " + "*".join(["complete:8"] * 12): "68,719,476,736 switches",
}
#: A line of a planning file, and the field that its refusal names.
PLANS = {
    "years = 1e19\nkwh_price = 0.1": "parts.years",
    "years = -1.0\nkwh_price = 0.1": "parts.years",
    "years = 5.0\nkwh_price = -1.0": "parts.kwh_price",
    "years = 5.0\nkwh_price = 1e19": "parts.kwh_price",
    "kwh_price = 1e19": "parts.kwh_price",
}


@pytest.mark.parametrize("line", TOO_LARGE, ids=lambda line: line[:40])
def test_a_size_that_nobody_means_is_refused(cli: Any, here: Any, line: str) -> None:
    """Before the work begins, with the estimate; nothing is written."""
    ran = cli(*line.split())
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1), ran.err
    assert TOO_LARGE[line] in ran.err
    assert not list(here.iterdir())


def test_a_dot_file_that_takes_long_is_refused(cli: Any, here: Any) -> None:
    """With the time that it would take and a format that is quicker."""
    (here / "x.dot").write_text("graph {\n" + "a--b\n" * 1_000_000 + "}\n")
    ran = cli("topology", "show", "file:x.dot")
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1), ran.err
    assert (
        "x.dot: has 1,000,000 links, which would take about 25 s to read; write it as an edge list"
        in ran.err
    )


@pytest.mark.parametrize("lines", PLANS)
def test_a_number_out_of_range_is_refused_by_its_field(
    cli: Any, here: Any, good: Callable[[Reader], bytes], lines: str
) -> None:
    """Of a planning file, by the file and the field."""
    request = next(reader for reader in READERS if reader.form == "plan request")
    good(request)
    (here / request.file).write_text(f"{request.text}[parts]\n{lines}\n")
    ran = cli(*request.command.split())
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1), ran.err
    assert ran.err.startswith(f"netfloor: {request.file}: {PLANS[lines]}: ")


def test_control_characters_reach_no_page_and_no_terminal(cli: Any, here: Any) -> None:
    """A name that commands a terminal or breaks XML is escaped wherever it is shown."""
    name = r"a\u0001\u001b[31m\u009b\u202eb"
    (here / "room.toml").write_text(f'name = "{name}"\n[grid]\nrows = 2\ncolumns = 2\n')
    ran = cli("room", "show", "room.toml", "--svg", "x.svg", "--html", "x.html", seconds=30)
    assert ran.code == 0, ran.err
    pages = [(here / file).read_text() for file in ("x.svg", "x.html")]
    shown = [c for text in (ran.out, ran.err, *pages) for c in set(text) if not c.isprintable()]
    assert set(shown) <= {"\n"}
