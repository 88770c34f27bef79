"""Lower bounds on the links of any exactly balanced cut."""

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
    """Return the best lower bound, rounded up to a possible cut size.

    The bound is the closed form of the network's family, if there is one. Unless its cut already matches,
    the spectral bound is tried too: a cut that separates s switches from n - s has at least ``lambda_2 s (n
    - s) / n`` links (Fiedler, Algebraic connectivity of graphs, 1973). The links of a cut are the degrees
    of the s switches minus twice the links among them, so if all degrees are odd or all are even, every
    balanced cut has the parity of a degree times s. A cut is empty only if it splits no component.

    Parameters
    ----------
    prove
        False omits the eigenvalue.
    proof
        The eigenvalue if it is already proven; None to compute it.
    """
    n, half = topology.routers, topology.routers // 2
    if halves_of_components(topology) is not None:
        return BisectionBound(0, "trivial")
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
    """Return the smallest possible size from ``links`` on of a cut around ``size`` switches, by parity."""
    odd = topology.degree % 2
    return links if odd.min() != odd.max() else links + (links + int(odd[0]) * size) % 2
