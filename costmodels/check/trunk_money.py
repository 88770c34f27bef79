"""What pieces of cords, trunks, cassettes and panels cost, by a catalogue as a plain document.

Shares no code with `costmodels.catalogue` or `costmodels.buying`: every quantity that a price could ask for
is tried.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from netfloor.costmodels.check.devices import DeviceChoice
from netfloor.costmodels.check.prices import decimal, lengths_of

Part = Mapping[str, Any]


class TrunkMoney:
    """Prices and spares of everything that joins two transceivers.

    Attributes
    ----------
    part
        Each as its table says, with ``table``, ``series`` (of cords and trunks) and ``length_mm``.
    """

    def __init__(self, catalogue: Part, spares: Sequence[str], max_lead_days: int | None) -> None:
        self.catalogue, self.max_lead_days = catalogue, max_lead_days
        self._prices = DeviceChoice(catalogue)
        self.spares = {
            name.strip(): rule.strip() for name, _, rule in (one.rpartition("=") for one in spares)
        }
        self.part: dict[str, Part] = {one["part"]: one for one in self._parts()}

    def cents(self, pieces: Mapping[str, int]) -> int | None:
        """Return what pieces of parts cost, None where there are not so many."""
        each = [self.least(part, count) for part, count in pieces.items()]
        return None if None in each else sum(one or 0 for one in each)

    def least(self, name: str, used: int) -> int | None:
        """Return the least money for pieces of a part and its spares, None where there are not so many."""
        part, series = self.part[name], self.part[name]["series"]
        needed = max(used + self._spare(part, used) - part["owned"], 0)
        if not needed:
            return 0
        most = self._most(part, series)
        starts = [(1, part["price"]), *((one["at_least"], one["price"]) for one in part["breaks"])]
        found = []
        for start in (part["min_order"], *(at for at, _ in starts)):
            bought = -(-max(needed, start, part["min_order"]) // part["pack"]) * part["pack"]
            price = [price for at, price in starts if at <= bought][-1]
            if most is None or bought <= most:
                found.append(bought * self._prices.cents({**part, "price": price}, series, Fraction(0)))
        return min(found, default=None)

    def _most(self, part: Part, series: Part) -> int | None:
        """Return how many pieces come in time, None for any number."""
        said = (part["lead_time_days"], series["lead_time_days"], self.catalogue["lead_time_days"])
        days: int | None = next((one for one in said if one is not None), None)
        late = self.max_lead_days is not None and (days is None or days > self.max_lead_days)
        stock: int | None = part["stock"]
        return (stock or 0) if late or (stock is not None and days is None) else None

    def _spare(self, part: Part, used: int) -> int:
        """Return the spare pieces: by the order's rule of the part, the part's own, else that of all."""
        if not used:
            return 0
        rule = self.spares.get(part["part"])
        if rule is not None and not rule.endswith("%"):
            return int(rule)
        percent = None if rule is None else Fraction(rule[:-1].strip())
        if rule is None and part["spares"] is not None:
            return int(part["spares"])
        if percent is None:
            own = (part["spares_percent"], part["series"]["spares_percent"])
            percent = next((decimal(one) for one in own if one is not None), None)
        if percent is None and part["table"] == "cords":
            percent = Fraction(self.spares.get("", "0%")[:-1].strip())
            percent = percent or decimal(self.catalogue["spares_percent"])
        return math.ceil(used * (percent or Fraction(0)) / 100)

    def _parts(self) -> Iterator[Part]:
        for table in ("cords", "trunks"):
            for series in self.catalogue.get(table, ()):
                for length_mm, one in lengths_of(series):
                    yield {**one, "table": table, "series": series, "length_mm": length_mm}
        for table in ("cassettes", "panels", "transceivers"):
            for one in self.catalogue.get(table, ()):
                yield {**one, "table": table, "series": one, "length_mm": 0}
