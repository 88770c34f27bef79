"""Bisections by KaHIP, where the extra ``netfloor[partition]`` is installed."""

from collections.abc import Iterator, Sequence

import numpy as np

from foundation.errors import InputError
from structure.metis import Sides
from topologies.topology import Topology


def kahip_bisections(topology: Topology, seeds: Sequence[int]) -> Iterator[Sides]:
    """Yield one bisection a seed, (n,) int8 of 0 and 1, balanced to a router.

    KaFFPa in its mode ``eco`` with no imbalance (Sanders, Schulz: Think locally, act globally:
    highly balanced graph partitioning, 2013); parallel links are weights. A run takes
    about as long as twenty of METIS.

    Parameters
    ----------
    seeds
        At least 0 and below 2**31.

    Raises
    ------
    InputError
        If KaHIP is not installed.
    """
    try:
        import kahip  # noqa: PLC0415 - an extra, and a heavy import
    except ImportError:
        expected = "install the extra: python -m pip install 'netfloor[partition]'"
        raise InputError("KaHIP", "is not installed", expected) from None
    graph = topology.adjacency
    routers = [1] * topology.routers
    starts, links, ends = graph.indptr.tolist(), graph.data.tolist(), graph.indices.tolist()
    for seed in seeds:
        _, sides = kahip.kaffpa(routers, starts, links, ends, 2, 0.0, True, int(seed), kahip.ECO)  # noqa: FBT003
        yield np.asarray(sides, dtype=np.int8)
