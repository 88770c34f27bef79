"""Lower bounds on the cable length of every placement. Add one: a file here, an entry in BOUNDS."""

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

#: Every bound, None where it does not apply; each holds, so that the largest one does. An interrupt ends
#: those that grow step by step.
BOUNDS: tuple[Callable[[Problem, ProvedEigenvalue, Interrupt | None], Bound | None], ...] = (
    line_cut_bound,
    cluster_bound,
    spectral_bound,
)


def lower_bound(
    problem: Problem, eigenvalue: ProvedEigenvalue, interrupt: Interrupt | None = None
) -> Bound:
    """Return the best bound that is known, in mm, by a proved eigenvalue of the network's Laplacian."""
    found = [bound(problem.bounded, eigenvalue, interrupt) for bound in BOUNDS]
    return max((bound for bound in found if bound is not None), key=lambda bound: bound.length_mm)


def bound_of(
    topology: Topology,
    problem: Problem,
    eigenvalue: ProvedEigenvalue | None = None,
    interrupt: Interrupt | None = None,
) -> Bound:
    """Return the best bound of a network in a room, in mm; of several, joined or each alone.

    Where the switches of one of several networks stand is a placement of that network alone, in slots
    that are all its own. The links of management ports, which alone join two networks, add to their cable.
    So no placement of all has less cable than the sum of what each network cannot be below in the whole
    room. The joined bound knows instead that two switches never share a slot, but no second eigenvalue
    where the networks are not connected.

    ``topology``, ``problem``: the network, and the same in its room; ``eigenvalue``: what the cuts rest
    on, if the caller has it; ``interrupt``: ends the work early, with the bound that is proved by then.
    """
    joined = lower_bound(problem, eigenvalue or effective_eigenvalue(topology), interrupt)
    if topology.networks is None:
        return joined
    lengths = problem.bounded.lengths
    each = tuple(
        bound_of(one.alone, Problem(one.alone.adjacency, lengths), interrupt=interrupt)
        for one in topology.networks
    )
    total = sum(one.length_mm for one in each)
    return max(
        joined, Bound(total, BY_NETWORKS, 0.0, 0, 0, 0, networks=each), key=lambda one: one.length_mm
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
