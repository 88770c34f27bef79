"""Plans whose bound rests on a flow."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.load import load_plan
from netfloor.plans.verify import Verification
from netfloor.structure.bisection.interval import Bisection, bisection
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue
from netfloor.studies.candidates.measure import measure
from netfloor.studies.place import LayoutRequest, run_layout

Document = dict[str, Any]
Seal = Callable[[Document], Document]
Verified = Callable[[Document], Verification]


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the plan of a small torus."""
    path = tmp_path_factory.mktemp("flow") / "torus.json"
    request = LayoutRequest("torus:6x5", None, path, "anneal", 2000, None, 2, 5, 1, None, 100.0)
    run_layout(request, SILENT, Interrupt(), force=False)
    return path.read_text()


def test_a_plan_with_a_flow_is_verified(text: str, verified: Verified) -> None:
    """The plan of a torus says that a flow proves its bound, and it does."""
    document = json.loads(text)
    assert document["lower_bound"]["method"] == "line cuts, expander flow"
    assert verified(document).problems == ()


FORGERIES: dict[str, Callable[[Document], Any]] = {
    "a larger eigenvalue": lambda bound: bound.update(eigenvalue=bound["eigenvalue"] + 0.001),
    "no flow": lambda bound: bound.pop("flow"),
    "an empty flow": lambda bound: bound.update(flow=None),
    "half of the flow": lambda bound: bound["flow"].update(
        weights=[weight // 2 for weight in bound["flow"]["weights"]]
    ),
    "another method": lambda bound: bound.update(method="line cuts, Cholesky factorisation"),
    "a flow that is not needed": lambda bound: bound.update(
        method="line cuts, Cholesky factorisation", eigenvalue=0.1
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_flow_is_found(forgery: str, text: str, redrawn: Seal, verified: Verified) -> None:
    """A bound that its flow does not prove is found after everything else was made to match."""
    document = json.loads(text)
    FORGERIES[forgery](document["lower_bound"])
    assert any("lower_bound" in problem for problem in verified(redrawn(document)).problems)


def test_a_proof_of_any_plan_of_a_network_serves_them_all(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Side by side, the plan without a flow may stand first or last; each network is halved once."""
    (tmp_path / "torus.json").write_text(text)
    proved = load_plan(tmp_path / "torus.json")
    bare = replace(proved, bound=replace(proved.bound, flow=None))
    proofs = []

    def spied(*args: Any, proof: Any, **kept: Any) -> Bisection:
        proofs.append(proof)
        return bisection(*args, proof=proof, **kept)

    monkeypatch.setattr("netfloor.studies.candidates.measure.bisection", spied)
    for plans in ([bare, proved], [proved, bare]):
        measure(plans, 100.0, 0, 1, SILENT)
    assert proofs == [ProvedEigenvalue(proved.bound.eigenvalue, "expander flow")] * 2
