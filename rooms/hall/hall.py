"""A machine hall: cabinets on a real floor, and the cables between them."""

from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from netfloor.rooms.hall.fields import Angle, Title
from netfloor.rooms.hall.parts import (
    DEFAULT_CABLE,
    LATER,
    MEDIA,
    Area,
    Cabinet,
    CableRule,
    Door,
    Riser,
    Tiles,
    Tray,
)
from netfloor.rooms.hall.rounding import Point, in_axes, port_height_mm
from netfloor.rooms.routed_lengths import RoutedLengths

if TYPE_CHECKING:
    from netfloor.rooms.hall.trays.graph import TrayGraph
    from netfloor.rooms.hall.trays.ways import TrayWays

Lengths = npt.NDArray[np.int64]
Indices = npt.NDArray[np.int32]
#: Ports as indices in `Hall.cabinets` and rack units, two arrays of the same shape.
Ports = tuple[Indices, Indices]
Number = TypeVar("Number", np.int32, np.int64)

#: Length of a cable without a route.
NO_WAY = -1


@dataclass(frozen=True, repr=False)
class Hall:
    """A floor with its walls, obstacles, cabinets and trays, in integer millimetres.

    The fields are those of `definition`, in order; two halls are equal if all fields are.

    Attributes
    ----------
    axis_deg
        Direction of the rows' axis, for the rectilinear rule.
    outline_mm
        Corners of the floor, without repeating the first.
    cabinets
        All cabinets, including occupied ones, in the order of the file.
    tiles
        Tiles of the raised floor; None if unknown.
    trays, risers
        Cable routes; without trays, lengths are rectilinear.
    """

    name: Title
    axis_deg: Angle = field(default=0.0, kw_only=True)
    outline_mm: tuple[Point, ...]
    pillars: tuple[Area, ...] = field(default=(), kw_only=True)
    keep_outs: tuple[Area, ...] = field(default=(), kw_only=True)
    cooling: tuple[Area, ...] = field(default=(), kw_only=True)
    doors: tuple[Door, ...] = field(default=(), kw_only=True)
    cabinets: tuple[Cabinet, ...]
    trays: tuple[Tray, ...] = field(default=(), kw_only=True)
    risers: tuple[Riser, ...] = field(default=(), kw_only=True)
    cable: CableRule = DEFAULT_CABLE
    tiles: Tiles | None = field(default=None, kw_only=True)

    def __repr__(self) -> str:
        return f"Hall({self.name}: {self.summary})"

    @property
    def summary(self) -> str:
        """Summary in a few words."""
        taken = sum(cabinet.taken for cabinet in self.cabinets)
        rows = len({cabinet.row for cabinet in self.cabinets})
        parts = [f"{len(self.cabinets)} cabinets in {rows} row{'s' * (rows != 1)}"]
        parts += [f"{taken} occupied"] * bool(taken)
        parts += [f"{len(self.trays)} tray{'s' * (len(self.trays) != 1)}"] * bool(self.trays)
        return ", ".join(parts)

    @cached_property
    def usable(self) -> Indices:
        """Indices in ``cabinets`` of cabinets with slots, (c,) int32."""
        offers = [bool(cabinet.switch_units) and not cabinet.taken for cabinet in self.cabinets]
        return _fixed(np.flatnonzero(offers).astype(np.int32))

    @property
    def cabinet_count(self) -> int:
        """Number of cabinets with slots, c."""
        return len(self.usable)

    def cabinet_name(self, cabinet: int) -> str:
        """Return the name of a usable cabinet, numbered from 0 among the usable ones."""
        return self.cabinets[int(self.usable[cabinet])].name

    @property
    def slots(self) -> int:
        """Number of slots, S."""
        return len(self.slot_unit)

    @cached_property
    def slot_cabinet(self) -> Indices:
        """Usable cabinet of each slot, (S,) int32, ascending from 0."""
        per = [len(self.cabinets[i].switch_units) for i in self.usable]
        return _fixed(np.repeat(np.arange(len(per), dtype=np.int32), per))

    @cached_property
    def slot_unit(self) -> Indices:
        """Rack unit of each slot, (S,) int32."""
        units = [unit for i in self.usable for unit in self.cabinets[i].switch_units]
        return _fixed(np.array(units, dtype=np.int32))

    def ports_of(self, slots: npt.NDArray[np.integer[Any]]) -> Ports:
        """Convert slots to ports, arrays of the slots' shape."""
        return self.usable[self.slot_cabinet[slots]], self.slot_unit[slots]

    def slot_lengths(self, medium: str | None = None) -> Lengths:
        """Return the cable lengths between all slots in mm, (S, S) int64, zero diagonal.

        For a medium, -1 where its trays have no route; without a medium, the shorter of both.
        """
        places = self.usable[self.slot_cabinet]
        if medium is None:
            return shorter(*(self._matrix(places, self.slot_unit, name) for name in self.distinct_media))
        return self._matrix(places, self.slot_unit, medium)

    @cached_property
    def lengths(self) -> RoutedLengths:
        """Cable lengths between all slots, as used for placement."""
        x, y = self.axis_position_mm[self.usable[self.slot_cabinet]].T
        return RoutedLengths(self.slot_lengths(), self.slot_cabinet, x, y)

    @property
    def inside_mm(self) -> int:
        """Length of a cable inside a cabinet, without the difference in height."""
        return self.cable.inside_mm

    def lengths_between(self, ports: Ports, other: Ports, medium: str | None = None) -> Lengths:
        """Return the cable lengths between any ports, elementwise; -1 for no route.

        Ports may also be in occupied cabinets and in units without a switch slot, where servers are. The
        medium is as for `slot_lengths`.
        """
        media = self.distinct_media if medium is None else (medium,)
        return shorter(*(self._elementwise(ports, other, name) for name in media))

    @cached_property
    def distinct_media(self) -> tuple[str, ...]:
        """Media with different routes: a single name if all trays admit both."""
        admitted = {tuple(m in tray.media for tray in self.trays): m for m in reversed(MEDIA)}
        return tuple(m for m in MEDIA if m in admitted.values())

    @cached_property
    def tray_graph(self) -> "TrayGraph":
        """The trays as a graph, including every cabinet's accesses."""
        from netfloor.rooms.hall.trays.graph import build_tray_graph  # noqa: PLC0415 - imports Shapely

        return build_tray_graph(self.trays, self.risers, [c.centre_mm for c in self.cabinets])

    def tray_ways(self, medium: str) -> "TrayWays":
        """Return the shortest routes over the trays that admit a medium."""
        if medium not in self._ways:
            from netfloor.rooms.hall.trays.ways import shortest_ways  # noqa: PLC0415 - imports SciPy

            self._ways[medium] = shortest_ways(self.tray_graph, medium, len(self.cabinets))
        return self._ways[medium]

    @cached_property
    def _ways(self) -> "dict[str, TrayWays]":
        return {}

    @cached_property
    def axis_position_mm(self) -> Lengths:
        """Centre of each cabinet in the hall's axes, (cabinets, 2) int64."""
        centres = [in_axes(cabinet.centre_mm, self.axis_deg) for cabinet in self.cabinets]
        return _fixed(np.array(centres, dtype=np.int64).reshape(-1, 2))

    def port_height_mm(self, unit: npt.ArrayLike) -> Lengths:
        """Return the height of ports at rack units above the floor, elementwise."""
        return port_height_mm(np.asarray(unit, dtype=np.int64), self.cable.plinth_mm)

    def _matrix(self, places: Indices, units: Indices, medium: str) -> Lengths:
        _known(medium)
        if self.trays:
            ways = self.tray_ways(medium).matrix(places, self.port_height_mm(units))
            lengths = _with_slack(ways, self.cable.slack_per_end_mm)
        else:
            lengths = self._rectilinear(places[:, None], places[None, :])
        rows, columns = np.nonzero(places[:, None] == places[None, :])
        lengths[rows, columns] = self._inside(units[rows], units[columns])
        np.fill_diagonal(lengths, 0)
        return lengths

    def _elementwise(self, ports: Ports, other: Ports, medium: str) -> Lengths:
        _known(medium)
        (a, unit_a), (b, unit_b) = ports, other
        if self.trays:
            ends = (a, self.port_height_mm(unit_a)), (b, self.port_height_mm(unit_b))
            apart = _with_slack(self.tray_ways(medium).between(*ends), self.cable.slack_per_end_mm)
        else:
            apart = self._rectilinear(a, b)
        inside = self._inside(unit_a, unit_b)
        return np.where(np.asarray(a) == np.asarray(b), inside, apart).astype(np.int64)

    def _rectilinear(self, a: Indices, b: Indices) -> Lengths:
        x, y = self.axis_position_mm.T
        across: Lengths = np.abs(x[a] - x[b])
        across += np.abs(y[a] - y[b])
        across += 2 * self.cable.overhead_mm
        return across

    def _inside(self, indices: Indices, other: Indices) -> Lengths:
        """Return the length of cables inside a cabinet; with trays, including the difference in height."""
        if not self.trays:
            return np.full(np.shape(indices), self.cable.inside_mm, dtype=np.int64)
        apart = np.abs(self.port_height_mm(indices) - self.port_height_mm(other))
        return np.asarray(apart + self.cable.inside_mm)

    def definition(self) -> dict[str, Any]:
        """Return the complete definition of the hall for a plan file; see `hall_from_definition`."""
        return {"kind": "hall", **_fields({part.name: getattr(self, part.name) for part in fields(self)})}


def shorter(*lengths: Lengths) -> Lengths:
    """Return the elementwise minimum of lengths, ignoring -1."""
    # as an unsigned number, -1 is larger than every length
    minimum = reduce(np.minimum, (length.view(np.uint64) for length in lengths))
    return np.asarray(minimum).view(np.int64)


def _with_slack(ways: Lengths, slack_mm: int) -> Lengths:
    from netfloor.rooms.hall.trays.ways import FAR  # noqa: PLC0415 - imports SciPy

    none = ways >= FAR
    ways += 2 * slack_mm
    ways[none] = NO_WAY
    return ways


def _known(medium: str) -> None:
    if medium not in MEDIA:
        raise ValueError(f"a medium is one of {', '.join(MEDIA)}, not {medium!r}")


def _fixed(array: npt.NDArray[Number]) -> npt.NDArray[Number]:
    array.flags.writeable = False
    return array


def _plain(value: Any) -> Any:
    """Convert a part of a hall to JSON values: lists for tuples, tables for parts."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return _fields(vars(value)) if is_dataclass(value) else value


def _fields(values: dict[str, Any]) -> dict[str, Any]:
    stated = {name: value for name, value in values.items() if value is not None or name not in LATER}
    return {name: _plain(value) for name, value in stated.items()}
