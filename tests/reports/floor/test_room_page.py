"""``room show --html`` and ``layout --html``: a room, and a plan in it, as one page."""

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


def test_a_plan_comes_with_its_floor_first(here: Path, cli) -> None:
    """The page of ``layout`` leads with the JSON's metres and holds each cable, again the same bytes."""
    run = ("layout", "circulant:12:1,3", "--room", "grid:3x3", "--iterations", 500, "--html", "plan.html")
    document = cli(*run, "--date", "2026-03-31", "--json").json()
    text = (here / "plan.html").read_text()
    first = re.search(r'<div class="answer">(.*?)\n</div>\n<', text, re.DOTALL)
    assert first
    metres, bound = document["total_cable_m"], document["lower_bound_m"] * document["links"]
    assert f"{metres:,.0f} m of cable" in first[1]
    assert f"lower bound {bound:,.0f} m" in first[1]
    found = re.search(r'<script type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found
    assert found.start() < text.index('<dl class="about">')
    (network,) = json.loads(found[1])["networks"]
    assert sum(network["cables"]["mm"]) == round(1000 * metres)
    assert cli(*run, "--date", "2026-03-31", "--force", "-q").code == 0
    assert (here / "plan.html").read_text() == text
    assert cli(*run, "--pareto", "length,longest").code == 2
