"""How full a hall's trays are with the cables that a plan buys."""

import numpy as np

from costmodels.catalogue.link_choice import MEDIA
from netfloor.bom_run import MadeBom
from netfloor.hall_plan_file import TraysTable
from rooms.hall.hall import Hall
from rooms.hall.tray_fill import TrayCables, TrayFill, tray_fill


def bought_tray_fill(hall: Hall, made: MadeBom, areas: TraysTable) -> TrayFill:
    """Return the trays' fill when every cable, of a server or between switches, goes the shortest way."""
    choice, plan = made.choice, made.plan
    medium = choice.medium
    used = hall.usable[hall.slot_cabinet]
    network = [(used[slot], hall.slot_unit[slot]) for slot in plan.cables.slots.T]
    ends = [network]
    if plan.hosts is not None:
        server = plan.hosts.of_endpoints(plan.topology.endpoints)
        slot = plan.placement.slot_of[plan.hosts.router[server]]
        numbers = hall_numbers(hall)
        there = numbers[plan.hosts.cabinet[server]], plan.hosts.unit[server].astype(np.int32)
        ends.append([(used[slot], hall.slot_unit[slot]), there])
    links = sum(len(pair[0][0]) for pair in ends)
    first, second = (
        tuple(np.concatenate([pair[side][part] for pair in ends]).astype(np.int32) for part in (0, 1))
        for side in (0, 1)
    )
    area = np.where(medium[:links] == MEDIA.index("optical"), areas.optical_mm2, areas.electrical_mm2)
    cables = TrayCables(
        (first[0], first[1]), (second[0], second[1]), [MEDIA[code] for code in medium[:links]], area
    )
    return tray_fill(hall, cables)


def hall_numbers(hall: Hall) -> np.ndarray:
    """Return the number in the hall of every cabinet that servers may stand in."""
    return np.array([i for i, cabinet in enumerate(hall.cabinets) if not cabinet.taken], dtype=np.int32)
