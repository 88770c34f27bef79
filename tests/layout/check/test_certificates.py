"""The independent check of a flow: it believes true ones and no forged one."""

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from netfloor.layout.check.cables import Network
from netfloor.layout.check.certificates import flow_eigenvalue_is_proved
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.structure.spectrum.flow import flow_laplacian
from netfloor.topologies.spec import build

Claim = tuple[Network, float, dict[str, Any]]


def claim_of(spec: str) -> Claim:
    """Return a network as plain numbers and what is claimed of it."""
    topology = build(spec)
    proof = effective_eigenvalue(topology)
    assert proof.flow is not None
    links = tuple((u, v) for u, v in topology.links.tolist())
    network = Network(topology.routers, links, tuple(topology.multiplicity.tolist()))
    return network, proof.value, proof.flow.to_dict()


@pytest.mark.parametrize("spec", ["circulant:9:1", "torus:6x5", "torus:6x2,rings_of_2=double", "lps:3,5"])
def test_a_flow_found_is_believed(spec: str) -> None:
    """Whatever the search proves the check proves too, by its own arithmetic."""
    assert flow_eigenvalue_is_proved(*claim_of(spec))


def test_a_value_just_above_is_not_believed() -> None:
    """A billionth above the eigenvalue after the flow (NumPy's) is refused."""
    topology = build("torus:6x5")
    network, _, flow = claim_of("torus:6x5")
    proof = effective_eigenvalue(topology)
    assert proof.flow is not None
    true = float(np.linalg.eigvalsh(flow_laplacian(topology, proof.flow))[1])
    assert flow_eigenvalue_is_proved(network, true - 1e-9, flow)
    assert not flow_eigenvalue_is_proved(network, true + 1e-9, flow)


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a weight below 0": lambda flow: flow["weights"].__setitem__(0, -flow["weights"][0]),
    "no paths": lambda flow: flow.update(paths=[], weights=[]),
    "a path without a weight": lambda flow: flow["weights"].pop(),
    "ten times the weights": lambda flow: flow.update(weights=[10 * w for w in flow["weights"]]),
    "a weight that overflows": lambda flow: flow["weights"].__setitem__(0, 1 << 62),
    "a switch that does not exist": lambda flow: flow["table"][0].__setitem__(0, 99),
    "a switch counted from the end": lambda flow: flow["table"][0].__setitem__(0, -1),
    "a generator that does not exist": lambda flow: flow["paths"][0].append([9]),
    "a generator counted from the end": lambda flow: flow["paths"][0].append([-1]),
    "a ragged table": lambda flow: flow["table"][1].pop(),
    "a table too short": lambda flow: flow["table"].pop(),
    "no table": lambda flow: flow.update(table=[]),
    "another table": lambda flow: flow.update(table=flow["table"][::-1]),
    "a path forgotten": lambda flow: flow.pop("paths"),
    "an unknown field": lambda flow: flow.update(note=""),
    "paths without end": lambda flow: flow["paths"].__setitem__(0, [[0] * 10**7]),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_flow_is_not_believed(forgery: str) -> None:
    """No change that breaks the proof, or its form, goes through."""
    network, value, flow = claim_of("torus:6x5")
    forged = copy.deepcopy(flow)
    FORGERIES[forgery](forged)
    assert not flow_eigenvalue_is_proved(network, value, forged)


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), float("inf")])
def test_a_value_that_is_none_is_not_believed(value: float) -> None:
    """An eigenvalue is a number above 0."""
    network, _, flow = claim_of("circulant:9:1")
    assert not flow_eigenvalue_is_proved(network, value, flow)
