"""What the tests of this folder share."""

from collections.abc import Callable
from typing import Any

import numpy.typing as npt
import pytest

from netfloor.topologies.topology import Topology

CutOf = Callable[[Topology, npt.NDArray[Any]], int]


@pytest.fixture(scope="session")
def count_cut() -> CutOf:
    """Count the links between two sides, one by one."""

    def count(topology: Topology, sides: npt.NDArray[Any]) -> int:
        pairs = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
        return sum(links for (u, v), links in pairs if sides[u] != sides[v])

    return count
