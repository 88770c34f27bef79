"""The best proven eigenvalue for lower bounds on cuts."""

from collections.abc import Sequence

import numpy as np

from netfloor.structure.arrays import LongArray
from netfloor.structure.spectrum.expander_flow import expander_flow
from netfloor.structure.spectrum.flow import ExpanderFlow, proved_flow_eigenvalue
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue, proved_algebraic_connectivity
from netfloor.topologies.generator_table import factor_tables, product_table
from netfloor.topologies.topology import Topology

#: Above this order of a factor, the flow takes more than a few seconds and gains little.
MAX_IN_FACTOR = 700
#: Above this order the proof and its record are too large for their benefit.
MAX_ROUTERS = 1000


def effective_eigenvalue(topology: Topology) -> ProvedEigenvalue:
    """Return a proven lambda: any s switches have at least ``lambda s (n - s) / n`` links to the rest.

    It is the algebraic connectivity, or if the switches form a group and it is larger, the second
    eigenvalue after a flow (`structure.spectrum.flow`).
    """
    proof = proved_algebraic_connectivity(topology)
    if proof.value == 0 or topology.routers > MAX_ROUTERS:
        return proof
    tables = factor_tables(topology)
    if tables is None or max(map(len, tables)) > MAX_IN_FACTOR:
        return proof
    flow = _product_flow(topology, tables)
    value = proved_flow_eigenvalue(topology, flow) if flow.paths else 0.0
    return ProvedEigenvalue(value, "expander flow", flow) if value > proof.value else proof


def _product_flow(topology: Topology, tables: Sequence[LongArray]) -> ExpanderFlow:
    """Combine the best flows of all factors.

    The eigenvalues of a Cartesian product are the sums of those of its factors, and a factor's sparsest cut
    is a cut of the product, so nothing is lost.
    """
    table = product_table(tables)
    counts = topology.adjacency[[0]].toarray().ravel()[table[0]].astype(np.int64)
    paths: list[tuple[tuple[int, ...], ...]] = []
    weights: list[int] = []
    first = 0
    for factor in tables:
        flow = expander_flow(factor, counts[first : first + factor.shape[1]])
        paths += [tuple(tuple(first + g for g in step) for step in path) for path in flow.paths]
        weights += flow.weights
        first += factor.shape[1]
    return ExpanderFlow(table, tuple(paths), tuple(weights))
