"""Random regular networks, the baseline without structure; Jellyfish is another name for them."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.components import components
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import Topology, bare_topology, normal_links

LongArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
_FREE = -1
#: Smallest table size at which keys share entries; with fewer pairs every switch pair has its own entry.
_TABLE = 1 << 24
#: Passes after which repair gives up; only tiny graphs can get stuck.
_PATIENCE = 200
#: Passes of random edge swaps once the graph is simple.
_MIXING_PASSES = 10


class Switcher:
    """Links ``a[i] b[i]``, randomised by many degree-preserving swaps at a time.

    Parameters
    ----------
    a, b
        Switches at both ends, (m,); may contain loops and parallel links at first.
    routers
        Number of routers.
    """

    def __init__(self, a: LongArray, b: LongArray, routers: int) -> None:
        self._a, self._b, self._routers = a.copy(), b.copy(), routers
        size = min(routers * routers, max(_TABLE, 16 * len(a)))
        self._owner = np.full(size, _FREE, dtype=np.int32)

    @property
    def pairs(self) -> LongArray:
        """Routers at both ends of every link, (m, 2)."""
        return np.column_stack([self._a, self._b])

    def make_simple(self, generator: np.random.Generator) -> bool:
        """Swap away loops and surplus parallel links; False if some remain."""
        wrong = self._surplus()
        for _ in range(_PATIENCE):
            culprits = np.flatnonzero(wrong)
            if len(culprits) == 0:
                return True
            partners = generator.integers(len(wrong), size=2 * len(culprits) + 8)
            done = self._switch(np.union1d(culprits, partners), generator)
            wrong[done] = False
        return False

    def mix(self, generator: np.random.Generator) -> None:
        """Swap every link once, where that keeps the graph simple."""
        self._switch(np.arange(len(self._a)), generator)

    def _switch(self, chosen: LongArray, generator: np.random.Generator) -> LongArray:
        """Pair links at random, turn ``ab, cd`` into ``ac, bd``, and return the changed links.

        A pair is swapped only if both new links are not loops and new to the graph and to this pass, so a
        simple graph stays simple and other graphs do not get worse.
        """
        order = generator.permutation(chosen)[: len(chosen) // 2 * 2]
        turned = generator.random(len(order)) < 0.5
        a, c = np.where(turned, self._b[order], self._a[order]).reshape(2, -1)
        b, d = np.where(turned, self._a[order], self._b[order]).reshape(2, -1)
        done = self._both_new(a, b, c, d)
        first, second = order.reshape(2, -1)[:, done]
        self._a[first], self._b[first] = a[done], c[done]
        self._a[second], self._b[second] = b[done], d[done]
        return np.concatenate([first, second])

    def _both_new(self, a: LongArray, b: LongArray, c: LongArray, d: LongArray) -> BoolArray:
        """Mark pairs whose links ac and bd are new to the graph and to each other."""
        present = self._entries(self._a, self._b)
        entries = np.concatenate([self._entries(a, c), self._entries(b, d)])
        names = np.arange(len(entries), dtype=np.int32)
        self._owner[present] = len(entries)
        free = self._owner[entries] == _FREE
        self._owner[entries[free]] = names[free]
        ac_new, bd_new = (free & (self._owner[entries] == names)).reshape(2, -1)
        self._owner[present] = self._owner[entries] = _FREE
        return np.asarray(ac_new & bd_new & (a != c) & (b != d))

    def _surplus(self) -> BoolArray:
        """Mark loops, and all parallel links except the first."""
        _, first = np.unique(self._keys(self._a, self._b), return_index=True)
        surplus = self._a == self._b
        again = np.ones(len(surplus), dtype=bool)
        again[first] = False
        return np.asarray(surplus | again)

    def _entries(self, u: LongArray, v: LongArray) -> LongArray:
        """Return the table entry of each pair; a shared entry only costs a swap."""
        return self._keys(u, v) % len(self._owner)

    def _keys(self, u: LongArray, v: LongArray) -> LongArray:
        return np.minimum(u, v) * self._routers + np.maximum(u, v)


def build(parameters: Parameters, family: str = "random") -> Topology:
    """Build a random simple connected graph of n switches with k links each.

    ``n k / 2`` links, radix k. ``family`` is the name to record.

    Raises
    ------
    InputError
        If no such graph exists (n k odd, k >= n, k < 1, or k = 1 with n > 2) or it is too
        large.
    """
    values = bind(parameters, f"{family}:n,k[,seed=S]", ("n", "k"), ("seed",))
    n, k = (values.integer(name) for name in ("n", "k"))
    seed = values.integer("seed", 0, lowest=0)
    _refuse_impossible(values.where, n, k)
    refuse_if_too_large(values.where, n, n * k // 2)
    links = normal_links(random_regular_pairs(n, k, seed), n)
    return bare_topology(parameters.spec, family, {"n": n, "k": k, "seed": seed}, n, links)


def _refuse_impossible(where: str, n: int, k: int) -> None:
    """Reject n and k for which no simple connected k-regular graph exists."""
    if k >= n:
        what = f"k={k} links per switch need more than n={n} switches"
        raise InputError(where, what, f"give k < n; nearest: n={k + 1} or k={n - 1}")
    if n * k % 2:
        raise InputError(where, f"n k = {n * k} is odd and must be even", f"nearest: {_even(n, k)}")
    if k == 1 and n > 2:
        raise InputError(where, "one link per switch cannot connect more than 2 switches", "give k >= 2")


def _even(n: int, k: int) -> str:
    """Suggest changes by 1 that make n k even, for odd n and k."""
    return ", ".join(
        [f"n={n - 1}"] * (n - 1 > k)
        + [f"n={n + 1}"]
        + [f"k={k - 1}"] * (k > 1)
        + [f"k={k + 1}"] * (k + 1 < n)
    )


def random_regular_pairs(n: int, k: int, seed: int) -> LongArray:
    """Return the links of a connected k-regular graph, (n k / 2, 2), in no order.

    Stubs are paired at random (Bollobas 1980); degree-preserving random swaps then remove loops and
    parallel links, and `_MIXING_PASSES` further passes erase any trace of the repair. Dense graphs are
    complements of sparse ones; for k = 2 a connected graph is a single cycle, drawn directly. The result
    depends on the seed alone.
    """
    return first_connected(partial(_draw, n, k), n, seed)


def first_connected(draw: Callable[[np.random.Generator], LongArray], routers: int, seed: int) -> LongArray:
    """Return the links of the first connected network drawn from the seed, (links, 2).

    ``draw`` returns the links of a network decided by a generator; it is called until the network is
    connected.
    """
    sequence = np.random.SeedSequence(seed)
    while True:
        pairs = draw(np.random.default_rng(sequence.spawn(1)[0]))
        if not components(pairs, routers).any():
            return pairs


def _draw(n: int, k: int, generator: np.random.Generator) -> LongArray:
    if k == 2:
        cycle = generator.permutation(n)
        return np.column_stack([cycle, np.roll(cycle, -1)])
    if 2 * k >= n:
        return _complement(_sparse_pairs(n, n - 1 - k, generator), n)
    return _sparse_pairs(n, k, generator)


def _sparse_pairs(n: int, k: int, generator: np.random.Generator) -> LongArray:
    """Return the links of a simple k-regular graph, k below n / 2, connected or not."""
    while True:
        stubs = generator.permutation(np.repeat(np.arange(n), k))
        switcher = Switcher(stubs[::2], stubs[1::2], n)
        if switcher.make_simple(generator):
            for _ in range(_MIXING_PASSES):
                switcher.mix(generator)
            return switcher.pairs


def _complement(pairs: LongArray, n: int) -> LongArray:
    """Return all pairs of switches that are not joined."""
    absent = np.triu(np.ones((n, n), dtype=bool), 1)
    absent[pairs.min(axis=1), pairs.max(axis=1)] = False
    return np.argwhere(absent)


FAMILY = Family(
    name="random",
    usage="random:n,k[,seed=S]",
    summary="random k-regular network, simple and connected, near uniform",
    routers="n",
    radix="k",
    source="pairing model, Bollobas 1980; switches, McKay and Wormald 1990",
    build=build,
    takes_seed=True,
)
JELLYFISH = replace(
    FAMILY,
    name="jellyfish",
    usage="jellyfish:n,k[,seed=S]",
    summary="Jellyfish, a random k-regular network: another name for random",
    source="Singla, Hong, Popa, Godfrey: Jellyfish (2012), section 3; generated like random",
    build=partial(build, family="jellyfish"),
)
