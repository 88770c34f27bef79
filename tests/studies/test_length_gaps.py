"""The gap between cable and its lower bound is told only of plans made for the shortest cable."""

import pytest


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("objective", "told"), [("length", True), ("max-latency", False)])
def test_verify_tells_the_gap_of_plans_made_for_length(objective, told, cli):
    """A plan made for something else is measured against its bound by nobody; a weak gap stands nowhere."""
    options = ("--room", "grid:3x3", "--objective", objective, "--iterations", 2000)
    assert cli("layout", "complete:8", *options, "--out", "plan.json").code == 0
    found = cli("verify", "plan.json", "--json").json()
    assert found["lower_bound_m"] > 0
    assert (found["gap"] is not None) == told
    lines = cli("verify", "plan.json").out.splitlines()
    (bound,) = (line for line in lines if line.startswith("lower bound"))
    assert ("gap" in bound) == (told and found["gap"] <= 0.25)
