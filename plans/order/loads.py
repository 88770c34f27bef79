"""The load of each cabinet by the bill, and the cabinets that it overloads."""

import math
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from netfloor.costmodels.catalogue.cabinet_power import cabinet_power_mw
from netfloor.costmodels.catalogue.part_terms import STRUCTURED
from netfloor.costmodels.catalogue.parts.skus import POWER_CORD
from netfloor.fabric.fabric import SWITCH, Device
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.wording import count_text, join_words
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hall.tiles import overloaded_tiles
from netfloor.rooms.hosts.places import LIMITED, limits_of

#: Kinds of parts that a cabinet's row counts, with their keys.
KINDS = {"switch": "switches", "server": "servers", "NIC": "nics", "transceiver": "transceivers"}
#: Kinds that are neither counted in a row nor cables.
_NOT_COUNTED = ("cassette", "panel", POWER_CORD)
#: Limit on cabinet names in a sentence.
_MAX_NAMED = 5


@dataclass(frozen=True)
class CabinetLoad:
    """The contents of a cabinet: pieces by kind and part number, units, power, heat into liquid, weight.

    ``stated_w`` is the power that the catalogue and the lists state, of pieces ``without_watts`` none.
    """

    cabinet: str
    switches: int
    servers: int
    nics: int
    transceivers: int
    cables: int
    height_u: int
    stated_w: float
    liquid_w: float
    weight_kg: float
    parts: dict[str, int]
    without_watts: int = 0

    @property
    def power_w(self) -> float | None:
        """Power of its contents, None if the catalogue lacks the watts of a piece."""
        return None if self.without_watts else self.stated_w

    @property
    def air_w(self) -> float:
        """Heat that goes into the air, where it is stated."""
        return self.stated_w - self.liquid_w


@dataclass(frozen=True)
class Overload:
    """An overload: place, quantity, load and limit with the unit."""

    where: str
    what: str
    load: float
    limit: float
    unit: str

    @property
    def place(self) -> tuple[str, str]:
        """The place and the quantity."""
        return self.where, self.what

    @property
    def text(self) -> str:
        """The overload as text."""
        load = f"{self.what} {self.load:,.1f} {self.unit}"
        return f"{self.where}: {load}, its limit is {self.limit:,} {self.unit}"


def cabinet_loads(bill: OrderedParts, without: Collection[str] = ()) -> list[CabinetLoad]:
    """Return the load of each cabinet; each cable counts at its A-end cabinet, some kinds are left out."""
    contents: dict[int, dict[int, int]] = defaultdict(dict)
    for (cabinet, sku), pieces in sorted(bill.bom.by_cabinet.items()):
        if bill.bom.skus[sku].kind not in without:
            contents[cabinet][sku] = pieces
    power_mw = cabinet_power_mw(bill.links, bill.choice).tolist()
    loads = {
        cabinet: _load(bill, cabinet, pieces, power_mw[cabinet]) for cabinet, pieces in contents.items()
    }
    for cabinet, devices in _listed_in(bill).items():
        plugs_mw = power_mw[cabinet] if cabinet < len(power_mw) else 0
        bought = loads.get(cabinet) or _load(bill, cabinet, {}, plugs_mw)
        loads[cabinet] = _with_listed(bought, devices)
    return [loads[cabinet] for cabinet in sorted(loads)]


def _listed_in(bill: OrderedParts) -> dict[int, list[Device]]:
    """Return the listed devices that are not bought, by cabinet."""
    result: dict[int, list[Device]] = defaultdict(list)
    for device in bill.devices_there if isinstance(bill, LaidParts) else ():
        if device.cabinet is not None:
            result[device.cabinet].append(device)
    return result


def _with_listed(load: CabinetLoad, devices: Sequence[Device]) -> CabinetLoad:
    """Add existing devices to a load; unknown figures count as 0."""
    units = {
        unit
        for device in devices
        if device.unit
        for unit in range(device.unit, device.unit + (device.units or 1))
    }
    return replace(
        load,
        switches=load.switches + sum(device.kind == SWITCH for device in devices),
        servers=load.servers + sum(device.is_end_device for device in devices),
        height_u=load.height_u + len(units),
        stated_w=load.stated_w + sum(device.load_w or 0.0 for device in devices),
        weight_kg=load.weight_kg + sum(device.kilograms or 0.0 for device in devices),
    )


def _load(bill: OrderedParts, cabinet: int, pieces: dict[int, int], power_mw: int) -> CabinetLoad:
    skus = bill.bom.skus
    of_kind = dict.fromkeys(KINDS.values(), 0) | {"cables": 0}
    for sku, count in pieces.items():
        if skus[sku].kind not in _NOT_COUNTED:
            of_kind[KINDS.get(skus[sku].kind, "cables")] += count
    return CabinetLoad(
        cabinet=bill.cabinet_names[cabinet],
        **of_kind,
        height_u=sum(skus[sku].height_u * count for sku, count in pieces.items()),
        stated_w=power_mw / 1000,
        without_watts=sum(count for sku, count in pieces.items() if skus[sku].lacks_watts),
        liquid_w=sum(skus[sku].liquid_mw * count for sku, count in pieces.items()) / 1000,
        weight_kg=sum(skus[sku].weight_g * count for sku, count in pieces.items()) / 1000,
        parts={skus[sku].part: count for sku, count in pieces.items()},
    )


def overloads(bill: OrderedParts, without: Collection[str] = ()) -> list[Overload]:
    """Return the overloads in a hall, by all parts or without some kinds, worst first."""
    room = bill.plan.room
    if not isinstance(room, Hall):
        return []
    cabinets = {cabinet.name: cabinet for cabinet in room.cabinets}
    loads = cabinet_loads(bill, without)
    over = [item for load in loads for item in _over(cabinets[load.cabinet], load)]
    tiles = overloaded_tiles(room, {load.cabinet: load.weight_kg for load in loads})
    limit_kg = room.tiles.limit_kg if room.tiles else 0
    over += [
        Overload(f"tile at ({tile.x_m:g}, {tile.y_m:g}) m", "weight", tile.kg, limit_kg, "kg")
        for tile in tiles
    ]
    return sorted(over, key=lambda item: -item.load / item.limit if item.limit else -math.inf)


def refuse_overload(parts: OrderedParts) -> None:
    """Refuse a bill that overloads a cabinet or a tile, including transceivers."""
    over = overloads(parts)
    if not over:
        return
    worst, places = over[0], count_text(len({item.where for item in over}), "place")
    remedy = "lower servers.per_cabinet or the cabinets' weight limits"
    if worst.unit == "W":
        remedy = "set servers.reserve_w (watts per switch)"
    elif worst.unit == "kg" and worst.place not in {
        overload.place for overload in overloads(parts, STRUCTURED)
    }:
        remedy = "it holds everything except trunks, cassettes and panels: omit fibre trunks"
    raise InfeasibleError(
        f"{worst.text} with transceivers and cables ({places} overloaded in all); {remedy}"
    )


def _over(cabinet: Cabinet, load: CabinetLoad) -> list[Overload]:
    loads = {
        "watts": load.stated_w,
        "air": load.air_w,
        "liquid": load.liquid_w,
        "kilograms": load.weight_kg,
    }
    limits = limits_of(cabinet)
    borne: list[tuple[str, float, int | None, str]] = [
        (what, loads[name], limits[name], unit) for name, (what, unit) in LIMITED.items()
    ]
    borne.append(("height", load.height_u, cabinet.units, "U"))
    where = f"cabinet {cabinet.name}"
    return [
        Overload(where, what, value, limit, unit)
        for what, value, limit, unit in borne
        if limit is not None and value > limit
    ]


def _unknown_devices(bill: OrderedParts) -> str:
    """Return a sentence on listed devices of unknown power or weight; empty without any."""
    there = [device for devices in _listed_in(bill).values() for device in devices]
    lacking = [
        (what, sum(value is None for value in values))
        for what, values in (
            ("watts", [item.load_w for item in there]),
            ("weight", [item.kilograms for item in there if item.units != 0]),
        )
    ]
    return "".join(
        f" The {what} of {count_text(count, 'listed device')} {verb} unknown and counted as 0."
        for (what, count), verb in zip(lacking, ("are", "is"), strict=True)
        if count
    )


def _unknown_watts(bill: OrderedParts) -> str:
    """Return a sentence on the parts without watts, whose load no limit on power or heat covers."""
    lacking = [line.sku.part for line in bill.bom.without_watts]
    if not lacking:
        return ""
    named = join_words([*lacking[:_MAX_NAMED], *(["others"] if len(lacking) > _MAX_NAMED else [])])
    of_all = f"{len(lacking):,} of {count_text(len(bill.bom.powered), 'part')}"
    return f" The watts of {of_all} ({named}) are unknown: limits on power and heat do not cover them."


def limits_sentence(bill: OrderedParts) -> str:
    """Return whether these parts overload a cabinet."""
    if not isinstance(bill.plan.room, Hall):
        return "The room sets no power or weight limits for cabinets: nothing to check."
    over = list(dict.fromkeys(overload.where for overload in overloads(bill)))
    checked = (
        "Rack units, power, heat and weight of these parts are checked against the limits of every cabinet"
    )
    checked += " and tile" * (bill.plan.room.tiles is not None)
    weightless = [
        line.sku.part
        for line in bill.bom.lines
        if line.sku.kind in {"switch", "server"} and not line.sku.weight_g
    ]
    unknown = f" The weight of {join_words(weightless)} is unknown and counts as 0." if weightless else ""
    unknown += _unknown_watts(bill) + _unknown_devices(bill)
    unweighed = sum(cabinet.empty_kg is None for cabinet in bill.plan.room.cabinets)
    if bill.plan.room.tiles and unweighed:
        unknown += f" The empty weight of {count_text(unweighed, 'cabinet')} is unknown and counts as 0."
    if not over:
        return f"{checked} that has them: none is exceeded.{unknown}"
    named = join_words([*over[:_MAX_NAMED], *(["others"] if len(over) > _MAX_NAMED else [])])
    return f"{checked} that has them: {len(over):,} EXCEED theirs ({named}).{unknown}"
