"""What a machine hall is made of, in integer millimetres."""

from dataclasses import dataclass

from rooms.hall.rounding import Point

#: What a cable carries its signal on; a tray admits one or both.
MEDIA = ("electrical", "optical")


@dataclass(frozen=True)
class Area:
    """A part of the floor by name: a pillar, a keep-out, a cooling row.

    Attributes
    ----------
    name
        What a person calls it.
    corners_mm
        Corners in order, the first not repeated.
    """

    name: str
    corners_mm: tuple[Point, ...]


@dataclass(frozen=True)
class Door:
    """A door in the wall.

    Attributes
    ----------
    name
        What a person calls it.
    hinge_mm, jamb_mm
        The two sides of the opening; the leaf hangs at the hinge.
    swing
        "in" or "out" of the hall, or "none" for a sliding door.
    clear_mm
        Depth inside the hall, as wide as the opening, that stays free.
    """

    name: str
    hinge_mm: Point
    jamb_mm: Point
    swing: str
    clear_mm: int


@dataclass(frozen=True)
class Cabinet:
    """A cabinet on the floor.

    Attributes
    ----------
    name, row
        Its own name, such as "A07", and that of its row.
    x_mm, y_mm
        Its centre.
    width_mm, depth_mm
        Along its row and across it.
    front_deg
        Direction its front looks in, counter-clockwise from the x axis.
    units
        Rack units it holds.
    switch_units
        Rack units where switches go, one slot each, in the order of the slots.
    taken
        In use by others: it stands there and offers no slot.
    power_limit_w, weight_limit_kg
        What it may draw and carry; None where nobody said.
    """

    name: str
    row: str
    x_mm: int
    y_mm: int
    width_mm: int
    depth_mm: int
    front_deg: float
    units: int
    switch_units: tuple[int, ...]
    taken: bool = False
    power_limit_w: int | None = None
    weight_limit_kg: int | None = None

    @property
    def centre_mm(self) -> Point:
        """The middle of the cabinet."""
        return self.x_mm, self.y_mm


@dataclass(frozen=True)
class Tray:
    """A run that cables lie in, overhead or under the floor.

    Attributes
    ----------
    name
        What a person calls it.
    points_mm
        Its centre line.
    height_mm
        Above the floor; negative under it.
    media
        Which of `MEDIA` it admits.
    access_mm
        How far a cabinet's centre may be from the centre line to use it.
    capacity_mm2
        Cross-section of cables that it holds; None where nobody said.
    """

    name: str
    points_mm: tuple[Point, ...]
    height_mm: int
    media: tuple[str, ...]
    access_mm: int
    capacity_mm2: int | None = None


@dataclass(frozen=True)
class Riser:
    """A place where cables change between all trays that pass it, whatever their height."""

    name: str
    at_mm: Point


@dataclass(frozen=True)
class CableRule:
    """What a cable needs beside its way; see `rooms.hall.hall.Hall.slot_lengths`.

    Attributes
    ----------
    overhead_mm
        At each end of a cable between cabinets, in a hall without trays.
    inside_mm
        Length of a cable inside a cabinet; with trays the difference of heights comes on top.
    slack_per_end_mm
        At each end of a cable that runs in trays.
    plinth_mm
        Height of the lower edge of rack unit 1 above the floor.
    """

    overhead_mm: int = 2000
    inside_mm: int = 2000
    slack_per_end_mm: int = 500
    plinth_mm: int = 0


DEFAULT_CABLE = CableRule()
