"""The rooms of a study: floors that grow with the endpoints, and given rooms."""

from dataclasses import dataclass
from pathlib import Path

from netfloor.costmodels.sets.coefficient import Coefficient
from netfloor.foundation.errors import InputError, within
from netfloor.foundation.relative_paths import beside
from netfloor.research.growth.packaging.floor import PackagingFloor
from netfloor.research.growth.study.members import GrowthMember
from netfloor.research.growth.study.study_file import GrowthStudy, RoomTable
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room_spec import room_from_spec


@dataclass(frozen=True, eq=False)
class GrowthRoom:
    """A room of a study; ``room`` is None for a floor that grows."""

    table: RoomTable
    floor: PackagingFloor
    room: Room | None = None

    @property
    def name(self) -> str:
        """Name in the study file."""
        return self.table.name

    @property
    def coefficients(self) -> dict[str, Coefficient]:
        """Numbers of the floor on which lengths depend, by name."""
        result = {"endpoints per m2": self.table.endpoints_per_m2, "overhead": self.table.overhead}
        return {name: item for name, item in result.items() if item is not None}

    def too_small(self, member: GrowthMember) -> str:
        """Return the reason why a network does not fit, empty if it does."""
        if self.room is None:
            return ""
        network, cabinets = member.topology, self.floor.given[1] if self.floor.given else 0
        seats = self.floor.endpoints_per_cabinet * cabinets
        lacks = []
        if network.routers > self.room.slots:
            lacks.append(f"{network.routers:,} switches do not fit in {self.room.slots:,} slots")
        if member.endpoints > seats:
            lacks.append(f"{member.endpoints:,} endpoints do not fit in cabinets for {seats:,}")
        bare = int((network.endpoints == 0).sum())  # the others are in the cabinets of their endpoints
        each = self.floor.endpoints_per_cabinet, self.floor.switches_per_cabinet
        seated, switches = (
            -(-count // maximum) for count, maximum in zip((member.endpoints, bare), each, strict=True)
        )
        if not lacks and seated + switches > cabinets:
            both = f"{seated:,} cabinets of endpoints and {switches:,} of switches alone"
            lacks.append(f"{both} do not fit in {cabinets:,}")
        return f"{network.name}: room {self.name!r} is too small: {' and '.join(lacks)}" if lacks else ""


def growth_rooms(path: Path, study: GrowthStudy) -> list[GrowthRoom]:
    """Return the rooms of a study file; paths are relative to the file.

    Raises
    ------
    InputError
        If a room does not exist or has no slot, with its place in the file.
    """
    results = []
    for number, table in enumerate(study.rooms):
        where = f"{path}: rooms.{number}.room"
        if table.room is None:
            results.append(GrowthRoom(table, table.floor()))
            continue
        with within(where):
            room = room_from_spec(beside(path, table.room) or table.room)
        if not room.slots:
            raise InputError(where, "has no slot for a switch", "another room")
        given = _area_mm2(room), room.cabinet_count
        results.append(GrowthRoom(table, table.floor(given), room))
    return results


def _area_mm2(room: Room) -> int:
    """Return the floor area of a room; of a hall inside its outline, by the shoelace formula."""
    if not isinstance(room, Hall):
        return room.rows * room.row_pitch_mm * room.columns * room.column_pitch_mm
    corners = room.outline_mm
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return abs(sum(x * other_y - other_x * y for (x, y), (other_x, other_y) in pairs)) // 2
