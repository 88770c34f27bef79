"""The price of a link between switches by a catalogue, tried part by part (see `check.prices`)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from netfloor.costmodels.check.devices import DeviceChoice
from netfloor.costmodels.check.prices import (
    CableFigure,
    CableWay,
    bought,
    decimal,
    half_up,
    lengths_of,
    runs_over,
)

#: The properties that two transceivers and the cord between them must share.
_CLASS = ("gbps", "optics", "fibre", "fibre_connector", "fibres")
#: A reach beyond every room, mm; a formula's reach is checked before.
_NO_REACH = 10**9


class PartsPrices:
    """A catalogue as a plain document, with the score of a piece by some criterion."""

    def __init__(
        self, catalogue: Mapping[str, Any], criterion: str, years: float, kwh_price: float
    ) -> None:
        self._catalogue = catalogue
        self._devices = DeviceChoice(catalogue, criterion, years, kwh_price)
        self._slack_mm = int(decimal(catalogue["slack_m"]) * 1000)

    def link_by(self, ports: Sequence[int], gbps: float, requested_part: str | None) -> CableFigure:
        """Return a link's score between cages of the switch model that suits the network's largest switch.

        Of its parallel links, as many as fill cages at both ends are bought by the cage; the others use
        transceivers shared with links to other switches. ``ports`` are the ports in use of every switch,
        including those to servers.
        """
        if formula := self._catalogue.get("formula"):
            return self._by_formula(formula, gbps)
        switch = self._devices.switch(max(ports, default=0), gbps, requested_part)
        plug, links = (switch["connector"], switch["links_per_cage"]), switch["links_per_cage"]
        cables = list(self._cables(plug, switch["gbps"]))
        optics = list(self._optics(plug, switch["gbps"]))

        def figure(way: CableWay) -> Fraction | None:
            ways = {"electrical": way.copper_mm, "optical": way.fibre_mm}
            ends = [
                links * cord + modules
                for length_mm, cord, modules in optics
                if way.fibre_mm >= 0 and way.fibre_mm + self._slack_mm <= length_mm
            ]
            fitting = [
                (medium, cents)
                for medium, length_mm, cents in cables
                if ways[medium] >= 0 and ways[medium] + self._slack_mm <= length_mm
            ]
            copper = [cents for medium, cents in fitting if medium == "electrical"]
            cage = ends + [cents for _, cents in fitting]
            if copper and self._catalogue.get("copper_first"):
                cage = copper
            cages, lone = divmod(way.parallel, links)
            if not (cage if cages else ends) or not (ends if lone else cage):
                return None
            cents = Fraction(cages * min(cage, default=0)) + Fraction(lone * min(ends, default=0), links)
            return cents / way.parallel / 100

        return figure

    def _by_formula(self, formula: Mapping[str, Any], gbps: float) -> CableFigure:
        """Return a cable's cost by a formula, including slack; copper is limited by its route."""
        own, slack = formula["electrical_reach"], self._slack_mm
        reach_mm = None if own is None else int(decimal(own["value"]) * 1000)

        def figure(way: CableWay) -> Fraction | None:
            within = way.copper_mm >= 0 and (reach_mm is None or way.copper_mm <= reach_mm)
            copper_mm = way.copper_mm + slack if within else -1
            fibre_mm = way.fibre_mm + slack if way.fibre_mm >= 0 else -1
            _, cents = bought(formula, gbps, _NO_REACH, copper_mm, fibre_mm)
            return None if cents is None else Fraction(cents, 100)

        return figure

    def _cables(self, plug: tuple[str, int], gbps: float) -> Iterator[tuple[str, int, int]]:
        """Yield (medium, mm, cents) of every cable with this plug at both ends."""
        for cable in self._catalogue["cables"]:
            ends = (
                (cable["connector_a"], cable["links"]),
                (cable["connector_b"], cable["links"] // cable["tails"]),
            )
            if not runs_over(cable, gbps) or ends != (plug, plug):
                continue
            watts = decimal(cable["power_a_w"] or 0.0), decimal(cable["power_b_w"] or 0.0)
            mw = half_up(watts[0] * 1000) + cable["tails"] * half_up(watts[1] * 1000)
            for length_mm, part in lengths_of(cable):
                medium = "optical" if cable["kind"] == "AOC" else "electrical"
                yield medium, length_mm, self._devices.cents(part, cable, Fraction(mw, 1000))

    def _optics(self, plug: tuple[str, int], gbps: float) -> Iterator[tuple[int, int, int]]:
        """Yield (mm, cents of the cord, cents of two transceivers) of every pair with a cord between."""
        modules = [
            item
            for item in self._catalogue["transceivers"]
            if (item["connector"], item["links"]) == plug and item["gbps"] == gbps
        ]
        for module in modules:
            alike = [item for item in modules if all(item[key] == module[key] for key in _CLASS)]
            for cord in self._catalogue["cords"]:
                same = (cord["fibre"], cord["connector"]) == (module["fibre"], module["fibre_connector"])
                if not same or cord["fibres"] < module["fibres"]:
                    continue
                for length_mm, part in lengths_of(cord):
                    reaching = [item for item in alike if length_mm <= decimal(item["reach_m"]) * 1000]
                    if reaching:
                        each = min(
                            self._devices.cents(item, item, decimal(item["power_w"] or 0.0))
                            for item in reaching
                        )
                        yield length_mm, self._devices.cents(part, cord, Fraction(0)), 2 * each
