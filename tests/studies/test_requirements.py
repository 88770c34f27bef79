"""What a placement is required to keep, from the command line into the plan and out of its check."""

import json

from netfloor.plans.verify import verify_plan

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
    mate = json.loads(text)["cables"][0]["b"]["router"]
    stands = json.loads(text)["cables"][0]["a"]["cabinet"]
    for wrong, said in (
        (f"keep-free={stands}", f"a switch stands in {stands}"),
        ("keep-free=row:9", "names no cabinet or row"),
        ("contagious", "is no requirement"),
        ("apart=0,99:row", "names no two switches"),
        (f"apart=0,{mate}:1000", "nearer to each other"),
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
