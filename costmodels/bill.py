"""What a placed network costs in money, with metres and counts to check it by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from costmodels.order import ELECTRICAL, MEDIA, CableOrder, CableOrders, order_cables, price_cable
from foundation.units import MM_PER_M, cents_to_money, mm_to_metres
from layout.cable_plan import CablePlan

if TYPE_CHECKING:
    from costmodels.cost_set import CostSet
    from topologies.topology import Topology

#: How endpoints are joined, as every report says it.
HOST_RULE = (
    "Each endpoint hangs on its router by one electrical cable of the length used inside a "
    "cabinet, at the link's rate."
)


@dataclass(frozen=True)
class MediumTotal:
    """The network cables of one medium together."""

    cables: int
    routed_mm: int
    ordered_mm: int
    cents: int


@dataclass(frozen=True)
class LengthRow:
    """Network cables of one part and length; a part cut to length in whole metres, rounded up."""

    part: str
    medium: str
    length_mm: int
    cables: int
    cents: int


@dataclass(frozen=True)
class Bill:
    """Money for a placed network, in integer cents of ``currency``.

    Attributes
    ----------
    by_medium
        Network cables by ``electrical`` and ``optical``.
    rows
        Network cables by part and ordered length; they add up to ``by_medium``.
    cable_cents, switch_cents, host_cable_cents
        Network cables, routers, and cables to endpoints.
    install_cents
        Laying all of them, None where the cost set has no installation.
    host_order
        The cable that each endpoint hangs on, None without endpoints.
    orders
        Every network cable.
    """

    cost_set: str
    currency: str
    endpoints: int
    by_medium: Mapping[str, MediumTotal]
    rows: tuple[LengthRow, ...]
    cable_cents: int
    switch_cents: int
    host_cables: int
    host_cable_cents: int
    install_cents: int | None
    host_order: CableOrder | None
    orders: CableOrders = field(repr=False, compare=False)

    @property
    def total_cents(self) -> int:
        """All money together; installation where the set has it."""
        cables = self.cable_cents + self.host_cable_cents
        return cables + self.switch_cents + (self.install_cents or 0)

    def cents_per_endpoint(self, cents: int) -> float | None:
        """Return a share of one endpoint, None where there are none."""
        return cents / self.endpoints if self.endpoints else None

    def mm_per_endpoint(self) -> float | None:
        """Return routed network cable per endpoint, None where there are none."""
        routed_mm = sum(total.routed_mm for total in self.by_medium.values())
        return routed_mm / self.endpoints if self.endpoints else None

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON shows: money in currency units, lengths in metres."""
        money = {
            name: _money(getattr(self, f"{name}_cents"))
            for name in ("cable", "switch", "host_cable", "install", "total")
        }
        return {
            "cost_set": self.cost_set,
            "currency": self.currency,
            "endpoints": self.endpoints,
            "host_cables": self.host_cables,
            **{f"{name}_cost": value for name, value in money.items()},
            "by_medium": {medium: _medium_dict(t) for medium, t in self.by_medium.items()},
            "by_length": [_row_dict(row) for row in self.rows],
            "host_cable": _order_dict(self.host_order) if self.host_order else None,
        }


def make_bill(
    topology: "Topology",
    plan: CablePlan,
    cost_set: "CostSet",
    electrical_reach_mm: int | None = None,
    host_cable_mm: int = 2000,
) -> Bill:
    """Return the bill of a placed network.

    Routers are priced by their ports in use, network links and endpoints. Host cables
    follow `HOST_RULE`; they are laid inside cabinets.

    Raises
    ------
    InfeasibleError
        If the set sells no cable for a link, or none for the endpoints.
    """
    if len(plan) != topology.link_count:
        raise ValueError(f"the plan has {len(plan)} cables, the network {topology.link_count}")
    orders = order_cables(plan, cost_set, topology.link_gbps, electrical_reach_mm)
    hosts = int(topology.endpoints.sum())
    host_order = (
        price_cable(cost_set, MEDIA[ELECTRICAL], host_cable_mm, topology.link_gbps) if hosts else None
    )
    return Bill(
        cost_set=cost_set.name,
        currency=cost_set.currency,
        endpoints=hosts,
        by_medium=_medium_totals(orders),
        rows=_length_rows(orders),
        cable_cents=orders.total_cents,
        switch_cents=_switch_cents(topology, cost_set),
        host_cables=hosts,
        host_cable_cents=hosts * host_order.price_cents if host_order else 0,
        install_cents=_install_cents(plan, hosts, cost_set),
        host_order=host_order,
        orders=orders,
    )


def _medium_totals(orders: CableOrders) -> dict[str, MediumTotal]:
    totals = {}
    for code, medium in enumerate(MEDIA):
        of_medium = orders.medium == code
        totals[medium] = MediumTotal(
            int(of_medium.sum()),
            int(orders.routed_length_mm[of_medium].sum()),
            int(orders.ordered_length_mm[of_medium].sum()),
            int(orders.price_cents[of_medium].sum()),
        )
    return totals


def _length_rows(orders: CableOrders) -> tuple[LengthRow, ...]:
    """Return counts by part and length, in the order of the parts, then of length."""
    whole_metres = -(-orders.ordered_length_mm // MM_PER_M) * MM_PER_M
    length_mm = np.where(orders.made_to_length[orders.part], whole_metres, orders.ordered_length_mm)
    span_mm = int(length_mm.max(initial=0)) + 1
    keys = orders.part * span_mm + length_mm
    _, first, inverse, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    cents = np.zeros(len(counts), np.int64)
    np.add.at(cents, inverse, orders.price_cents)
    return tuple(
        LengthRow(
            orders.parts[orders.part[cable]],
            MEDIA[orders.medium[cable]],
            int(length_mm[cable]),
            int(count),
            int(money),
        )
        for cable, count, money in zip(first, counts, cents, strict=True)
    )


def _switch_cents(topology: "Topology", cost_set: "CostSet") -> int:
    ports, routers = np.unique(topology.ports, return_counts=True)
    prices = (cost_set.router.cents(port) for port in ports.tolist())
    return sum(price * count for price, count in zip(prices, routers.tolist(), strict=True))


def _install_cents(plan: CablePlan, hosts: int, cost_set: "CostSet") -> int | None:
    if cost_set.installation is None:
        return None
    inside = int(plan.inside_cabinets.sum())
    within_cents, between_cents = cost_set.installation.cents
    return (inside + hosts) * within_cents + (len(plan) - inside) * between_cents


def _money(cents: int | None) -> float | None:
    return None if cents is None else round(cents_to_money(cents), 2)


def _medium_dict(total: MediumTotal) -> dict[str, Any]:
    return {
        "cables": total.cables,
        "routed_m": mm_to_metres(total.routed_mm),
        "ordered_m": mm_to_metres(total.ordered_mm),
        "cost": _money(total.cents),
    }


def _row_dict(row: LengthRow) -> dict[str, Any]:
    return {
        "part": row.part,
        "medium": row.medium,
        "length_m": mm_to_metres(row.length_mm),
        "cables": row.cables,
        "cost": _money(row.cents),
    }


def _order_dict(order: CableOrder) -> dict[str, Any]:
    return {
        "part": order.part,
        "medium": order.medium,
        "length_m": mm_to_metres(order.ordered_length_mm),
        "cost": _money(order.price_cents),
    }
