"""How many links any exactly balanced cut has at the least."""

import math
from fractions import Fraction

from netfloor.structure.bisection.closed_forms import BisectionBound, closed_bisection
from netfloor.structure.bisection.cut import Cut
from netfloor.structure.hops.components import halves_of_components
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue
from netfloor.topologies.topology import Topology


def bisection_bound(
    topology: Topology, *, prove: bool = True, proof: ProvedEigenvalue | None = None
) -> BisectionBound:
    """Return the best bound, rounded up to a number that a cut can have.

    That is the closed form of the network's family, where there is one, and unless its cut has no more
    links, the spectral bound: a cut that separates s routers from n - s has at least
    ``lambda_2 s (n - s) / n`` links (Fiedler, Algebraic connectivity of graphs, 1973). Its links are
    the degrees of the s routers less twice the links among them: where all degrees are odd or all are even,
    the parity of every balanced cut is that of one degree times s. A cut is empty only if it splits no
    component.

    Parameters
    ----------
    prove
        False leaves the eigenvalue out.
    proof
        The eigenvalue where it is proved already; None to find one.
    """
    n, half = topology.routers, topology.routers // 2
    if halves_of_components(topology) is not None:
        return BisectionBound(0, "nothing is less than 0")
    links, method = 1, "every balanced cut splits a component"
    closed = closed_bisection(topology)
    sides = None if closed is None else closed.sides
    if closed is not None and closed.links > links:
        links, method = closed.links, closed.method
    if prove and not (
        sides is not None and Cut(topology, sides).links <= next_possible(topology, links, half)
    ):
        proof = proof or effective_eigenvalue(topology)
        spectral = math.ceil(Fraction(proof.value) * half * (n - half) / n)
        if spectral > links:
            links, method = spectral, f"second Laplacian eigenvalue, by {proof.method}"
    return BisectionBound(next_possible(topology, links, half), method, sides)


def next_possible(topology: Topology, links: int, size: int) -> int:
    """Return the least number from ``links`` on of links that can leave ``size`` routers, by its parity."""
    odd = topology.degree % 2
    return links if odd.min() != odd.max() else links + (links + int(odd[0]) * size) % 2
