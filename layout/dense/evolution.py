"""A memetic algorithm that chooses the next permutation to improve.

It keeps a small pool of permutations improved by tabu search; children inherit what two of them agree on.
When progress stalls, all but the best are shaken, harder every time, and improved again (Benlic and Hao
2015, Expert Systems with Applications 42).
"""

from dataclasses import dataclass, field

import numpy as np

from netfloor.layout.dense.problem import Permutation

POOL = 12
#: Children in a row without improvement before the pool is shaken.
PATIENCE = 60
#: Share of facilities moved by a first shake, and the factor for each later one.
SHAKE, HARDER = 0.1, 1.3
#: A child of identical parents is a copy with this share of its facilities moved.
TWIN_SHAKE = 0.2
#: The pool stops growing after this share of the budget.
FILLING = 0.3


@dataclass(frozen=True, eq=False)
class Member:
    """A permutation and its cost."""

    cost: int
    permutation: Permutation


@dataclass
class Pool:
    """At most ``capacity`` members, best first."""

    capacity: int
    members: list[Member] = field(default_factory=list)

    def offer(self, member: Member) -> None:
        """Add a member unless it is a duplicate or worse than all of a full pool."""
        if any(
            member.cost == other.cost and np.array_equal(member.permutation, other.permutation)
            for other in self.members
        ):
            return
        self.members.append(member)
        self.members.sort(key=lambda item: item.cost)
        del self.members[self.capacity :]

    def parents(self, rng: np.random.Generator) -> tuple[Member, Member]:
        """Return the winners of two tournaments of two, possibly the same member."""
        first, second = rng.integers(len(self.members), size=(2, 2)).min(axis=1)
        return self.members[int(first)], self.members[int(second)]


class Evolution:
    """The pool, the permutations waiting to be improved, and the best so far."""

    def __init__(self, rng: np.random.Generator, start: Permutation) -> None:
        self.rng = rng
        self.size = len(start)
        self.pool = Pool(POOL)
        self.waiting = [start]
        self.best: Member | None = None
        self.filling = True
        self._failures, self._shake = 0, SHAKE

    def next_start(self, progress: float) -> Permutation:
        """Return a permutation to improve; ``progress`` is the share of the budget spent."""
        members = len(self.pool.members)
        self.filling = self.filling and (members < 2 or (members < POOL and progress < FILLING))
        if self.waiting:
            return self.waiting.pop()
        if self.filling or members < 2:
            return self.rng.permutation(self.size)
        if self._failures >= PATIENCE:
            self._shake_all()
            return self.waiting.pop()
        return self._child()

    def take(self, member: Member) -> None:
        """Add an improved permutation."""
        self.pool.offer(member)
        self._failures += 1
        if self.best is None or member.cost < self.best.cost:
            self.best = member
            self._failures, self._shake = 0, SHAKE

    def _child(self) -> Permutation:
        from netfloor.layout.dense.permutation_kernels import cross  # noqa: PLC0415 - imports Numba

        item, two = self.pool.parents(self.rng)
        if item is two:
            return self._shaken(item.permutation, TWIN_SHAKE)
        child = np.empty(self.size, dtype=np.int64)
        seed = self.rng.integers(2**64, size=1, dtype=np.uint64)
        cross(item.permutation, two.permutation, child, np.arange(self.size), seed)
        return child

    def _shake_all(self) -> None:
        """Keep the best and shake all others; at the hardest level restart from random permutations."""
        self._failures = 0
        old, self.pool = self.pool.members, Pool(POOL)
        if self._shake >= 1.0:
            self._shake = SHAKE
            self.waiting = [self.rng.permutation(self.size) for _ in range(POOL)]
            return
        self.pool.offer(old[0])
        self.waiting = [self._shaken(member.permutation, self._shake) for member in old[1:]]
        self._shake = min(1.0, self._shake * HARDER)

    def _shaken(self, permutation: Permutation, share: float) -> Permutation:
        """Return a copy with a share of its entries (at least two) rotated."""
        count = min(self.size, max(2, round(share * self.size)))
        ring = self.rng.choice(self.size, size=count, replace=False)
        copy = permutation.copy()
        copy[ring] = permutation[np.roll(ring, 1)]
        return copy
