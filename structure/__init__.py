"""What a network's graph alone is worth: distances, spectrum, girth, bisection, failures."""

from structure.bipartite import is_bipartite
from structure.bisection import Bisection, bisection
from structure.components import is_connected
from structure.distances import Distances, distances
from structure.failure_curve import FailureCurve, FailureOptions, FailurePoint
from structure.failures import link_failures
from structure.girth import girth
from structure.laplacian import (
    ProvedEigenvalue,
    algebraic_connectivity,
    proved_algebraic_connectivity,
)
from structure.spectrum import Spectrum, spectrum
from structure.summary import Structure, describe

__all__ = [
    "Bisection",
    "Distances",
    "FailureCurve",
    "FailureOptions",
    "FailurePoint",
    "ProvedEigenvalue",
    "Spectrum",
    "Structure",
    "algebraic_connectivity",
    "bisection",
    "describe",
    "distances",
    "girth",
    "is_bipartite",
    "is_connected",
    "link_failures",
    "proved_algebraic_connectivity",
    "spectrum",
]
