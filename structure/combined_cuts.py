"""New cuts from pairs of good ones."""

import numpy as np

from structure.cut import Cut
from structure.metis import Sides

#: Cuts that are combined with each other, and how often without gain before it ends.
POPULATION = 50
PATIENCE = 200


def combined_cuts(cuts: list[Cut], seed: np.random.SeedSequence, *, enough: int, most: int) -> list[Cut]:
    """Return new cuts that combine pairs of others, the best first; none where none was good.

    A child keeps the routers that both parents have together, divides the others at random and
    is improved by swaps. If it is no wider than the wider parent and new, it takes
    that one's place. (Kim, Hwang, Kim, Moon: Genetic approaches for graph partitioning: a
    survey, 2011; KaFFPaE, which the optimal circulant paper's KaHIP offers, combines
    likewise.) Best where good cuts resemble each other, as in lattices.

    Parameters
    ----------
    cuts
        Balanced cuts of one network, at least one.
    enough
        Links at which nothing better is looked for.
    most
        Children at most.
    """
    random = np.random.default_rng(seed)
    living = sorted(cuts, key=lambda cut: cut.links)[:POPULATION]
    known, barren = {_key(cut) for cut in living}, 0
    for _ in range(most if len(living) > 1 else 0):
        if barren >= PATIENCE or min(cut.links for cut in living) <= enough:
            break
        pair = random.choice(len(living), 2, replace=False)
        place = int(max(pair, key=lambda i: living[i].links))
        one, other = (living[i] for i in pair)
        child = Cut(one.topology, _child(one.sides, other.sides, random)).balanced().improved()
        barren += 1
        if child.links <= living[place].links and _key(child) not in known:
            barren = 0 if child.links < living[place].links else barren
            living[place] = child
            known.add(_key(child))
    return sorted((cut for cut in living if cut not in cuts), key=lambda cut: cut.links)


def _child(one: Sides, other: Sides, random: np.random.Generator) -> Sides:
    """Return a balanced cut that agrees with two wherever they agree."""
    apart = one ^ other
    if 2 * int(apart.sum()) > len(apart):
        apart ^= 1  # the other's sides with their names exchanged
    free = np.flatnonzero(apart)
    child = one.copy()
    child[free] = 0
    missing = len(child) // 2 - int(child.sum())
    child[random.permutation(free)[: max(missing, 0)]] = 1
    return child


def _key(cut: Cut) -> bytes:
    return (cut.sides ^ cut.sides[0]).tobytes()
