"""The search for a narrow balanced cut: partitioners, then annealing, then combining."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from structure.candidate_cuts import candidate_cuts
from structure.combined_cuts import combined_cuts
from structure.cut import Cut
from structure.kahip import kahip_bisections
from structure.metis import Sides, metis_bisections
from topologies.topology import Topology

#: Annealing starts from so many different partitions, the best that there are.
CHAINS = 8
#: Proposed swaps by default: so many a router in all, and never more than the second number.
SWAPS_PER_ROUTER = 48_000
MOST_SWAPS = 80_000_000
#: Two cuts are combined once for so many proposed swaps a link, so often at most.
SWAPS_PER_CHILD = 20
MOST_CHILDREN = 500
#: First and last temperature, in units of the root mean square of a random swap's parts,
#: sqrt(k) in a k-regular network: measured best on LPS(23,11), LPS(29,13), random regular
#: networks of degree 3 and 8, and circulants.
HOT, COLD = 0.3, 0.1

#: A cut and what found it.
Found = tuple[Cut, str]


@dataclass(frozen=True)
class SearchBudget:
    """How long to search.

    Attributes
    ----------
    seeds, kahip_seeds
        Runs of METIS and of KaHIP.
    iterations
        Swaps that annealing proposes; None for the default.
    seed
        The same seed gives the same cut.

    Raises
    ------
    ValueError
        If ``seeds`` is less than 1 or another number negative.
    """

    seeds: int
    kahip_seeds: int = 0
    iterations: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.seeds < 1 or min(self.kahip_seeds, self.iterations or 0) < 0:
            raise ValueError("bisection needs at least one METIS seed, and no number below 0")

    def swaps(self, topology: Topology) -> int:
        """Return the swaps that annealing may propose; fewer than `CHAINS` mean none."""
        if self.iterations is not None:
            return self.iterations
        return min(SWAPS_PER_ROUTER * topology.routers, MOST_SWAPS)


def search_cut(
    topology: Topology,
    budget: SearchBudget,
    halve: Callable[[Topology], Sides],
    *,
    known: Cut | None = None,
    enough: int = 0,
) -> Found:
    """Return the best exactly balanced cut found, and what found it.

    Parameters
    ----------
    halve
        Finds a balanced cut of a part of the network, (routers,) of 0 and 1.
    known
        A balanced cut to begin with.
    enough
        Links at which nothing better is looked for.
    """
    for_metis, for_annealing, for_kahip, for_combining = np.random.SeedSequence(budget.seed).spawn(4)
    swaps = budget.swaps(topology)
    pool: list[Found] = [] if known is None else [(known, "closed form")]
    stages: list[Callable[[], Iterable[Found]]] = [
        lambda: _by_metis(topology, _seeds(for_metis, budget.seeds), enough),
        lambda: _by_kahip(topology, _seeds(for_kahip, budget.kahip_seeds), enough),
        lambda: candidate_cuts(topology, halve, thorough=swaps >= CHAINS),
        lambda: _annealed(_cuts(pool), for_annealing, swaps, enough),
        lambda: _combined(_cuts(pool), for_combining, swaps, enough),
    ]
    for stage in stages:
        if not pool or min(cut.links for cut, _ in pool) > enough:
            pool += list(stage())
    return min(pool, key=lambda found: found[0].links)


def _cuts(pool: list[Found]) -> list[Cut]:
    """Return the cuts, the best first."""
    return sorted((cut for cut, _ in pool), key=lambda cut: cut.links)


def _seeds(sequence: np.random.SeedSequence, number: int) -> list[int]:
    """Return seeds below 2**31."""
    return [int(word) for word in sequence.generate_state(number) >> 1]


def _by_metis(topology: Topology, seeds: list[int], enough: int) -> list[Found]:
    return [(cut, "METIS") for cut in _different(topology, metis_bisections(topology, seeds), enough)]


def _by_kahip(topology: Topology, seeds: list[int], enough: int) -> list[Found]:
    if not seeds:
        return []
    return [(cut, "KaHIP") for cut in _different(topology, kahip_bisections(topology, seeds), enough)]


def _different(topology: Topology, partitions: Iterable[Sides], enough: int) -> list[Cut]:
    """Return different cuts, balanced and improved, the best first, until one is good enough."""
    cuts: dict[bytes, Cut] = {}
    for sides in partitions:
        cut = Cut(topology, sides).balanced().improved()
        cuts.setdefault(cut.key(), cut)
        if cut.links <= enough:
            break
    return sorted(cuts.values(), key=lambda cut: cut.links)


def _annealed(cuts: list[Cut], seeds: np.random.SeedSequence, swaps: int, enough: int) -> Iterator[Found]:
    """Yield what annealing makes of the first cuts, until one is good enough."""
    for chain, state in enumerate(seeds.generate_state(CHAINS, np.uint64)):
        if swaps < CHAINS:
            return
        start = cuts[chain % len(cuts)]
        hot, cold = HOT * start.swap_scale(), COLD * start.swap_scale()
        cut = start.annealed(int(state), hot=hot, cold=cold, iterations=swaps // CHAINS).improved()
        yield cut, "annealing"
        if cut.links <= enough:
            return


def _combined(cuts: list[Cut], seed: np.random.SeedSequence, swaps: int, enough: int) -> list[Found]:
    """Return what combining makes of the best cuts, in a time that grows like annealing's."""
    children = min(swaps // (SWAPS_PER_CHILD * cuts[0].topology.link_count), MOST_CHILDREN)
    return [(cut, "combining") for cut in combined_cuts(cuts, seed, children, enough=enough)]
