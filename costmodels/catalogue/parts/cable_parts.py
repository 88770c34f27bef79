"""Cables of a catalogue: assemblies with plugs at both ends, and fibre cords."""

from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from netfloor.costmodels.catalogue.parts.part_fields import (
    BuyingDefaults,
    Gbps,
    Metres,
    Positive,
    Price,
    StockPart,
    Watts,
    cached_per_object,
)
from netfloor.costmodels.sets.coefficient import Text, exact_decimal, plain_number
from netfloor.costmodels.sets.prices import exact_mm, round_half_up
from netfloor.foundation.models import StrictModel
from netfloor.foundation.units import CENTS_PER_UNIT, MM_PER_M

AssemblyKind = Literal["DAC", "ACC", "AEC", "AOC", "TP"]
#: Cables without electronics: they draw no power.
PASSIVE = ("DAC", "TP")
FibreType = Literal["OM3", "OM4", "OM5", "OS2"]
#: Maximum number of lengths of a cable sold by the metre.
MAX_LENGTHS = 10_000
#: Maximum price of a part, so that any number of parts adds up in 64 bits.
MAX_PRICE = 10**9


class StockLength(StockPart):
    """A cable sold in one length."""

    length_m: Metres

    @model_validator(mode="after")
    def _whole_mm(self) -> Self:
        exact_mm(self.length_m, "length_m")
        return self

    @property
    def length_mm(self) -> int:
        """Length in mm."""
        return exact_mm(self.length_m, "length_m")


class MadeToLength(StrictModel):
    """Cables cut to length, in whole multiples of ``step_m``, priced ``fixed + per_m * length``.

    The part number is ``part`` followed by the length: ``TRUNK-12.5M``.
    """

    part: Text
    per_m: Price
    fixed: Price = 0.0
    step_m: Metres = 1.0
    longest_m: Metres

    @model_validator(mode="after")
    def _countable(self) -> Self:
        step_mm, longest_mm = exact_mm(self.step_m, "step_m"), exact_mm(self.longest_m, "longest_m")
        if not step_mm <= longest_mm <= MAX_LENGTHS * step_mm:
            raise ValueError(f"longest_m must be between 1 and {MAX_LENGTHS} times step_m")
        if self.fixed + self.per_m * self.longest_m > MAX_PRICE:
            raise ValueError(f"per_m: the longest would cost more than {MAX_PRICE:,}")
        return self

    @cached_per_object
    def lengths(self) -> tuple[StockLength, ...]:
        """Return every length as a stock length, its price rounded half up to cents."""
        step_mm, longest_mm = exact_mm(self.step_m, "step_m"), exact_mm(self.longest_m, "longest_m")
        per_m, fixed = exact_decimal(self.per_m), exact_decimal(self.fixed)

        def one(length_mm: int) -> StockLength:
            length_m = length_mm / MM_PER_M
            cents = round_half_up((fixed + per_m * Fraction(length_mm, MM_PER_M)) * CENTS_PER_UNIT)
            part = f"{self.part}-{plain_number(length_m)}M"
            return StockLength.model_construct(part=part, price=cents / CENTS_PER_UNIT, length_m=length_m)

        return tuple(one(mm) for mm in range(step_mm, longest_mm + 1, step_mm))


class LengthSeries(BuyingDefaults):
    """A product in several lengths: stock lengths (shortest first), made to length, or both.

    ``source`` is a name of ``[sources]`` for reach and power; without it they are unverified.
    """

    name: Text
    source: Text | None = None
    lengths: Annotated[tuple[StockLength, ...], Field(strict=False)] = ()
    line: MadeToLength | None = None

    @model_validator(mode="after")
    def _one_list(self) -> Self:
        if not self.lengths and self.line is None:
            raise ValueError("give stock lengths, a line by the metre, or both")
        for short, long in pairwise(stock.length_m for stock in self.lengths):
            if not short < long:
                raise ValueError(
                    f"lengths must increase: {plain_number(long)} m follows {plain_number(short)} m"
                )
        return self

    def all_lengths(self) -> tuple[StockLength, ...]:
        """Return every available length, shortest first; of equal lengths, the stock length comes first."""
        if self.line is None:
            return self.lengths
        made = self.line.lengths()
        return (
            tuple(sorted((*self.lengths, *made), key=lambda item: item.length_mm)) if self.lengths else made
        )

    @property
    def longest_m(self) -> float:
        """The longest length available."""
        stock = [length.length_m for length in self.lengths]
        return max([*stock, self.line.longest_m] if self.line else stock)


class Assembly(LengthSeries):
    """A cable with a plug at both ends.

    Attributes
    ----------
    kind
        DAC, ACC, AEC and TP (twisted pair) are electrical, AOC is optical.
    gbps
        Rate in each direction of each link that it carries; twisted pair also carries lower rates.
    links
        Links in the plug at end A.
    tails
        Plugs at end B, which share the links equally: 2 for a cable that splits in two.
    connector_a, connector_b
        Form of the plugs.
    reach_m
        Longest length that works; no stock length may exceed it.
    power_a_w, power_b_w
        Power of the plug at end A and of each plug at end B; None if unknown, for DAC and TP also none.
    """

    kind: AssemblyKind
    gbps: Gbps
    links: Positive = 1
    tails: Positive = 1
    connector_a: Text
    connector_b: Text
    reach_m: Metres
    power_a_w: Watts | None = None
    power_b_w: Watts | None = None

    def carries(self, gbps: float) -> bool:
        """Whether the cable carries links of a rate.

        Twisted pair also carries lower rates: a category supports every lower class (ISO/IEC 11801-1).
        """
        return gbps == self.gbps or (self.kind == "TP" and gbps < self.gbps)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.links % self.tails:
            raise ValueError(f"links: {self.links} links cannot be shared alike by {self.tails} tails")
        exact_mm(self.reach_m, "reach_m")
        if self.longest_m > self.reach_m:
            beyond = (
                f"{plain_number(self.longest_m)} m is beyond the reach of {plain_number(self.reach_m)} m"
            )
            raise ValueError(f"reach_m: the length of {beyond}")
        return self

    @property
    def medium(self) -> Literal["electrical", "optical"]:
        """Medium of the cable."""
        return "optical" if self.kind == "AOC" else "electrical"

    @property
    def tail_links(self) -> int:
        """Links in each plug at end B."""
        return self.links // self.tails


class Cord(LengthSeries):
    """A fibre cord between two transceivers, with the same connector at both ends."""

    connector: Text
    fibre: FibreType
    fibres: Positive


class PowerCord(LengthSeries):
    """A power cord from a device inlet to a PDU outlet, by their forms: ``C14`` and ``C13``."""

    inlet: Text
    outlet: Text
