"""One cost model applied to one plan: what ``cost``, ``power`` and ``latency`` print."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.costmodels.bill import HOST_RULE, PLACED_RULE, UNPLACED_PORTS, make_bill
from netfloor.costmodels.buying.bill_purchases import purchases_of_bill
from netfloor.costmodels.buying.ownership import Ownership, cost_of_ownership
from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
from netfloor.costmodels.cable_orders import order_cables, reach_rule, reach_to_mm
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.costmodels.latency import CABLE_DELAY_ROW, Latency, latency_of
from netfloor.costmodels.power import mw_per_gbps, power_of
from netfloor.costmodels.sets.coefficient import coefficient_label, unit_label
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import key_label
from netfloor.plans.by_names import server_cables
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import BY_BILL, load_any_plan, load_plan
from netfloor.plans.plan import Plan
from netfloor.reports.bom.ownership import ownership_document
from netfloor.reports.formats.listing import Listing, RowColumn
from netfloor.reports.formats.table import Column
from netfloor.reports.formats.text import one_line
from netfloor.reports.lists.power import laid_power_document, laid_power_text
from netfloor.structure.bisection.halves import halves
from netfloor.structure.bisection.interval import bisection

DEFAULT_SWEEP_NS = tuple(float(ns) for ns in range(0, 1001, 100))
_DEFAULT_SWITCH = (
    f"Other commands, such as traffic simulate, assume {DEFAULT_SWITCH_NS:g} ns per switch where none is "
    "given: UNVERIFIED, no source was found."
)
#: What the lines of a bill and of a network's power are called, and where a document has them.
_MONEY = {
    "network cables": "cable_cost",
    "switches": "switch_cost",
    "server cables": "host_cable_cost",
    "installation": "install_cost",
    "total": "total_cost",
}
_WATTS = {
    "switches": "routers_w",
    "network": "network_w",
    "ports to servers": "host_w",
    "network per endpoint": "network_w_per_endpoint",
}


@dataclass(frozen=True)
class PlanCost:
    """The bill of a plan by a cost set, as JSON has it, and its cost of ownership if asked for."""

    document: dict[str, Any]
    ownership: Ownership | None


def plan_cost(
    path: Path, set_name: str, reach_m: float | None, owned: tuple[Path, str] | None = None
) -> PlanCost:
    """Price the plan at ``path``; ``reach_m``: longest electrical cable in m, None: the set's.

    ``owned`` is a file of ownership terms and a power set's name, for the cost of ownership.
    `InputError` if the plan, a set or the terms cannot be read, or the terms are in another currency.
    """
    cost_set, reach_mm = load_cost_set(set_name), reach_to_mm(reach_m)
    plan = load_plan(path, instead=BY_BILL)
    servers = server_cables(plan)
    bill = make_bill(plan.topology, plan.cables, cost_set, reach_mm, plan.room.inside_mm, servers)
    host_rules = [HOST_RULE if servers is None else PLACED_RULE]
    if servers is None and plan.topology.servers is not None:
        host_rules.append(UNPLACED_PORTS)
    ownership, shown = None, None
    if owned is not None:
        terms, power_set = load_ownership_terms(owned[0]), load_power_set(owned[1])
        power = power_of(plan.topology, bill.orders, power_set)
        purchases = purchases_of_bill(bill, power, plan.topology, plan.cables)
        ownership = cost_of_ownership(purchases, terms)
        shown = ownership_document(ownership) | {"power_set": power_set.name}
    document = {
        "schema": 1,
        **_about(plan),
        **bill.to_dict(),
        "prices": cost_set.prices_text,
        "order": None if plan.order is None else plan.order.catalogue,
        "ownership": shown,
        "rules": [reach_rule(cost_set, reach_mm), *host_rules, *cost_set.notes],
        "sources": list(map(asdict, cost_set.coefficients())),
    }
    return PlanCost(document, ownership)


def cost_text(document: dict[str, Any]) -> str:
    """Return the bill for people: media, lengths, totals, rules, sources."""
    money = document["currency"]
    lines = [document["prices"]]
    if document["order"] is not None:
        lines.append(f"the plan's own order, by {one_line(document['order'])}: netfloor bom")
    lines += [f"{document['network']} in {document['room']}", ""]
    tables = [
        ("part, network", document["by_length"]),
        ("part, to servers", document["host_cables_by_length"]),
    ]
    names = [name for name, rows in tables if rows]
    wide = max((len(row["part"]) for _, rows in tables for row in rows), default=20)
    wide = max([wide, *map(len, names)])
    for name, rows in tables:
        if rows:
            lines += [f"{name:<{wide}} {'up to m':>7} {'cables':>6} {money:>12}"]
            lines += [_length_line(row, wide) for row in rows]
            lines.append("")
    for name, key in _MONEY.items():
        value = document[key]
        told = "not in this set" if value is None else f"{value:,.2f}"
        lines.append(f"{name:<{wide}} {told:>27}")
    return "\n".join([*lines, "", *_footnotes(document)])


def _length_line(row: Mapping[str, Any], wide: int) -> str:
    length = f"{row['length_m']:,.3f}".rstrip("0").rstrip(".")
    return f"{row['part']:<{wide}} {length:>7} {row['cables']:>6} {row['cost']:>12,.2f}"


def power_document(
    path: Path, set_name: str, cost_set_name: str, reach_m: float | None, bisection_seed: int | None
) -> dict[str, Any]:
    """Return the power of the plan at ``path`` by the set ``set_name``; of lists the listed watts.

    With a ``bisection_seed`` a bisection is looked for, and power by its bandwidth is in the document.
    Media are those of the cost set with its reach or with ``reach_m``, in m. `InputError` if the plan or a
    set cannot be read.
    """
    power_set, cost_set = load_power_set(set_name), load_cost_set(cost_set_name)
    reach_mm = reach_to_mm(reach_m)
    plan = load_any_plan(path, networks=False, instead=BY_BILL)
    if isinstance(plan, LaidFabric):
        if bisection_seed is not None:
            what = "is of networks made by a formula, and this plan is made from lists"
            raise InputError(setting("bisection"), what, "leave it out")
        return laid_power_document(plan)
    orders = order_cables(plan.cables, cost_set, plan.topology.link_gbps, reach_mm)
    power = power_of(plan.topology, orders, power_set)
    document: dict[str, Any] = {
        "schema": 1,
        **_about(plan),
        **power.to_dict(),
        "rules": [reach_rule(cost_set, reach_mm), *power_set.notes],
        "sources": list(map(asdict, power_set.coefficients())),
    }
    if bisection_seed is not None:
        half = halves(plan.topology, lambda: bisection(plan.topology, seed=bisection_seed))
        document["bisection_links"] = half.links
        document["bisection_lower_links"] = half.lower_links
        document["mw_per_gbps"] = mw_per_gbps(power.network_w, half.links, plan.topology.link_gbps)
    return document


def power_text(document: dict[str, Any]) -> str:
    """Return the power for people."""
    if "devices_w" in document:
        return laid_power_text(document)
    lines = [f"{document['network']} in {document['room']}, power set {document['power_set']}", ""]
    for medium, watts in document["by_medium_w"].items():
        lines.append(f"{key_label(medium) + ' links':<24} {watts:>14,.2f} W")
    for name, key in _WATTS.items():
        value = document[key]
        lines.append(f"{name:<24} " + ("no figure" if value is None else f"{value:>14,.2f} W"))
    if "mw_per_gbps" in document:
        value = document["mw_per_gbps"]
        shown = "no bisection" if value is None else f"{value:>14,.2f} mW per Gb/s"
        lines.append(f"{'per bisection bandwidth':<24} {shown}")
    return "\n".join([*lines, "", *_footnotes(document)])


@dataclass(frozen=True)
class PlanLatency:
    """The latencies of a plan between switches with endpoints, by the latency of a switch."""

    plan: Plan
    latency: Latency

    @property
    def listing(self) -> Listing[int]:
        """A row for each latency of a switch."""
        found, between = self.latency, self.plan.topology.distances_between
        whose = "" if between == "all switches" else f"between {between}\n"
        switch, longest = Column("switch ns", form="g"), Column("maximum ns", form=".1f")
        mean = Column(f"{whose}mean ns", form=".1f")
        columns: tuple[RowColumn[int], ...] = (
            RowColumn(switch, lambda row: float(found.switch_ns[row]), "switch_ns"),
            RowColumn(mean, lambda row: float(found.mean_ns[row]), "mean_latency_ns"),
            RowColumn(longest, lambda row: float(found.max_ns[row]), "max_latency_ns"),
        )
        return Listing("Latency", columns, range(len(found.switch_ns)))

    def to_dict(self) -> dict[str, Any]:
        """Return what ``netfloor latency --json`` prints."""
        return {
            "schema": 1,
            **_about(self.plan),
            "notes": [*self.plan.topology.notes, _DEFAULT_SWITCH],
            "between": self.plan.topology.distances_between,
            "latency": self.listing.records(),
            "sources": [asdict(CABLE_DELAY_ROW)],
        }


def plan_latency(path: Path, switch_ns: list[float] | None, workers: int) -> PlanLatency:
    """Measure the plan at ``path`` for several latencies of a switch in ns; `InputError` if in parts."""
    plan = load_plan(path)
    sweep = sorted(set(switch_ns or DEFAULT_SWEEP_NS))
    return PlanLatency(plan, latency_of(plan.topology, plan.cables, sweep, workers))


def _about(plan: Plan) -> dict[str, Any]:
    topology = plan.topology
    return {
        "plan": str(plan.path),
        "network": topology.name,
        "room": plan.room.summary,
        "routers": topology.routers,
        "links": topology.link_count,
        "link_gbps": topology.link_gbps,
        "notes": list(topology.notes),
    }


def _footnotes(document: dict[str, Any]) -> list[str]:
    lines = [*document["rules"], "", "Coefficients and their sources:"]
    for row in document["sources"]:
        mark = "  UNVERIFIED" if row["trust"] == UNVERIFIED else ""
        name, unit = coefficient_label(row["coefficient"]), unit_label(row["unit"])
        lines.append(f"  {name} = {row['value']} {unit}: {row['source']}{mark}")
    return lines
