"""The second smallest eigenvalue of the Laplacian: an estimate, and a proven lower bound.

Any s switches have at least ``lambda_2 * s * (n - s) / n`` links to the rest, the basis of all guarantees
about cuts and cables. Eigenvalue solvers approach it from above, so their result is only an estimate, and a
guarantee needs a proof.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from netfloor.structure.hops.components import is_connected
from netfloor.structure.spectrum.eigenvalues import spectrum_ends
from netfloor.structure.spectrum.factor import has_factor, largest_proved
from netfloor.topologies.topology import Topology

if TYPE_CHECKING:
    from netfloor.structure.spectrum.flow import ExpanderFlow

#: Above this order the full matrix of the proof would need more than 1.2 GB.
PROOF_ROUTERS = 12_000


@dataclass(frozen=True)
class ProvedEigenvalue:
    """A certified lower bound on the second smallest Laplacian eigenvalue.

    Attributes
    ----------
    value
        The lower bound, at least 0.
    method
        Proof method as text.
    flow
        If not None, the eigenvalue is that of the network after this flow (`structure.spectrum.flow`),
        which increases no cut.
    """

    value: float
    method: str
    flow: "ExpanderFlow | None" = field(default=None, compare=False, repr=False)


def algebraic_connectivity(topology: Topology) -> float:
    """Return the second smallest Laplacian eigenvalue, counting parallel links.

    An estimate to about nine digits: the radix less the largest eigenvalue of ``radix I - L``, which is the
    adjacency matrix of a regular network, without the constant vector. 0 for a network that is not
    connected, and by convention for a single switch.
    """
    if topology.routers < 2 or not is_connected(topology):
        return 0.0
    from scipy.sparse import csr_array, diags_array  # noqa: PLC0415 - a heavy import

    n, radix = topology.routers, float(topology.radix)
    matrix = csr_array(topology.adjacency + diags_array(radix - topology.degree), dtype=np.float64)
    return topology.radix - spectrum_ends(matrix, np.array([radix]), np.full((n, 1), n**-0.5)).largest


def proved_algebraic_connectivity(topology: Topology) -> ProvedEigenvalue:
    """Prove a lower bound on the second smallest Laplacian eigenvalue.

    For ``mu`` slightly below the computed eigenvalue, the matrix
    ``L - mu (I - J/n) + J/n`` has eigenvalue 1 on the constant vector and
    ``lambda_i - mu`` on all others. By Sylvester's law of inertia it is positive definite,
    that is ``lambda_2 > mu``, exactly if its Cholesky factorisation exists.

    In floating point with unit roundoff u, a completed factorisation is the exact
    factorisation of a matrix that differs by at most ``g |R'||R|``, ``g = (n+1)u / (1-(n+1)u)``
    (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., theorem 10.3, for any
    order of summation). The spectral norm of that is at most ``g trace / (1-g)``, so
    ``lambda_2 > mu`` less that amount. With n <= 12,000 and a trace of at most
    n * radix + 1 it is below 2e-8 radix; forming the entries adds less than 1e-12 radix.
    ``factor.SLACK`` times the radix, subtracted from the proven value, covers both several times over.

    Above 12,000 switches, and wherever it is larger, the bound is ``4 / (n D)`` for
    diameter D (Mohar, Eigenvalues, diameter, and mean distance in graphs, 1991, who
    credits McKay), with D replaced by twice the greatest distance from switch 0.
    """
    if topology.routers < 2:
        return ProvedEigenvalue(0.0, "fewer than two switches")
    if not is_connected(topology):
        return ProvedEigenvalue(0.0, "not connected")
    if topology.routers > PROOF_ROUTERS:
        return _by_diameter(topology)
    return max(_by_diameter(topology), _by_factorisation(topology), key=lambda proof: proof.value)


def _by_factorisation(topology: Topology) -> ProvedEigenvalue:
    """Return the largest value proven by a Cholesky factorisation, or 0."""
    estimate = algebraic_connectivity(topology)
    value = largest_proved(estimate, topology.radix, lambda mu: _exceeds(topology, mu))
    return ProvedEigenvalue(value, "Cholesky factorisation")


def _exceeds(topology: Topology, mu: float) -> bool:
    """Test whether ``L - mu (I - J/n) + J/n`` has a Cholesky factor."""
    n, (u, v) = topology.routers, topology.links.T
    matrix = np.full((n, n), (1 + mu) / n)
    matrix[u, v] -= topology.multiplicity
    matrix[v, u] -= topology.multiplicity
    matrix[np.diag_indices(n)] += topology.degree - mu
    return has_factor(matrix)


def _by_diameter(topology: Topology) -> ProvedEigenvalue:
    """Return ``4 / (n D)`` with an upper bound D on the diameter."""
    from netfloor.structure.hops.kernels import forest_hops  # noqa: PLC0415 - a heavy import

    adjacency = topology.adjacency
    farthest = int(forest_hops(adjacency.indptr, adjacency.indices).max())
    value = 4 / (topology.routers * 2 * farthest) * (1 - 1e-12)
    return ProvedEigenvalue(value, "4 / (n D)")
