"""Routers that stay where a file puts them."""

import json
from pathlib import Path

import pytest

from netfloor.exchange.user_tables.fixed_routers import read_fixed
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.verify import verify_plan
from netfloor.rooms.room import GridRoom
from netfloor.studies.place import LayoutRequest, run_layout
from netfloor.topologies.spec import build

ROOM = GridRoom("x", 2, 3)
RING = build("torus:8")


def fixed(tmp_path: Path, text: str) -> dict[int, int]:
    """Return the slots that a file fixes."""
    path = tmp_path / "fix.csv"
    path.write_text(text, encoding="utf-8")
    slots = read_fixed(path, RING, ROOM).tolist()
    return {router: slot for router, slot in enumerate(slots) if slot >= 0}


def test_routers_are_fixed_by_cabinet_and_position(tmp_path: Path) -> None:
    """With a position that one, without it the first that is free; a heading and blanks are skipped."""
    text = "switch,cabinet\n0,R01C02,2\n\n 3 , r01c02\n5,R02C03\n"
    assert fixed(tmp_path, text) == {0: 3, 3: 2, 5: 10}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("9,R01C01", "no switch '9'"),
        ("1,R09C01", "no cabinet 'R09C01'"),
        ("1", "1 columns"),
        ("1,R01C01,3", "position '3'"),
        ("1,R01C01,x", "position 'x'"),
        ("1,R01C01\n1,R01C02", "is given twice"),
        ("1,R01C01,1\n2,R01C01,1", "no place left"),
        ("1,R01C01\n2,R01C01\n3,R01C01", "no place left"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(tmp_path: Path, text: str, what: str) -> None:
    """The message names the line and what is wrong with it."""
    with pytest.raises(InputError, match=what) as caught:
        fixed(tmp_path, text)
    assert f"line {len(text.splitlines())}" in str(caught.value)


def test_a_plan_keeps_to_it_and_says_so(tmp_path: Path) -> None:
    """The routers stand there, `verify` agrees, and complains about a plan that moved one."""
    path, out = tmp_path / "fix.csv", tmp_path / "p.json"
    path.write_text("0,R01C01\n7,R02C01\n")
    request = LayoutRequest(
        "torus:8", "grid:2x3", out, "portfolio", 2000, None, 2, 1, 1, None, 100.0, fix=path
    )
    report = run_layout(request, SILENT, Interrupt(), force=False)
    assert report.result.placement.slot_of[[0, 7]].tolist() == [0, 6]
    assert verify_plan(out).ok
    moved = json.loads(out.read_text())
    assert moved["solver"]["fixed"] == [[0, 0], [7, 6]]
    moved["solver"]["fixed"][0][1] = 1
    out.write_text(json.dumps(moved))
    assert any("switch 0 had to stay in slot 1" in problem for problem in verify_plan(out).problems)
