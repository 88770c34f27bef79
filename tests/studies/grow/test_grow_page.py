"""The pages of ``grow`` and ``diff``: the floor before and after, and every step between."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


def floor_of(path: Path) -> dict[str, Any]:
    """Return the data of the floor in a page."""
    found = re.search(r'<script type="application/json">(.*?)</script>', path.read_text(), re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.fixture
def grown(cli: Cli, here: Path) -> dict[str, Any]:
    """Return what ``grow --json`` says of a circulant that grew into another room, its page beside it."""
    command = ("layout", "circulant:16:1,3", "--room", "grid:3x4", "--iterations", 3000, "--endpoints", 2)
    assert cli(*command, "--out", "old.json", "-q").code == 0
    way = ("--migration", "steps.csv", "--keep-bisection", 0.2, "--html", "grow.html", "-o", "new.json")
    ran = cli(
        "grow", "old.json", "circulant:20:1,3", "--room", "grid:4x3", "--iterations", 3000, *way, "--json"
    )
    assert ran.code == 0, ran.err
    assert (here / "steps.csv").exists()
    return ran.json()


def test_the_steps_lead_from_the_old_cables_to_the_new(grown: dict[str, Any], here: Path) -> None:
    """What never comes out and what goes in are as many as the new plan has; each step is there once."""
    floor = floor_of(here / "grow.html")
    out, into = floor["timing"]["outAt"], floor["timing"]["inAt"]
    assert [len(out), len(into)] == [len(one["cables"]["a"]) for one in floor["networks"]]
    assert out.count(0) + sum(step > 0 for step in into) == len(into)
    assert [step["number"] for step in floor["steps"]] == list(range(1, len(floor["steps"]) + 1))
    rows = grown["migration"]["steps"]
    counted = f"{len(floor['steps']):,} steps in "
    page = (here / "grow.html").read_text()
    assert counted in page
    assert "CUT SHORT" not in page
    assert sum(len(step["items"]) for step in floor["steps"]) == len(rows)
    assert Counter(out + into)[0] + sum(row["action"] in {"plug", "unplug"} for row in rows) == len(
        out + into
    )


def test_every_cable_says_what_becomes_of_it(grown: dict[str, Any], here: Path, cli: Cli) -> None:
    """As many come, go and are touched as the counts say, in the pages of ``grow`` and of ``diff``."""
    assert cli("diff", "old.json", "new.json", "--html", "diff.html", "--date", "2026-03-31").code == 0
    counts = grown["counts"]
    for page in ("grow.html", "diff.html"):
        before, after = (one["change"] for one in floor_of(here / page)["networks"])
        assert after.count(1) == counts["added"]
        assert before.count(2) == counts["removed"]
        assert before.count(3) == after.count(3) == counts["moved"]
        assert sum(code > 0 for code in before) + counts["added"] == counts["touched"]


def test_cabinets_that_are_gone_stay_on_the_floor(grown: dict[str, Any], here: Path) -> None:
    """The new room's cabinets stand first, those that only the old room has after them, as such."""
    assert grown["counts"]["touched"]
    cabinets = floor_of(here / "grow.html")["room"]["cabinets"]
    assert len(cabinets["name"]) == len(set(cabinets["name"])) == 15
    assert cabinets["occupied"] == [0] * 12 + [2] * 3
    assert cabinets["name"][12:] == ["R01C04", "R02C04", "R03C04"]


def test_a_page_comes_with_the_answer_first(grown: dict[str, Any], here: Path, cli: Cli) -> None:
    """Sentence, three figures and one chart stand before all else, true to the JSON, in both pages."""
    sentence, figures, first = answer_of(here / "grow.html")
    assert sentence.startswith(f"{grown['touched_cables']:,} old cable")
    assert figures[0] == f"{grown['touched_cables']:,}, lower bound {grown['least_touched_cables']:,}"
    assert figures[2].startswith(f"{grown['total_cable_m']:,.0f} m")
    assert len(figures) == 3
    assert first.count("<svg") == 1
    ran = cli("diff", "old.json", "new.json", "--html", "diff.html", "--date", "2026-03-31", "--json")
    document = ran.json()
    sentence, figures, first = answer_of(here / "diff.html")
    added = document["counts"]["added"]
    assert sentence.startswith(f"{document['counts']['touched'] - added:,} old cable")
    assert sentence.endswith(f" and {added:,} new ones laid.")
    assert figures[0] == f"{document['metres']['laid_m']:,.0f} m"
    assert figures[1:] == [
        f"{document['money'][key]:{form}} {document['currency']}"
        for key, form in (("cables_to_buy", ",.2f"), ("total_cost_change", "+,.2f"))
    ]
    assert first.count("<svg") == 1
    assert "UNVERIFIED" in first


def answer_of(path: Path) -> tuple[str, list[str], str]:
    """Return sentence, figures and all of what a page says first."""
    first = re.search(r'<div class="answer">(.*?)\n</div>\n<', path.read_text(), re.DOTALL)
    assert first
    sentence = re.search(r'<p class="sentence">(.*?)</p>', first[1])
    assert sentence
    return sentence[1], re.findall(r"<dd>(.*?)</dd>", first[1]), first[1]


def test_equal_plans_and_unlike_networks_say_so_first(cli: Cli, here: Path) -> None:
    """Equal plans leave nothing to do, and no figure; of unlike networks both sums stand, no cable work."""
    for name, spec in (("a", "circulant:16:1,3"), ("b", "hypercube:3")):
        command = ("layout", spec, "--room", "grid:3x4", "--iterations", 300, "--out", f"{name}.json")
        assert cli(*command, "-q").code == 0
    assert cli("diff", "a.json", "a.json", "--html", "same.html").code == 0
    sentence, figures, _ = answer_of(here / "same.html")
    assert "equal" in sentence
    assert figures == []
    assert cli("diff", "a.json", "b.json", "--html", "unlike.html").code == 0
    sentence, figures, _ = answer_of(here / "unlike.html")
    assert sentence.startswith("Different networks")
    assert figures[0] == "16 and 8"
