"""``room show --html``: a room as one page."""

import json
import re
from pathlib import Path

import pytest


@pytest.mark.parametrize("room", ["grid:3x4", "hall"])
def test_the_page_says_what_the_json_says(room: str, here: Path, cli) -> None:
    """Slots, cabinets and the longest cable stand in the answer; the floor holds every cabinet by name."""
    if room == "hall":
        room = str(Path(__file__).parents[3] / "examples/hall/room.toml")
    facts = cli("room", "show", room, "--html", "room.html", "--date", "2026-03-31", "--json").json()
    text = (here / "room.html").read_text()
    answer = re.search(r'<p class="sentence">(.*?)</p>', text)
    assert answer
    assert f"{facts['slots']:,} slots" in answer[1]
    assert f"{facts['longest_cable_m']:.2f} m" in answer[1]
    found = re.search(r'<script type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found
    cabinets = json.loads(found[1])["room"]["cabinets"]
    assert len(cabinets["name"]) == facts["cabinets"] == len(set(cabinets["name"]))
    assert (
        sum(cabinets["slots"][i] for i, held in enumerate(cabinets["occupied"]) if not held)
        == facts["slots"]
    )


def test_a_file_of_somebody_else_stays(here: Path, cli) -> None:
    """A page is not written over what is there, unless told to."""
    (here / "room.html").write_text("mine")
    assert cli("room", "show", "grid:2x2", "--html", "room.html").code == 3
    assert (here / "room.html").read_text() == "mine"
    assert cli("room", "show", "grid:2x2", "--html", "room.html", "--force").code == 0
