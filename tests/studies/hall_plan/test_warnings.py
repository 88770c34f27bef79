"""What a plan says before anything else: full trays, and a weaker search than usual."""

import json
import re

import pytest

from netfloor import exit_codes
from tests.studies.hall_plan.test_server_ports import CATALOGUE, ask

HALL = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 9], [0, 9]]
[[row]]
name = "A"
start_m = [2, 2]
count = 8
pitch_m = 0.6
depth_m = 1.2
front = "left"
switch_units = [40, 42]
[[tray]]
name = "over-A"
points_m = [[1.5, 3], [10, 3]]
height_m = 2.5
access_m = 3
capacity_mm2 = {capacity}
"""
PLAN = f"""
room = "room.toml"
catalogue = "{CATALOGUE}"
[network]
spec = "circulant:8:1,3"
endpoints = 2
gbps = 400
[servers]
rule = "same-cabinet"
per_cabinet = 4
[layout]
iterations = 2000
objective = "length"
"""


@pytest.mark.parametrize("capacity", [60, 20_000])
def test_overfull_trays_come_first_and_end_the_plan_with_6(capacity, here, cli):
    """All files are written; JSON, page and terminal name the number of segments and the worst one."""
    (here / "room.toml").write_text(HALL.format(capacity=capacity))
    (here / "plan.toml").write_text(PLAN)
    made, told = cli("plan", "plan.toml", "--out", "a"), cli("plan", "plan.toml", "--out", "b", "--json")
    found, is_full = told.json(), capacity == 60
    code = exit_codes.CHECK_FAILED if is_full else exit_codes.DONE
    assert (made.code, told.code) == (code, code), made.err + told.err
    assert {one.name for one in (here / "a").iterdir()} >= {
        "plan.json",
        "report.html",
        "bom.xlsx",
        "room.svg",
    }
    page = (here / "a/report.html").read_text()
    again = cli("plan", "plan.toml", "--out", "a", "--force", "--verbose").out
    rows = [line for line in again.splitlines() if line.startswith("trays")]
    assert f"{found['overfull_segments']} of " in rows[0]
    assert again.count("Overfull trays: ") == is_full
    if not is_full:
        assert found["overfull_segments"] == 0
        assert not [text for text in found["warnings"] if text.startswith("Overfull")]
        assert "Overfull trays: " not in page
        return
    worst = found["worst_segment"]
    words = f"The worst, tray over-A from ({worst['ends_m'][0][0]:.2f}, {worst['ends_m'][0][1]:.2f})"
    assert found["overfull_segments"] > 0
    assert words in found["warnings"][0]
    assert f"{worst['percent']:,.0f} % of its capacity" in found["warnings"][0]
    assert made.out.startswith("WARNING")
    assert found["warnings"][0] in made.out.splitlines()[0]
    assert page.index("Overfull trays: ") < page.index("Order total")
    shares = [int(share) for share in re.findall(r"(\d+) % OVERFULL", page)]
    assert max(shares) == pytest.approx(worst["percent"], abs=0.5)
    assert len(shares) == found["overfull_segments"]


RULES = """require = ["contiguous", "keep-free=R03C04"]
"""


@pytest.mark.parametrize(
    ("added", "why"),
    [
        (RULES, "cannot keep the requirement contiguous"),
        ('placer = "anneal"\n', "placer anneal places only switches"),
        ("with_servers = false\n" + RULES, ""),
        ('require = ["apart=l0,l1", "keep-free=R03C04"]\n', ""),
    ],
)
def test_a_search_of_switches_alone_is_told_first(added, why, here, cli):
    """Of servers with ports on two switches: why and what to do, also before placing; not where asked for.

    A rule that alone rules the joint search out has no cost: without it another search would run.
    """
    ask()
    (here / "plan.toml").write_text((here / "plan.toml").read_text() + added)
    dry, made = cli("plan", "plan.toml", "--dry-run", "--json"), cli("plan", "plan.toml", "--out", "a")
    assert (dry.code, made.code) == (0, 0), dry.err + made.err
    told = json.loads(cli("plan", "plan.toml", "--out", "b", "--json").out)
    page, screen = (here / "a/report.html").read_text(), made.out
    for texts in (told["warnings"], dry.json()["warnings"]):
        told_why = [text for text in texts if "without their servers, by a weaker search: " in text]
        assert len(told_why) == bool(why)
        assert all(why in text for text in told_why)
    assert ("without their servers" in screen) == bool(why)
    assert ("without their servers" in page) == bool(why)
    if why:
        assert why in screen
        assert "with_servers = false" in screen
        assert page.index("without their servers") < page.index("Order total")
    costs = {one["requirement"]: one["cable_m_without"] for one in told["requirements"]}
    if "contiguous" in added:
        assert (costs["contiguous"] is None) == bool(why)
        assert costs["keep-free=R03C04"] is not None
