"""The placement problem as arrays: assign switches to slots."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.layout.apart import Apart, apart_pairs
from netfloor.layout.lengths import Lengths
from netfloor.layout.requirements import Requirement, closed_with, kept_free_slots, row_numbers
from netfloor.rooms.any_room import Room
from netfloor.rooms.grid_lengths import GridLengths
from netfloor.rooms.routed_lengths import FloorLengths
from netfloor.topologies.families.lattices.lattice import Dimension
from netfloor.topologies.families.lattices.lattice_families import lattice_of
from netfloor.topologies.topology import Topology


@dataclass(frozen=True, eq=False, repr=False)
class Problem:
    """Assign n switches to S >= n slots at the lowest total cable cost.

    A quadratic assignment problem with empty slots: minimise the sum over switch pairs of ``flow[u, v] *
    length(slot of u, slot of v)``.

    Attributes
    ----------
    flow
        Symmetric weights of switch pairs, normally link counts, (n, n) sparse int32, non-negative, zero
        diagonal, sorted indices.
    lengths
        Cable length (or other cost) between slots.
    fixed
        Slot of each fixed switch, -1 for the others, (n,) int32; None: all may move.
    closed
        True for slots that stay empty, (S,); None: none.
    kept_free
        Closed slots due to requirements, which bounds take into account, (S,); None: none.
    apart
        Pairs of switches to separate; None: none.
    row
        Row of each cabinet, (C,) int32, needed with ``filled`` or ``group``; else None.
    filled
        True if switches must fill a block without holes.
    group
        Group of each switch, (n,) int32, if groups must stay together; else None.
    zone
        Group that may use each slot, (S,) int32, -1 for none, after the zones are chosen.
    lattice
        Dimensions of a network whose switches are numbered by coordinates, the last fastest; None for other
        networks.
    """

    flow: csr_array
    lengths: Lengths
    fixed: npt.NDArray[np.int32] | None = None
    closed: npt.NDArray[np.bool_] | None = None
    kept_free: npt.NDArray[np.bool_] | None = None
    apart: Apart | None = None
    row: npt.NDArray[np.int32] | None = None
    filled: bool = False
    group: npt.NDArray[np.int32] | None = None
    zone: npt.NDArray[np.int32] | None = None
    lattice: tuple[Dimension, ...] | None = None

    def __post_init__(self) -> None:
        if self.fixed is not None:
            check_fixed(self.fixed, self.slots, self.closed)
        missing = self.routers - (self.slots if self.closed is None else int((~self.closed).sum()))
        if missing > 0:
            raise InfeasibleError(
                f"{self.routers} switches do not fit in {self.routers - missing} slots: {missing} "
                + ("slot is missing" if missing == 1 else "slots are missing")
                + ("" if self.kept_free is None else f"; requirements close {int(self.kept_free.sum())}")
            )

    def __repr__(self) -> str:
        return f"Problem({self.routers} switches, {self.slots} slots)"

    @property
    def routers(self) -> int:
        """Number of switches, n."""
        return int(self.flow.shape[0])

    @property
    def slots(self) -> int:
        """Number of slots, S."""
        return self.lengths.slots

    @property
    def grid(self) -> GridLengths:
        """The lengths of a grid; raise `TypeError` for other costs."""
        if not isinstance(self.lengths, GridLengths):
            raise TypeError("this needs grid lengths, not other costs")
        return self.lengths

    @property
    def floor(self) -> FloorLengths:
        """The lengths of a floor; raise `TypeError` for other costs."""
        if not isinstance(self.lengths, FloorLengths):
            raise TypeError("this needs floor lengths, not other costs")
        return self.lengths

    @property
    def below(self) -> GridLengths:
        """A grid with lengths never above those of the floor; raise `TypeError` without a floor."""
        return self.floor.below

    @property
    def link_count(self) -> int:
        """Number of links, counting parallel links separately."""
        return int(self.flow.sum()) // 2

    @cached_property
    def movers(self) -> npt.NDArray[np.int32]:
        """Switches that may move, ascending within each zone."""
        free = np.ones(self.routers, dtype=bool) if self.fixed is None else self.fixed < 0
        movers = np.flatnonzero(free).astype(np.int32)
        return movers if self.group is None else movers[np.argsort(self.group[movers], kind="stable")]

    @cached_property
    def places(self) -> npt.NDArray[np.int32]:
        """Slots that switches may move to and from, ascending within each zone."""
        free = np.ones(self.slots, dtype=bool) if self.closed is None else ~self.closed
        if self.fixed is not None:
            free[self.fixed[self.fixed >= 0]] = False
        places = np.flatnonzero(free).astype(np.int32)
        return places if self.zone is None else places[np.argsort(self.zone[places], kind="stable")]

    @property
    def bounded(self) -> "Problem":
        """The problem for which bounds are proved: only slots that no requirement closes."""
        if self.kept_free is None:
            return self
        return Problem(self.flow, self.floor.only(np.flatnonzero(~self.kept_free)))

    @property
    def free(self) -> bool:
        """True if every switch may go into every slot, independently of the others."""
        return (
            self.apart is None
            and self.zone is None
            and len(self.movers) == self.routers
            and len(self.places) == self.slots
        )

    @cached_property
    def zones(self) -> npt.NDArray[np.int32]:
        """Zone of each slot, (S,); switches never leave their zone."""
        return np.zeros(self.slots, dtype=np.int32) if self.zone is None else self.zone

    @cached_property
    def reach(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Start and number of the places open to each mover, two (m,)."""
        zones = self.zones[self.places]
        own = np.zeros(len(self.movers), dtype=np.int32)
        if self.zone is not None and self.group is not None:
            own = self.group[self.movers]
        begin = np.searchsorted(zones, own)
        return begin, np.searchsorted(zones, own, side="right") - begin

    @cached_property
    def pairs(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Linked pairs u < v and their link counts, three arrays of equal length."""
        rows = np.repeat(np.arange(self.routers, dtype=np.int32), np.diff(self.flow.indptr))
        upper = rows < self.flow.indices
        counts = self.flow.data[upper].astype(np.int64)
        return rows[upper], self.flow.indices[upper], counts

    def cost(self, slot_of: npt.NDArray[np.int32]) -> int:
        """Return the cost of a placement, normally total length."""
        u, v, counts = self.pairs
        return int(counts @ self.lengths.between(slot_of[u], slot_of[v]))

    def allows(self, slot_of: npt.NDArray[np.int32]) -> bool:
        """Return True if a placement is valid: distinct open slots that satisfy all constraints."""
        if len(slot_of) != self.routers or not ((slot_of >= 0) & (slot_of < self.slots)).all():
            return False
        stay = np.ones(self.routers, dtype=bool)
        stay[self.movers] = False
        if self.fixed is not None and (slot_of[stay] != self.fixed[stay]).any():
            return False
        moved = slot_of[self.movers]
        own = self.zone is None or self.group is None or (self.zone[moved] == self.group[self.movers]).all()
        distinct = len(np.unique(slot_of)) == self.routers and np.isin(moved, self.places).all()
        return bool(own and distinct) and (self.apart is None or not self.apart.clashing(slot_of).any())


def check_fixed(fixed: npt.NDArray[np.int32], slots: int, closed: npt.NDArray[np.bool_] | None) -> None:
    """Raise `ValueError` unless fixed switches have distinct, existing and open slots."""
    held = fixed[fixed >= 0]
    if len(np.unique(held)) != len(held) or held.max(initial=-1) >= slots:
        raise ValueError("fixed switches need distinct, existing slots")
    if closed is not None and closed[held].any():
        raise ValueError("a switch is fixed in a closed slot")


def make_problem(
    topology: Topology,
    room: Room,
    fixed: npt.NDArray[np.int32] | None = None,
    closed: npt.NDArray[np.bool_] | None = None,
    requirements: Sequence[Requirement] = (),
) -> Problem:
    """Build the problem of a network in a room.

    Raise `InfeasibleError` if the network does not fit, and `InputError` if a fixed switch is in a slot
    closed by requirements.
    """
    kept_free, closed = kept_free_slots(requirements, room), closed_with(requirements, closed, room.slots)
    if kept_free is not None:
        closed = kept_free if closed is None else closed | kept_free
        stands = np.zeros(0, np.int32) if fixed is None else np.flatnonzero(fixed >= 0)
        if fixed is not None and kept_free[fixed[stands]].any():
            switch = topology.label(int(stands[kept_free[fixed[stands]]][0]))
            raise InputError(
                setting("require"), f"switch {switch} is fixed where requirements close the slot"
            )
    apart, lattice = apart_pairs(requirements, room), lattice_of(topology)
    kinds = {requirement.kind for requirement in requirements}
    group = next(
        (requirement.group_of for requirement in requirements if requirement.kind == "groups-together"),
        None,
    )
    return Problem(
        flow=topology.adjacency,
        lengths=room.lengths,
        fixed=fixed,
        closed=closed,
        kept_free=kept_free,
        apart=apart,
        row=row_numbers(room) if kinds & {"contiguous", "groups-together"} else None,
        filled="contiguous" in kinds,
        group=None if group is None else np.array(group, dtype=np.int32),
        lattice=lattice,
    )
