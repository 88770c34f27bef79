"""Growth study files: families and sizes, prices, packaging and basis of comparison."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.costmodels.sets.coefficient import NonNegative, require_unit
from netfloor.foundation.errors import within
from netfloor.foundation.files import load_toml
from netfloor.foundation.models import StrictModel, parse
from netfloor.foundation.units import metres_to_mm
from netfloor.foundation.wording import first_twice
from netfloor.research.growth.packaging.floor import PackagingFloor
from netfloor.research.growth.packaging.rules import RULES, USUAL_RULES

Basis = Literal["bisection", "radix", "endpoints", "injection"]
Way = Literal["closed", "generated", "optimised"]
Count = Annotated[int, Field(ge=2, le=1_000_000)]

#: The common property of networks of one size, as text.
BASIS_WORDS = {
    "bisection": "equal bisection bandwidth (half of the smaller half's endpoint bandwidth)",
    "injection": "equal injection bandwidth (every endpoint at its full rate under uniform traffic)",
    "radix": "equal switch radix (links as fast as endpoints; bandwidth differs)",
    "endpoints": "equal endpoints alone (bandwidth differs)",
}


class RoomTable(StrictModel):
    """``[[rooms]]``: cabinets on a square floor that grows, or a given room.

    Each number that affects cost has unit, source, year and trust.
    """

    name: Annotated[str, Field(max_length=60, pattern=r"^[A-Za-z0-9][A-Za-z0-9 _-]*$")] = "the room"
    room: str | None = Field(None, description="a grid or hall; default: a floor that grows")
    endpoints_per_m2: NonNegative | None = Field(None, description="of a floor that grows")
    overhead: NonNegative
    endpoints_per_cabinet: Count = 128
    switches_per_cabinet: Count = 16
    inside_m: Annotated[float, Field(ge=0, le=100)] = 1.0

    @model_validator(mode="after")
    def _one_floor(self) -> "RoomTable":
        if (self.room is None) == (self.endpoints_per_m2 is None):
            raise ValueError("room: give it, or endpoints_per_m2 of a floor that grows, one of the two")
        require_unit(self.endpoints_per_m2, "endpoints_per_m2", "1/m2")
        require_unit(self.overhead, "overhead", "m")
        if self.endpoints_per_m2 is not None and not self.endpoints_per_m2.value > 0:
            raise ValueError("endpoints_per_m2: value must be above 0")
        return self

    def floor(self, given: tuple[int, int] | None = None) -> PackagingFloor:
        """Return the floor in millimetres; raise `InputError` for lengths finer than that.

        ``given`` are area and number of cabinets of a given room.
        """
        return PackagingFloor(
            0.0 if self.endpoints_per_m2 is None else self.endpoints_per_m2.value,
            self.endpoints_per_cabinet,
            self.switches_per_cabinet,
            metres_to_mm(self.overhead.value, "overhead"),
            metres_to_mm(self.inside_m, "inside_m"),
            given,
        )


class FamilyTable(StrictModel):
    """``[[families]]``: a family, its packaging rule, and its members if they are not searched for."""

    name: str = Field(description="a family with a packaging rule")
    rule: str | None = Field(None, description="default: the family's usual rule")
    networks: list[str] = Field(default_factory=list, description="specs to choose from; default: search")
    switch_price: NonNegative | None = Field(None, description="instead of the cost set's, per port")

    @model_validator(mode="after")
    def _known(self) -> "FamilyTable":
        if self.name not in USUAL_RULES:
            raise ValueError(f"name: {self.name!r} has no packaging rule; known: {', '.join(USUAL_RULES)}")
        if self.rule is not None and self.rule not in RULES:
            raise ValueError(f"rule: {self.rule!r} is unknown; known: {', '.join(RULES)}")
        if self.switch_price is not None and not self.switch_price.unit.endswith("/port"):
            raise ValueError(
                f"switch_price: unit is {self.switch_price.unit!r}, it must be like 'USD/port'"
            )
        return self

    @property
    def packaging(self) -> str:
        """The rule of the cables between its groups."""
        return self.rule or USUAL_RULES[self.name]


class LengthsTable(StrictModel):
    """``[layout]``: methods of finding lengths besides the closed form."""

    ways: list[Way] = Field(default=["closed", "generated", "optimised"], min_length=1)
    most_switches: Annotated[int, Field(ge=0, le=100_000)] = Field(400, description="largest to optimise")
    iterations: Annotated[int, Field(ge=1, le=10**12)] = Field(1_000_000, description="effort of a solve")

    @model_validator(mode="after")
    def _with_closed_form(self) -> "LengthsTable":
        if "closed" not in self.ways or len(set(self.ways)) < len(self.ways):
            raise ValueError("ways: name each once, 'closed' among them")
        return self


class SensitivityTable(StrictModel):
    """``[sensitivity]``: the uncertainty of coefficients."""

    share: Annotated[float, Field(gt=0, lt=1)] = Field(0.3, description="of unverified ones, both ways")
    ranges: dict[str, Annotated[float, Field(gt=0, lt=1)]] = Field(
        default_factory=dict, description="of other coefficients, by name"
    )
    draws: Annotated[int, Field(ge=100, le=1_000_000)] = 10_000
    confidence: Annotated[float, Field(gt=0.5, lt=1)] = 0.95


class GrowthStudy(StrictModel):
    """A growth study."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    title: Annotated[str, Field(max_length=200)] = "What a network costs as it grows"
    seed: Annotated[int, Field(ge=0)] = 0
    link_gbps: Annotated[float, Field(gt=0, le=1e6)] = 100.0
    endpoints: list[Count] = Field(min_length=1, max_length=40)
    basis: Basis = "bisection"
    radix: Annotated[int, Field(ge=4, le=4096)] = 64
    cost_sets: list[str] = Field(default_factory=lambda: [DEFAULT_COST_SET], min_length=1, max_length=8)
    power: str = DEFAULT_POWER_SET
    published: Literal["dragonfly-2008"] | None = None
    rooms: list[RoomTable] = Field(min_length=1, max_length=8)
    backplane: NonNegative | None = Field(None, description="links inside a cabinet; default: cables")
    layout: LengthsTable = LengthsTable()
    sensitivity: SensitivityTable = SensitivityTable()
    families: list[FamilyTable] = Field(min_length=1, max_length=12)

    @model_validator(mode="after")
    def _each_once(self) -> "GrowthStudy":
        names = [family.name for family in self.families]
        sizes = [str(size) for size in self.endpoints]
        rooms = [room.name.replace(" ", "-").lower() for room in self.rooms]  # as in file names
        given_names = ("family", names), ("cost set", self.cost_sets), ("size", sizes)
        for what, given in given_names:
            if (twice := first_twice(given)) is not None:
                raise ValueError(f"{what} {twice!r} is given twice")
        if (twice := first_twice(rooms)) is not None:
            alike = [room.name for room, file in zip(self.rooms, rooms, strict=True) if file == twice]
            first, second = alike[:2]
            also = "" if first == second else f", the second time as {second!r}"
            raise ValueError(f"room {first!r} is given twice{also}")
        if self.endpoints != sorted(self.endpoints):
            raise ValueError("endpoints: give sizes ascending")
        require_backplane = self.backplane is not None and not self.backplane.unit.endswith("/(Gb/s)")
        if require_backplane:
            raise ValueError("backplane: unit must be like 'USD/(Gb/s)'")
        return self


def read_growth_study(path: Path) -> GrowthStudy:
    """Read a study file; raise `InputError` with file and field."""
    study = parse(GrowthStudy, load_toml(path, "study file"), path)
    for number, room in enumerate(study.rooms):
        with within(f"{path}: rooms.{number}"):
            room.floor()  # refuses lengths finer than a millimetre
    return study
