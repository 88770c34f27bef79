"""The pages of ``whatif`` and of ``compare``: the answer first, a floor for each placement."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

from netfloor.reports.figures.table import FIGURES

Cli = Callable[..., Any]


def floors(path: Path) -> list[dict[str, Any]]:
    """Return the data of every floor in a page."""
    found = re.findall(r'<script type="application/json">(.*?)</script>', path.read_text(), re.DOTALL)
    return list(map(json.loads, found))


def answer(path: Path) -> str:
    """Return what a page says first."""
    found = re.search(r'<p class="sentence">(.*?)</p>', path.read_text())
    assert found
    return unescape(found[1])


def test_the_cheapest_point_comes_first_and_floors_are_told_apart(cli: Cli, plan: Path, here: Path) -> None:
    """The answer names the least sum of all points; a placement that several points share is there once."""
    sweep = (
        "--sweep",
        "row-pitch=1.2,3",
        "--catalogue",
        "slimfly-2014",
        "--html",
        "whatif.html",
        "--date",
        "2026-03-31",
        "--json",
    )
    document = cli("whatif", plan, *sweep).json()
    points = [document["baseline"], *document["points"]]
    costs = [point["figures"]["bill_cost"] for point in points]
    assert f"{min(costs):,.2f}" in answer(here / "whatif.html")
    page = (here / "whatif.html").read_text()
    first = re.search(r'<div class="answer">(.*?)\n</div>\n<', page, re.DOTALL)
    assert first
    low, high = (FIGURES["bill_cost"].text(cost) for cost in (min(costs), max(costs)))
    assert f"{low} to {high} USD" in first[1]
    assert first[1].count("<svg") == 1
    (floor,) = floors(here / "whatif.html")
    assert sum(floor["networks"][0]["cables"]["mm"]) == round(1000 * points[0]["figures"]["total_cable_m"])


def test_a_comparison_holds_the_floor_of_each_plan(cli: Cli, plan: Path, here: Path) -> None:
    """In the order of the answer, the best plan first, each with its own cables."""
    other = ("layout", "torus:4x5", "--room", "grid:4x4", "--iterations", 1000, "--endpoints", 2)
    assert cli(*other, "--out", "torus.json", "-q").code == 0
    ranked = cli("compare", plan, "torus.json", "--out", "out", "--json").json()["candidates"]
    shown = floors(here / "out/report.html")
    assert [floor["networks"][0]["network"] for floor in shown] == [one["network"] for one in ranked]
    lengths = [sum(floor["networks"][0]["cables"]["mm"]) for floor in shown]
    assert lengths == [round(1000 * one["figures"]["total_cable_m"]) for one in ranked]


def test_two_points_are_not_joined(cli: Cli, plan: Path, here: Path) -> None:
    """No line between two values says anything of those between them; from three on there is one."""
    joined = []
    for values in ("1.8,2.4", "1.8,2.1,2.4"):
        assert (
            cli("whatif", plan, "--sweep", f"row-pitch={values}", "--svg", "w.svg", "-q", "--force").code
            == 0
        )
        joined.append((here / "w.svg").read_text().count("stroke-dasharray"))
    assert joined[0] == 0 < joined[1]
