"""Plans whose bound rests on clusters of switches."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.verify import Verification
from netfloor.studies.place import LayoutRequest, run_layout

Document = dict[str, Any]
Seal = Callable[[Document], Document]
Verified = Callable[[Document], Verification]


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the plan of a SlimFly."""
    path = tmp_path_factory.mktemp("clusters") / "slimfly.json"
    request = LayoutRequest("slimfly:7", None, path, "anneal", 2000, None, 2, 5, 1, None, 100.0)
    run_layout(request, SILENT, Interrupt(), force=False)
    return path.read_text()


def test_a_plan_with_clusters_is_verified(text: str, verified: Verified) -> None:
    """The plan says that clusters prove its bound, and they do."""
    document = json.loads(text)
    assert document["lower_bound"]["method"] == "line cuts, clusters of switches"
    assert verified(document).problems == ()


FORGERIES: dict[str, Callable[[Document], Any]] = {
    "a larger eigenvalue": lambda bound: bound.update(eigenvalue=bound["eigenvalue"] + 0.001),
    "no clusters": lambda bound: bound.pop("clusters"),
    "a larger weight": lambda bound: bound["clusters"].update(weight=bound["clusters"]["weight"] + 1000),
    "no weight": lambda bound: bound["clusters"].update(weight=0),
    "larger clusters": lambda bound: bound["clusters"].update(of=[0] * len(bound["clusters"]["of"])),
    "a switch without a cluster": lambda bound: bound["clusters"]["of"].pop(),
    "more length": lambda bound: bound["clusters"].update(length_mm=bound["clusters"]["length_mm"] + 1),
    "another method": lambda bound: bound.update(method="line cuts, Cholesky factorisation"),
    "clusters that are not needed": lambda bound: bound.update(
        method="line cuts, Cholesky factorisation", eigenvalue=0.1
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_forged_clusters_are_found(forgery: str, text: str, redrawn: Seal, verified: Verified) -> None:
    """A bound that its clusters do not prove is found after everything else was made to match."""
    document = json.loads(text)
    FORGERIES[forgery](document["lower_bound"])
    assert any("lower_bound" in problem for problem in verified(redrawn(document)).problems)
