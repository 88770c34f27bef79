"""Switches placed together with servers that have all ports on one switch."""

import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.verify import verify_plan
from netfloor.rooms.hosts.limits import HostLimits
from netfloor.rooms.hosts.server_placement import place_hosts
from netfloor.studies.hall_plan.run import run_hall_plan
from tests.fixtures.commands import rehash

CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_400g.toml"
PLAN = f"""
schema = 1
room = "grid:1x4"
catalogue = "{CATALOGUE}"
[network]
spec = "mesh:3"
endpoints = 2
gbps = 400
[servers]
rule = "nearest"
per_cabinet = 2
[layout]
objective = "length"
iterations = 2000
with_servers = true
"""


def planned(folder, text=PLAN):
    """Run a planning file."""
    (folder / "plan.toml").write_text(text)
    return run_hall_plan(folder / "plan.toml", folder / "out", 1, SILENT, Interrupt(), force=True)


def test_no_other_placement_has_less_cable_in_all(tmp_path):
    """Of three switches in four slots, their servers wherever cables are shortest then."""
    run = planned(tmp_path)
    plan, room = run.plan, run.plan.room
    assert plan.solver.together
    assert plan.solver.iterations > 0
    assert not plan.solver.fixed
    u, v = plan.topology.links.T

    def all_mm(slot_of):
        hosts = place_hosts(room, slot_of, plan.hosts.devices, "nearest", HostLimits(2), None)
        return int(room.lengths.between(slot_of[u], slot_of[v]).sum() + hosts.length_mm.sum())

    slots = (np.array(one, dtype=np.int32) for one in permutations(range(room.slots), 3))
    least = min(map(all_mm, slots))
    assert all_mm(plan.placement.slot_of) == least
    bound_mm = plan.bound.length_mm + plan.hosts.proof.wherever_mm
    assert plan.bound.length_mm < bound_mm <= least
    assert f"servers included. Lower bound: {bound_mm / 1000:,.1f} m (" in run.text(tmp_path, verbose=True)
    path = tmp_path / "out/plan.json"
    assert verify_plan(path).ok
    forged = json.loads(path.read_text())
    forged["hosts"]["proof"]["wherever_mm"] += 1
    path.write_text(json.dumps(rehash(forged)))
    assert any("wherever_mm" in problem for problem in verify_plan(path).problems)


def test_placing_again_takes_servers_along_or_says_that_it_does_not(tmp_path, cli):
    """For the least cable switches and servers are placed in one search, for another objective alone."""
    planned(tmp_path)
    words = ("whatif", tmp_path / "out/plan.json", "--set", "overhead=3", "--json")
    again = ("--replace", "--iterations", 2000)
    kept, joint, alone = (
        cli(*words, *more).json() for more in ((), again, (*again, "--objective", "longest"))
    )
    notes = [" ".join(one["notes"]) for one in (kept, joint, alone)]
    assert ["switches are placed first" in text for text in notes] == [False, False, True]
    metres = [one["points"][0]["figures"]["all_cable_m"] for one in (kept, joint)]
    assert metres[1] <= metres[0]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"nearest"', '"same-cabinet"', "together only with servers of the rule"),
        ('"length"', '"longest"', "minimises only parts or length, not longest"),
        ("[layout]", '[layout]\nrequire = ["contiguous"]', "cannot keep the requirement contiguous"),
    ],
)
def test_what_cannot_be_searched_together_is_refused(old, new, why, tmp_path):
    """With the field of the file; nothing is written."""
    with pytest.raises(InputError, match=why) as refused:
        planned(tmp_path, PLAN.replace(old, new))
    assert "layout.with_servers" in str(refused.value)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("objective", ["length", "parts"])
def test_both_searches_are_tried_and_the_better_is_kept(objective, tmp_path):
    """Where all ports of a server are on one switch and the file asks for neither."""
    text = PLAN.replace('"length"', f'"{objective}"').replace("mesh:3", "mesh:6").replace("1x4", "2x5")
    alone = {}
    for asked in ("false", "true"):
        run = planned(tmp_path, text.replace("true", asked))
        alone[asked] = run.parts.bom.total_cents, all_mm(run.plan)
        assert run.plan.solver.together == (asked == "true")
    both = planned(tmp_path, text.replace("with_servers = true", ""))
    at = 1 if objective == "length" else 0
    found = both.parts.bom.total_cents, all_mm(both.plan)
    assert found[at] == min(one[at] for one in alone.values())
    assert "switches first, then their servers" in " ".join(both.notes)
    assert verify_plan(tmp_path / "out/plan.json").ok


def all_mm(plan):
    """Return the length of all cables of a plan."""
    hosts = plan.hosts.lengths_of_endpoints(plan.topology.endpoints)
    return plan.cables.total_mm + int(hosts.sum())
