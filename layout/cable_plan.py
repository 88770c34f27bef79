"""The cables of a placed network: their ports and lengths."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.placement import Placement
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import MEDIA
from netfloor.topologies.management import management_ends, taken_ports, with_management_ports
from netfloor.topologies.topology import Topology


@dataclass(frozen=True, eq=False, repr=False)
class CablePlan:
    """Cables in the order of the topology's links, with a cable for each parallel link."""

    routers: npt.NDArray[np.int32]  # switch at both ends, (m, 2) int32, lower number first
    cabinets: npt.NDArray[np.int32]  # cabinet at both ends, (m, 2) int32
    slots: npt.NDArray[np.int32]  # slot at both ends, (m, 2) int32
    # Port at both ends, (m, 2) int32, numbered on each switch after its endpoint ports.
    ports: npt.NDArray[np.int32]
    # Routed length, (m,) int64; in a hall, that of the medium with the shorter route.
    length_mm: npt.NDArray[np.int64]
    # Length by medium, copper and optical, (2, m) int64, -1 where no tray admits the medium; None if both
    # media have the same lengths.
    by_medium_mm: npt.NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        for array in (self.routers, self.cabinets, self.slots, self.ports, self.length_mm):
            array.flags.writeable = False

    def __repr__(self) -> str:
        return f"CablePlan({len(self)} cables, {self.total_mm / 1000:.0f} m)"

    def __len__(self) -> int:
        return len(self.length_mm)

    def of_medium_mm(self, medium: int) -> npt.NDArray[np.int64]:
        """Return every cable's length as copper (0) or optical (1), -1 where the medium has no route."""
        return self.length_mm if self.by_medium_mm is None else self.by_medium_mm[medium]

    def with_detours(self, detours: Mapping[int, tuple[str, int]]) -> "CablePlan":
        """Apply detours by cable number, each on a given medium; ignore numbers beyond this plan."""
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

    def with_lengths(self, lengths_mm: Mapping[int, int]) -> "CablePlan":
        """Return the plan with other lengths of some cables, by number, in any medium."""
        own = {cable: length_mm for cable, length_mm in lengths_mm.items() if cable < len(self)}
        if not own:
            return self
        changed = self.length_mm.copy()
        changed[list(own)] = list(own.values())
        by_medium_mm = None if self.by_medium_mm is None else self.by_medium_mm.copy()
        if by_medium_mm is not None:
            by_medium_mm[:, list(own)] = list(own.values())
        return replace(self, length_mm=changed, by_medium_mm=by_medium_mm)

    @property
    def total_mm(self) -> int:
        """Total length of all cables."""
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
        """True for each cable inside a cabinet, (m,)."""
        inside: npt.NDArray[np.bool_] = self.cabinets[:, 0] == self.cabinets[:, 1]
        return inside


@dataclass(frozen=True, eq=False)
class KeptCabling:
    """Ports and cable ids, some of them kept from the plan that this plan extends.

    Attributes
    ----------
    ports
        Port at both ends of each network cable, (m, 2).
    server_ports
        Switch port of each endpoint's cable, (e,).
    ids
        Cable ids: cables between switches first, then cables to servers, if any.
    next_numbers
        Next free id numbers of cables between switches and to servers; lower numbers are never reused.
    """

    ports: npt.NDArray[np.int32]
    server_ports: npt.NDArray[np.int32]
    ids: tuple[str, ...]
    next_numbers: tuple[int, int]


def make_cable_plan(
    topology: Topology,
    room: Room,
    placement: Placement,
    ports: npt.NDArray[np.int32] | None = None,
) -> CablePlan:
    """Build the cables of a placed network, parallel links one after another.

    The ports of a switch are numbered from 1: endpoint ports, ports for other switches' management ports,
    then network ports by neighbour, parallel links in a row, unless ``ports`` (m, 2) is given. The switch's
    own management port comes last.
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


def _by_medium_mm(room: Room, slots: npt.NDArray[np.int32]) -> npt.NDArray[np.int64] | None:
    """Return the lengths by medium in a hall whose trays do not all admit both media, else None."""
    if not isinstance(room, Hall) or len(room.distinct_media) == 1:
        return None
    item, other = (room.ports_of(side) for side in slots.T)
    return np.array([room.lengths_between(item, other, medium) for medium in MEDIA])


def ports_by_neighbour(topology: Topology, routers: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Assign the ports at both ends of each cable, (m, 2), by neighbour within each network."""
    own = routers[~management_ends(topology).any(axis=1)]
    return with_management_ports(topology, number_ports(own, taken_ports(topology)))


def number_ports(
    routers: npt.NDArray[np.int32],
    endpoints: npt.NDArray[np.integer[Any]],
    place: npt.NDArray[np.int64] | None = None,
) -> npt.NDArray[np.int32]:
    """Assign the ports at both ends of each cable, (m, 2), after the endpoint ports of each switch.

    Ports are ordered by ``place``, (m, 2), lowest first, if given, and then by neighbour.
    """
    here, there = routers.ravel(), routers[:, ::-1].ravel()
    order = np.lexsort((there, np.zeros(len(here)) if place is None else place.ravel(), here))
    ordered = here[order]
    ports = np.empty(len(here), dtype=np.int32)
    ports[order] = np.arange(len(here)) - np.searchsorted(ordered, ordered) + 1
    ports += np.asarray(endpoints, dtype=np.int32)[here]
    return ports.reshape(-1, 2)


def cable_id(index: int) -> str:
    """Return the id of a cable, numbered from 1."""
    return f"C{index + 1:06d}"


def host_cable_id(index: int) -> str:
    """Return the id of a server cable on worksheets and in exports, numbered from 1."""
    return f"H{index + 1:06d}"
