"""Every cable of a placed network: which ports it joins and how long it is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.placement import Placement
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import MEDIA
from netfloor.topologies.management import management_ends, taken_ports, with_management_ports
from netfloor.topologies.topology import Topology


@dataclass(frozen=True, eq=False, repr=False)
class CablePlan:
    """Cables in the order of the topology's links, parallel links one cable each."""

    routers: npt.NDArray[np.int32]  # router at both ends, (m, 2) int32, first below second
    cabinets: npt.NDArray[np.int32]  # cabinet at both ends, (m, 2) int32
    slots: npt.NDArray[np.int32]  # slot at both ends, (m, 2) int32
    # port at both ends, (m, 2) int32, counted on each router after those of its endpoints
    ports: npt.NDArray[np.int32]
    # routed length, (m,) int64; in a hall the way of the medium whose way is shorter
    length_mm: npt.NDArray[np.int64]
    # length by medium, electrical and optical, (2, m) int64, -1 where no tray takes it; None where one
    # length holds for both
    by_medium_mm: npt.NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        for array in (self.routers, self.cabinets, self.slots, self.ports, self.length_mm):
            array.flags.writeable = False

    def __repr__(self) -> str:
        return f"CablePlan({len(self)} cables, {self.total_mm / 1000:.0f} m)"

    def __len__(self) -> int:
        return len(self.length_mm)

    def of_medium_mm(self, medium: int) -> npt.NDArray[np.int64]:
        """Return every cable's length if it is electrical (0) or optical (1), -1 where it cannot be."""
        return self.length_mm if self.by_medium_mm is None else self.by_medium_mm[medium]

    def with_detours(self, detours: Mapping[int, tuple[str, int]]) -> "CablePlan":
        """Return the cables, some of them on a longer way of one medium; numbers beyond are not ours."""
        own = {cable: way for cable, way in detours.items() if cable < len(self)}
        if not own:
            return self
        length_mm = self.length_mm.copy()
        by_medium_mm = np.array([self.of_medium_mm(0), self.of_medium_mm(1)])
        for cable, (medium, way_mm) in own.items():
            length_mm[cable] = way_mm
            by_medium_mm[:, cable] = -1
            by_medium_mm[MEDIA.index(medium), cable] = way_mm
        return replace(self, length_mm=length_mm, by_medium_mm=by_medium_mm)

    @property
    def total_mm(self) -> int:
        """Length of all cables together."""
        return int(self.length_mm.sum())

    @property
    def max_mm(self) -> int:
        """Length of the longest cable, 0 without cables."""
        return int(self.length_mm.max(initial=0))

    @property
    def mean_mm(self) -> float:
        """Mean cable length, 0 without cables."""
        return self.total_mm / len(self) if len(self) else 0.0

    @property
    def inside_cabinets(self) -> npt.NDArray[np.bool_]:
        """True for each cable that stays inside one cabinet, (m,)."""
        inside: npt.NDArray[np.bool_] = self.cabinets[:, 0] == self.cabinets[:, 1]
        return inside


@dataclass(frozen=True, eq=False)
class KeptCabling:
    """Ports and ids of cables, of which some come from the plan that this one grew from.

    Attributes
    ----------
    ports
        Port at both ends of each network cable, (m, 2).
    server_ports
        Port at the switch of each endpoint's cable, (e,).
    ids
        Ids of the cables, those between switches first, then those to servers where any stand.
    next_numbers
        The numbers of the next ids of cables between switches and to servers: none below was ever free.
    """

    ports: npt.NDArray[np.int32]
    server_ports: npt.NDArray[np.int32]
    ids: tuple[str, ...]
    next_numbers: tuple[int, int]


def make_cable_plan(
    topology: Topology,
    room: AnyRoom,
    placement: Placement,
    ports: npt.NDArray[np.int32] | None = None,
) -> CablePlan:
    """Return every cable of a placed network, parallel links one after the other.

    Ports of a router are counted from 1: first its endpoints', then those that other switches' management
    ports end on, then its network ports by neighbour, parallel links in a row, unless ``ports`` says
    otherwise (m, 2); its own management port has the number after all of them.
    """
    routers = np.repeat(topology.links, topology.multiplicity, axis=0)
    slots = placement.slot_of[routers]
    lengths = room.lengths
    return CablePlan(
        routers=routers,
        cabinets=lengths.cabinet_of_slot[slots],
        slots=slots,
        ports=ports_by_neighbour(topology, routers) if ports is None else ports,
        length_mm=lengths.between(slots[:, 0], slots[:, 1]),
        by_medium_mm=_by_medium_mm(room, slots),
    )


def _by_medium_mm(room: AnyRoom, slots: npt.NDArray[np.int32]) -> npt.NDArray[np.int64] | None:
    """Return the lengths by medium in a hall whose trays do not all take both."""
    if not isinstance(room, Hall) or len(room.distinct_media) == 1:
        return None
    one, other = (room.ports_of(side) for side in slots.T)
    return np.array([room.lengths_between(one, other, medium) for medium in MEDIA])


def ports_by_neighbour(topology: Topology, routers: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the port at both ends of each cable, (m, 2), links of each network numbered by neighbour."""
    own = routers[~management_ends(topology).any(axis=1)]
    return with_management_ports(topology, number_ports(own, taken_ports(topology)))


def number_ports(
    routers: npt.NDArray[np.int32],
    endpoints: npt.NDArray[np.integer[Any]],
    place: npt.NDArray[np.int64] | None = None,
) -> npt.NDArray[np.int32]:
    """Return the port at both ends of each cable, (m, 2), counted on each router after its endpoints.

    By ``place``, (m, 2), lowest first, where it is given, then by neighbour.
    """
    here, there = routers.ravel(), routers[:, ::-1].ravel()
    order = np.lexsort((there, np.zeros(len(here)) if place is None else place.ravel(), here))
    ordered = here[order]
    ports = np.empty(len(here), dtype=np.int32)
    ports[order] = np.arange(len(here)) - np.searchsorted(ordered, ordered) + 1
    ports += np.asarray(endpoints, dtype=np.int32)[here]
    return ports.reshape(-1, 2)


def cable_id(index: int) -> str:
    """Return the name of a cable, counted from 1."""
    return f"C{index + 1:06d}"


def host_cable_id(index: int) -> str:
    """Return the name of a server's cable on sheets and in other systems' files, counted from 1."""
    return f"H{index + 1:06d}"
