"""Random switches of links: they change a graph and keep every degree."""

import numpy as np
import numpy.typing as npt

LongArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
_FREE = -1
#: Smallest table in which keys share entries; below that every router pair has its own.
_TABLE = 1 << 24
#: Passes after which repair gives up; only tiny graphs can get stuck.
_PATIENCE = 200


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
