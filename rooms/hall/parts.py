"""What a machine hall is made of, in integer millimetres.

The types of the fields say what `file.definition` accepts of each in a plan.
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

#: What a cable carries its signal on; a tray admits one or both.
MEDIA = ("electrical", "optical")
#: Fields that a plan leaves out where they say nothing: plans made before them lack them.
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
    """A pillar, a keep-out or a cooling row; its corners in order, the first not repeated."""

    name: Name
    corners_mm: tuple[Point, ...]


@dataclass(frozen=True)
class Door:
    """A door in the wall, from the side where its leaf hangs to the other side of the opening.

    It swings in or out of the hall, or slides ("none"); ``clear_mm`` is the depth inside the hall, as
    wide as the opening, that stays free. Of a door in the fence of a cage the cage is meant by the hall.
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
        Its centre.
    width_mm, depth_mm
        Along its row and across it.
    front_deg
        Direction its front looks in, counter-clockwise from the x axis.
    units, switch_units
        Rack units it holds, and those where switches go, one slot each, in the order of the slots.
    taken
        In use by others: it stands there and offers no slot.
    power_limit_w, weight_limit_kg
        What it may draw and carry; None where nobody said.
    air_limit_w, liquid_limit_w
        Heat that the room's air and its liquid loop carry off. Without the first the power limit
        alone holds; without the second there is no liquid supply.
    manifold
        Side of the liquid manifold, seen from the front.
    front_clear_mm, rear_clear_mm
        Depth of floor before and behind it, as wide as it is, that nothing may stand on.
    empty_kg
        Its own weight; None where nobody said.
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
        """The middle of the cabinet."""
        return self.x_mm, self.y_mm

    @property
    def rack_tops(self) -> tuple[int, ...]:
        """The units for switches in the top quarter of the cabinet."""
        return tuple(unit for unit in self.switch_units if 4 * unit > 3 * self.units)


@dataclass(frozen=True)
class Tray:
    """A run that cables lie in along a centre line, overhead or under the floor."""

    name: Name
    points_mm: tuple[Point, ...]
    height_mm: Coordinate  # above the floor; negative under it
    media: tuple[str, ...]  # which of `MEDIA` it admits
    access_mm: Length  # how far a cabinet's centre may be from the centre line to use it
    capacity_mm2: Positive | None = None  # cross-section of cables that it holds; None where nobody said


@dataclass(frozen=True)
class Riser:
    """A place where cables change between all trays that pass it, whatever their height."""

    name: Name
    at_mm: Point


@dataclass(frozen=True)
class Tiles:
    """The tiles of a raised floor: squares along the axes of the hall, and what each bears.

    ``at_mm`` is a corner of any one of them.
    """

    size_mm: Positive
    limit_kg: Limit
    at_mm: Point


@dataclass(frozen=True)
class CableRule:
    """What a cable needs beside its way; see `rooms.hall.hall.Hall.slot_lengths`.

    ``overhead_mm`` is for each end of a cable between cabinets in a hall without trays,
    ``slack_per_end_mm`` for each end of one in trays; on top of ``inside_mm`` comes, with trays, the
    difference of heights; ``plinth_mm`` is where the lower edge of rack unit 1 is above the floor.
    """

    overhead_mm: Length = 2000
    inside_mm: Length = 2000
    slack_per_end_mm: Length = 500
    plinth_mm: Length = 0


DEFAULT_CABLE = CableRule()
