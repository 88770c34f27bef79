"""Bisections by METIS and KaHIP, one per seed."""

from collections.abc import Iterator, Sequence
from threading import Lock

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.topologies.topology import Topology

Sides = npt.NDArray[np.int8]

# METIS uses the C library's single generator, seeded anew for each call
_ONE_AT_A_TIME = Lock()


def metis_bisections(topology: Topology, seeds: Sequence[int]) -> Iterator[Sides]:
    """Yield one bisection per seed, (n,) int8 of 0 and 1, balanced to about a switch.

    METIS's multilevel recursive bisection with its default options; parallel links are weights. On a given
    platform the same seed gives the same sides.

    Parameters
    ----------
    seeds
        At least 0 and below 2**31.
    """
    import pymetis  # noqa: PLC0415 - a heavy import

    adjacency, dtype = topology.adjacency, pymetis.zero_copy_dtype()
    graph = pymetis.CSRAdjacency(
        np.asarray(adjacency.indptr, dtype=dtype), np.asarray(adjacency.indices, dtype=dtype)
    )
    parallel = (topology.multiplicity > 1).any()
    weights = np.asarray(adjacency.data, dtype=dtype) if parallel else None
    for seed in seeds:
        options = pymetis.Options(seed=int(seed))
        with _ONE_AT_A_TIME:
            part = pymetis.part_graph(2, graph, eweights=weights, options=options)
        yield np.asarray(part.vertex_part, dtype=np.int8)


def kahip_bisections(topology: Topology, seeds: Sequence[int]) -> Iterator[Sides]:
    """Yield one bisection per seed, (n,) int8 of 0 and 1, balanced to a switch.

    KaFFPa in mode ``eco`` without imbalance (Sanders, Schulz: Think locally, act globally: highly balanced
    graph partitioning, 2013); parallel links are weights. A run takes about as long as twenty METIS runs.

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
