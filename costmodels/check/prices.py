"""Cost or power of one cable from the numbers of a cost set or a power set, in fractions.

Shares no code with `costmodels.objectives`, `costmodels.cable_orders` or `costmodels.sets`: it reads the
sets, and the lengths of a catalogue, as plain documents.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple


class CableWay(NamedTuple):
    """Copper and fibre route of a cable in mm (-1: no route), and whether it stays inside one cabinet.

    ``parallel`` is the number of links between its two switches, including itself.
    """

    copper_mm: int
    fibre_mm: int
    inside: bool
    parallel: int

    @property
    def shortest_mm(self) -> int:
        """The shorter of its routes."""
        return min(way for way in self[:2] if way >= 0)


#: Defaults for a length made to order, which has no price breaks or stock of its own.
_MADE_TO_LENGTH: Mapping[str, Any] = {
    "owned": 0,
    "stock": None,
    "min_order": 1,
    "pack": 1,
    "spares": None,
    "breaks": (),
    "currency": None,
    "spares_percent": None,
    "lead_time_days": None,
    "supplier": None,
}
#: A cable's figure; None if it is not sold.
CableFigure = Callable[[CableWay], Fraction | None]


def metres_of(way: CableWay) -> Fraction:
    """Return the shorter of both routes, in m."""
    return Fraction(way.shortest_mm, 1000)


def money_by(cost_set: Mapping[str, Any], gbps: float, reach_mm: int | None) -> CableFigure:
    """Return a cable's cost including installation, in the set's currency."""
    install = cost_set["installation"]

    def figure(way: CableWay) -> Fraction | None:
        _, cents = bought(cost_set, gbps, reach_mm, way.copper_mm, way.fibre_mm)
        if cents is None:
            return None
        if install is not None:
            cents += half_up(100 * number(install["inside_cabinet" if way.inside else "between_cabinets"]))
        return Fraction(cents, 100)

    return figure


def watts_by(
    power_set: Mapping[str, Any], cost_set: Mapping[str, Any], gbps: float, reach_mm: int | None
) -> CableFigure:
    """Return a link's power at both ends in W, to the microwatt; the cost set determines its medium."""

    def figure(way: CableWay) -> Fraction | None:
        medium, cents = bought(cost_set, gbps, reach_mm, way.copper_mm, way.fibre_mm)
        if cents is None:
            return None
        ends, link = (power_set[medium][key] for key in ("port", "link"))
        watts = (2 * number(ends) if ends else 0) + (number(link) if link else 0)
        return Fraction(half_up(watts * 10**6), 10**6)

    return figure


def bought(
    cost_set: Mapping[str, Any], gbps: float, reach_mm: int | None, copper_mm: int, fibre_mm: int
) -> tuple[str, int | None]:
    """Return the medium by the set's rule and its price in cents, None if not sold."""
    own = cost_set["electrical_reach"]
    if reach_mm is None and own is not None:
        reach_mm = math.floor(number(own) * 1000)
    copper = _cents(cost_set["electrical"], gbps, copper_mm)
    fibre = _cents(cost_set["optical"], gbps, fibre_mm)
    possible = copper is not None and (reach_mm is None or copper_mm <= reach_mm)
    if possible and cost_set["medium_rule"] == "least-cost" and fibre is not None:
        possible = copper is not None and copper <= fibre
    return ("electrical", copper) if possible else ("optical", fibre)


def _cents(prices: Mapping[str, Any], gbps: float, length_mm: int) -> int | None:
    """Return the price of a cable with the transceivers at its ends, None if not sold."""
    bare = _cable_cents(prices, gbps, length_mm)
    ends = prices.get("transceiver")
    return bare if bare is None or ends is None else bare + 2 * half_up(number(ends) * 100)


def _cable_cents(prices: Mapping[str, Any], gbps: float, length_mm: int) -> int | None:
    """Return the price of the shortest sufficient stock cable, else of a cable cut to length."""
    if length_mm < 0:
        return None
    for item in prices["stock"]["items"] if prices["stock"] else ():
        if decimal(item["length_m"]) * 1000 >= length_mm:
            return half_up(decimal(item["price"]) * 100)
    line = prices["line"]
    if line is None:
        return None
    price = number(line["per_m"]) * Fraction(length_mm, 1000) + number(line["fixed"])
    price *= number(line["factor"]) if line["factor"] else 1
    return half_up(price * 100 * (decimal(gbps) if "Gb/s" in line["fixed"]["unit"] else 1))


def number(coefficient: Mapping[str, Any]) -> Fraction:
    """Return the value of a coefficient as written."""
    return decimal(coefficient["value"])


def decimal(value: float) -> Fraction:
    """Return a number as written."""
    return Fraction(repr(float(value)))


def is_as_listed(kind: str, listed: str) -> bool:
    """Whether a kind of cable or type of fibre meets a list's request; an empty statement asks for any."""
    if listed == "copper":
        return kind in {"DAC", "ACC", "AEC", "TP"}
    if listed == "multimode":
        return kind.startswith("OM")
    if listed == "single-mode":
        return kind.startswith("OS")
    if listed == "fibre":
        return kind[0] == "O" or kind == "AOC"
    return listed in {"", kind}


def runs_over(cable: Mapping[str, Any], gbps: float) -> bool:
    """Whether a cable assembly carries links of a rate; twisted pair also carries lower rates."""
    return bool(
        gbps < cable["gbps"] if cable["kind"] == "TP" and gbps != cable["gbps"] else gbps == cable["gbps"]
    )


def half_up(value: Fraction | int) -> int:
    """Round to an integer, halves up."""
    return math.floor(value + Fraction(1, 2))


def lengths_of(series: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield every length of a series in mm, with its part."""
    for item in series["lengths"]:
        yield int(decimal(item["length_m"]) * 1000), item
    line = series["line"]
    if line is None:
        return
    step_mm = int(decimal(line["step_m"]) * 1000)
    for length_mm in range(step_mm, int(decimal(line["longest_m"]) * 1000) + 1, step_mm):
        price = decimal(line["fixed"]) + decimal(line["per_m"]) * Fraction(length_mm, 1000)
        name = f"{line['part']}-{length_mm / 1000:.3f}".rstrip("0").rstrip(".") + "M"
        yield length_mm, {**_MADE_TO_LENGTH, "part": name, "price": half_up(price * 100) / 100}
