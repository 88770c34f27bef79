"""How many links any exactly balanced cut has at the least."""

import math
from dataclasses import dataclass, field
from fractions import Fraction

from structure.closed_bisections import closed_bisection
from structure.components import halves_of_components
from structure.cut import Cut
from structure.effective_eigenvalue import effective_eigenvalue
from structure.metis import Sides
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
    sides
        The best balanced cut that is known in closed form, (n,) int8 of 0 and 1, or None.
    """

    links: int
    method: str
    sides: Sides | None = field(default=None, compare=False, repr=False)


def bisection_bound(topology: Topology, *, prove: bool = True) -> BisectionBound:
    """Return the best bound, rounded up to a number that a cut can have.

    That is the closed form of the network's family, where there is one
    (`structure.closed_bisections`), and unless its cut has no more links, the spectral bound.

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
    closed = closed_bisection(topology)
    sides = None if closed is None else closed.sides
    if closed is not None and closed.links > links:
        links, method = closed.links, closed.method
    if prove and not (sides is not None and Cut(topology, sides).links <= _possible(topology, links, half)):
        proof = effective_eigenvalue(topology)
        spectral = math.ceil(Fraction(proof.value) * half * (n - half) / n)
        if spectral > links:
            links, method = spectral, f"second Laplacian eigenvalue, by {proof.method}"
    return BisectionBound(_possible(topology, links, half), method, sides)


def _possible(topology: Topology, links: int, half: int) -> int:
    """Return the smallest number of links, at least ``links``, that has the right parity."""
    odd = topology.degree % 2
    if odd.min() != odd.max():
        return links
    return links + (links + int(odd[0]) * half) % 2
