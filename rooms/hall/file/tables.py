"""Tables of a hall file, in the user's units: metres, degrees, watts."""

from typing import Annotated, Literal

from pydantic import Field

from netfloor.foundation.models import StrictModel
from netfloor.rooms.hall.fields import (
    MAX_CABINETS,
    MAX_MM,
    MAX_POINTS,
    MAX_THINGS,
    MAX_UNITS,
    Angle,
    Limit,
    Manifold,
    Media,
    Name,
    Positive,
    Swing,
    Title,
    Units,
)

MAX_M = MAX_MM / 1000
Coordinate = Annotated[float, Field(ge=-MAX_M, le=MAX_M)]
PointM = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Line = Annotated[list[PointM], Field(max_length=MAX_POINTS)]
Metres = Annotated[float, Field(ge=0, le=MAX_M)]
Size = Annotated[float, Field(gt=0, le=MAX_M)]
UnitList = Annotated[list[int], Field(max_length=MAX_UNITS)]
Position = Annotated[int, Field(ge=1, le=MAX_CABINETS)]
Count = Annotated[int, Field(ge=0, le=MAX_UNITS)]


class HallTable(StrictModel):
    """``[hall]``: the floor."""

    outline_m: Line = Field(description="corners of the floor in order, the first not repeated, m")
    axis_deg: Angle = Field(0.0, description="direction of the rows, for lengths without trays, degrees")


class TilesTable(StrictModel):
    """``[tiles]``: a raised floor of square tiles along the hall's axes, and the load limit of a tile."""

    size_m: Size = Field(0.6, description="side of a tile, m")
    limit_kg: Limit = Field(description="load limit of a tile, kg")
    at_m: PointM = Field(default=[0.0, 0.0], description="a corner of any tile, m")


class CableTable(StrictModel):
    """``[cable]``: additions to the length of a cable's route."""

    overhead_per_end_m: Metres = Field(2.0, description="at each end of a cable, without trays, m")
    inside_cabinet_m: Metres = Field(2.0, description="length of a cable inside a cabinet, m")
    slack_per_end_m: Metres = Field(0.5, description="at each end of a cable that runs in trays, m")
    plinth_m: Metres = Field(0.0, description="floor to the lower edge of rack unit 1, m")


class AreaTable(StrictModel):
    """``[[pillar]]``, ``[[keep_out]]``, ``[[cooling]]``: floor that is not available."""

    name: Name | None = Field(None, description="default: its kind and number")
    corners_m: Line | None = Field(None, description="corners in order, m")
    centre_m: PointM | None = Field(None, description="or its centre, m,")
    size_m: Annotated[list[Size], Field(min_length=2, max_length=2)] | None = Field(
        None, description="with its size along x and y, m"
    )


class DoorTable(StrictModel):
    """``[[door]]``: an opening in the wall."""

    name: Name | None = Field(None, description="default: its kind and number")
    hinge_m: PointM = Field(description="hinge side of the opening, m")
    jamb_m: PointM = Field(description="other side of the opening, m")
    swing: Swing = Field("in", description="where the leaf swings; none: it slides")
    clear_m: Metres = Field(1.0, description="depth inside the hall that stays free, m")


class Limits(StrictModel):
    """Capacity and limits of a cabinet."""

    units: Units | None = Field(None, description="rack units; default 42")
    switch_units: UnitList | None = Field(
        None, description="rack units of switches, one slot each; default: the two on top"
    )
    slots: Count | None = Field(None, description="use only this many of switch_units")
    power_limit_w: Limit | None = Field(None, description="power limit, W; default: unknown")
    weight_limit_kg: Limit | None = Field(None, description="load limit, kg; default: unknown")
    air_limit_w: Limit | None = Field(None, description="limit of heat removed by air, W; default: none")
    liquid_limit_w: Limit | None = Field(
        None, description="limit of heat removed by liquid, W; default: no liquid supply"
    )
    manifold: Manifold | None = Field(
        None, description="side of the liquid manifold, seen from the front; default: unknown"
    )
    front_clear_m: Metres | None = Field(
        None, description="floor in front of it that stays free, m; default 0"
    )
    rear_clear_m: Metres | None = Field(
        None, description="floor behind it that stays free, such as for a rear door cooler, m; default 0"
    )
    empty_kg: Limit | None = Field(None, description="weight of the empty cabinet, kg; default: unknown")


class RowCabinet(Limits):
    """``[[row.cabinet]]``: a cabinet that differs from its row."""

    position: Position = Field(description="position in the row, from 1")


class Gap(StrictModel):
    """A wider step in a row."""

    after: Position = Field(description="position of the cabinet before it, from 1")
    gap_m: Metres = Field(description="floor left free, m")


class RowTable(Limits):
    """``[[row]]``: cabinets side by side."""

    name: Name = Field(description="prefix of cabinet names: A01, A02 ...")
    start_m: PointM = Field(description="centre of the first cabinet, m")
    direction_deg: Angle = Field(0.0, description="direction of the row, counter-clockwise from x, degrees")
    count: Position = Field(description="cabinets, occupied ones included")
    pitch_m: Size = Field(0.6, description="from centre to centre, m")
    width_m: Size | None = Field(None, description="width of a cabinet; default: the pitch, m")
    depth_m: Size = Field(1.2, description="depth of a cabinet, m")
    front: Literal["left", "right"] = Field("left", description="side of the direction that fronts face")
    gaps: Annotated[list[Gap], Field(max_length=MAX_CABINETS)] = Field(
        default_factory=list, description="wider steps"
    )
    taken: Annotated[list[Position], Field(max_length=MAX_CABINETS)] = Field(
        default_factory=list, description="positions of occupied cabinets, from 1"
    )
    cabinet: Annotated[list[RowCabinet], Field(max_length=MAX_CABINETS)] = Field(
        default_factory=list, description="cabinets that differ from the row"
    )


class CabinetTable(Limits):
    """``[[cabinet]]``: a single cabinet."""

    name: Name = Field(description="its name, such as A07")
    row: Name = Field("single", description="name of its row")
    centre_m: PointM = Field(description="its centre, m")
    width_m: Size = Field(0.6, description="along its row, m")
    depth_m: Size = Field(1.2, description="across its row, m")
    front_deg: Angle = Field(90.0, description="direction of its front, counter-clockwise from x, degrees")
    taken: bool = Field(default=False, description="occupied")


class TrayTable(StrictModel):
    """``[[tray]]``: a cable tray."""

    name: Name | None = Field(None, description="default: its kind and number")
    points_m: Line = Field(description="its centre line, m")
    height_m: Coordinate = Field(description="above the floor, negative under it, m")
    capacity_mm2: Positive | None = Field(
        None, description="capacity as cross-section of cables, mm2; default: unknown"
    )
    media: Media = Field(default=["electrical", "optical"], description="media that it admits")
    access_m: Size = Field(
        1.5, description="maximum distance of a cabinet's centre from the centre line, m"
    )


class RiserTable(StrictModel):
    """``[[riser]]``: a connection between trays of different heights."""

    name: Name | None = Field(None, description="default: its kind and number")
    at_m: PointM = Field(description="a point on the centre lines of the trays it connects, m")


Rows = Annotated[list[RowTable], Field(max_length=MAX_THINGS)]
Areas = Annotated[list[AreaTable], Field(max_length=MAX_THINGS)]


class HallFile(StrictModel):
    """A complete hall file."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    name: Title = ""
    hall: HallTable
    cable: CableTable = CableTable()
    tiles: TilesTable | None = None
    row: Rows = Field(default_factory=list)
    cabinet: Annotated[list[CabinetTable], Field(max_length=MAX_CABINETS)] = Field(default_factory=list)
    pillar: Areas = Field(default_factory=list)
    keep_out: Areas = Field(default_factory=list)
    cooling: Areas = Field(default_factory=list)
    door: Annotated[list[DoorTable], Field(max_length=MAX_THINGS)] = Field(default_factory=list)
    tray: Annotated[list[TrayTable], Field(max_length=MAX_THINGS)] = Field(default_factory=list)
    riser: Annotated[list[RiserTable], Field(max_length=MAX_THINGS)] = Field(default_factory=list)
