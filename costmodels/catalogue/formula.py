"""Formula prices converted to parts for a network: a switch for its ports, a cable for each length.

A formula prices any network, but a bill lists parts. This module creates the parts that a network needs at
the formula's prices, so they are bought like parts of any catalogue.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.parts.cable_parts import Assembly, AssemblyKind, StockLength
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Nic, Switch
from netfloor.costmodels.catalogue.parts.part_fields import Source
from netfloor.costmodels.catalogue.parts.repriced import ASKED
from netfloor.costmodels.catalogue.parts.skus import money_cents
from netfloor.costmodels.sets.coefficient import (
    Coefficient,
    CoefficientRow,
    Trust,
    list_coefficients,
    plain_number,
)
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray, made_to_length, offer
from netfloor.costmodels.sets.prices import CablePrices, exact_mm
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import CENTS_PER_UNIT, MM_PER_M

#: Cage form of devices priced by formula: only cables priced by formula fit it.
ANY_CAGE = "any cage"
#: Part number of server ports, which a formula does not price.
SERVER_PORT = "server port"
_TRUSTS: tuple[Trust, ...] = ("read", "computed", "quoted", "unverified")
#: Maximum cable length in m: a formula without a reach has no limit.
_ANY_LENGTH_M = 1e5


@dataclass(frozen=True, eq=False)
class FormulaNeeds:
    """The network for which parts are created.

    Attributes
    ----------
    switches
        (Gb/s, ports in use) of every switch.
    gbps, electrical_mm, optical_mm
        Rate and route length by medium of each link, (m,); -1 if there is no route, as returned by
        `within_reach`.
    every_medium
        Whether to create optical cables also for links within copper reach, since any length may be
        requested.
    """

    switches: Iterable[tuple[float, int]]
    gbps: npt.NDArray[np.float64]
    electrical_mm: IntArray
    optical_mm: IntArray
    every_medium: bool = False


def for_network(catalogue: Catalogue, needs: FormulaNeeds) -> Catalogue:
    """Return a catalogue with the parts that a network needs, unchanged if it has no formula."""
    formula = catalogue.formula
    if formula is None:
        return catalogue
    made = _Parts(catalogue, formula, needs)
    parts: dict[str, object] = {
        "switches": tuple(made.switches()),
        "nics": tuple(made.server_ports()),
        "cables": tuple(made.cables()),
        "cage_forms": (ANY_CAGE,),
    }
    return catalogue.with_parts({**parts, "sources": made.sources})


def within_reach(
    catalogue: Catalogue,
    electrical_mm: IntArray,
    optical_mm: IntArray,
    copper_only: npt.NDArray[np.bool_] | None = None,
) -> tuple[IntArray, IntArray]:
    """Return routes without copper beyond the reach of a formula; -1 means no route.

    ``copper_only`` links are copper regardless of the reach: servers next to their switch.
    """
    formula = catalogue.formula
    if formula is None:
        return electrical_mm, optical_mm
    reach_mm = formula.electrical_reach_mm
    copper_only = np.zeros(len(electrical_mm), dtype=np.bool_) if copper_only is None else copper_only
    if reach_mm is not None:
        electrical_mm = np.where((electrical_mm > reach_mm) & ~copper_only, -1, electrical_mm)
    return electrical_mm, np.where(copper_only, -1, optical_mm)


class _Parts:
    """The parts of a formula for one network, and the sources of their prices."""

    def __init__(self, catalogue: Catalogue, formula: CostSet, needs: FormulaNeeds) -> None:
        self.catalogue, self.formula, self.needs = catalogue, formula, needs
        kinds = sorted(set(needs.switches))
        self.kinds = kinds
        self.rates = np.unique(needs.gbps).tolist()
        self.sources = dict(catalogue.sources)
        self.slack_mm = exact_mm(catalogue.slack_m, "slack_m")

    def switches(self) -> Iterator[Switch]:
        """Yield a switch for each rate and number of ports in use."""
        router = self.formula.router
        source, several = self._source("switch", list_coefficients(router)), len({*dict(self.kinds)}) > 1
        for gbps, ports in self.kinds:
            yield Switch.model_construct(
                part=f"{router.part}-{ports}P" + f"-{gbps:g}G" * several,
                name=f"{router.part}, priced by its ports in use",
                price=router.cents(ports) / CENTS_PER_UNIT,
                price_source=source,
                order_number=router.part,
                cages=max(ports, 1),
                connector=ANY_CAGE,
                gbps=gbps,
                management_port=ANY_CAGE,
            )

    def server_ports(self) -> Iterator[Nic]:
        """Yield a server port for each rate; it is not purchased."""
        for gbps in sorted({*self.rates, *(own for own, _ in self.kinds)}):
            yield Nic.model_construct(
                part=f"{SERVER_PORT}-{gbps:g}G",
                name="port of a server",
                price=0.0,
                cages=1,
                connector=ANY_CAGE,
                gbps=gbps,
                built_in=True,
            )

    def cables(self) -> Iterator[Assembly]:
        """Yield a cable of each medium and rate, in the lengths that the links need."""
        formula, needs = self.formula, self.needs
        for gbps in self.rates:
            mine = needs.gbps == gbps
            copper_mm, optical_mm = (
                np.where(own[mine] < 0, -1, own[mine] + self.slack_mm)
                for own in (needs.electrical_mm, needs.optical_mm)
            )
            within = copper_mm >= 0
            copper = list(self._lengths(formula.electrical, copper_mm[within], gbps))
            if formula.medium_rule == "reach" and not needs.every_medium:
                longest_mm = formula.electrical.longest_mm
                served = within if longest_mm is None else within & (copper_mm <= longest_mm)
                optical_mm = optical_mm[~served]
            optical = self._lengths(formula.optical, optical_mm[optical_mm >= 0], gbps)
            for kind, result in (("DAC", copper), ("AOC", list(optical))):
                yield from self._products(kind, result, gbps)  # type: ignore[arg-type]

    def _lengths(self, prices: CablePrices, length_mm: IntArray, gbps: float) -> Iterator[StockLength]:
        """Yield the pieces of a medium that cover some lengths, without duplicates, shortest first."""
        length_mm = np.unique(length_mm)
        sold = offer(prices, length_mm, gbps, self.formula.name)
        is_cut, names = made_to_length(prices), prices.parts
        rows = zip(sold.part.tolist(), sold.ordered_mm.tolist(), sold.price_cents.tolist(), strict=True)
        stock_parts = [item.part for item in prices.stock.items] if prices.stock else []
        of_line = list_coefficients(prices.line) if prices.line else ()
        of_stock = prices.stock.rows("") if prices.stock else ()
        of_both = () if prices.transceiver is None else (prices.transceiver.row("transceiver"),)
        cut, stock = self._source("cut", (*of_line, *of_both)), self._source("stock", (*of_stock, *of_both))
        for number, mm, cents in dict.fromkeys(rows):
            if cents == NOT_SOLD:
                continue
            length_m = mm / MM_PER_M
            own = None if is_cut[number] else stock_parts[number]
            part = own or f"{names[number]}-{plain_number(length_m)}M"
            yield StockLength.model_construct(
                part=f"{part}{self._rate(gbps)}",
                price=cents / CENTS_PER_UNIT,
                length_m=length_m,
                price_source=cut if is_cut[number] else stock,
                order_number=own or names[number],
            )

    def _products(self, kind: AssemblyKind, lengths: list[StockLength], gbps: float) -> Iterator[Assembly]:
        """Yield the product of some lengths; none if there are no lengths."""
        if not lengths:
            return
        prices = self.formula.electrical if kind == "DAC" else self.formula.optical
        reach = self.formula.electrical_reach if kind == "DAC" else None
        name = prices.parts[-1]
        yield Assembly.model_construct(
            name=f"{name}{self._rate(gbps)}",
            kind=kind,
            gbps=gbps,
            connector_a=ANY_CAGE,
            connector_b=ANY_CAGE,
            reach_m=_ANY_LENGTH_M if reach is None else reach.value,
            lengths=tuple(lengths),
            source=self._source("reach", () if reach is None else (reach.row("reach"),)),
        )

    def _rate(self, gbps: float) -> str:
        """Return the rate as a suffix that makes part numbers unique if there are several rates."""
        return f"-{gbps:g}G" if len(self.rates) > 1 else ""

    def _source(self, name: str, rows: Iterable[CoefficientRow]) -> str | None:
        """Return the name of the source of some coefficients, with their lowest trust."""
        rows = tuple(rows)
        if not rows:
            return None
        text = "; ".join(dict.fromkeys(row.source for row in rows))
        trust = max((row.trust for row in rows), key=_TRUSTS.index)
        key = f"{self.formula.name}, {name}: {text}"
        self.sources[key] = Source(text=text, year=max(row.year for row in rows), trust=trust)
        return key


def takes_copper_first(catalogue: Catalogue) -> bool:
    """Whether copper is preferred within its reach even if optics cost less."""
    formula = catalogue.formula
    return catalogue.copper_first or (formula is not None and formula.medium_rule == "reach")


def laying_cents(catalogue: Catalogue) -> tuple[int, int] | None:
    """Return the cost of laying a cable inside a cabinet and between two; None if unknown."""
    formula, laying = catalogue.formula, catalogue.laying
    if laying is not None:
        return money_cents(laying.inside_cabinet), money_cents(laying.between_cabinets)
    return None if formula is None or formula.installation is None else formula.installation.cents


def with_copper_reach(catalogue: Catalogue, reach_mm: int | None) -> Catalogue:
    """Return a catalogue whose formula has this copper reach; None keeps its own."""
    formula = catalogue.formula
    if formula is None or reach_mm is None or reach_mm == formula.electrical_reach_mm:
        return catalogue
    now = formula.electrical_reach
    reach = Coefficient(
        value=reach_mm / MM_PER_M,
        unit="m",
        year=catalogue.price_date.year,
        source=ASKED,
        trust="read" if now is None else now.trust,  # the other coefficients keep their trust
    )
    asked = formula.model_copy(update={"electrical_reach": reach})
    return catalogue.model_copy(update={"formula": asked})


def with_parts(catalogue: Catalogue, what_for: str) -> Catalogue:
    """Return a catalogue of parts unchanged; raise `InputError` for formula prices (no devices)."""
    if catalogue.formula is not None:
        what = (
            f"{catalogue.formula.name} has prices by formula, and {what_for} needs the parts of a catalogue"
        )
        raise InputError(setting("catalogue"), what, "give a catalogue of parts")
    return catalogue
