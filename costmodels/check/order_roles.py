"""Purchases besides the parts of links: devices and power cords, each checked against its requirements.

Shares no code with `costmodels.catalogue` or `costmodels.buying`: the catalogue is a plain document.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from netfloor.costmodels.check.prices import decimal

Part = Mapping[str, Any]


class OrderedRole(NamedTuple):
    """A number of pieces from a catalogue table, the requirements on each, and the parts bought for them.

    Requirements on switches are minimum ``ports``, ``gbps``, and possibly ``management_port``; on adapters
    ``gbps``; on servers places for adapters, ``nics``; on power cords ``inlet``, ``outlets`` and
    ``length_mm``.
    """

    table: str
    pieces: int
    asked: Part
    parts: Mapping[str, int]
    alike: bool = False

    def suits(self, part: Part) -> bool:
        """Whether a part meets the requirements."""
        asked = self.asked
        if part["table"] != self.table or asked.get("part") not in {None, part["part"]}:
            return False
        if self.table == "power_cords":
            series = part["series"]
            forms = _form(series["inlet"]) == asked["inlet"] and _form(series["outlet"]) in asked["outlets"]
            return bool(forms and part["length_mm"] >= asked["length_mm"])
        if self.table == "servers":
            return bool(part["nics"] >= asked.get("nics", 1))
        ports = part["cages"] * part["links_per_cage"]
        managed = not asked.get("management_port") or bool(part.get("management_port"))
        return (
            bool(part["gbps"] == asked.get("gbps", part["gbps"]))
            and ports >= asked.get("ports", 1)
            and managed
        )

    def problem(self, parts: Mapping[str, Part]) -> str:
        """Return the fault of the purchased parts, empty if there is none."""
        known = [parts[name] for name in self.parts if name in parts]
        if sum(self.parts.values()) != self.pieces or len(known) < len(self.parts):
            return f"{self.table}: other numbers than the network needs"
        if not all(map(self.suits, known)) or (self.alike and len(known) > 1):
            return f"{self.table}: a part that does not suit its place: {', '.join(self.parts)}"
        return ""

    def others(self, parts: Mapping[str, Part]) -> list[str]:
        """Return parts that could replace those bought and need no more of their cabinets.

        Their cages are the same, so all links keep their parts.
        """
        if self.table == "power_cords":
            return [name for name, part in parts.items() if self.suits(part)]
        bought = [parts[name] for name in self.parts]
        return [
            name
            for name, part in parts.items()
            if self.suits(part) and all(_same_place(part, item) for item in bought)
        ]


def _form(text: str) -> str:
    """Return the form of a power port: ``C13`` for ``iec-60320-c13``."""
    return re.sub(r"^(IEC[ _-]?)?(60320[ _-]?)?(?=C[0-9])", "", text.strip().upper())


def _same_place(part: Part, bought: Part) -> bool:
    same = ("cages", "links_per_cage") if part["table"] == "nics" else ("links_per_cage",)
    alike = (*same, "connector", "nics", "management_port")
    if any(part.get(name) != bought.get(name) for name in alike):
        return False
    return all(a <= b for a, b in zip(_figures(part), _figures(bought), strict=True))


def _figures(part: Part) -> list[Any]:
    """Return rack units, kilograms, and watts of heat into liquid and into air."""
    watts = decimal(part.get("power_w", 0.0))
    liquid = watts * decimal(part.get("liquid_percent", 0.0)) / 100
    return [part.get("height_u", 0), decimal(part.get("weight_kg", 0.0)), liquid, watts - liquid]
