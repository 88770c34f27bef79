"""Certified lower bounds on the cable length of every placement: a file each, an entry in BOUNDS."""

from collections.abc import Callable

from netfloor.layout.bounds.bound import EVERY, SOLVED, Bound
from netfloor.layout.bounds.clusters import cluster_bound
from netfloor.layout.bounds.line_cuts import line_cut_bound
from netfloor.layout.bounds.spectral import PairSum, pairs_proof, spectral_bound
from netfloor.layout.problem import Problem
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue

#: Every bound, None where it does not apply; each holds, so that the largest one does.
BOUNDS: tuple[Callable[[Problem, ProvedEigenvalue], Bound | None], ...] = (
    line_cut_bound,
    cluster_bound,
    spectral_bound,
)


def lower_bound(problem: Problem, eigenvalue: ProvedEigenvalue) -> Bound:
    """Return the best bound that is known, in mm, by a proved eigenvalue of the network's Laplacian."""
    found = [bound(problem.bounded, eigenvalue) for bound in BOUNDS]
    return max((bound for bound in found if bound is not None), key=lambda bound: bound.length_mm)


__all__ = [
    "BOUNDS",
    "EVERY",
    "SOLVED",
    "Bound",
    "PairSum",
    "cluster_bound",
    "line_cut_bound",
    "lower_bound",
    "pairs_proof",
    "spectral_bound",
]
