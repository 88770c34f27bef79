"""Plans, networks and coefficient sets that the tests of this folder share."""

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor import costmodels
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.layout.cable_plan import CablePlan
from netfloor.topologies.topology import Topology

PlanOf = Callable[..., CablePlan]
TopologyOf = Callable[..., Topology]
DATA = Path(costmodels.__file__).parent / "data"


@pytest.fixture(scope="session")
def plan_of() -> PlanOf:
    """Make a plan of cables of given lengths; ``inside`` of them stay in one cabinet."""

    def make(lengths_mm: Sequence[int], inside: int = 0) -> CablePlan:
        cables = len(lengths_mm)
        routers = np.tile(np.array([0, 1], np.int32), (cables, 1))
        cabinets = routers.copy()
        cabinets[:inside] = 0
        ports = np.tile(np.arange(1, cables + 1, dtype=np.int32)[:, None], (1, 2))
        lengths = np.array(lengths_mm, dtype=np.int64).reshape(cables)
        return CablePlan(routers, cabinets, routers.copy(), ports, lengths)

    return make


@pytest.fixture(scope="session")
def topology_of() -> TopologyOf:
    """Make two routers joined by parallel links, each with some endpoints."""

    def make(links: int, endpoints: int = 0, gbps: float = 100.0) -> Topology:
        pairs = [[0, 1]] if links else []
        return Topology(
            name="pair",
            family="file",
            parameters={},
            routers=2,
            links=np.array(pairs, np.int32).reshape(-1, 2),
            multiplicity=np.array([links] if links else [], np.int32),
            endpoints=np.full(2, endpoints, np.int32),
            gbps=gbps,
        )

    return make


@pytest.fixture(scope="session")
def raw_cost_set() -> Callable[[str], dict[str, Any]]:
    """Read a shipped cost set as the plain table that its file holds."""

    def read(name: str) -> dict[str, Any]:
        return tomllib.loads((DATA / "cost" / f"{name}.toml").read_text(encoding="utf-8"))

    return read


@pytest.fixture(scope="session")
def with_rule() -> Callable[..., CostSet]:
    """Return a set under another medium rule and reach (in m, None for no limit)."""

    def change(cost_set: CostSet, rule: str, reach_m: float | None) -> CostSet:
        reach = {"value": reach_m, "unit": "m", "year": 2024, "source": "test", "trust": "computed"}
        table = cost_set.model_dump() | {"medium_rule": rule}
        return CostSet.model_validate(table | {"electrical_reach": reach if reach_m is not None else None})

    return change
