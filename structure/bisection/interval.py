"""Bisection as an interval: the best exactly balanced cut found, and a certified bound."""

from dataclasses import dataclass, replace

import numpy as np

from netfloor.structure.bisection.best_known import best_known
from netfloor.structure.bisection.bound import bisection_bound
from netfloor.structure.bisection.cut import Cut
from netfloor.structure.bisection.partitioners import Sides
from netfloor.structure.bisection.search import SearchBudget, search_cut
from netfloor.structure.hops.components import halves_of_components
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue
from netfloor.topologies.planes import plane_of
from netfloor.topologies.topology import Topology

#: Up to this many routers every balanced cut is tried (at most 184,756).
EXHAUSTIVE_ROUTERS = 20


@dataclass(frozen=True, eq=False)
class Bisection:
    """The links between two halves of a network.

    Attributes
    ----------
    links
        Links of the best cut found whose sides differ by at most one router, parallel links counted each:
        an upper bound on the bisection.
    lower_links
        Links that every such cut has at least, certified.
    sides
        Side 0 or 1 of each router in the cut found, (n,) int8; router 0 is on side 0.
    method
        What found the cut: ``every cut tried``, ``components``, ``closed form``, ``METIS``, ``KaHIP``,
        ``arcs`` or ``factors`` (`candidate_cuts`), ``annealing`` or ``combining``, or ``best known``: a cut
        that is kept, since a short search finds none as narrow.
    lower_method
        What proves the lower bound.
    effort
        How long was searched, in words; empty where nothing had to be.
    """

    links: int
    lower_links: int
    sides: Sides
    method: str
    lower_method: str
    effort: str = ""

    def __post_init__(self) -> None:
        self.sides.flags.writeable = False

    def in_planes(self, planes: int) -> "Bisection":
        """Return the cut of so many copies of the network, each cut alike."""
        return replace(
            self,
            links=planes * self.links,
            lower_links=planes * self.lower_links,
            sides=np.tile(self.sides, planes),
            method=f"{self.method}, the same in {planes} planes",
        )

    @property
    def exact(self) -> bool:
        """True where no balanced cut has fewer links."""
        return self.links == self.lower_links


def bisection(
    topology: Topology,
    *,
    seeds: int = 50,
    seed: int = 0,
    iterations: int | None = None,
    prove: bool = True,
    kahip_seeds: int = 0,
    proof: ProvedEigenvalue | None = None,
) -> Bisection:
    """Return the best exactly balanced cut found and a certified lower bound.

    METIS from many seeds, each result balanced and improved by swaps; cuts that the network's family
    suggests; the best of them annealed by random swaps; then the best of all combined in pairs. The search
    ends where it meets the bound, and does not begin where a closed form does. Planes are all cut alike:
    halves of their servers, whose ports are in every plane.

    Parameters
    ----------
    seeds, kahip_seeds
        Runs of METIS, at least 1 (ten take about 0.1 s for 1,092 routers of radix 30), and of KaHIP, which
        needs the extra ``netfloor[partition]``.
    seed
        The same seed gives the same cut.
    iterations
        Swaps that annealing proposes, 15 to 30 million a second; fewer than its 8 chains mean neither
        annealing nor combining. By default 48,000 a router, at most 80 million.
    prove
        False leaves the eigenvalue out of the lower bound, which then says little more than that the
        network is connected: for many random networks of which only the cut counts.

    Raises
    ------
    InputError
        If KaHIP is asked for and not installed.
    ValueError
        If ``seeds`` is less than 1 or another number negative.
    """
    planes, plane = plane_of(topology)
    if planes > 1:
        found = bisection(
            plane, seeds=seeds, seed=seed, iterations=iterations, prove=prove, kahip_seeds=kahip_seeds
        )
        return found.in_planes(planes)
    budget = SearchBudget(seeds, kahip_seeds, iterations, seed)
    if topology.routers <= EXHAUSTIVE_ROUTERS:
        return _by_trying_all(topology)
    whole = halves_of_components(topology)
    if whole is not None:
        return _found(Cut(topology, whole), "components", 0, "nothing is less than 0")
    bound = bisection_bound(topology, prove=prove, proof=proof)
    known = [
        (Cut(topology, sides), name)
        for name, sides in (("closed form", bound.sides), ("best known", best_known(topology)))
        if sides is not None
    ]
    for one, name in known:
        if one.links <= bound.links:
            return _found(one, name, bound.links, bound.method)

    def halve(part: Topology) -> Sides:
        swaps = budget.swaps(topology) * part.routers // topology.routers
        return bisection(part, seeds=seeds, seed=seed, iterations=swaps, prove=False).sides

    cut, method = search_cut(topology, budget, halve, known=known, enough=bound.links)
    return _found(cut, method, bound.links, bound.method, budget.words(topology))


def _found(cut: Cut, method: str, lower_links: int, lower_method: str, effort: str = "") -> Bisection:
    sides = cut.sides ^ cut.sides[0] if len(cut.sides) else cut.sides
    return Bisection(cut.links, lower_links, sides, method, lower_method, effort)


def _by_trying_all(topology: Topology) -> Bisection:
    """Return the smallest cut of a small network."""
    n, sides = topology.routers, np.zeros(topology.routers, dtype=np.int8)
    if n > 1:
        from netfloor.structure.bisection.kernels import smallest_cut  # noqa: PLC0415 - a heavy import

        bits = smallest_cut(topology.adjacency.toarray().astype(np.int64))
        sides = (int(bits) >> np.arange(n) & 1).astype(np.int8)
    cut = Cut(topology, sides)
    return _found(cut, "every cut tried", cut.links, "every cut tried")
