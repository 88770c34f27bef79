"""Ports that share cages: decided once, told, checked and ordered by."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.plans.load import load_plan
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.verify import verify_plan
from tests.fixtures.rows import by_rows, row_edit, server_cable_edit

CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_400g.toml"
REQUEST = f"""
room = "grid:3x3"
catalogue = "{CATALOGUE}"
[network]
spec = "hyperx:3x3,t=3,k=2x2"
endpoints = 3
gbps = 400
[layout]
iterations = 1000
"""


@pytest.fixture
def planned(here, cli):
    """Return what ``plan --json`` said of a network of parallel links and odd endpoints."""
    (here / "plan.toml").write_text(REQUEST)
    done = cli("plan", "plan.toml", "--out", "out", "--json")
    assert done.code == 0, done.err
    return done.json()


def test_what_sharing_cages_saves_is_what_the_bills_differ_by(planned, here, cli):
    """By the plan's own ports and by those counted by neighbour; verified, explained, exported."""
    plan = load_plan(here / "out/plan.json")
    mine, other = parts_list(plan), parts_list(replace(plan, ports=None))
    saved = planned["shared_cages_save"]
    assert saved == {
        "cables": other.choice.counts.cables - mine.choice.counts.cables,
        "transceivers": other.choice.counts.transceivers - mine.choice.counts.transceivers,
        "cost": (other.bom.net_cents - mine.bom.net_cents) / 100,
    }
    assert min(saved.values()) > 0
    assert verify_plan(here / "out/plan.json").problems == ()
    assert cli("bom", "out/plan.json", "--json").json()["summary"] == planned["summary"]
    ids = json.loads((here / "out/plan.json").read_text())["cables"]["id"]
    told = cli("explain", "out/plan.json", ids[0], "--json").json()
    assert "2 links that share cages" in told["why"] or "transceivers" in told["why"]
    assert cli("export", "out/plan.json", "--to", "labels", "--out", "labels").code == 0


FORGED = {
    "a port twice": by_rows("cables", lambda rows: rows[0].update(port_a=rows[1]["port_a"])),
    "a port of an endpoint": row_edit("cables", 0, port_a=1),
    "an endpoint in a port of the network": server_cable_edit(0, port_a=4),
    "no word of cages": lambda plan: plan.pop("ports"),
    "no order": lambda plan: plan.pop("order"),
}


def test_forged_ports_are_found(planned, here, reseal):
    """By verify, with the checksum made right again."""
    assert planned["shared_cages_save"]
    text = (here / "out/plan.json").read_text()
    for what, forge in FORGED.items():
        plan = json.loads(text)
        forge(plan)
        (here / "out/plan.json").write_text(json.dumps(reseal(plan)))
        assert verify_plan(here / "out/plan.json").problems, what


def test_ports_that_save_nothing_count_by_neighbour(here, cli):
    """Four endpoints leave every pair of parallel links in a cage of its own already."""
    (here / "plan.toml").write_text(REQUEST.replace("t=3", "t=4").replace("endpoints = 3", "endpoints = 4"))
    done = cli("plan", "plan.toml", "--out", "out", "--json")
    assert done.json()["shared_cages_save"] is None
    assert "ports" not in json.loads((here / "out/plan.json").read_text())
