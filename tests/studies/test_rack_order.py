"""``netfloor rack``: the shortest order of a rack, unit by unit, and what it refuses."""

from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes

#: A published problem of ordering a rack: eight devices, 23 cables; the least total is 46 units.
CABLES = """\
a,b,count
A,B,2
A,C,1
A,F,3
A,H,1
B,D,1
B,F,2
B,G,1
B,C,2
C,H,1
D,E,1
D,F,2
B,E,1
F,G,1
F,H,2
A,G,1
B,H,1
"""
#: Four devices more: 60 units.
MORE = "G,I,2\nE,J,1\nH,K,2\nC,L,2\n"
#: Another of eight: 19 units.
OTHER = "a,b,count\nA,H,1\nA,E,2\nB,F,4\nC,G,1\nC,D,1\nC,E,1\nD,H,3\nG,H,1\n"


@pytest.mark.parametrize(("text", "total"), [(CABLES, 46), (CABLES + MORE, 60), (OTHER, 19)])
def test_the_minimum_order_is_found_and_proved(cli: Any, here: Path, text: str, total: int) -> None:
    """As dynamic programming over all subsets finds it."""
    (here / "cables.csv").write_text(text)
    told = cli("rack", "cables.csv", "--json").json()
    assert (told["total_units"], told["lower_bound_units"], told["gap"]) == (total, total, 0.0)
    unit = {one["device"]: one["unit"] for one in told["devices"]}
    rows = [row.split(",") for row in text.splitlines()[1:]]
    assert sum(int(count) * abs(unit[a] - unit[b]) for a, b, count in rows) == total


def test_the_rack_is_printed_from_the_top_down(cli: Any, here: Path) -> None:
    """Units of taller devices as a range, then the total and the proof."""
    (here / "cables.csv").write_text("a,b\nsw,srv1\nsw,srv2\n")
    ran = cli("rack", "cables.csv", "--fixed", "sw=10", "--height", "srv1=2", "--units", "12")
    assert ran.code == 0
    lines = [line.split() for line in ran.out.splitlines()]
    assert [*lines[:3], *lines[4:]] == [
        "3 devices, 2 cables: cables span 2 rack units in total, proved optimal.".split(),  # noqa: SIM905
        [],
        ["Unit", "Device"],
        ["12-11", "srv1"],
        ["10", "sw"],
        ["9", "srv2"],
    ]


def test_all_devices_may_be_fixed(cli: Any, here: Path) -> None:
    """Then the order is measured."""
    (here / "cables.csv").write_text("a,b\nx,y\n")
    told = cli("rack", "cables.csv", "--fixed", "x=1", "--fixed", "y=5", "--json").json()
    assert told["total_units"] == 4


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--fixed", "z=3"), exit_codes.INVALID_INPUT, "--fixed: there is no device 'z'"),
        (("--height", "z=3"), exit_codes.INVALID_INPUT, "--height: there is no device 'z'"),
        (("--fixed", "x"), exit_codes.WRONG_USAGE, "'x' is not a name and a number"),
        (("--fixed", "x=1", "--fixed", "x=2"), exit_codes.WRONG_USAGE, "'x' is given twice"),
        (("--fixed", "x=2", "--fixed", "y=2"), exit_codes.INVALID_INPUT, "y and x share a unit"),
        (("--fixed", "x=4", "--height", "x=2", "--units", "4"), exit_codes.INVALID_INPUT, "ends in unit 5"),
        (("--height", "x=4", "--units", "4"), exit_codes.INFEASIBLE, "2 free devices need 5 U"),
        (
            ("--fixed", "x=2", "--height", "y=2", "--units", "3"),
            exit_codes.INFEASIBLE,
            "y needs 2 adjacent U",
        ),
    ],
)
def test_what_cannot_be_ordered_is_refused(
    cli: Any, here: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    """By device, limit and remedy."""
    (here / "cables.csv").write_text("a,b\nx,y\n")
    ran = cli("rack", "cables.csv", *words)
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err.replace("\n", " ")


def test_a_list_without_cables_is_refused(cli: Any, here: Path) -> None:
    """Nothing says what belongs together then."""
    (here / "cables.csv").write_text("a,b\n")
    ran = cli("rack", "cables.csv")
    assert ran.code == exit_codes.INVALID_INPUT
    assert "cables.csv: has no cables" in ran.err
