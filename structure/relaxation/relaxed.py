"""Lower bound on the cost of links, from the network's eigenvalues, degrees and range of entries alone.

Let Y count the links between slots and L be its Laplacian, x mark the occupied slots, X be the costs. ``sum
of X over links = (degrees on the diagonal of X - <L, X>) / 2``. With mu the second eigenvalue, ``L = mu
(diag(x) - x x' / n) + F``: F's eigenvalues are those of L less mu, and a 0 for every empty slot, all
orthogonal to the constant vector. So ``-<F, X> / 2`` is at least the smallest scalar product of two sets of
eigenvalues (Finke, Burkard and Rendl 1987; Hadley, Rendl and Wolkowicz 1992), and the remainder is a
quadratic form of the occupied slots (`occupied`).

X need not equal the costs. Its diagonal is free. Where X is below a cost the bound still holds, because
pairs have no negative number of links; where X is above, no pair of occupied slots has more links than the
heaviest pair, and that many times the difference is subtracted. The best X solves a semidefinite relaxation
of the assignment (Zhao, Karisch, Rendl and Wolkowicz 1998; Ding and Wolkowicz 2009).
"""

from dataclasses import dataclass

import numpy as np

from netfloor.structure.relaxation.assignment import CabinetAssignment, Floats
from netfloor.structure.relaxation.occupied import Occupied, min_occupied

#: Relative to the sum of all magnitudes: larger than any rounding error.
SLACK = 1e-10


@dataclass(frozen=True, eq=False)
class Terms:
    """Free terms at which a bound is computed.

    Attributes
    ----------
    own
        Diagonal of X for the slots of each cabinet, (C,).
    change
        X minus the costs, symmetric, (C, C).
    """

    own: Floats
    change: Floats


@dataclass(frozen=True, eq=False)
class Relaxed:
    """The bound, reduced by its rounding error, with its derivatives.

    Attributes
    ----------
    value
        The bound.
    links
        Derivatives by entries of X below the costs: relaxed numbers of links, (C, C).
    beyond
        Derivatives by entries of X above the costs, (C, C).
    own
        Derivatives by the diagonal, (C,).
    """

    value: float
    links: Floats
    beyond: Floats
    own: Floats


def relax(assignment: CabinetAssignment, terms: Terms) -> Relaxed:
    """Return the bound at given terms; it is valid for any terms."""
    n, shift = assignment.routers, float(assignment.eigenvalues[0])
    here = assignment.cost + terms.change
    spectral = _min_product(assignment, here, terms.own)
    above = np.maximum(terms.change, 0.0) * (assignment.heaviest / 2)
    mean = 2 * assignment.links / n
    share = (mean - shift + shift / n) / 2
    result = min_occupied(
        shift / (2 * n) * here - above, share * terms.own, assignment.slots, assignment.routers
    )
    uneven, by_own = _uneven(assignment, terms.own, mean)
    pairs = result.pairs * (2 - np.eye(len(here)))
    links = spectral.links + shift / (2 * n) * pairs
    beyond = links - assignment.heaviest / 2 * pairs
    own = spectral.own + share * result.slots + by_own
    value = spectral.value + result.value + uneven
    return Relaxed(value - SLACK * (spectral.size + _size(result, here, above)), links, beyond, own)


def _size(found: Occupied, here: Floats, above: Floats) -> float:
    """Return the total magnitude of the terms that `min_occupied` adds up."""
    return float((np.abs(found.pairs) * (np.abs(here) + above)).sum())


@dataclass(frozen=True, eq=False)
class _Spectral:
    value: float
    size: float
    links: Floats
    own: Floats


def _min_product(assignment: CabinetAssignment, here: Floats, own: Floats) -> _Spectral:
    """Return the smallest ``-<F, X> / 2`` over all F with its eigenvalues.

    The slots of a cabinet are equivalent: X has an eigenvector for every difference of two of them, and
    otherwise acts on cabinets, on vectors constant within each.
    """
    count = len(own)
    root = np.sqrt(assignment.slots.astype(float))
    whole = -0.5 * here * np.outer(root, root)
    inside = np.diag(here)
    whole[np.diag_indices(count)] = -0.5 * (own + (assignment.slots - 1) * inside)
    values, vectors = np.linalg.eigh(_mirrored(whole, root)[1:, 1:])
    differing = np.repeat(np.arange(count), assignment.slots - 1)
    values = np.concatenate([values, (-0.5 * (own - inside))[differing]])
    wanted = np.concatenate(
        [assignment.eigenvalues - assignment.eigenvalues[0], np.zeros(assignment.spare)]
    )
    paired = np.empty(len(values))
    paired[np.argsort(-values, kind="stable")] = np.sort(wanted)
    inner = np.zeros((count, count))
    inner[1:, 1:] = (vectors * paired[: count - 1]) @ vectors.T
    matrix = _mirrored(inner, root)
    apart = np.bincount(differing, paired[count - 1 :], minlength=count)
    links = -np.outer(root, root) * matrix
    diagonal = np.diag(matrix)
    links[np.diag_indices(count)] = 0.5 * apart - 0.5 * (assignment.slots - 1) * diagonal
    size = float(np.abs(values).max(initial=0.0) * paired.sum())
    return _Spectral(float(paired @ values), size, links, -0.5 * (diagonal + apart))


def _mirrored(matrix: Floats, root: Floats) -> Floats:
    """Transform a matrix to a basis whose first vector is along ``root``, by Householder's reflection."""
    normal = root / np.linalg.norm(root)
    normal[0] += 1.0
    normal /= np.linalg.norm(normal)
    image = matrix @ normal
    both = np.outer(normal, image - (normal @ image) * normal)
    return np.asarray(matrix - 2 * (both + both.T))


def _uneven(assignment: CabinetAssignment, own: Floats, mean: float) -> tuple[float, Floats]:
    """Return the smallest contribution of unequal degrees to the diagonal part, and its derivatives."""
    beside = (assignment.degrees - mean) / 2
    cabinet = np.repeat(np.arange(len(own)), assignment.slots)
    cheap = cabinet[np.argsort(own[cabinet], kind="stable")]
    more = int((beside > 0).sum())
    at = np.concatenate([cheap[:more], cheap[len(cheap) - (len(beside) - more) :]])
    by_own = np.bincount(at, beside, minlength=len(own)).astype(np.float64)
    return float(beside @ own[at]), by_own
