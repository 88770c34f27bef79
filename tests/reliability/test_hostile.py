"""Sizes that nobody means and values that no file should hold: one line and no work, never a bug."""

from collections.abc import Callable
from typing import Any

import pytest
from good_files import READERS, Reader

LAYOUT = "--iterations 10 --quiet --out made.json"
#: A command line, and what its refusal says.
TOO_LARGE = {
    f"layout hyperx:2x2,k=1000000 --room grid:4x4 {LAYOUT}": "4,000,000 cables in its plan",
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
        "x.dot: holds 1,000,000 links, which would take about 20 s to read; write it as an edge list"
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
