"""One placed network through every cost model: the figures of a comparison's row."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from costmodels.bill import Bill, make_bill
from costmodels.cost_set import CostSet
from costmodels.latency import latency_sweep
from costmodels.order import ELECTRICAL, OPTICAL
from costmodels.power import mw_per_gbps, power_of
from costmodels.power_set import PowerSet
from foundation.units import cents_to_money, mm_to_metres
from layout.bounds import Bound
from layout.cable_plan import CablePlan
from layout.result import relative_gap
from reports.comparison import LatencySweep
from structure.bisection import Bisection
from topologies.topology import Topology

Figure = float | int | None


@dataclass(frozen=True)
class Models:
    """Everything that turns a cable plan into figures.

    Attributes
    ----------
    cost_set, power_sets
        The first power set gives the row's power, the others stand beside it.
    reach_mm
        Longest electrical cable; None: the cost set's own.
    switch_ns, sweep_ns
        Switch latency of the row's two latency figures, and those of the sweep.
    """

    cost_set: CostSet
    power_sets: tuple[PowerSet, ...]
    reach_mm: int | None
    switch_ns: float
    sweep_ns: tuple[float, ...]

    @property
    def all_switch_ns(self) -> list[float]:
        """The sweep and the row's switch latency, ascending, each once."""
        return sorted({self.switch_ns, *self.sweep_ns})


@dataclass(frozen=True)
class Evaluation:
    """Figures by the keys of `reports.comparison.MEASURES` and `PER_ENDPOINT`."""

    figures: Mapping[str, Figure]
    per_endpoint: Mapping[str, Figure]
    power_by_set: Mapping[str, float]
    latency: LatencySweep


def evaluate(
    topology: Topology,
    cables: CablePlan,
    inside_mm: int,
    bisection: Bisection,
    bound: Bound | None,
    models: Models,
) -> Evaluation:
    """Return every figure of a placed network; without a bound the two figures of it are None.

    ``inside_mm`` is the length of a cable inside a cabinet, which host cables have.
    """
    bill = make_bill(topology, cables, models.cost_set, models.reach_mm, inside_mm)
    powers = {s.name: power_of(topology, bill.orders, s) for s in models.power_sets}
    main = powers[models.power_sets[0].name]
    latency = latency_sweep(topology.routers, cables.routers, cables.length_mm, models.all_switch_ns)
    mean_ns, max_ns = latency.at(models.switch_ns)
    links = max(len(cables), 1)
    media = np.bincount(bill.orders.medium, minlength=2)
    figures: dict[str, Figure] = {
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
        "power_w": main.network_w,
        "mw_per_gbps": mw_per_gbps(main.network_w, bisection.links, topology.link_gbps),
        "cable_cost_usd": cents_to_money(bill.cable_cents),
        "mean_latency_ns": mean_ns,
        "max_latency_ns": max_ns,
    }
    per_endpoint = _per_endpoint(bill, topology, bisection) | {
        "power_w_per_endpoint": main.network_w_per_endpoint,
        "host_power_w_per_endpoint": main.host_w_per_endpoint,
    }
    sweep = LatencySweep(latency.switch_ns, latency.mean_ns, latency.max_ns)
    return Evaluation(figures, per_endpoint, {n: p.network_w for n, p in powers.items()}, sweep)


def _per_endpoint(bill: Bill, topology: Topology, bisection: Bisection) -> dict[str, Figure]:
    """Return money, metres and bisection of one endpoint; None where there are none."""

    def money(cents: int) -> float | None:
        share = bill.cents_per_endpoint(cents)
        return None if share is None else cents_to_money(share)

    metres = bill.mm_per_endpoint()
    hosts = bill.endpoints
    return {
        "endpoints": hosts,
        "cable_m_per_endpoint": None if metres is None else mm_to_metres(metres),
        "cable_cost_usd_per_endpoint": money(bill.cable_cents),
        "host_cable_cost_usd_per_endpoint": money(bill.host_cable_cents),
        "switch_cost_usd_per_endpoint": money(bill.switch_cents),
        "total_cost_usd_per_endpoint": money(bill.total_cents),
        "bisection_gbps_per_endpoint": bisection.links * topology.link_gbps / hosts if hosts else None,
    }
