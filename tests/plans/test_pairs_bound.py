"""Plans whose bounds rest on terms of all pairs of cabinets: of the length in a hall, and of money."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.file import document_sha256
from netfloor.plans.objective import ObjectiveChoice
from netfloor.plans.verify import Verification
from netfloor.studies.place import LayoutRequest, run_layout

Document = dict[str, Any]
Verified = Callable[[Document], Verification]

HALL = """
schema = 1
name = "hall"
hall = { outline_m = [[0, 0], [9, 0], [9, 9], [0, 9]] }
tray = [{ name = "T", points_m = [[1, 2], [1, 7], [6, 7], [6, 2]], height_m = 2.6, access_m = 2 }]
row = [
    { name = "A", start_m = [2, 2], count = 5, pitch_m = 1, units = 42, switch_units = [41, 42] },
    { name = "B", start_m = [2, 7], count = 5, pitch_m = 1, units = 42, switch_units = [42] },
]
"""


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a plan in a small hall, made for money."""
    folder = tmp_path_factory.mktemp("pairs")
    (folder / "room.toml").write_text(HALL)
    money = ObjectiveChoice("money")
    room, out = str(folder / "room.toml"), folder / "plan.json"
    effort = ("anneal", 2000, None, 2, 5, 1)
    request = LayoutRequest("random:12,3,seed=1", room, out, *effort, None, 100.0, objective=money)
    run_layout(request, SILENT, Interrupt(), force=False)
    return (folder / "plan.json").read_text()


def test_a_plan_with_terms_is_verified(text: str, verified: Verified) -> None:
    """Both bounds of the plan rest on terms, and these prove them."""
    document = json.loads(text)
    assert document["lower_bound"]["method"] == "all eigenvalues, pairs of cabinets"
    assert document["solver"]["objective"]["proof"]["own"]
    assert verified(document).problems == ()


def change_a_term(terms: Document) -> None:
    """Make one pair of cabinets dearer."""
    terms["change"][3][1] += 200


def rounding(bound: Document) -> None:
    """Make a bound of nothing but what rounding leaves of huge terms that cancel."""
    cabinets = len(bound["pairs"]["own"])
    nothing = [[0] * (row + 1) for row in range(cabinets)]
    bound["pairs"].update(grain=4.1e18, own=[1] * cabinets, change=nothing)
    bound["length_mm"] += 3


FORGERIES: dict[str, Callable[[Document, Document], Any]] = {
    "a longer bound": lambda bound, _: bound.update(length_mm=bound["length_mm"] + 3),
    "a shorter bound": lambda bound, _: bound.update(length_mm=bound["length_mm"] - 9),
    "a term of the length": lambda bound, _: change_a_term(bound["pairs"]),
    "a coarser grain": lambda bound, _: bound["pairs"].update(grain=bound["pairs"]["grain"] * 1.5),
    "terms of rounding": lambda bound, _: rounding(bound),
    "no terms": lambda bound, _: bound.pop("pairs"),
    "a row too few": lambda bound, _: bound["pairs"]["change"].pop(),
    "a ragged row": lambda bound, _: bound["pairs"]["change"][2].pop(),
    "another method": lambda bound, _: bound.update(method="line cuts, Cholesky factorisation"),
    "lines beside terms": lambda bound, _: bound.update(rows_mm=1),
    "more money": lambda _, aim: aim.update(least=aim["least"] * 1.001),
    "a term of money": lambda _, aim: change_a_term(aim["proof"]),
    "a cabinet too few": lambda _, aim: aim["proof"]["own"].pop(),
    "money without terms": lambda _, aim: aim.pop("proof"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_forged_terms_are_found(forgery: str, text: str, verified: Verified) -> None:
    """A bound that its terms do not prove is found after everything else was made to match."""
    document = json.loads(text)
    FORGERIES[forgery](document["lower_bound"], document["solver"]["objective"])
    document["sha256"] = document_sha256(document)
    problems = verified(document).problems
    assert any("lower_bound" in problem or "objective" in problem for problem in problems)
