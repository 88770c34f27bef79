"""The independent check of requirements: read anew from their words and the room's definition."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from netfloor.layout.check.cables import AnyFloor, Floor, TableFloor


@dataclass(frozen=True)
class Standing:
    """A floor and the row of each of its cabinets; ``rows`` by the name of every cabinet of the room."""

    floor: AnyFloor
    names: tuple[str, ...]
    rows: Mapping[str, str]

    def name(self, slot: int) -> str:
        """Return the name of the cabinet that a slot is in."""
        return self.names[self.floor.cabinet[slot]]


def standing(floor: AnyFloor, room: Mapping[str, Any]) -> Standing:
    """Return a floor with the rows that the room's definition gives."""
    if room.get("kind") == "hall":
        every = [(one["name"], one["row"]) for one in room["cabinets"]]
        rows = {name: name if row == "single" else row for name, row in every}
        names = [one["name"] for one in room["cabinets"] if one["switch_units"] and not one["taken"]]
        return Standing(floor, tuple(names), rows)
    barred = {name.upper() for name in (*room["missing"], *room["taken"])}
    cells = [(r, c) for r in range(1, room["rows"] + 1) for c in range(1, room["columns"] + 1)]
    rows = {f"R{r:02d}C{c:02d}": str(r) for r, c in cells}
    return Standing(floor, tuple(name for name in rows if name not in barred), rows)


def free_cabinets(texts: Sequence[str], where: Standing) -> list[str]:
    """Return the cabinets that requirements keep free; ValueError for one that cannot be read."""
    free: set[str] = set()
    for text in texts:
        kind, _, value = text.partition("=")
        for part in value.split(",") if kind == "keep-free" else ():
            found = {name for name, row in where.rows.items() if part in (name, f"row:{row}")}
            if not found:
                raise ValueError(f"{text!r} names no cabinet or row of the room")
            free |= found
    return [name for name in where.rows if name in free]


def broken(texts: Sequence[str], where: Standing, slot_of: Sequence[int]) -> list[str]:
    """Return which requirements a placement does not keep, and why not."""
    problems = []
    for text in texts:
        kind, _, _value = text.partition("=")
        try:
            if kind == "keep-free":
                used = {where.name(slot) for slot in slot_of} & set(free_cabinets([text], where))
                problems += [f"{text}: a switch stands in {name}" for name in sorted(used)]
            else:
                problems.append(f"{text!r} is no requirement")
        except ValueError as error:
            problems.append(str(error))
    return problems


def with_slots(floor: AnyFloor, kept: Sequence[int]) -> AnyFloor:
    """Return a floor with no slots but these, for a bound on what stands in them."""
    homes = sorted({floor.cabinet[slot] for slot in kept})
    number = {home: new for new, home in enumerate(homes)}
    x_mm, y_mm = (tuple(axis[slot] for slot in kept) for axis in (floor.x_mm, floor.y_mm))
    cabinet = tuple(number[floor.cabinet[slot]] for slot in kept)
    names = tuple(floor.names[home] for home in homes)
    if isinstance(floor, Floor):
        return replace(floor, x_mm=x_mm, y_mm=y_mm, cabinet=cabinet, names=names)
    both = floor.by_medium_mm
    by_medium = None if both is None else both[np.ix_((0, 1), kept, kept)]
    return TableFloor(x_mm, y_mm, cabinet, names, floor.length_mm[np.ix_(kept, kept)], by_medium)
