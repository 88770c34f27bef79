"""Search for a narrow balanced cut: partitioners, then annealing, then combining."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from netfloor.structure.bisection.candidate_cuts import candidate_cuts
from netfloor.structure.bisection.cut import Cut
from netfloor.structure.bisection.partitioners import Sides, kahip_bisections, metis_bisections
from netfloor.topologies.topology import Topology

#: Annealing chains, each starting from a different one of the best partitions.
CHAINS = 8
#: Default number of proposed swaps per switch, and its overall limit.
SWAPS_PER_ROUTER = 48_000
MAX_SWAPS = 80_000_000
#: Proposed swaps per link for each combination of two cuts, and the limit on combinations.
SWAPS_PER_CHILD = 20
MAX_CHILDREN = 500
#: First and last temperature, in units of the root mean square of a random swap's parts, sqrt(k) in a
#: k-regular network; measured best on LPS(23,11), LPS(29,13), random regular networks of degree 3 and 8,
#: and circulants.
HOT, COLD = 0.3, 0.1

#: Number of best cuts to combine with each other.
POPULATION = 50
#: Consecutive children no narrower than a parent after which combining ends.
PATIENCE = 200

#: A cut and the method that found it.
CutBy = tuple[Cut, str]
#: Yields a bisection per seed.
Partitioner = Callable[[Topology, Sequence[int]], Iterator[Sides]]


@dataclass(frozen=True)
class SearchBudget:
    """Search effort: runs of METIS and of KaHIP, and proposed swaps of annealing (None: the default).

    The same seed gives the same cut. `ValueError` if ``seeds`` is less than 1 or another number is
    negative.
    """

    seeds: int
    kahip_seeds: int = 0
    iterations: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.seeds < 1 or min(self.kahip_seeds, self.iterations or 0) < 0:
            raise ValueError("bisection needs at least one METIS seed, and no negative numbers")

    def swaps(self, topology: Topology) -> int:
        """Return the number of swaps annealing may propose; fewer than `CHAINS` disable it."""
        if self.iterations is not None:
            return self.iterations
        return min(SWAPS_PER_ROUTER * topology.routers, MAX_SWAPS)

    def words(self, topology: Topology) -> str:
        """Describe the effort for a report."""
        kahip = f", {self.kahip_seeds:,} of KaHIP" if self.kahip_seeds else ""
        swaps = self.swaps(topology)
        annealed = f", {swaps / 1e6:,.1f} million swaps" if swaps >= CHAINS else ", no annealing"
        return f"{self.seeds:,} runs of METIS{kahip}{annealed}"


def search_cut(
    topology: Topology,
    budget: SearchBudget,
    halve: Callable[[Topology], Sides],
    *,
    known: Sequence[CutBy] = (),
    enough: int = 0,
) -> CutBy:
    """Search for the best exactly balanced cut; return it with its method.

    Parameters
    ----------
    halve
        Finds a balanced cut of a part of the network, (routers,) of 0 and 1.
    known
        Balanced cuts to start with.
    enough
        Number of links at which the search stops.
    """
    for_metis, for_annealing, for_kahip, for_combining = np.random.SeedSequence(budget.seed).spawn(4)
    swaps = budget.swaps(topology)
    # the time for combining grows like that of annealing
    children = min(swaps // (SWAPS_PER_CHILD * max(topology.link_count, 1)), MAX_CHILDREN)
    pool = list(known)
    stages: list[Callable[[], Iterable[CutBy]]] = [
        lambda: _partitioned(topology, metis_bisections, _seeds(for_metis, budget.seeds), enough),
        lambda: _partitioned(topology, kahip_bisections, _seeds(for_kahip, budget.kahip_seeds), enough),
        lambda: candidate_cuts(topology, halve, thorough=swaps >= CHAINS),
        lambda: _annealed(_cuts(pool), for_annealing, swaps, enough),
        lambda: [
            (cut, "combining") for cut in combined_cuts(_cuts(pool), for_combining, children, enough=enough)
        ],
    ]
    for stage in stages:
        if not pool or min(cut.links for cut, _ in pool) > enough:
            pool += list(stage())
    return min(pool, key=lambda cut_by: cut_by[0].links)


def _cuts(pool: list[CutBy]) -> list[Cut]:
    """Return the cuts, the best first."""
    return sorted((cut for cut, _ in pool), key=lambda cut: cut.links)


def _seeds(sequence: np.random.SeedSequence, number: int) -> list[int]:
    """Return seeds below 2**31."""
    return [int(word) for word in sequence.generate_state(number) >> 1]


def _partitioned(topology: Topology, partition: Partitioner, seeds: list[int], enough: int) -> list[CutBy]:
    """Return different cuts by METIS or KaHIP, balanced and improved, until one is good enough."""
    cuts: dict[bytes, CutBy] = {}
    name = "METIS" if partition is metis_bisections else "KaHIP"
    for sides in partition(topology, seeds) if seeds else ():
        cut = Cut(topology, sides).balanced().improved()
        cuts.setdefault(cut.key(), (cut, name))
        if cut.links <= enough:
            break
    return list(cuts.values())


def _annealed(cuts: list[Cut], seeds: np.random.SeedSequence, swaps: int, enough: int) -> Iterator[CutBy]:
    """Anneal the first cuts and yield the results, until one is good enough."""
    for chain, state in enumerate(seeds.generate_state(CHAINS, np.uint64)):
        if swaps < CHAINS:
            return
        start = cuts[chain % len(cuts)]
        hot, cold = HOT * start.swap_scale(), COLD * start.swap_scale()
        cut = start.annealed(int(state), hot=hot, cold=cold, iterations=swaps // CHAINS).improved()
        yield cut, "annealing"
        if cut.links <= enough:
            return


def combined_cuts(
    cuts: list[Cut], seed: np.random.SeedSequence, children: int, *, enough: int = 0
) -> list[Cut]:
    """Combine pairs of cuts into new cuts; return those kept, the best first.

    A child keeps together all switches that both its parents have together, divides the other switches at
    random and is improved by swaps. If it is new and no wider than its wider parent, it replaces that
    parent (Kim, Hwang, Kim, Moon: Genetic approaches for graph partitioning: a survey, 2011). Where narrow
    cuts resemble each other, as in circulant graphs, it finds cuts that neither many starts nor annealing
    find.

    Parameters
    ----------
    cuts
        Balanced cuts of the network.
    children
        Maximum number of children.
    enough
        Number of links at which the search stops.
    """
    random = np.random.default_rng(seed)
    unique = {cut.key(): cut for cut in cuts}
    living = sorted(unique.values(), key=lambda cut: cut.links)[:POPULATION]
    born: list[Cut] = []
    barren = 0
    while len(living) > 1 and children > 0 and barren < PATIENCE and living[0].links > enough:
        first, second = random.choice(len(living), 2, replace=False)
        sides = mixed_sides(living[first].sides, living[second].sides, random)
        child = Cut(living[first].topology, sides).balanced().improved()
        wider = max(first, second)
        children, barren = children - 1, barren + 1
        if child.links <= living[wider].links and child.key() not in unique:
            barren = 0 if child.links < living[wider].links else barren
            unique[child.key()] = living[wider] = child
            born.append(child)
            living.sort(key=lambda cut: cut.links)
    return sorted(born, key=lambda cut: cut.links)


def mixed_sides(first: Sides, second: Sides, random: np.random.Generator) -> Sides:
    """Return sides that agree with two cuts wherever the cuts agree, (n,) int8.

    The labels of the second cut's sides are exchanged if that makes more switches agree. The remaining
    switches are divided at random, so that the sides differ by at most one.
    """
    apart = first ^ second
    if 2 * int(apart.sum()) > len(apart):
        apart ^= 1
    free = np.flatnonzero(apart)
    sides = first.copy()
    sides[free] = 0
    missing = len(sides) // 2 - int(sides.sum())
    sides[random.permutation(free)[: max(missing, 0)]] = 1
    return sides
