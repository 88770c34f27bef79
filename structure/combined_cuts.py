"""New cuts from pairs of good ones."""

import numpy as np

from structure.cut import Cut
from structure.metis import Sides

#: Cuts that are combined with each other, the best that there are.
POPULATION = 50
#: Children in a row that are no narrower than a parent, after which it ends.
PATIENCE = 200


def combined_cuts(
    cuts: list[Cut], seed: np.random.SeedSequence, children: int, *, enough: int = 0
) -> list[Cut]:
    """Return new cuts made of pairs of others, the best first; none where none was good.

    A child leaves together what both its parents have together, divides the other routers
    at random and is improved by swaps. If it is new and no wider than its wider parent, it
    takes that one's place (Kim, Hwang, Kim, Moon: Genetic approaches for graph
    partitioning: a survey, 2011). Where narrow cuts resemble each other, as in circulant
    graphs, it finds what neither many starts nor annealing does.

    Parameters
    ----------
    cuts
        Balanced cuts of one network.
    children
        Cuts made at most.
    enough
        Links at which nothing better is looked for.
    """
    random = np.random.default_rng(seed)
    unique = {cut.key(): cut for cut in sorted(cuts, key=lambda cut: -cut.links)}
    living = sorted(unique.values(), key=lambda cut: cut.links)[:POPULATION]
    born: list[Cut] = []
    barren = 0
    while len(living) > 1 and children > 0 and barren < PATIENCE and living[0].links > enough:
        one, other = random.choice(len(living), 2, replace=False)
        child = _child(living[one], living[other], random)
        wider = max(one, other)
        children, barren = children - 1, barren + 1
        if child.links <= living[wider].links and child.key() not in unique:
            barren = 0 if child.links < living[wider].links else barren
            unique[child.key()] = living[wider] = child
            born.append(child)
            living.sort(key=lambda cut: cut.links)
    return sorted(born, key=lambda cut: cut.links)


def _child(one: Cut, other: Cut, random: np.random.Generator) -> Cut:
    """Return a balanced, improved cut of two."""
    sides = mixed_sides(one.sides, other.sides, random)
    return Cut(one.topology, sides).balanced().improved()


def mixed_sides(one: Sides, other: Sides, random: np.random.Generator) -> Sides:
    """Return sides that agree with two cuts wherever they agree, (n,) int8.

    The names of the other cut's sides are exchanged if that makes more routers agree. The rest
    is divided at random, so that the sides differ by at most one router.
    """
    apart = one ^ other
    if 2 * int(apart.sum()) > len(apart):
        apart ^= 1
    free = np.flatnonzero(apart)
    sides = one.copy()
    sides[free] = 0
    missing = len(sides) // 2 - int(sides.sum())
    sides[random.permutation(free)[: max(missing, 0)]] = 1
    return sides
