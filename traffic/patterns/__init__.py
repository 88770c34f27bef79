"""Traffic patterns by name. To add one: a function here, an entry below."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import Topology
from netfloor.traffic.endpoints import Endpoints, endpoints_of
from netfloor.traffic.patterns.bits import bit_permutation, power_of_two
from netfloor.traffic.patterns.longest import longest_matching
from netfloor.traffic.patterns.pattern import Pattern, fixed_pattern
from netfloor.traffic.patterns.spread import all_to_all, next_group, one_to_many, uniform
from netfloor.traffic.patterns.steps import near_cube, neighbours_3d, ring, tornado


@dataclass(frozen=True)
class PatternKind:
    """A named pattern: its description, its generator, and the number of ranks it can use.

    ``make`` takes the name, the endpoints, the network and a seed.
    """

    summary: str
    make: Callable[[str, Endpoints, Topology, int], Pattern]
    usable: Callable[[int], int] = lambda count: count


def _permutation(name: str, endpoints: Endpoints, _topology: Topology, seed: int) -> Pattern:
    """Return a random permutation of the ranks; a rank may be its own destination."""
    to = np.random.default_rng(seed).permutation(len(endpoints.rank))
    return fixed_pattern(
        name, endpoints, to.astype(np.int32), f"one random permutation of the ranks (seed {seed})"
    )


def _bits(name: str, endpoints: Endpoints, _topology: Topology, _seed: int) -> Pattern:
    return fixed_pattern(name, endpoints, bit_permutation(name, len(endpoints.rank)))


def _block(name: str, endpoints: Endpoints, _topology: Topology, _seed: int) -> Pattern:
    sides = near_cube(len(endpoints.rank))
    if np.prod(sides) != len(endpoints.rank):
        near, count = int(np.prod(sides)), len(endpoints.rank)
        what = f"{name} needs ranks that form a block with sides of at most 2 to 1, not {count:,}"
        raise InputError(setting("ranks"), what, f"give {near:,}")
    return neighbours_3d(name, endpoints, sides)


#: All named patterns.
PATTERNS: dict[str, PatternKind] = {
    "uniform": PatternKind(
        "every rank sends to random ranks, itself included",
        lambda name, ends, _network, _seed: uniform(name, ends),
    ),
    "permutation": PatternKind("one random permutation of the ranks", _permutation),
    "bit-shuffle": PatternKind("the bits of a rank rotated left by one", _bits, power_of_two),
    "bit-reverse": PatternKind("the bits of a rank in reverse order", _bits, power_of_two),
    "transpose": PatternKind(
        "the upper half of the bits of a rank exchanged with the lower", _bits, power_of_two
    ),
    "tornado": PatternKind(
        "almost half way round every dimension, or round all ranks",
        lambda name, ends, network, _seed: tornado(name, ends, network),
    ),
    "ring": PatternKind(
        "every rank sends to the next", lambda name, ends, _network, _seed: ring(name, ends)
    ),
    "next-group": PatternKind(
        "ranks of group i to any rank of group i + 1, the dragonfly paper's worst case",
        lambda name, ends, network, _seed: next_group(name, ends, network),
    ),
    "neighbours-3d": PatternKind(
        "every rank of a block to its six neighbours", _block, lambda count: int(np.prod(near_cube(count)))
    ),
    "all-to-all": PatternKind(
        "every rank sends equally to every other rank",
        lambda name, ends, _network, _seed: all_to_all(name, ends),
    ),
    "longest-matching": PatternKind(
        "the permutation of largest total distance, near the worst for any routing",
        lambda name, ends, network, _seed: longest_matching(name, ends, network),
    ),
    "one-to-many": PatternKind(
        "rank 0 sends equally to every other rank",
        lambda name, ends, _network, _seed: one_to_many(name, ends),
    ),
}


def pattern_of(topology: Topology, name: str, ranks: int | None = None, seed: int = 0) -> Pattern:
    """Return a named pattern on the endpoints of a network.

    Parameters
    ----------
    ranks
        Number of ranks of the job; None: one on each endpoint, or as many as the pattern can use: the
        largest power of two for patterns of bits. Fewer ranks than endpoints are allocated at random
        (`endpoints_of`).
    seed
        Seed of the allocation and of a random permutation.

    Raises
    ------
    InputError
        If the pattern is unknown or does not fit the network or the ranks.
    """
    kind = PATTERNS.get(name)
    if kind is None:
        close = difflib.get_close_matches(name, PATTERNS, n=1)
        meant = f"did you mean {close[0]}? " if close else ""
        known = f"{meant}known: {', '.join(PATTERNS)}"
        if name == "worst-permutation":
            known = "it depends on the routing: traffic load finds it and writes it as pattern.csv"
        raise InputError(setting("pattern"), f"unknown pattern {name[:60]!r}", known)
    count = int(topology.endpoints.sum())
    usable = kind.usable(count) if ranks is None and count > 1 else ranks
    endpoints = endpoints_of(topology, usable, seed)
    pattern = kind.make(name, endpoints, topology, seed)
    if pattern.is_fixed and (pattern.destination[endpoints.rank] == endpoints.rank).all():
        raise InputError(
            setting("pattern"), f"{name}: every rank would send to itself here", "choose another"
        )
    return replace(pattern, notes=(endpoints.allocation, *pattern.notes))
