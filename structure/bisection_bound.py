"""How many links any exactly balanced cut has at the least."""

import math
from dataclasses import dataclass
from fractions import Fraction

from structure.components import halves_of_components
from structure.laplacian import proved_algebraic_connectivity
from topologies.topology import Topology


@dataclass(frozen=True)
class BisectionBound:
    """A certified lower bound on the links of every exactly balanced cut.

    Attributes
    ----------
    links
        The bound, a whole number of the only possible parity.
    method
        What proves it, for people.
    """

    links: int
    method: str


def bisection_bound(topology: Topology, *, prove: bool = True) -> BisectionBound:
    """Return the spectral bound, rounded up to a number that a cut can have.

    A cut that separates s routers from n - s has at least ``lambda_2 s (n - s) / n`` links
    (Fiedler, Algebraic connectivity of graphs, 1973). Its links are
    the degrees of the s routers less twice the links among them: where all degrees are
    odd or all are even, the parity of every balanced cut is that of one degree times s.
    A cut is empty only if it splits no component.

    Parameters
    ----------
    prove
        False leaves the eigenvalue out.
    """
    n, half = topology.routers, topology.routers // 2
    if halves_of_components(topology) is not None:
        return BisectionBound(0, "nothing is less than 0")
    links, method = 1, "every balanced cut splits a component"
    if prove:
        proof = proved_algebraic_connectivity(topology)
        spectral = math.ceil(Fraction(proof.value) * half * (n - half) / n)
        if spectral > links:
            links, method = spectral, f"second Laplacian eigenvalue, by {proof.method}"
    return BisectionBound(_possible(topology, links, half), method)


def _possible(topology: Topology, links: int, half: int) -> int:
    """Return the smallest number of links, at least ``links``, that has the right parity."""
    odd = topology.degree % 2
    if odd.min() != odd.max():
        return links
    return links + (links + int(odd[0]) * half) % 2
