"""Random regular networks: the baseline without any structure, and Jellyfish, their other name."""

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
#: Smallest table in which keys share entries; below that every router pair has its own.
_TABLE = 1 << 24
#: Passes after which repair gives up; only tiny graphs can get stuck.
_PATIENCE = 200
#: Passes of random switches after the graph has become simple.
_MIXING_PASSES = 10


class Switcher:
    """Links ``a[i] b[i]`` that are switched many at a time.

    Parameters
    ----------
    a, b
        Routers at both ends, (m,); loops and parallel links may stand here at first.
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
        """Switch loops and surplus parallel links away; False if that did not succeed."""
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
        """Switch every link once, where that keeps the graph simple."""
        self._switch(np.arange(len(self._a)), generator)

    def _switch(self, chosen: LongArray, generator: np.random.Generator) -> LongArray:
        """Join links two by two at random, turn ``ab, cd`` to ``ac, bd``, return which.

        A switch happens where both new links are no loops and new to the graph and to the
        pass, so a simple graph stays simple and no other graph gets worse.
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
        """Return where the links ac and bd are new to the graph and to each other."""
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
        """Return True for loops, and for parallel links but the first."""
        _, first = np.unique(self._keys(self._a, self._b), return_index=True)
        surplus = self._a == self._b
        again = np.ones(len(surplus), dtype=bool)
        again[first] = False
        return np.asarray(surplus | again)

    def _entries(self, u: LongArray, v: LongArray) -> LongArray:
        """Return the table entry of each pair; two pairs that share one only lose a switch."""
        return self._keys(u, v) % len(self._owner)

    def _keys(self, u: LongArray, v: LongArray) -> LongArray:
        return np.minimum(u, v) * self._routers + np.maximum(u, v)


def build(parameters: Parameters, family: str = "random") -> Topology:
    """Return a random simple connected graph of n routers, each with k links.

    ``n k / 2`` links, radix k. ``family`` is the name that it goes by.

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
    """Refuse n and k of which no simple connected k-regular graph exists."""
    if k >= n:
        what = f"k={k} links per switch need more than n={n} switches"
        raise InputError(where, what, f"give k < n; nearest: n={k + 1} or k={n - 1}")
    if n * k % 2:
        raise InputError(
            where, f"n k = {n * k} is odd: no graph has half a link", f"nearest: {_even(n, k)}"
        )
    if k == 1 and n > 2:
        raise InputError(where, "one link per switch cannot connect more than 2 switches", "give k >= 2")


def _even(n: int, k: int) -> str:
    """Return the changes by one that make n k even: both n and k are odd."""
    return ", ".join(
        [f"n={n - 1}"] * (n - 1 > k)
        + [f"n={n + 1}"]
        + [f"k={k - 1}"] * (k > 1)
        + [f"k={k + 1}"] * (k + 1 < n)
    )


def random_regular_pairs(n: int, k: int, seed: int) -> LongArray:
    """Return the links of a connected k-regular graph, (n k / 2, 2), in no order.

    Stubs are paired at random (Bollobas 1980) and random switches, which keep every degree,
    run until no loop and no parallel link is left and then `_MIXING_PASSES` passes more, so
    that how the graph was repaired leaves no mark. Dense graphs are complements of sparse ones;
    for k = 2 a connected graph is one cycle, drawn directly. The seed alone decides.
    """
    return first_connected(partial(_draw, n, k), n, seed)


def first_connected(draw: Callable[[np.random.Generator], LongArray], routers: int, seed: int) -> LongArray:
    """Return the links of the first connected network that the seed gives, (links, 2).

    ``draw``: returns the links of one network that a generator decides; called until one is connected.
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
    """Return all pairs of routers that are not joined."""
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
    summary="Jellyfish, a random k-regular network: another name of random",
    source="Singla, Hong, Popa, Godfrey: Jellyfish (2012), section 3; drawn as random is",
    build=partial(build, family="jellyfish"),
)
