"""Parts of a machine hall, in integer millimetres.

The field types define the values that `file.definition` accepts in a plan.
"""

from dataclasses import dataclass

from netfloor.rooms.hall.fields import (
    Angle,
    Coordinate,
    Length,
    Limit,
    Manifold,
    Name,
    Positive,
    Swing,
    Units,
)
from netfloor.rooms.hall.rounding import Point

#: Cable media; a tray admits one or both.
MEDIA = ("electrical", "optical")
#: Fields omitted from a plan if unset, because older plans lack them.
LATER = (
    "air_limit_w",
    "liquid_limit_w",
    "manifold",
    "front_clear_mm",
    "rear_clear_mm",
    "empty_kg",
    "tiles",
)


@dataclass(frozen=True)
class Area:
    """A pillar, a keep-out or a cooling row, with its corners in order, without repeating the first."""

    name: Name
    corners_mm: tuple[Point, ...]


@dataclass(frozen=True)
class Door:
    """A door in the wall, from its hinge to the other side of the opening.

    It swings in or out of the hall, or slides ("none"); ``clear_mm`` is the depth inside the hall, across
    the opening, that stays free. For a door in the fence of a cage, the cage takes the place of the hall.
    """

    name: Name
    hinge_mm: Point
    jamb_mm: Point
    swing: Swing
    clear_mm: Length


@dataclass(frozen=True)
class Cabinet:
    """A cabinet on the floor.

    Attributes
    ----------
    x_mm, y_mm
        Centre.
    width_mm, depth_mm
        Size along the row and across it.
    front_deg
        Direction of its front, counter-clockwise from the x axis.
    units, switch_units
        Number of rack units, and those for switches, a slot each, in the order of the slots.
    taken
        Occupied by others, without slots.
    power_limit_w, weight_limit_kg
        Power and load limits; None if unknown.
    air_limit_w, liquid_limit_w
        Limits of the heat removed by air and by liquid. Without the first only the power limit holds;
        without the second there is no liquid supply.
    manifold
        Side of the liquid manifold, seen from the front.
    front_clear_mm, rear_clear_mm
        Depth of floor in front and behind, across its width, that must stay free.
    empty_kg
        Weight of the empty cabinet; None if unknown.
    """

    name: Name
    row: Name
    x_mm: Coordinate
    y_mm: Coordinate
    width_mm: Positive
    depth_mm: Positive
    front_deg: Angle
    units: Units
    switch_units: tuple[int, ...]
    taken: bool = False
    power_limit_w: Limit | None = None
    weight_limit_kg: Limit | None = None
    air_limit_w: Limit | None = None
    liquid_limit_w: Limit | None = None
    manifold: Manifold | None = None
    front_clear_mm: Length | None = None
    rear_clear_mm: Length | None = None
    empty_kg: Limit | None = None

    @property
    def centre_mm(self) -> Point:
        """The centre of the cabinet."""
        return self.x_mm, self.y_mm

    @property
    def rack_tops(self) -> tuple[int, ...]:
        """The switch units in the top quarter of the cabinet."""
        return tuple(unit for unit in self.switch_units if 4 * unit > 3 * self.units)


@dataclass(frozen=True)
class Tray:
    """A cable tray along a centre line, overhead or under the floor."""

    name: Name
    points_mm: tuple[Point, ...]
    height_mm: Coordinate  # above the floor; negative under it
    media: tuple[str, ...]  # admitted media, of `MEDIA`
    access_mm: Length  # maximum distance of a cabinet's centre from the centre line
    capacity_mm2: Positive | None = None  # cross-section of cables; None if unknown


@dataclass(frozen=True)
class Riser:
    """A connection between all trays that pass it, at any height."""

    name: Name
    at_mm: Point


@dataclass(frozen=True)
class Tiles:
    """The tiles of a raised floor: squares along the axes of the hall, and the load limit of a tile.

    ``at_mm`` is a corner of any tile.
    """

    size_mm: Positive
    limit_kg: Limit
    at_mm: Point


@dataclass(frozen=True)
class CableRule:
    """Additions to the length of a route; see `rooms.hall.hall.Hall.slot_lengths`.

    ``overhead_mm`` applies to each end of a cable between cabinets in a hall without trays,
    ``slack_per_end_mm`` to each end of a cable in trays; with trays, the difference in height is added to
    ``inside_mm``; ``plinth_mm`` is the height of the lower edge of rack unit 1 above the floor.
    """

    overhead_mm: Length = 2000
    inside_mm: Length = 2000
    slack_per_end_mm: Length = 500
    plinth_mm: Length = 0


DEFAULT_CABLE = CableRule()
