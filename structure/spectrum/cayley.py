"""Networks whose switches are the elements of a group: its product table, from the neighbours."""

from collections import deque
from dataclasses import dataclass

import numpy as np

from netfloor.structure.arrays import LongArray


@dataclass(frozen=True)
class CayleyGroup:
    """A group acting on the switches, with switch 0 as its unit.

    Attributes
    ----------
    products
        ``products[u, h]`` is switch ``u h``: the end of the path from u with the generators of a path from
        0 to h, (n, n).
    words
        For each switch h, the columns of the generator table along a shortest path from 0 to h.
    """

    products: LongArray
    words: tuple[tuple[int, ...], ...]

    @property
    def inverses(self) -> LongArray:
        """Inverse of each element, (n,)."""
        return np.asarray(self.products.argmin(axis=1), dtype=np.int64)


def cayley_group(table: LongArray) -> CayleyGroup:
    """Build the group of a generator table.

    Parameters
    ----------
    table
        ``table[u, g]`` is switch u times generator g, (n, k).

    Raises
    ------
    ValueError
        If a switch cannot be reached, or the table is not that of a group.
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
                raise ValueError("two paths that meet from switch 0 do not meet from all switches")
    if len(words) < n:
        raise ValueError(f"the generators reach {len(words)} of {n} switches")
    return CayleyGroup(products, tuple(words[h] for h in range(n)))
