"""The cost of a placed network, with metres and counts for checking it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.cable_orders import (
    ELECTRICAL,
    MEDIA,
    BestCables,
    CableOrder,
    CableOrders,
    choose_by_length,
    order_cables,
    parts_sold,
    price_cable,
)
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray, metres
from netfloor.foundation.display.charts import named_bars
from netfloor.foundation.display.data_table import ColumnForm, DataTable, Tabular
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.units import MM_PER_M, cents_to_money, mm_to_metres
from netfloor.layout.cable_plan import CablePlan

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from netfloor.costmodels.sets.cost_set import CostSet
    from netfloor.topologies.topology import Topology

#: How endpoints are connected, as every report states it.
HOST_RULE = (
    "Each endpoint is attached to its switch by one copper cable of the length used inside a "
    "cabinet, at the link's rate."
)


#: Why that is inaccurate for servers with ports on several switches and no positions.
UNPLACED_PORTS = (
    "The servers have ports on several switches, so most of their cables leave the cabinet: they cost more "
    "than stated here. netfloor plan places the servers and measures each cable."
)


#: How endpoints are connected in a plan with server positions.
PLACED_RULE = (
    "Each endpoint has a cable from its server's place in the plan to its switch, with the medium of a "
    "network cable of that length."
)


@dataclass(frozen=True, eq=False, repr=False)
class ServerCables:
    """Cables of endpoints with known positions: lengths in mm, and the number that leave their cabinet."""

    length_mm: IntArray
    between_cabinets: int


@dataclass(frozen=True)
class MediumTotal:
    """Totals of the network cables of one medium."""

    cables: int
    routed_mm: int
    ordered_mm: int
    cents: int


@dataclass(frozen=True)
class LengthRow:
    """Network cables of one part and length (whole metres, rounded up, for parts cut to length)."""

    part: str
    medium: str
    length_mm: int
    cables: int
    cents: int


@dataclass(frozen=True, repr=False)
class Bill(Tabular):
    """Cost of a placed network, in integer cents of ``currency``.

    Attributes
    ----------
    by_medium, rows
        Network cables by ``electrical`` and ``optical``, and by part and ordered length; the rows add up to
        the media.
    cable_cents, switch_cents, host_cable_cents
        Network cables, switches, and cables to endpoints.
    install_cents
        Installation of all cables, None if the cost set has no installation price.
    host_order
        The cable of each endpoint; None without endpoints or if they differ.
    host_rows
        Cables of endpoints by part and ordered length.
    host_cables_between
        Cables of endpoints that leave their cabinet.
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
    host_rows: tuple[LengthRow, ...] = ()
    host_cables_between: int = 0

    def __repr__(self) -> str:
        cables = sum(row.cables for row in (*self.rows, *self.host_rows))
        total = f"{cents_to_money(self.total_cents):,.2f} {self.currency}"
        return f"Bill({total}: {cables:,} cables and the switches, by {self.cost_set})"

    def to_table(self) -> DataTable:
        """Return one row per part and length of cable, then switches and installation."""
        cables = [*self.rows, *self.host_rows]
        others = {"switches": self.switch_cents, "installation": self.install_cents}
        known = {name: cents for name, cents in others.items() if cents is not None}
        blank = [None] * len(known)
        columns: dict[str, Sequence[Any]] = {
            "item": [*(row.part for row in cables), *known],
            "medium": [*(row.medium for row in cables), *blank],
            "length_m": [*(mm_to_metres(row.length_mm) for row in cables), *blank],
            "cables": [*(row.cables for row in cables), *blank],
            "cost": [_money(cents) for cents in (*(row.cents for row in cables), *known.values())],
        }
        forms = {"cost": ColumnForm("Cost", self.currency, lambda value: f"{value:,.2f}")}
        return DataTable(columns, f"Cost by {self.cost_set}", forms)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the cost of cables by medium, server cables, switches and installation; return the axes."""
        parts = {f"{medium} cables": total.cents for medium, total in self.by_medium.items()}
        parts |= {"server cables": self.host_cable_cents, "switches": self.switch_cents}
        if self.install_cents is not None:
            parts["installation"] = self.install_cents
        costs = [cents_to_money(cents) for cents in parts.values()]
        return named_bars(ax, list(parts), costs, f"cost ({self.currency})")

    @property
    def total_cents(self) -> int:
        """Total cost, including installation if the set prices it."""
        cables = self.cable_cents + self.host_cable_cents
        return cables + self.switch_cents + (self.install_cents or 0)

    def cents_per_endpoint(self, cents: int) -> float | None:
        """Return a cost per endpoint, None without endpoints."""
        return cents / self.endpoints if self.endpoints else None

    def mm_per_endpoint(self) -> float | None:
        """Return the routed network cable per endpoint, None without endpoints."""
        routed_mm = sum(total.routed_mm for total in self.by_medium.values())
        return routed_mm / self.endpoints if self.endpoints else None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: money in currency units, lengths in metres."""
        host = self.host_order
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
            "by_medium": {medium: _shown(t) for medium, t in self.by_medium.items()},
            "by_length": [_shown(row) for row in self.rows],
            "host_cables_by_length": [_shown(row) for row in self.host_rows],
            "host_cable": host
            and {
                "part": host.part,
                "medium": host.medium,
                "length_m": mm_to_metres(host.ordered_length_mm),
                "cost": _money(host.price_cents),
            },
        }


def make_bill(
    topology: "Topology",
    plan: CablePlan,
    cost_set: "CostSet",
    electrical_reach_mm: int | None = None,
    host_cable_mm: int = 2000,
    servers: ServerCables | None = None,
) -> Bill:
    """Return the bill of a placed network.

    Switches are priced by their ports in use, network links and endpoints. Raise `InfeasibleError` if the
    set sells no cable for a link or for the endpoints.

    Parameters
    ----------
    host_cable_mm
        Length of each endpoint's cable, which stays inside a cabinet by `HOST_RULE`.
    servers
        The endpoints' cables if servers have positions (`PLACED_RULE`); None if all are equal.
    """
    if len(plan) != topology.link_count:
        raise ValueError(f"the plan has {len(plan)} cables, the network {topology.link_count}")
    orders = order_cables(plan, cost_set, topology.rates_of_links, electrical_reach_mm)
    hosts = int(topology.endpoints.sum())
    host_order: CableOrder | None = None
    host_rows: tuple[LengthRow, ...] = ()
    between = 0 if servers is None else servers.between_cabinets
    if servers is not None:
        host_rows = _server_rows(servers, cost_set, topology.server_gbps, electrical_reach_mm)
    elif hosts:
        host_order = price_cable(cost_set, MEDIA[ELECTRICAL], host_cable_mm, topology.server_gbps)
        size = host_order.ordered_length_mm, hosts, hosts * host_order.price_cents
        host_rows = (LengthRow(host_order.part, host_order.medium, *size),)
    return Bill(
        cost_set=cost_set.name,
        currency=cost_set.currency,
        endpoints=hosts,
        by_medium=_medium_totals(orders),
        rows=_length_rows(orders, orders.parts, orders.made_to_length),
        cable_cents=orders.total_cents,
        switch_cents=_switch_cents(topology, cost_set),
        host_cables=hosts,
        host_cable_cents=sum(row.cents for row in host_rows),
        install_cents=_install_cents(plan, hosts, between, cost_set),
        host_order=host_order,
        orders=orders,
        host_rows=host_rows,
        host_cables_between=between,
    )


def _medium_totals(orders: CableOrders) -> dict[str, MediumTotal]:
    columns = (orders.routed_length_mm, orders.ordered_length_mm, orders.price_cents)
    chosen = {medium: orders.medium == code for code, medium in enumerate(MEDIA)}
    return {
        medium: MediumTotal(int(own.sum()), *(int(column[own].sum()) for column in columns))
        for medium, own in chosen.items()
    }


def _server_rows(
    servers: ServerCables, cost_set: "CostSet", gbps: float, reach_mm: int | None
) -> tuple[LengthRow, ...]:
    """Return servers' cables by part and length; raise an error for a length that is not on sale."""
    best = choose_by_length(servers.length_mm, cost_set, gbps, reach_mm)
    if (best.price_cents == NOT_SOLD).any():
        longest = metres(int(servers.length_mm[best.price_cents == NOT_SOLD].max()))
        raise InfeasibleError(f"cost set {cost_set.name!r} sells no cable of {longest} to a server")
    return _length_rows(best, *parts_sold(cost_set))


def _length_rows(
    bought: CableOrders | BestCables, parts: tuple[str, ...], cut: npt.NDArray[np.bool_]
) -> tuple[LengthRow, ...]:
    """Return counts by part and length, in the order of the parts, then of length."""
    ordered_mm = bought.ordered_length_mm
    length_mm = np.where(cut[bought.part], -(-ordered_mm // MM_PER_M) * MM_PER_M, ordered_mm)
    span_mm = int(length_mm.max(initial=0)) + 1
    keys = bought.part * span_mm + length_mm
    _, first, inverse, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    cents = np.zeros(len(counts), np.int64)
    np.add.at(cents, inverse, bought.price_cents)
    numbers = zip(length_mm[first], counts, cents, strict=True)
    kinds = zip(bought.part[first], bought.medium[first], strict=True)
    return tuple(
        LengthRow(parts[part], MEDIA[medium], *map(int, own))
        for (part, medium), own in zip(kinds, numbers, strict=True)
    )


def _switch_cents(topology: "Topology", cost_set: "CostSet") -> int:
    ports, routers = np.unique(topology.ports, return_counts=True)
    prices = (cost_set.router.cents(port) for port in ports.tolist())
    return sum(price * count for price, count in zip(prices, routers.tolist(), strict=True))


def _install_cents(plan: CablePlan, hosts: int, hosts_between: int, cost_set: "CostSet") -> int | None:
    if cost_set.installation is None:
        return None
    inside = int(plan.inside_cabinets.sum()) + hosts - hosts_between
    within_cents, between_cents = cost_set.installation.cents
    return inside * within_cents + (len(plan) + hosts - inside) * between_cents


def _money(cents: int | None) -> float | None:
    return None if cents is None else round(cents_to_money(cents), 2)


def _shown(row: MediumTotal | LengthRow) -> dict[str, Any]:
    """Return a row with lengths in metres and money in currency units."""
    shown: dict[str, Any] = {}
    for name, value in vars(row).items():
        if name.endswith("_mm"):
            shown[f"{name[:-2]}m"] = mm_to_metres(value)
        else:
            shown["cost" if name == "cents" else name] = _money(value) if name == "cents" else value
    return shown
