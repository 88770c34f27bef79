"""Cost of pieces of every part of a catalogue, trying each quantity; for the checks of orders.

Shares no code with `costmodels.catalogue` or `costmodels.buying`: the catalogue is a plain document.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from netfloor.costmodels.check.devices import DeviceChoice
from netfloor.costmodels.check.prices import decimal, lengths_of

Part = Mapping[str, Any]
_SERIES = ("cables", "cords", "trunks", "power_cords")
_SINGLE = ("cassettes", "panels", "transceivers", "switches", "nics", "servers")
#: Tables whose parts have spares by the catalogue's percentage, or by the order's general rule.
_WITH_SPARES = ("cables", "cords", "transceivers", "power_cords")


class PartMoney:
    """Prices, spares and delivery of every part.

    ``part`` has the fields of each part, with ``table``, ``series`` (for cables, cords and trunks) and
    ``length_mm``.
    """

    def __init__(self, catalogue: Part, spares: Sequence[str], max_lead_days: int | None) -> None:
        self.catalogue, self.max_lead_days = catalogue, max_lead_days
        self._prices = DeviceChoice(catalogue)
        self.spares = {
            name.strip(): rule.strip() for name, _, rule in (spare.rpartition("=") for spare in spares)
        }
        self.part: dict[str, Part] = {part["part"]: part for part in self._parts()}

    def cents(self, pieces: Mapping[str, int]) -> int | None:
        """Return the cost of pieces of parts, None if too few are available."""
        each = [self.least(part, count) for part, count in pieces.items()]
        return None if None in each else sum(item or 0 for item in each)

    def least(self, name: str, used: int) -> int | None:
        """Return the lowest cost of pieces of a part with spares, None if too few are available."""
        part, needed = self.part[name], self.needed(name, used)
        if not needed:
            return 0
        starts = (part["min_order"], 1, *(item["at_least"] for item in part["breaks"]))
        wanted = {max(needed, start, part["min_order"]) for start in starts}
        costs = [self.cost(name, -(-pieces // part["pack"]) * part["pack"]) for pieces in wanted]
        return min((cost for cost in costs if cost is not None), default=None)

    def needed(self, name: str, used: int) -> int:
        """Return the minimum purchase for pieces in use: with spares, less stock on hand."""
        part = self.part[name]
        return max(used + self.spare(part, used) - int(part["owned"]), 0)

    def cost(self, name: str, pieces: int) -> int | None:
        """Return the cost of a number of pieces of a part, None if this number cannot be bought."""
        part = self.part[name]
        maximum = self._most(part)
        if pieces and (pieces < part["min_order"] or pieces % part["pack"]):
            return None
        if maximum is not None and pieces > maximum:
            return None
        starts = [(1, part["price"]), *((item["at_least"], item["price"]) for item in part["breaks"])]
        price = [price for at, price in starts if at <= max(pieces, 1)][-1]
        return pieces * self._prices.cents({**part, "price": price}, part["series"], Fraction(0))

    def converted(self, amount: Part) -> int:
        """Return an amount in its own currency in cents of the catalogue's."""
        return self._prices.cents(amount, {"currency": None}, Fraction(0))

    def supplier(self, name: str) -> str:
        """Return the supplier of a part, empty if unknown."""
        part = self.part[name]
        terms = self.catalogue.get("suppliers", ())
        only = terms[0]["name"] if len(terms) == 1 else ""
        return part["supplier"] or part["series"]["supplier"] or only

    def _most(self, part: Part) -> int | None:
        """Return how many pieces arrive in time, None without a limit."""
        said = (part["lead_time_days"], part["series"]["lead_time_days"], self.catalogue["lead_time_days"])
        days: int | None = next((item for item in said if item is not None), None)
        way = self._delivery_days(self.supplier(part["part"]))
        late = self.max_lead_days is not None and (days is None or days + way > self.max_lead_days)
        stock: int | None = part["stock"]
        if not late and (stock is None or days is not None):
            return None
        return 0 if self.max_lead_days is not None and way > self.max_lead_days else stock or 0

    def _delivery_days(self, supplier: str) -> int:
        values: Iterator[int] = (
            item["delivery_days"]
            for item in self.catalogue.get("suppliers", ())
            if item["name"] == supplier
        )
        return next(values, 0)

    def spare(self, part: Part, used: int) -> int:
        """Return the spare pieces by the order's rule for the part, its own rule, or the general rule."""
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
            percent = next((decimal(item) for item in own if item is not None), None)
        if percent is None and part["table"] in _WITH_SPARES:
            every = self.spares.get("")
            percent = decimal(self.catalogue["spares_percent"])
            percent = percent if every is None else Fraction(every[:-1].strip())
        return math.ceil(used * (percent or Fraction(0)) / 100)

    def _parts(self) -> Iterator[Part]:
        for table in _SERIES:
            for series in self.catalogue.get(table, ()):
                for length_mm, item in lengths_of(series):
                    yield {**item, "table": table, "series": series, "length_mm": length_mm}
        for table in _SINGLE:
            for item in self.catalogue.get(table, ()):
                yield {**item, "table": table, "series": item, "length_mm": 0}
