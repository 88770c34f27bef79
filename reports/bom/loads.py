"""What stands in each cabinet by the bill, and whether the cabinets bear it."""

from collections import defaultdict
from dataclasses import dataclass

from netfloor.costmodels.catalogue.cabinet_power import cabinet_power_mw
from netfloor.foundation.wording import count_text, join_words
from netfloor.plans.order.parts_list import PartsList
from netfloor.rooms.hall.hall import Hall

#: Kinds of parts that a cabinet's row counts, each with its key.
KINDS = {"switch": "switches", "server": "servers", "NIC": "nics", "transceiver": "transceivers"}
#: Cabinets that a sentence names at most.
_MOST_NAMED = 5


@dataclass(frozen=True)
class CabinetLoad:
    """What stands in a cabinet: pieces by kind, its part numbers, units, power and weight."""

    cabinet: str
    switches: int
    servers: int
    nics: int
    transceivers: int
    cables: int
    height_u: int
    power_w: float
    weight_kg: float
    parts: dict[str, int]


def cabinet_loads(bill: PartsList) -> list[CabinetLoad]:
    """Return what stands in each cabinet, cables at the cabinet of their first end."""
    contents: dict[int, dict[int, int]] = defaultdict(dict)
    for (cabinet, sku), pieces in sorted(bill.bom.by_cabinet.items()):
        contents[cabinet][sku] = pieces
    power_mw = cabinet_power_mw(bill.fabric, bill.choice, bill.catalogue).tolist()
    return [_load(bill, cabinet, pieces, power_mw[cabinet]) for cabinet, pieces in contents.items()]


def _load(bill: PartsList, cabinet: int, pieces: dict[int, int], power_mw: int) -> CabinetLoad:
    skus = bill.bom.skus
    of_kind = dict.fromkeys(KINDS.values(), 0) | {"cables": 0}
    for sku, count in pieces.items():
        of_kind[KINDS.get(skus[sku].kind, "cables")] += count
    return CabinetLoad(
        cabinet=bill.cabinet_names[cabinet],
        **of_kind,
        height_u=sum(skus[sku].height_u * count for sku, count in pieces.items()),
        power_w=power_mw / 1000,
        weight_kg=sum(skus[sku].weight_g * count for sku, count in pieces.items()) / 1000,
        parts={skus[sku].part: count for sku, count in pieces.items()},
    )


def limits_sentence(bill: PartsList) -> str:
    """Return whether any cabinet bears more than it may, by these parts."""
    room = bill.plan.room
    cabinets = {one.name: one for one in room.cabinets} if isinstance(room, Hall) else {}
    if not cabinets:
        return "The room has no power or weight limits for cabinets, so none is checked."
    over = [
        load.cabinet
        for load in cabinet_loads(bill)
        if (
            (cabinet := cabinets[load.cabinet]).power_limit_w is not None
            and load.power_w > cabinet.power_limit_w
        )
        or (cabinet.weight_limit_kg is not None and load.weight_kg > cabinet.weight_limit_kg)
        or load.height_u > cabinet.units
    ]
    checked = "Rack units, power and weight of these parts are checked against the limits of every cabinet"
    weightless = [
        line.sku.part
        for line in bill.bom.lines
        if line.sku.kind in {"switch", "server"} and not line.sku.weight_g
    ]
    unknown = f" The weight of {join_words(weightless)} is not known and counts as 0." if weightless else ""
    if not over:
        return f"{checked} that has them: none is exceeded.{unknown}"
    named = join_words([*over[:_MOST_NAMED], *(["others"] if len(over) > _MOST_NAMED else [])])
    return f"{checked} that has them: {count_text(len(over), 'cabinet')} EXCEED theirs ({named}).{unknown}"
