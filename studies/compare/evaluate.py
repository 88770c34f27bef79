"""One placed network through every cost model: the figures of a comparison's row."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from netfloor.costmodels.bill import Bill, ServerCables, make_bill
from netfloor.costmodels.cable_orders import ELECTRICAL, OPTICAL
from netfloor.costmodels.latency import latency_of
from netfloor.costmodels.power import mw_per_gbps, power_of
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.layout.bounds import Bound
from netfloor.layout.cable_plan import CablePlan
from netfloor.layout.result import relative_gap
from netfloor.reports.comparison.types import LatencySweep
from netfloor.structure.bisection.halves import Halves
from netfloor.topologies.topology import Topology

Figure = float | int | None


@dataclass(frozen=True)
class Models:
    """Everything that turns a cable plan into figures; a row's power is that of the first power set.

    ``reach_mm`` is the longest electrical cable, None for the cost set's own; ``switch_ns`` is for the
    row's two latency figures.
    """

    cost_set: CostSet
    power_sets: tuple[PowerSet, ...]
    reach_mm: int | None
    switch_ns: float
    sweep_ns: tuple[float, ...]


@dataclass(frozen=True)
class Evaluation:
    """Figures by the keys of `reports.comparison.types.MEASURES` and `PER_ENDPOINT`."""

    figures: Mapping[str, Figure]
    per_endpoint: Mapping[str, Figure]
    power_by_set: Mapping[str, float]
    latency: LatencySweep


def evaluate(
    topology: Topology,
    cables: CablePlan,
    inside_mm: int,
    bisection: Halves,
    bound: Bound | None,
    models: Models,
    servers: ServerCables | None = None,
) -> Evaluation:
    """Return every figure of a placed network; without a bound the two figures of it are None.

    ``inside_mm`` is the length of a cable inside a cabinet, which host cables have without ``servers``.
    """
    bill = make_bill(topology, cables, models.cost_set, models.reach_mm, inside_mm, servers)
    powers = {s.name: power_of(topology, bill.orders, s) for s in models.power_sets}
    main = powers[models.power_sets[0].name]
    switch_ns = sorted({models.switch_ns, *models.sweep_ns})
    latency = latency_of(topology, cables, switch_ns)
    mean_ns, max_ns = latency.at(models.switch_ns)
    figures = _counted(topology, cables, bill, bisection, bound) | {
        "power_w": main.network_w,
        "mw_per_gbps": mw_per_gbps(main.network_w, bisection.links, topology.link_gbps),
        "cable_cost": cents_to_money(bill.cable_cents),
        "mean_latency_ns": mean_ns,
        "max_latency_ns": max_ns,
    }
    per_endpoint = _per_endpoint(bill, topology, bisection) | {
        "power_w_per_endpoint": main.network_w_per_endpoint,
        "host_power_w_per_endpoint": main.host_w_per_endpoint,
    }
    sweep = LatencySweep(latency.switch_ns, latency.mean_ns, latency.max_ns)
    return Evaluation(figures, per_endpoint, {n: p.network_w for n, p in powers.items()}, sweep)


def _counted(
    topology: Topology, cables: CablePlan, bill: Bill, bisection: Halves, bound: Bound | None
) -> dict[str, Figure]:
    links = max(len(cables), 1)
    media = np.bincount(bill.orders.medium, minlength=2)
    return {
        "routers": topology.routers,
        "radix": topology.radix,
        "links": topology.link_count,
        "mean_cable_m": mm_to_metres(cables.mean_mm),
        "max_cable_m": mm_to_metres(cables.max_mm),
        "lower_bound_m": None if bound is None else mm_to_metres(bound.length_mm / links),
        "gap": None if bound is None else relative_gap(cables.total_mm, bound.length_mm),
        "electrical_links": int(media[ELECTRICAL]),
        "optical_links": int(media[OPTICAL]),
        "bisection_links": bisection.links,
        "bisection_lower_links": bisection.lower_links,
    }


def _per_endpoint(bill: Bill, topology: Topology, bisection: Halves) -> dict[str, Figure]:
    """Return money, metres and bisection of one endpoint; None where there are none."""

    def money(cents: int) -> float | None:
        share = bill.cents_per_endpoint(cents)
        return None if share is None else cents_to_money(share)

    metres = bill.mm_per_endpoint()
    hosts = bill.endpoints
    return {
        "endpoints": hosts,
        "cable_m_per_endpoint": None if metres is None else mm_to_metres(metres),
        "cable_cost_per_endpoint": money(bill.cable_cents),
        "host_cable_cost_per_endpoint": money(bill.host_cable_cents),
        "switch_cost_per_endpoint": money(bill.switch_cents),
        "total_cost_per_endpoint": money(bill.total_cents),
        "bisection_gbps_per_endpoint": bisection.links * topology.link_gbps / hosts if hosts else None,
    }
