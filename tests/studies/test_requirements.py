"""What a placement is required to keep, from the command line into the plan and out of its check."""

import json

import pytest

from netfloor.plans.verify import verify_plan
from tests.fixtures.rows import network_cables

LAYOUT = ("layout", "torus:4x4", "--room", "grid:4x4", "--iterations", "2000", "--seed", "1")


def required(*rules):
    """Return a command line with requirements."""
    return (*LAYOUT, *(part for rule in rules for part in ("--require", rule)))


def test_a_plan_records_what_it_keeps_and_a_forged_one_fails(cli, here):
    """`verify` reads the words anew: what is not kept, or is nothing, is a problem; so is their bound."""
    done = cli(*required("keep-free=row:2"), "--placer", "random", "--out", "plan.json")
    assert done.code == 0
    assert "keep-free=row:2" in done.out
    assert cli("verify", "plan.json").code == 0
    plan = here / "plan.json"
    text = plan.read_text()
    first = network_cables(json.loads(text))[0]
    mate, stands = first["b"]["switch"], first["a"]["cabinet"]
    for wrong, said in (
        (f"keep-free={stands}", f"a switch is in {stands}"),
        ("keep-free=row:9", "has no such cabinet or row"),
        ("contagious", "is not a requirement"),
        ("apart=0,99:row", "does not name two switches"),
        (f"apart=0,{mate}:1000", "are closer"),
        ("contiguous", "contiguous: "),
    ):
        plan.write_text(text.replace("keep-free=row:2", wrong))
        assert any(said in problem for problem in verify_plan(plan).problems), wrong
    document = json.loads(text)
    (one,) = document["solver"]["requirements"]
    assert 0 < one["cable_mm_without"] <= document["totals"]["total_cable_mm"]
    one["cable_mm_without"] = document["totals"]["total_cable_mm"] + 1
    plan.write_text(json.dumps(document))
    assert any("would save something" in problem for problem in verify_plan(plan).problems)
    del document["solver"]["requirements"]
    plan.write_text(json.dumps(document))
    assert any("lower_bound" in problem for problem in verify_plan(plan).problems)


def test_a_requirement_is_kept_when_placed_again_and_given_up_when_grown(cli, here):
    """In a room of other pitches the row stays empty; a larger network may use it, unless told anew."""
    assert cli(*required("keep-free=row:2"), "--out", "plan.json").code == 0
    again = cli("whatif", "plan.json", "--set", "row-pitch=9", "--replace", "--iterations", "2000")
    assert again.code == 0, again.err
    effort = ("--iterations", "2000", "--seed", "1", "--force")
    grown = cli("grow", "plan.json", "torus:4x7", "--out", "grown.json", *effort)
    assert grown.code == 0
    assert "kept free for growth may be used now" in grown.err
    free = ("--require", "keep-free=row:2")
    kept = cli("grow", "plan.json", "torus:4x5", *free, "--out", "kept.json", *effort)
    assert kept.code == 0, kept.err
    plan = json.loads((here / "kept.json").read_text())
    assert [one["text"] for one in plan["solver"]["requirements"]] == ["keep-free=row:2"]
    assert 1 not in {slot // 8 for slot in plan["placement"]}
    assert cli("verify", "kept.json").code == 0


def test_groups_by_a_file_stand_together_and_stay_so(cli, here):
    """The plan holds them, by its own name: `verify` and `whatif` need no file; a forged group fails."""
    lines = [f"{switch},{'ab'[switch % 2]}" for switch in range(16)]
    (here / "groups.csv").write_text("\n".join(["switch,group", *lines]))
    rule = f"groups-together={here / 'groups.csv'}"
    assert cli(*required(rule, "contiguous"), "--out", "plan.json").code == 0
    (here / "groups.csv").unlink()
    plan = here / "plan.json"
    assert verify_plan(plan).problems == ()
    document = json.loads(plan.read_text())
    first = document["solver"]["requirements"][0]
    assert (first["text"], first["groups"]) == ("groups-together=groups.csv", [0, 1] * 8)
    again = cli("whatif", "plan.json", "--set", "row-pitch=9", "--replace", "--iterations", "2000")
    assert again.code == 0, again.err
    first["groups"] = [0, 0, 1, 1] * 4
    plan.write_text(json.dumps(document))
    assert any("not connected to it" in problem for problem in verify_plan(plan).problems)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("0,a", "has no group"),
        ("x,a", "not a switch of the network"),
        ("0,a\n0,b", "is named twice"),
        ("0", "not a switch of the network"),
    ],
)
def test_a_file_of_groups_names_every_switch_once(text, what, cli, here):
    """The message says where."""
    (here / "groups.csv").write_text(text)
    done = cli(*required("groups-together=groups.csv"), "--out", "plan.json")
    assert done.code == 3
    assert what in done.err
