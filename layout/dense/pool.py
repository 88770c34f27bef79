"""A small population of good permutations, all different."""

from dataclasses import dataclass, field

import numpy as np

from layout.dense.problem import Permutation


@dataclass(frozen=True, eq=False)
class Member:
    """A permutation and its cost."""

    cost: int
    permutation: Permutation


@dataclass
class Pool:
    """At most ``capacity`` members, the best first."""

    capacity: int
    members: list[Member] = field(default_factory=list)

    def offer(self, member: Member) -> None:
        """Take a member unless it is there already or worse than all of a full pool."""
        if any(
            member.cost == other.cost and np.array_equal(member.permutation, other.permutation)
            for other in self.members
        ):
            return
        self.members.append(member)
        self.members.sort(key=lambda one: one.cost)
        del self.members[self.capacity :]

    def parents(self, rng: np.random.Generator) -> tuple[Member, Member]:
        """Return the winners of two tournaments of two; may be the same member twice."""
        first, second = rng.integers(len(self.members), size=(2, 2)).min(axis=1)
        return self.members[int(first)], self.members[int(second)]
