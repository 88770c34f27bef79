"""The result of ``grow``: what stays, moves, comes and goes, then purchases, then the search."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from netfloor.fabric.fabric import KINDS, Fabric
from netfloor.foundation.units import cents_to_money, mm_to_metres, money_text
from netfloor.foundation.wording import count_text, join_words
from netfloor.layout.expansion import Grown
from netfloor.layout.result import gap_text, is_telling, with_words
from netfloor.plans.diff import PlanDiff
from netfloor.plans.migration.growth import FabricGrowth
from netfloor.plans.migration.planner import Migration
from netfloor.plans.order.difference import OrderDifference
from netfloor.reports.diff.table import counts
from netfloor.reports.formats.table import Column, Table, count_column, money_column
from netfloor.rooms.any_room import Room
from netfloor.rooms.hosts.server_placement import HostPlan
from netfloor.studies.grow.carried import CarriedChange
from netfloor.studies.grow.servers import servers_document
from netfloor.studies.hall_plan.servers import server_words
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class WhatStays:
    """What stays of a plan in the new one, and the order of the difference."""

    growth: FabricGrowth
    order: OrderDifference | None  # None if nothing is bought by a catalogue; ``unordered`` is the reason
    unordered: str = ""
    warnings: tuple[str, ...] = ()  # urgent remarks, such as overfull trays

    def to_dict(self) -> dict[str, Any]:
        """Return the account for JSON."""
        growth = self.growth
        return {
            "stays": {
                "devices": growth.device_counts.model_dump(),
                "cables": growth.cable_counts.model_dump(),
            },
            "order": None if self.order is None else order_document(self.order),
            "order_unknown": self.unordered,
            "warnings": list(self.warnings),
        }

    def fields(self) -> Iterator[tuple[str, str]]:
        """Yield the result: devices and cables kept, changed, to buy, and left over."""
        yield from (("WARNING", text) for text in self.warnings)
        growth = self.growth
        devices, cables = growth.device_counts, growth.cable_counts
        yield (
            "kept",
            f"{devices.stay:,} of {count_text(len(growth.old.devices), 'device')} in their places, "
            f"{cables.stay:,} of {count_text(len(growth.old.cables), 'cable')} with id, ports and length",
        )
        moved = {name for name, stays in growth.devices.items() if not stays}
        old, new = growth.old, growth.new
        came = {device.name for device in new.devices} - growth.devices.keys()
        gone = {device.name for device in old.devices} - growth.devices.keys()
        yield "moved", f"{_kinds(new, moved)}; {count_text(cables.changed, 'cable')} to lay again or replug"
        yield "added", f"{_kinds(new, came)}; {count_text(cables.added, 'cable')}"
        yield "removed", f"{_kinds(old, gone)}; {count_text(cables.removed, 'cable')}"
        yield from self._order_fields()

    def _order_fields(self) -> Iterator[tuple[str, str]]:
        order = self.order
        if order is None:
            if self.unordered:
                yield "to buy", f"unknown: {self.unordered}"
            return
        (buy, spare), money = order.pieces, f" {order.currency}"
        yield (
            "to buy",
            f"{count_text(buy, 'piece')} of {count_text(len(order.bought), 'part')} more, "
            f"{money_text(order.buy_cents)}{money} before taxes",
        )
        yield (
            "left over",
            f"{count_text(spare, 'piece')} of {count_text(len(order.left), 'part')}, bought for "
            f"{money_text(order.spare_cents)}{money}"
            if spare
            else "no parts",
        )


def _kinds(fabric: Fabric, names: set[str]) -> str:
    """Return the number of the named devices by kind."""
    kinds = [device.kind for device in fabric.devices if device.name in names]
    texts = [count_text(kinds.count(kind), _NAMES.get(kind, kind)) for kind in KINDS if kind in kinds]
    return join_words(texts) if texts else "no device"


_NAMES = {"switch": "switch", "pdu": "PDU", "storage": "storage device", "other": "other device"}


def order_document(order: OrderDifference) -> dict[str, Any]:
    """Return the order of the difference for JSON."""
    return {
        "currency": order.currency,
        "to_buy": cents_to_money(order.buy_cents),
        "to_spare": cents_to_money(order.spare_cents),
        "parts": [
            {
                "part": row.sku.part,
                "name": row.sku.name,
                "kind": row.sku.kind,
                "had": row.had,
                "needed": row.needed,
                "buy": row.purchase.quantity,
                "unit_price": cents_to_money(row.purchase.unit_cents),
                "price": cents_to_money(row.purchase.total_cents),
                "spare": row.spare,
                "paid_for_spare": cents_to_money(row.spare_cents),
            }
            for row in order.rows
        ],
    }


def order_table(order: OrderDifference) -> Table:
    """Return the parts to buy and left over, a row each."""
    columns = (
        Column("part"),
        Column("name"),
        *map(count_column, ("had", "needed", "buy")),
        money_column("unit", order.currency),
        money_column("price", order.currency),
        count_column("spare"),
        money_column("paid for\nspare", order.currency),
    )
    rows = [
        (
            *(row.sku.part, row.sku.name, row.had, row.needed, row.purchase.quantity),
            *(row.purchase.unit_cents if row.purchase.quantity else None, row.purchase.total_cents),
            *(row.spare, row.spare_cents),
        )
        for row in order.rows
        if row.purchase.quantity or row.spare
    ]
    return Table("The order of the difference", columns, rows)


@dataclass(frozen=True)
class GrowReport:
    """The result of the expansion of a network made by formulas."""

    old_plan: Path
    out: Path
    topology: Topology
    room: Room
    grown: Grown
    diff: PlanDiff
    stays: WhatStays
    migration: Migration | None
    notes: tuple[str, ...]
    hosts: HostPlan | None = None
    carried: CarriedChange | None = field(default=None)

    @property
    def interrupted(self) -> bool:
        """True if the search was interrupted."""
        return self.grown.result.status == "interrupted"

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``grow --json``."""
        grown, result = self.grown, self.grown.result
        return {
            "schema": 1,
            "old_plan": str(self.old_plan),
            "network": self.topology.name,
            "room": self.room.summary,
            "plan": str(self.out),
            **self.stays.to_dict(),
            "total_cable_m": mm_to_metres(result.cost_mm),
            "lower_bound_m": mm_to_metres(result.bound.length_mm),
            "lower_bound_with": result.bounded_with,
            "weight_m": None if grown.growth.stays else mm_to_metres(grown.growth.weight_mm),
            "touched_cables": grown.touched,
            "least_touched_cables": grown.growth.min_touched,
            "weighed_m": mm_to_metres(result.cost_mm + grown.growth.weight_mm * grown.touched),
            "found_by": grown.found_by,
            "placed_anew": _way(grown.replaced_mm, grown.replaced_touched),
            "old_routers_stay": _way(grown.unmoved_mm, grown.unmoved_touched),
            "servers": servers_document(self.hosts, self.topology),
            "status": result.status,
            "seed": result.seed,
            "account": self.diff.account,
            "counts": counts(self.diff),
            "migration": None if self.migration is None else migration_document(self.migration),
            "carried": None if self.carried is None else self.carried.to_dict(),
            "notes": list(self.notes),
        }

    def text(self) -> str:
        """Return the result, then the search, in a few lines."""
        document = self.to_dict()
        fields = [*self.stays.fields(), *self._found(document)]
        lines = [f"{name:<12} {value}" for name, value in fields]
        if self.hosts is not None:
            lines.append(f"server cable {server_words(self.hosts, self.topology.endpoints)}")
        if self.carried is not None:
            lines.append(f"carries      {self.carried.text()}")
        if self.migration is not None:
            lines.append(f"migration    {migration_text(self.migration)}")
        return "\n".join([*lines, f"plan         {self.out}"])

    def _found(self, document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield "network", f"{self.topology.name} in {self.room.summary}"
        bound = document["lower_bound_m"]
        yield (
            "cable",
            f"{document['total_cable_m']:,.3f} m between switches, {_above(self.grown.result.gap)}"
            f"lower bound{with_words(document['lower_bound_with'])} {bound:,.3f} m; best with "
            f"{self.grown.found_by}",
        )
        weight = document["weight_m"]
        yield (
            "touched",
            f"{document['touched_cables']:,} of the old cables between switches, lower bound "
            f"{document['least_touched_cables']:,}{'' if weight is None else f'; {weight:g} m each'}",
        )
        ways = (("all free", "placed_anew"), ("old stay", "old_routers_stay"))
        for name, key in ways if document["placed_anew"] else ():
            if (way := document[key]) is not None:
                yield name, f"{way['total_cable_m']:,.3f} m, {way['touched_cables']:,} touched"


def _above(gap: float | None) -> str:
    """Return the gap before a lower bound; empty if it says nothing."""
    return f"{gap_text(gap)} above the " if is_telling(gap) else ""


def _way(cost_mm: int | None, touched: int | None) -> dict[str, Any] | None:
    """Return another placement for JSON; None if it was not tried."""
    if cost_mm is None:
        return None
    return {"total_cable_m": mm_to_metres(cost_mm), "touched_cables": touched}


def migration_text(migration: Migration) -> str:
    """Return a migration as text, with its bisection if known."""
    steps = f"{count_text(migration.count, 'step')} in {count_text(migration.batches, 'batch')}"
    if not (migration.before_links or migration.after_links):
        return steps
    during = f"at least {migration.least_links:,} during"
    ends = f"{migration.before_links:,} before, {during}, {migration.after_links:,} after"
    return f"{steps}; certified bisection {ends}"


def migration_document(migration: Migration) -> dict[str, Any]:
    """Return a migration for JSON."""
    return {
        "floor_links": migration.floor_links,
        "before_links": migration.before_links,
        "least_links": migration.least_links,
        "after_links": migration.after_links,
        "batches": migration.batches,
        "steps": [asdict(step) for step in migration.steps],
    }
