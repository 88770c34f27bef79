"""What stands in each cabinet of a plan, against its limits."""

from typing import TYPE_CHECKING

import numpy as np

from layout.host_places import host_places

if TYPE_CHECKING:
    from netfloor.hall_plan_run import HallPlan


def load_rows(plan: "HallPlan") -> list[tuple[str, ...]]:
    """Return name, switches, servers, W, limit, kg, limit of cabinets in use, the heaviest loaded first."""
    hosts, devices = plan.hosts, plan.hosts.devices
    places = host_places(plan.room, devices.heights, hosts.per_cabinet)
    at = places.of_slots(plan.room)[plan.result.placement.slot_of]
    count = len(places.names)
    switches = np.bincount(at, minlength=count)
    servers = np.bincount(hosts.cabinet, minlength=count)
    mw = np.bincount(at, devices.switch_mw, minlength=count) + servers * devices.server_mw
    g = np.bincount(at, devices.switch_g, minlength=count) + servers * devices.server_g
    share = np.where(places.limit_mw > 0, mw / np.maximum(places.limit_mw, 1), 0.0)
    order = np.lexsort((np.arange(count), -mw, -share))
    used = [i for i in order.tolist() if switches[i] or servers[i]]
    return [
        (
            places.names[i],
            f"{switches[i]}",
            f"{servers[i]}",
            f"{mw[i] / 1000:,.0f}",
            _limit(int(places.limit_mw[i])),
            f"{g[i] / 1000:,.0f}",
            _limit(int(places.limit_g[i])),
        )
        for i in used
    ]


def _limit(thousandths: int) -> str:
    return "none" if thousandths < 0 else f"{thousandths / 1000:,.0f}"
