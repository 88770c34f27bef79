"""Bisection as an interval: the best exactly balanced cut found, and a certified lower bound."""

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

#: Up to this many switches every balanced cut is tried (at most 184,756).
EXHAUSTIVE_ROUTERS = 20


@dataclass(frozen=True, eq=False)
class Bisection:
    """The links between two halves of a network.

    Attributes
    ----------
    links
        Links of the best cut found whose sides differ by at most one switch, counting parallel links: an
        upper bound on the bisection.
    lower_links
        Certified lower bound for all such cuts.
    sides
        Side 0 or 1 of each switch in the best cut, (n,) int8; switch 0 is on side 0.
    method
        Method that found the cut: ``every cut tried``, ``components``, ``closed form``, ``METIS``,
        ``KaHIP``, ``arcs`` or ``factors`` (`candidate_cuts`), ``annealing``, ``combining``, or ``best
        known`` for a stored cut narrower than short searches find.
    lower_method
        Proof of the lower bound.
    effort
        Search effort as text; empty if no search was needed.
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
        """Return the cut of several copies of the network, each cut in the same way."""
        return replace(
            self,
            links=planes * self.links,
            lower_links=planes * self.lower_links,
            sides=np.tile(self.sides, planes),
            method=f"{self.method}, the same in {planes} planes",
        )

    @property
    def exact(self) -> bool:
        """True if the cut matches the lower bound, so no balanced cut has fewer links."""
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
    """Search for the best exactly balanced cut and prove a lower bound.

    METIS runs with many seeds, each result balanced and improved by swaps; cuts suggested by the network's
    family; the best of them annealed by random swaps; then the best of all combined in pairs. The search
    ends when it meets the bound, and is skipped if a closed form does. Planes share a cut: halves of
    their servers, whose ports are in every plane.

    Parameters
    ----------
    seeds, kahip_seeds
        METIS runs, at least 1 (ten take about 0.1 s for 1,092 switches of radix 30), and KaHIP runs, which
        need the extra ``netfloor[partition]``.
    seed
        The same seed gives the same cut.
    iterations
        Proposed swaps in annealing, 15 to 30 million per second; fewer than its 8 chains disable annealing
        and combining. By default 48,000 per switch, at most 80 million.
    prove
        False omits the eigenvalue from the lower bound, which then is little more than a proof of
        connectivity; for many random networks of which only the cuts matter.

    Raises
    ------
    InputError
        If KaHIP is requested and not installed.
    ValueError
        If ``seeds`` is less than 1 or another number is negative.
    """
    planes, plane = plane_of(topology)
    if planes > 1:
        result = bisection(
            plane, seeds=seeds, seed=seed, iterations=iterations, prove=prove, kahip_seeds=kahip_seeds
        )
        return result.in_planes(planes)
    budget = SearchBudget(seeds, kahip_seeds, iterations, seed)
    if topology.routers <= EXHAUSTIVE_ROUTERS:
        return _by_trying_all(topology)
    whole = halves_of_components(topology)
    if whole is not None:
        return _found(Cut(topology, whole), "components", 0, "trivial")
    bound = bisection_bound(topology, prove=prove, proof=proof)
    known = [
        (Cut(topology, sides), name)
        for name, sides in (("closed form", bound.sides), ("best known", best_known(topology)))
        if sides is not None
    ]
    for item, name in known:
        if item.links <= bound.links:
            return _found(item, name, bound.links, bound.method)

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
