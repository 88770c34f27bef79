"""Links of a simple graph while it is being wired."""

import numpy as np
import numpy.typing as npt

from netfloor.topologies.topology import IntArray


class LinkSet:
    """A simple graph that grows link by link, with room for a known number of links.

    Parameters
    ----------
    routers
        Number of routers.
    degree
        Links that each router is to have; no router ever gets more.
    """

    def __init__(self, routers: int, degree: int) -> None:
        self.degree = degree
        self.neighbours: list[set[int]] = [set() for _ in range(routers)]
        self._ends = np.zeros((routers * degree // 2, 2), dtype=np.int32)
        self.count = 0

    @property
    def ends(self) -> IntArray:
        """Routers at both ends of every link, (count, 2)."""
        return self._ends[: self.count]

    @property
    def missing(self) -> npt.NDArray[np.int64]:
        """Links that each router lacks, (n,)."""
        return self.degree - np.array([len(joined) for joined in self.neighbours])

    def accepts(self, u: int, v: int) -> bool:
        """Return True if u and v are distinct, not joined, and both have a port left."""
        joined = self.neighbours[u]
        has_ports = len(joined) < self.degree > len(self.neighbours[v])
        return has_ports and u != v and v not in joined

    def add(self, u: int, v: int) -> None:
        """Join two routers."""
        self._ends[self.count] = u, v
        self.count += 1
        self._join(u, v)

    def replace(self, link: int, u: int, v: int) -> None:
        """Take a link out and join u and v in its place."""
        x, y = (int(end) for end in self._ends[link])
        self.neighbours[x].remove(y)
        self.neighbours[y].remove(x)
        self._ends[link] = u, v
        self._join(u, v)

    def _join(self, u: int, v: int) -> None:
        self.neighbours[u].add(v)
        self.neighbours[v].add(u)
