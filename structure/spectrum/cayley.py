"""Networks whose routers are the elements of a group: every product, from the neighbours."""

from collections import deque
from dataclasses import dataclass

import numpy as np

from netfloor.structure.arrays import LongArray


@dataclass(frozen=True)
class CayleyGroup:
    """A group that acts on the routers, router 0 its unit.

    Attributes
    ----------
    products
        ``products[u, h]`` is router ``u h``: where the way that leads from 0 to h leads from u, (n, n).
    words
        For each router h the columns of the generator table that lead from 0 to h, on a shortest way.
    """

    products: LongArray
    words: tuple[tuple[int, ...], ...]

    @property
    def inverses(self) -> LongArray:
        """The inverse of each element, (n,)."""
        return np.asarray(self.products.argmin(axis=1), dtype=np.int64)


def cayley_group(table: LongArray) -> CayleyGroup:
    """Return the group of a generator table.

    Parameters
    ----------
    table
        ``table[u, g]`` is the router to which generator g leads from router u, (n, k).

    Raises
    ------
    ValueError
        If some router cannot be reached, or the table is not that of a group.
    """
    n = len(table)
    products = np.full((n, n), -1, dtype=np.int64)
    products[:, 0] = np.arange(n)
    words: dict[int, tuple[int, ...]] = {0: ()}
    waiting = deque([0])
    while waiting:
        here = waiting.popleft()
        for generator, there in enumerate(table[here].tolist()):
            reached = table[products[:, here], generator]
            if there not in words:
                words[there] = (*words[here], generator)
                products[:, there] = reached
                waiting.append(there)
            elif (products[:, there] != reached).any():
                raise ValueError("two ways that meet from switch 0 do not meet from all switches")
    if len(words) < n:
        raise ValueError(f"the generators reach {len(words)} of {n} switches")
    return CayleyGroup(products, tuple(words[h] for h in range(n)))
