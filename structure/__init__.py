"""What a network's graph alone is worth: distances, spectrum, girth, bisection."""

from structure.bipartite import is_bipartite
from structure.bisection import Bisection, bisection
from structure.components import is_connected
from structure.distances import Distances, distances
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
    "proved_algebraic_connectivity",
    "spectrum",
]
