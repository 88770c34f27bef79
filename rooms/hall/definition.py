"""A hall inside a plan file: integer millimetres, complete, and read back."""

from typing import Annotated, Any, Literal

from pydantic import Field

from foundation.models import StrictModel, parse
from rooms.hall.hall import Hall
from rooms.hall.hall_fields import (
    MAX_CABINETS,
    MAX_MM,
    MAX_POINTS,
    MAX_THINGS,
    MAX_UNITS,
    Angle,
    Name,
    Title,
)
from rooms.hall.parts import Area, Cabinet, CableRule, Door, Riser, Tray
from rooms.hall.shapes import checked_line, checked_polygon
from rooms.hall.soundness import checked
from rooms.hall.units import checked_switch_units

Coordinate = Annotated[int, Field(ge=-MAX_MM, le=MAX_MM)]
Place = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Places = Annotated[list[Place], Field(max_length=MAX_POINTS)]
Positive = Annotated[int, Field(ge=1, le=MAX_MM)]
Length = Annotated[int, Field(ge=0, le=MAX_MM)]
Limit = Annotated[int, Field(ge=0, le=10_000_000)]


class AreaEntry(StrictModel):
    """A pillar, keep-out or cooling row."""

    name: Name
    corners_mm: Places


class DoorEntry(StrictModel):
    """A door."""

    name: Name
    hinge_mm: Place
    jamb_mm: Place
    swing: Literal["in", "out", "none"]
    clear_mm: Length


class CabinetEntry(StrictModel):
    """A cabinet."""

    name: Name
    row: Name
    x_mm: Coordinate
    y_mm: Coordinate
    width_mm: Positive
    depth_mm: Positive
    front_deg: Angle
    units: Annotated[int, Field(ge=1, le=MAX_UNITS)]
    switch_units: list[int]
    taken: bool
    power_limit_w: Limit | None
    weight_limit_kg: Limit | None


class TrayEntry(StrictModel):
    """A tray."""

    name: Name
    points_mm: Places
    height_mm: Coordinate
    capacity_mm2: Annotated[int, Field(ge=1, le=MAX_MM)] | None
    media: Annotated[list[Literal["electrical", "optical"]], Field(min_length=1, max_length=2)]
    access_mm: Length


class RiserEntry(StrictModel):
    """A riser."""

    name: Name
    at_mm: Place


class CableEntry(StrictModel):
    """What cables need beside their way."""

    overhead_mm: Length
    inside_mm: Length
    slack_per_end_mm: Length
    plinth_mm: Length


class Definition(StrictModel):
    """A hall, complete."""

    kind: Literal["hall"]
    name: Title
    axis_deg: Angle
    outline_mm: Places
    pillars: Annotated[list[AreaEntry], Field(max_length=MAX_THINGS)]
    keep_outs: Annotated[list[AreaEntry], Field(max_length=MAX_THINGS)]
    cooling: Annotated[list[AreaEntry], Field(max_length=MAX_THINGS)]
    doors: Annotated[list[DoorEntry], Field(max_length=MAX_THINGS)]
    cabinets: Annotated[list[CabinetEntry], Field(max_length=MAX_CABINETS)]
    trays: Annotated[list[TrayEntry], Field(max_length=MAX_THINGS)]
    risers: Annotated[list[RiserEntry], Field(max_length=MAX_THINGS)]
    cable: CableEntry


def hall_definition(hall: Hall) -> dict[str, Any]:
    """Return everything that a hall is, as plain values."""
    return {
        "kind": "hall",
        "name": hall.name,
        "axis_deg": hall.axis_deg,
        "outline_mm": _lists(hall.outline_mm),
        "pillars": [_area(area) for area in hall.pillars],
        "keep_outs": [_area(area) for area in hall.keep_outs],
        "cooling": [_area(area) for area in hall.cooling],
        "doors": [_plain(door) for door in hall.doors],
        "cabinets": [_plain(cabinet) for cabinet in hall.cabinets],
        "trays": [{**_plain(tray), "points_mm": _lists(tray.points_mm)} for tray in hall.trays],
        "risers": [_plain(riser) for riser in hall.risers],
        "cable": _plain(hall.cable),
    }


def _area(area: Area) -> dict[str, Any]:
    return {"name": area.name, "corners_mm": _lists(area.corners_mm)}


def _lists(points: tuple[tuple[int, int], ...]) -> list[list[int]]:
    return [list(point) for point in points]


def _plain(part: Door | Cabinet | Tray | Riser | CableRule) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in vars(part).items()}


def hall_from_definition(table: Any, source: str) -> Hall:
    """Return the hall that `Hall.definition` wrote into a plan; `InputError` naming ``source``."""
    given = parse(Definition, table, source)
    hall = Hall(
        name=given.name,
        outline_mm=checked_polygon(_points(given.outline_mm), f"{source}.outline_mm"),
        cabinets=tuple(_cabinet(entry, f"{source}.cabinets.{i}") for i, entry in enumerate(given.cabinets)),
        cable=CableRule(**given.cable.model_dump()),
        axis_deg=given.axis_deg,
        pillars=_areas(given.pillars, f"{source}.pillars"),
        keep_outs=_areas(given.keep_outs, f"{source}.keep_outs"),
        cooling=_areas(given.cooling, f"{source}.cooling"),
        doors=tuple(_door(entry) for entry in given.doors),
        trays=tuple(_tray(entry, f"{source}.trays.{i}") for i, entry in enumerate(given.trays)),
        risers=tuple(Riser(entry.name, _point(entry.at_mm)) for entry in given.risers),
    )
    return checked(hall, source)


def _point(place: list[int]) -> tuple[int, int]:
    return place[0], place[1]


def _points(places: list[list[int]]) -> list[tuple[int, int]]:
    return [_point(place) for place in places]


def _areas(entries: list[AreaEntry], where: str) -> tuple[Area, ...]:
    return tuple(
        Area(entry.name, checked_polygon(_points(entry.corners_mm), f"{where}.{i}.corners_mm"))
        for i, entry in enumerate(entries)
    )


def _door(entry: DoorEntry) -> Door:
    return Door(entry.name, _point(entry.hinge_mm), _point(entry.jamb_mm), entry.swing, entry.clear_mm)


def _cabinet(entry: CabinetEntry, where: str) -> Cabinet:
    units = checked_switch_units(entry.switch_units, entry.units, f"{where}.switch_units")
    return Cabinet(**{**entry.model_dump(), "switch_units": units})


def _tray(entry: TrayEntry, where: str) -> Tray:
    line = checked_line(_points(entry.points_mm), f"{where}.points_mm")
    media = tuple(sorted(set(entry.media)))
    return Tray(entry.name, line, entry.height_mm, media, entry.access_mm, entry.capacity_mm2)
