"""``[[rule]]`` of planning files: devices kept apart, or limited to some cabinets."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field, field_validator, model_validator

from netfloor.foundation.errors import InputError, ManyProblemsError
from netfloor.foundation.files import read_text
from netfloor.foundation.models import StrictModel
from netfloor.foundation.wording import count_text, join_words
from netfloor.layout.devices.rules import DeviceRule
from netfloor.layout.requirements import (
    Requirement,
    allowed_cabinets,
    kept_free_slots,
    read_requirement,
    row_numbers,
)
from netfloor.rooms.any_room import Room
from netfloor.topologies.topology import Topology

Name = Annotated[str, Field(min_length=1, max_length=200)]
Names = Annotated[list[Name], Field(min_length=1, max_length=100_000)]
_HEAD = re.compile(r"^\s*\[\[\s*rule\s*\]\]", re.MULTILINE)
#: Text that names and patterns in rules on a formula's switches must not contain.
_SIGNS = (",", " of ", " in ")


def as_list(given: object) -> object:
    """Accept a single name in place of a list."""
    return [given] if isinstance(given, str) else given


class RuleTable(StrictModel):
    """``[[rule]]``: devices kept apart, or limited to some cabinets."""

    apart: Names | None = Field(None, description='names or patterns such as "leaf*", kept apart')
    by: Literal["cabinet", "row", "feed"] | None = Field(
        None, description="in different cabinets or rows; in lists also: not all on one power feed"
    )
    metres: Annotated[float, Field(gt=0, le=10_000)] | None = Field(
        None,
        description="least distance between the centres of their cabinets: along rows plus across rows",
    )
    devices: Names | None = Field(
        None, description="names or patterns of the devices limited to the areas in only"
    )
    only: Names | None = Field(None, description='such as "row:A" or "cabinet:A01"')
    network: Annotated[str, Field(max_length=200)] = Field(
        "", description="network of the devices, if there are several"
    )

    _listed = field_validator("apart", "devices", "only", mode="before")(as_list)

    @model_validator(mode="after")
    def _whole(self) -> "RuleTable":
        if (self.apart is None) == (self.devices is None):
            raise ValueError("give apart, or devices with only")
        if self.apart is not None and (self.only is not None or (self.by is None) == (self.metres is None)):
            raise ValueError('apart needs by = "cabinet", by = "row" or metres, and takes no only')
        if self.devices is not None and (self.only is None or self.by or self.metres):
            raise ValueError("devices needs only, and takes neither by nor metres")
        return self

    def device_rule(self, where: str) -> DeviceRule:
        """Return the rule on listed devices; ``where`` is its place in the file."""
        names, by = (
            tuple(self.apart or self.devices or ()),
            "" if self.apart is None else self.by or "metres",
        )
        return DeviceRule(names, by, self.metres or 0.0, tuple(self.only or ()), self.network, where)

    @property
    def requirement(self) -> str:
        """The rule on switches of formulas, in the syntax of ``--require``."""
        names = ",".join(self.apart or self.devices or ())
        named = f"{names} of {self.network}" if self.network else names
        if self.apart is not None:
            return f"apart={named}:{self.by or f'{self.metres:g}'}"
        areas = ",".join(area.removeprefix("cabinet:") for area in self.only or ())
        return f"only={named} in {areas}"


def rule_places(path: Path, count: int) -> list[str]:
    """Return the file and line of each rule of a planning file."""
    text = read_text(path, "planning file")
    lines = [text.count("\n", 0, result.end()) + 1 for result in _HEAD.finditer(text)]
    if len(lines) != count:  # written as a list of inline tables
        return [f"{path}: rule {number}" for number in range(1, count + 1)]
    return [f"{path}:{line}: rule {number}" for number, line in enumerate(lines, 1)]


def switch_rules(
    tables: Sequence[RuleTable],
    path: Path,
    topology: Topology,
    room: Room,
    beside: Sequence[Requirement],
) -> tuple[Requirement, ...]:
    """Return the rules of a planning file on the switches of its formulas.

    ``beside`` are the other requirements on the placement. `InputError` for unknown names, networks and
    areas, and for rules that cannot be met, with all problems and their lines.
    """
    places = rule_places(path, len(tables))
    requirements: list[Requirement] = []
    problems: list[InputError] = []
    for table, where in zip(tables, places, strict=True):
        try:
            requirements.append(_read(table, topology, room))
        except InputError as error:
            problems.append(InputError(f"{where} ({table.requirement})", *error.parts[1:]))
    if not problems:
        problems = list(_contradictions(requirements, places, topology, room, beside))
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise ManyProblemsError(str(path), tuple(error.message for error in problems))
    return tuple(requirements)


def _read(table: RuleTable, topology: Topology, room: Room) -> Requirement:
    if table.by == "feed":
        what = 'by = "feed" needs power cords; switches of a formula have none, only listed devices'
        raise InputError("", what, 'keep them apart by "cabinet" or "row"')
    for name in table.apart or table.devices or ():
        if any(sign in name for sign in _SIGNS):
            what = f"{name!r} is not usable: it contains a comma, ' of ' or ' in '"
            raise InputError("", what, "write ? for each of these characters")
    return read_requirement(table.requirement, topology, room)


@dataclass(frozen=True, eq=False)
class _OpenCabinets:
    """The number of open slots in each cabinet, (C,), and the cabinets allowed for each switch, (n, C)."""

    held: npt.NDArray[np.int64]
    allowed: npt.NDArray[np.bool_]

    def narrowed(self, rule: Requirement, room: Room) -> str:
        """Limit the switches of a rule to its cabinets, and return the shortage that this causes."""
        members = list(rule.switches)
        self.allowed[members] &= allowed_cabinets(rule.rule, room)
        lost = int((~self.allowed[members].any(axis=1)).sum())
        if lost:
            return f"leaves no open cabinet for {count_text(lost, 'switch')}"
        fits = int(self.held[self.allowed[members].any(axis=0)].sum())
        if len(members) > fits:
            slots = count_text(fits, "open slot")
            return f"limits {count_text(len(members), 'switch')} to cabinets with {slots}"
        return ""


def _contradictions(
    rules: Sequence[Requirement],
    places: Sequence[str],
    topology: Topology,
    room: Room,
    beside: Sequence[Requirement],
) -> Iterator[InputError]:
    """Yield rules that leave a switch without cabinet, or keep more switches apart than possible."""
    shut = kept_free_slots(beside, room)
    home = room.lengths.cabinet_of_slot if shut is None else room.lengths.cabinet_of_slot[~shut]
    held = np.bincount(home, minlength=room.cabinet_count)
    opened = _OpenCabinets(held, np.tile(held > 0, (topology.routers, 1)))
    kept: list[Requirement] = []
    for rule, where in zip(rules, places, strict=True):
        if rule.kind == "only" and (what := opened.narrowed(rule, room)):
            named = [item.text for item in (*beside, *kept) if item.kind != "apart"]
            what += f" beside {join_words(named)}" if named else ""
            yield InputError(f"{where} ({rule.text})", what, "name more cabinets or rows in only")
            return
        kept += [rule] * (rule.kind == "only")
    row = row_numbers(room)
    for rule, where in zip(rules, places, strict=True):
        if rule.kind == "apart" and rule.rule in ("cabinet", "row"):
            open_to = np.flatnonzero(opened.allowed[list(rule.switches)].any(axis=0))
            count = len(open_to if rule.rule == "cabinet" else np.unique(row[open_to]))
            if len(rule.switches) > count:
                places_text = f"{count_text(count, rule.rule)} open to them"
                what = f"keeps {len(rule.switches)} switches apart, with {places_text}"
                remedy = f"open more {rule.rule}s to them or name fewer switches"
                remedy += ', or keep them apart by = "cabinet"' if rule.rule == "row" else ""
                yield InputError(f"{where} ({rule.text})", what, remedy)
