"""Eigenvalues that measure how well a network expands."""

import math
from dataclasses import dataclass

import numpy as np

from netfloor.structure.hops.components import is_connected
from netfloor.structure.hops.cycles import two_colouring
from netfloor.structure.spectrum.eigenvalues import Ends, spectrum_ends
from netfloor.structure.spectrum.laplacian import algebraic_connectivity
from netfloor.topologies.topology import Topology

#: Rounding tolerance above 2 sqrt(k - 1), relative to the radix.
RAMANUJAN_TOLERANCE = 1e-8


@dataclass(frozen=True)
class Spectrum:
    """Eigenvalues that characterise a network.

    Attributes
    ----------
    lambda_
        Largest magnitude of an adjacency eigenvalue other than k and -k, 0 if there is none; None for an
        irregular network.
    mu1
        ``(k - lambda) / k`` (SpectralFly, section II; matches its Table I). For an irregular network, 1
        minus the largest magnitude of an eigenvalue other than 1 and -1 of the normalised adjacency
        ``D^-1/2 A D^-1/2``, which is the same for regular networks.
    ramanujan
        True if ``lambda <= 2 sqrt(k - 1)``; None for an irregular network.
    algebraic_connectivity
        Second smallest Laplacian eigenvalue, counting parallel links.
    method, residual
        Method that computed the eigenvalues, and the largest possible distance of each from a true
        eigenvalue.
    """

    lambda_: float | None
    mu1: float
    ramanujan: bool | None
    algebraic_connectivity: float
    method: str
    residual: float


def spectrum(topology: Topology) -> Spectrum:
    """Compute the eigenvalues that characterise a network.

    In a network that is not connected eigenvalue k is repeated: lambda = k, mu1 = 0, and it is not
    Ramanujan. The residual is that of the adjacency eigenvalues.
    """
    if not is_connected(topology):
        lambda_ = float(topology.radix) if topology.is_regular else None
        return Spectrum(lambda_, 0.0, False if topology.is_regular else None, 0.0, "counted", 0.0)
    radix = topology.radix
    normalised = _normalised_ends(topology)
    ratio = max(abs(normalised.smallest), abs(normalised.largest))
    residual = normalised.residual * radix
    if not topology.is_regular or topology.routers <= 2:
        second = algebraic_connectivity(topology)
    else:
        second = radix * (1 - normalised.largest)
    lambda_ = ratio * radix if topology.is_regular else None
    maximum = 2 * math.sqrt(max(radix - 1, 0)) + RAMANUJAN_TOLERANCE * radix
    ramanujan = None if lambda_ is None else lambda_ <= maximum
    return Spectrum(lambda_, 1 - ratio, ramanujan, second, normalised.method, residual)


def _normalised_ends(topology: Topology) -> Ends:
    """Return the ends of ``D^-1/2 A D^-1/2`` without 1 and, if bipartite, without -1."""
    from scipy.sparse import csr_array, diags_array  # noqa: PLC0415 - a heavy import

    roots = np.sqrt(topology.degree.astype(np.float64))
    inverse = diags_array(1 / np.where(roots > 0, roots, 1))
    matrix = csr_array(inverse @ topology.adjacency.astype(np.float64) @ inverse)
    perron = roots / (np.linalg.norm(roots) or 1)
    known, vectors = [1.0], [perron]
    sides = two_colouring(topology)
    if sides is not None and topology.routers > 1:
        known.append(-1.0)
        vectors.append(perron * (1 - 2 * sides))
    return spectrum_ends(matrix, np.array(known), np.column_stack(vectors))
