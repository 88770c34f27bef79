"""Bisection as an interval: the best exactly balanced cut found, and a certified bound."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from structure.bisection_bound import bisection_bound
from structure.candidate_cuts import candidate_cuts
from structure.combined_cuts import combined_cuts
from structure.components import halves_of_components
from structure.cut import Cut
from structure.kahip import kahip_bisections
from structure.metis import Sides, metis_bisections
from topologies.topology import Topology

#: Up to this many routers every balanced cut is tried (at most 184,756).
EXHAUSTIVE_ROUTERS = 20
#: Annealing starts from so many different partitions, the best that METIS found.
CHAINS = 8
#: Proposed swaps by default: so many a router in all, and never more than the second number.
SWAPS_PER_ROUTER = 48_000
MOST_SWAPS = 80_000_000
#: Pairs of cuts are combined once for so many proposed swaps a link, so often at most.
SWAPS_PER_CHILD = 10
MOST_CHILDREN = 1000
#: First and last temperature, in units of the root mean square of a random swap's parts,
#: sqrt(k) in a k-regular network: measured best on LPS(23,11), LPS(29,13), random regular
#: networks of degree 3 and 8, and circulants.
HOT, COLD = 0.3, 0.1


@dataclass(frozen=True, eq=False)
class Bisection:
    """The links between two halves of a network.

    Attributes
    ----------
    links
        Links of the best cut found whose sides differ by at most one router, parallel
        links counted each: an upper bound on the bisection.
    lower_links
        Links that every such cut has at least, certified.
    sides
        Side 0 or 1 of each router in the cut found, (n,) int8; router 0 is on side 0.
    method
        What found the cut: ``every cut tried``, ``components``, ``closed form``, ``METIS``,
        ``KaHIP``, ``arcs`` or ``factors`` (`structure.candidate_cuts`), or ``annealing``.
    lower_method
        What proves the lower bound.
    """

    links: int
    lower_links: int
    sides: Sides
    method: str
    lower_method: str

    def __post_init__(self) -> None:
        self.sides.flags.writeable = False

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
) -> Bisection:
    """Return the best exactly balanced cut found and a certified lower bound.

    METIS from many seeds, each result balanced and improved by swaps; cuts that the
    network's family suggests; then the best of them annealed by random swaps. The search
    ends where it meets the bound, and does not begin where a closed form does.

    Parameters
    ----------
    seeds
        Runs of METIS, at least 1. Ten take about 0.1 s for 1,092 routers of radix 30.
    seed
        The same seed gives the same cut.
    iterations
        Swaps that annealing proposes, 15 to 30 million a second; fewer than its 8 chains
        mean none. By default 48,000 a router, at most 80 million.
    prove
        False leaves the eigenvalue out of the lower bound, which then says little more than
        that the network is connected: for many random networks of which only the cut counts.
    kahip_seeds
        Runs of KaHIP besides, which needs the extra ``netfloor[partition]``.

    Raises
    ------
    InputError
        If KaHIP is asked for and not installed.
    ValueError
        If ``seeds`` is less than 1 or another number negative.
    """
    if seeds < 1 or min(kahip_seeds, iterations or 0) < 0:
        raise ValueError("bisection needs at least one METIS seed and no negative iterations")
    if topology.routers <= EXHAUSTIVE_ROUTERS:
        return _by_trying_all(topology)
    whole = halves_of_components(topology)
    if whole is not None:
        return _found(Cut(topology, whole), "components", 0, "nothing is less than 0")
    bound = bisection_bound(topology, prove=prove)
    known = None if bound.sides is None else Cut(topology, bound.sides)
    if known is not None and known.links <= bound.links:
        return _found(known, "closed form", bound.links, bound.method)
    if iterations is None:
        iterations = min(SWAPS_PER_ROUTER * topology.routers, MOST_SWAPS)

    def halve(part: Topology) -> Sides:
        swaps = iterations * part.routers // topology.routers
        return bisection(part, seeds=seeds, seed=seed, iterations=swaps, prove=False).sides

    for_metis, for_annealing, for_kahip, for_children = np.random.SeedSequence(seed).spawn(4)
    by_metis = metis_bisections(topology, _seeds(for_metis, seeds))
    pool = [(cut, "METIS") for cut in _different(topology, by_metis, bound.links)]
    pool += [] if known is None else [(known, "closed form")]
    if pool[0][0].links > bound.links:
        by_kahip = kahip_bisections(topology, _seeds(for_kahip, kahip_seeds)) if kahip_seeds else ()
        pool += [(cut, "KaHIP") for cut in _different(topology, by_kahip, bound.links)]
        pool += candidate_cuts(topology, halve, thorough=iterations >= CHAINS)
        most = min(iterations // (SWAPS_PER_CHILD * topology.link_count), MOST_CHILDREN)
        parents = [cut for cut, _ in pool]
        pool += [(cut, "combined") for cut in combined_cuts(parents, for_children, enough=bound.links, most=most)]
    best, method = _best_of(pool, for_annealing, iterations, bound.links)
    return _found(best, method, bound.links, bound.method)


def _best_of(
    pool: list[tuple[Cut, str]], seeds: np.random.SeedSequence, iterations: int, enough: int
) -> tuple[Cut, str]:
    """Return the best of some cuts and of what annealing makes of them, with what found it."""
    pool = sorted(pool, key=lambda candidate: candidate[0].links)
    best, method = pool[0]
    for cut in _annealed([cut for cut, _ in pool], seeds, iterations, enough):
        if cut.links < best.links:
            best, method = cut, "annealing"
    return best, method


def _found(cut: Cut, method: str, lower_links: int, lower_method: str) -> Bisection:
    sides = cut.sides ^ cut.sides[0] if len(cut.sides) else cut.sides
    return Bisection(cut.links, lower_links, sides, method, lower_method)


def _seeds(sequence: np.random.SeedSequence, number: int) -> list[int]:
    """Return seeds below 2**31."""
    return [int(word) for word in sequence.generate_state(number) >> 1]


def _different(topology: Topology, partitions: Iterable[Sides], enough: int) -> list[Cut]:
    """Return different cuts, balanced and improved, the best first, until one is good enough."""
    cuts: dict[bytes, Cut] = {}
    for sides in partitions:
        cut = Cut(topology, sides).balanced().improved()
        cuts.setdefault((cut.sides ^ cut.sides[0]).tobytes(), cut)
        if cut.links <= enough:
            break
    return sorted(cuts.values(), key=lambda cut: cut.links)


def _annealed(
    cuts: list[Cut], seeds: np.random.SeedSequence, iterations: int, enough: int
) -> Iterator[Cut]:
    """Yield the cuts that annealing makes of the given ones, until one is good enough."""
    best = cuts[0].links
    for chain, state in enumerate(seeds.generate_state(CHAINS, np.uint64)):
        if best <= enough or iterations < CHAINS:
            return
        start = cuts[chain % len(cuts)]
        scale = start.swap_scale()
        cut = start.annealed(
            int(state), hot=HOT * scale, cold=COLD * scale, iterations=iterations // CHAINS
        ).improved()
        best = min(best, cut.links)
        yield cut


def _by_trying_all(topology: Topology) -> Bisection:
    """Return the smallest cut of a small network."""
    n, sides = topology.routers, np.zeros(topology.routers, dtype=np.int8)
    if n > 1:
        from structure.bisection_kernels import smallest_cut  # noqa: PLC0415 - a heavy import

        bits = smallest_cut(topology.adjacency.toarray().astype(np.int64))
        sides = (int(bits) >> np.arange(n) & 1).astype(np.int8)
    cut = Cut(topology, sides)
    return _found(cut, "every cut tried", cut.links, "every cut tried")
