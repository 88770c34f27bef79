"""The assignment problem: routers to slots, arrays only."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from foundation.errors import InfeasibleError
from rooms.grid_lengths import GridLengths
from rooms.room import Room
from topologies.topology import Topology


@dataclass(frozen=True, eq=False, repr=False)
class Problem:
    """Put n routers into S >= n slots so that their cables are short together.

    A quadratic assignment problem with empty slots: minimise the sum over router pairs
    of ``flow[u, v] * length(slot of u, slot of v)``.

    Attributes
    ----------
    flow
        Symmetric link counts, (n, n) sparse int32, zero diagonal, sorted indices.
    lengths
        Cable length between slots.
    """

    flow: csr_array
    lengths: GridLengths

    def __post_init__(self) -> None:
        missing = self.routers - self.slots
        if missing > 0:
            raise InfeasibleError(
                f"{self.routers} routers do not fit in {self.slots} slots: {missing} "
                + ("slot is missing" if missing == 1 else "slots are missing")
            )

    def __repr__(self) -> str:
        return f"Problem({self.routers} routers, {self.slots} slots)"

    @property
    def routers(self) -> int:
        """Number of routers, n."""
        return int(self.flow.shape[0])

    @property
    def slots(self) -> int:
        """Number of slots, S."""
        return self.lengths.slots

    @property
    def link_count(self) -> int:
        """Number of links, parallel ones counted each."""
        return int(self.flow.sum()) // 2

    @cached_property
    def pairs(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Joined pairs u < v and their link counts, three arrays of one length."""
        rows = np.repeat(np.arange(self.routers, dtype=np.int32), np.diff(self.flow.indptr))
        upper = rows < self.flow.indices
        counts = self.flow.data[upper].astype(np.int64)
        return rows[upper], self.flow.indices[upper], counts

    def cost_mm(self, slot_of: npt.NDArray[np.int32]) -> int:
        """Return the total cable length of a placement: the one cost that all placers use."""
        u, v, counts = self.pairs
        return int(counts @ self.lengths.between(slot_of[u], slot_of[v]))


def make_problem(topology: Topology, room: Room) -> Problem:
    """Return the problem of a network in a room; `InfeasibleError` if it does not fit."""
    return Problem(topology.adjacency, room.lengths)
