"""Device types and power ports of an export: heights, depths, weights and draws."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from netfloor.exchange.tables.fields import kilograms_of, number_of
from netfloor.exchange.tables.tables import Record

_MAX_UNITS, _MAX_WATTS = 100.0, 100_000.0


@dataclass(frozen=True)
class TypeFacts:
    """The properties of a type's devices."""

    units: int | None
    half_depth: bool
    kilograms: float | None


def facts_of_types(types: Iterable[Record]) -> Mapping[tuple[str, str], TypeFacts]:
    """Return the properties of each type by manufacturer and model, half units rounded up."""
    result = {}
    for record in types:
        units = number_of(record.text("u_height").removesuffix("U"), record.where, "u_height", _MAX_UNITS)
        facts = TypeFacts(
            None if units is None else -int(-units // 1),
            record.text("full_depth").lower() in {"false", "no", "0", "✘"},
            kilograms_of(record.text("weight"), record.text("weight_unit"), record.where),
        )
        result[record.text("manufacturer"), record.needed("model")] = facts
    return result


def watts_of_ports(ports: Iterable[Record]) -> Mapping[str, float]:
    """Return the draw of each device, summed over its power ports as NetBox does.

    The allocated draw counts, otherwise the maximum draw (NetBox's ``Rack.get_power_utilization``); devices
    without any stated draw are left out.
    """
    draws: dict[str, float] = defaultdict(float)
    for record in ports:
        text = record.text("allocated") or record.text("maximum")
        watts = number_of(text.removesuffix("W").strip(), record.where, "draw", _MAX_WATTS)
        if watts is not None:
            draws[record.needed("device")] += watts
    return draws
