"""The inputs of pricing: cost sets, power, the study's own prices, and the source of every number."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from netfloor.costmodels.cable_orders import reach_rule
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.foundation.errors import InputError, setting, within
from netfloor.research.growth.study.places import GrowthRoom
from netfloor.research.growth.study.pricing import GrowthPrices
from netfloor.research.growth.study.sensitivity import coefficients
from netfloor.research.growth.study.study_file import GrowthStudy


def growth_prices(
    path: Path, study: GrowthStudy, rooms: Sequence[GrowthRoom]
) -> list[tuple[GrowthRoom, GrowthPrices]]:
    """Return every room with its prices, cost set by cost set."""
    results = []
    for name in study.cost_sets:
        plain = _prices(path, study, name)
        for room in rooms:
            set_name = plain.cost_set.name
            case = f"{set_name}, {room.name}" if len(rooms) > 1 else set_name
            own = replace(plain, floor=room.floor, room=room.name, case=case, of_floor=room.coefficients)
            results.append((room, own))
    return results


def _prices(path: Path, study: GrowthStudy, name: str) -> GrowthPrices:
    """Return the prices of a cost set; its currency must match the study's own prices."""
    own = {family.name: family.switch_price for family in study.families if family.switch_price}
    beside = str(path.parent / name) if name.endswith(".toml") else name
    power = str(path.parent / study.power) if study.power.endswith(".toml") else study.power
    with within(str(path)):
        cost_set, power_set = load_cost_set(beside), load_power_set(power)
        given = {
            "backplane": study.backplane,
            **{f"families: {name}": entry for name, entry in own.items()},
        }
        for where, item in given.items():
            if item is not None and item.unit.split("/")[0] != cost_set.currency:
                what = f"is in {item.unit.split('/')[0]}, cost set {cost_set.name!r} in {cost_set.currency}"
                raise InputError(where, what, "give prices in one currency")
    return GrowthPrices(cost_set, power_set, study.rooms[0].floor(), study.link_gbps, study.backplane, own)


def require_known(
    path: Path, study: GrowthStudy, prices: Sequence[GrowthPrices], breakeven: str | None
) -> None:
    """Refuse coefficients that no cost set and no room of the study has."""
    known = {name for price in prices for name in coefficients(price)}
    asked = [(f"{path}: sensitivity.ranges", name) for name in study.sensitivity.ranges]
    asked += [(setting("breakeven"), breakeven)] if breakeven else []
    for where, name in asked:
        if name not in known:
            raise InputError(where, f"{name!r} is not a coefficient", f"known: {', '.join(sorted(known))}")


def sources(
    prices: Sequence[GrowthPrices],
) -> tuple[tuple[str, str, str, int, str, str], ...]:
    """Return every number of the study with its unit, year, source and trust."""
    results = []
    for price in prices:
        for name, c in coefficients(price).items():
            row = c.row(name)
            results.append((name, row.value, row.unit, row.year, row.source, row.trust))
        reach = reach_rule(price.cost_set)
        results.append((f"medium rule of {price.cost_set.name}", reach, "", 0, "", "read"))
    return tuple(dict.fromkeys(results))
