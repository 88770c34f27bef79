"""Lower bounds on the cable length of every placement.

To add a bound, add a file and an entry in BOUNDS.
"""

from collections.abc import Callable

from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.bounds.bound import BY_NETWORKS, EVERY, SOLVED, Bound
from netfloor.layout.bounds.clusters import cluster_bound
from netfloor.layout.bounds.line_cuts import line_cut_bound
from netfloor.layout.bounds.spectral import PairSum, pairs_proof, spectral_bound
from netfloor.layout.problem import Problem
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue
from netfloor.topologies.topology import Topology

#: All bounds; each returns None where it does not apply. All are valid, so the largest is used. An
#: interrupt ends iterative bounds early.
BOUNDS: tuple[Callable[[Problem, ProvedEigenvalue, Interrupt | None], Bound | None], ...] = (
    line_cut_bound,
    cluster_bound,
    spectral_bound,
)


def lower_bound(
    problem: Problem, eigenvalue: ProvedEigenvalue, interrupt: Interrupt | None = None
) -> Bound:
    """Return the best lower bound, in mm, given a proved eigenvalue of the network's Laplacian."""
    results = [bound(problem.bounded, eigenvalue, interrupt) for bound in BOUNDS]
    return max((bound for bound in results if bound is not None), key=lambda bound: bound.length_mm)


def bound_of(
    topology: Topology,
    problem: Problem,
    eigenvalue: ProvedEigenvalue | None = None,
    interrupt: Interrupt | None = None,
) -> Bound:
    """Return the best lower bound for a topology in a room, in mm; for several networks, joint or summed.

    Sum: the switches of each network occupy slots of their own, so their placement is also a placement of
    that network alone, and links between management ports, the only links between networks, just add cable.
    The total is therefore at least the sum of the bounds of the networks alone in the room. The joint bound
    in contrast uses that two switches never share a slot, but has no positive eigenvalue if the networks
    are not connected.

    ``eigenvalue``: a proved eigenvalue, if the caller has it; ``interrupt``: ends the work early with the
    bound proved so far.
    """
    joined = lower_bound(problem, eigenvalue or effective_eigenvalue(topology), interrupt)
    if topology.networks is None:
        return joined
    lengths = problem.bounded.lengths
    each = tuple(
        bound_of(network.alone, Problem(network.alone.adjacency, lengths), interrupt=interrupt)
        for network in topology.networks
    )
    total = sum(item.length_mm for item in each)
    return max(
        joined, Bound(total, BY_NETWORKS, 0.0, 0, 0, 0, networks=each), key=lambda item: item.length_mm
    )


__all__ = [
    "BOUNDS",
    "BY_NETWORKS",
    "EVERY",
    "SOLVED",
    "Bound",
    "PairSum",
    "bound_of",
    "cluster_bound",
    "line_cut_bound",
    "lower_bound",
    "pairs_proof",
    "spectral_bound",
]
