"""Cost, power and latency of a plan, for the commands ``cost``, ``power`` and ``latency``."""

import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.costmodels.bill import HOST_RULE, PLACED_RULE, UNPLACED_PORTS, make_bill
from netfloor.costmodels.buying.ownership import Ownership, cost_of_ownership
from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
from netfloor.costmodels.cable_orders import order_cables, reach_rule, reach_to_mm
from netfloor.costmodels.catalogue.formula import with_copper_reach
from netfloor.costmodels.catalogue.parts.catalogue import catalogue_of_set
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.costmodels.latency import CABLE_DELAY_ROW, Latency, latency_of
from netfloor.costmodels.power import mw_per_gbps, power_of
from netfloor.costmodels.sets.coefficient import coefficient_label, unit_label
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.load import load_power_set
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text, key_label
from netfloor.plans.assessment.network_parts import quote_of_network
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import load_any_plan
from netfloor.plans.models import OrderRecord
from netfloor.plans.networks import PlanNetwork, plan_network, plan_networks
from netfloor.reports.bom.ownership import ownership_document
from netfloor.reports.formats.listing import Listing, RowColumn
from netfloor.reports.formats.table import Column
from netfloor.reports.formats.text import one_line
from netfloor.reports.lists.power import laid_power_document, laid_power_text
from netfloor.structure.bisection.halves import halves
from netfloor.structure.bisection.interval import bisection

DEFAULT_SWEEP_NS = tuple(float(ns) for ns in range(0, 1001, 100))
_DEFAULT_SWITCH = (
    f"Other commands, such as traffic simulate, assume {DEFAULT_SWITCH_NS:g} ns per switch by "
    "default: UNVERIFIED, no source was found."
)
#: Labels of the lines of a bill and of a power table, with their keys in the document.
_MONEY = {
    "total": "total_cost",
    "network cables": "cable_cost",
    "switches": "switch_cost",
    "server cables": "host_cable_cost",
    "installation": "install_cost",
}
_WATTS = {
    "switches": "routers_w",
    "network": "network_w",
    "ports to servers": "host_w",
    "network per endpoint": "network_w_per_endpoint",
}


@dataclass(frozen=True)
class PlanCost:
    """The bill of a plan by a cost set as JSON, with the cost of ownership if requested."""

    document: dict[str, Any]
    ownership: Ownership | None


def plan_costs(
    path: Path,
    set_name: str,
    reach_m: float | None,
    owned: tuple[Path, str] | None = None,
    network: str | None = None,
) -> dict[str, PlanCost]:
    """Return the cost of each network of the plan at ``path``, or of the named one.

    A ``reach_m`` of None takes the copper reach of the cost set. ``owned`` is a file of ownership terms and
    the name of a power set. `InputError` if a file cannot be read, the terms use another currency, or the
    plan is made from lists.
    """
    cost_set, reach_mm = formula_of(set_name, "bom"), reach_to_mm(reach_m)
    plan = load_any_plan(path)
    if isinstance(plan, LaidFabric):
        what = "is made from lists with a rate per cable, and a cost set prices one rate"
        told = f"price it by parts: netfloor bom {shlex.quote(str(path))} {setting('catalogue')} FILE"
        raise InputError(str(path), what, told)
    return {
        item.name: _network_cost(item, plan.order, cost_set, reach_mm, owned)
        for item in plan_networks(plan, network)
    }


def formula_of(name: str, other: str) -> CostSet:
    """Return the price formula of a catalogue; the `InputError` for parts names the right command."""
    formula = load_catalogue(name).formula
    if formula is None:
        what = "lists parts; this command needs a price formula"
        raise InputError(f"{setting('catalogue')} {name}", what, f"for parts: netfloor {other}")
    return formula


def _network_cost(
    network: PlanNetwork,
    order: OrderRecord | None,
    cost_set: CostSet,
    reach_mm: int | None,
    owned: tuple[Path, str] | None,
) -> PlanCost:
    topology, cables, servers = network.topology, network.cables, network.placed.servers
    bill = make_bill(topology, cables, cost_set, reach_mm, network.placed.inside_mm, servers)
    host_rules = [HOST_RULE if servers is None else PLACED_RULE]
    if servers is None and topology.servers is not None:
        host_rules.append(UNPLACED_PORTS)
    ownership, shown = None, None
    if owned is not None:
        terms, power_set = load_ownership_terms(owned[0]), load_power_set(owned[1])
        catalogue = with_copper_reach(catalogue_of_set(cost_set), reach_mm)
        quote = quote_of_network(network.placed, catalogue, power_set)
        ownership = cost_of_ownership(quote.purchases, terms)
        shown = ownership_document(ownership)
    document = {
        "schema": 1,
        **_about(network),
        **bill.to_dict(),
        "prices": cost_set.prices_text,
        "order": None if order is None else order.catalogue,
        "ownership": shown,
        "rules": [reach_rule(cost_set, reach_mm), *host_rules, *cost_set.notes],
        "sources": list(map(asdict, cost_set.coefficients())),
    }
    return PlanCost(document, ownership)


def cost_text(document: dict[str, Any], *, lengths: bool = True, footnotes: bool = True) -> str:
    """Return the bill as text, the total first, optionally with cables by length, rules and sources."""
    money = document["currency"]
    lines = [document["prices"]]
    if document["order"] is not None:
        lines.append(f"for the plan's own order by {one_line(document['order'])}: netfloor bom")
    lines += [f"{document['network']} in {document['room']}", ""]
    tables = [
        ("part, network", document["by_length"]),
        ("part, to servers", document["host_cables_by_length"]),
    ]
    names = [name for name, rows in tables if rows]
    wide = max((len(row["part"]) for _, rows in tables for row in rows), default=20)
    wide = max([wide, *map(len, names)])
    for name, key in _MONEY.items():
        value = document[key]
        text = "not in this set" if value is None else f"{value:,.2f}"
        lines.append(f"{name:<{wide}} {text:>27}")
    for name, rows in tables if lengths else ():
        if rows:
            lines += ["", f"{name:<{wide}} {'up to m':>7} {'cables':>6} {money:>12}"]
            lines += [_length_line(row, wide) for row in rows]
    return "\n".join([*lines, *(["", *_footnotes(document)] if footnotes else _doubts(document))])


def _length_line(row: Mapping[str, Any], wide: int) -> str:
    length = f"{row['length_m']:,.3f}".rstrip("0").rstrip(".")
    return f"{row['part']:<{wide}} {length:>7} {row['cables']:>6} {row['cost']:>12,.2f}"


def costs_in_all(priced: Mapping[str, PlanCost]) -> tuple[str, dict[str, Any]]:
    """Return the total over several networks, as a sentence and for JSON."""
    documents = [item.document for item in priced.values()]
    total, money = sum(document["total_cost"] for document in documents), documents[0]["currency"]
    basis = f"{documents[0]['prices']}{_not_own(documents[0])}"
    return f"{len(documents)} networks cost {total:,.2f} {money} in total; {basis}.", {
        "total_cost": round(total, 2),
        "currency": money,
    }


def _not_own(document: Mapping[str, Any]) -> str:
    """Return the remark that a figure ignores the plan's own order, if it has one."""
    order = document["order"]
    return "" if order is None else f", not the plan's own order by {one_line(order)} (netfloor bom)"


def power_documents(
    path: Path,
    set_name: str,
    cost_set_name: str,
    reach_m: float | None,
    bisection_seed: int | None,
    network: str | None = None,
) -> dict[str, dict[str, Any]]:
    """Return the power of each network of the plan at ``path``, or the listed watts of lists.

    ``cost_set_name`` and ``reach_m`` (None: the set's) decide the media. With ``bisection_seed``, the power
    per bisection bandwidth is added, from a bisection search. ``network`` selects a network, in lists its
    switches. `InputError` if a file cannot be read.
    """
    power_set, cost_set = load_power_set(set_name), formula_of(cost_set_name, "bom, which adds up watts")
    reach_mm = reach_to_mm(reach_m)
    plan = load_any_plan(path)
    if isinstance(plan, LaidFabric):
        if bisection_seed is not None:
            what = "applies only to networks built from a spec"
            raise InputError(setting("bisection"), what, "leave it out")
        named = None if network is None else plan_network(plan, network)
        return {"": laid_power_document(plan, named)}
    return {
        item.name: _network_power(item, plan.order, power_set, cost_set, reach_mm, bisection_seed)
        for item in plan_networks(plan, network)
    }


def power_in_all(documents: Mapping[str, Mapping[str, Any]]) -> tuple[str, dict[str, Any]]:
    """Return the total over several networks, as a sentence and for JSON."""
    network_w, host_w = (
        sum(document[key] for document in documents.values()) for key in ("network_w", "host_w")
    )
    first = next(iter(documents.values()))
    draw = f"{len(documents)} networks draw {network_w:,.2f} W, ports to servers {host_w:,.2f} W more"
    text = f"{draw}, by power set {first['power_set']}{_not_own(first)}."
    return text, {"network_w": round(network_w, 2), "host_w": round(host_w, 2)}


def _network_power(
    network: PlanNetwork,
    order: OrderRecord | None,
    power_set: PowerSet,
    cost_set: CostSet,
    reach_mm: int | None,
    bisection_seed: int | None,
) -> dict[str, Any]:
    topology = network.topology
    orders = order_cables(network.cables, cost_set, topology.rates_of_links, reach_mm)
    power = power_of(topology, orders, power_set)
    document: dict[str, Any] = {
        "schema": 1,
        **_about(network),
        **power.to_dict(),
        "order": None if order is None else order.catalogue,
        "rules": [reach_rule(cost_set, reach_mm), *power_set.notes],
        "sources": list(map(asdict, power_set.coefficients())),
    }
    if bisection_seed is not None:
        half = halves(topology, lambda: bisection(topology, seed=bisection_seed))
        document["bisection_links"] = half.links
        document["bisection_lower_links"] = half.lower_links
        document["mw_per_gbps"] = mw_per_gbps(power.network_w, half.links, topology.link_gbps)
    return document


def power_text(document: dict[str, Any], *, footnotes: bool = True) -> str:
    """Return the power as text, with optional rules and sources."""
    if "devices_w" in document:
        return laid_power_text(document)
    lines = [f"{document['network']} in {document['room']}, power set {document['power_set']}"]
    if document["order"] is not None:
        lines.append(f"for the plan's own order by {one_line(document['order'])}: netfloor bom")
    lines.append("")
    for medium, watts in document["by_medium_w"].items():
        lines.append(f"{key_label(medium) + ' links':<24} {watts:>14,.2f} W")
    for name, key in _WATTS.items():
        value = document[key]
        lines.append(f"{name:<24} " + ("no figure" if value is None else f"{value:>14,.2f} W"))
    if "mw_per_gbps" in document:
        value = document["mw_per_gbps"]
        shown = "no bisection" if value is None else f"{value:>14,.2f} mW per Gb/s"
        lines.append(f"{'per bisection bandwidth':<24} {shown}")
    return "\n".join([*lines, *(["", *_footnotes(document)] if footnotes else _doubts(document))])


@dataclass(frozen=True)
class PlanLatency:
    """The latencies of a plan by switch latency."""

    network: PlanNetwork
    latency: Latency

    @property
    def listing(self) -> Listing[int]:
        """A row per switch latency."""
        result, between = self.latency, self.network.topology.distances_between
        whose = "" if between == "all switches" else f"between {between}\n"
        switch, longest = (
            Column("switch latency", "ns", form="g"),
            Column("longest latency", "ns", form=".1f"),
        )
        mean = Column(f"{whose}mean latency", "ns", form=".1f")
        columns: tuple[RowColumn[int], ...] = (
            RowColumn(switch, lambda row: float(result.switch_ns[row]), "switch_ns"),
            RowColumn(mean, lambda row: self._of_pairs(result.mean_ns[row]), "mean_latency_ns"),
            RowColumn(longest, lambda row: self._of_pairs(result.max_ns[row]), "max_latency_ns"),
        )
        return Listing("Latency", columns, range(len(result.switch_ns)))

    @property
    def _has_pairs(self) -> bool:
        return len(self.network.topology.endpoint_switches) > 1

    def _of_pairs(self, nanoseconds: float) -> float | None:
        return float(nanoseconds) if self._has_pairs else None

    @property
    def notes(self) -> list[str]:
        """Remarks on the figures."""
        topology = self.network.topology
        single = f"{topology.name}: one switch with endpoints, so no path between switches to measure"
        return [*topology.notes, *([] if self._has_pairs else [single]), _DEFAULT_SWITCH]

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``netfloor latency --json``."""
        return {
            "schema": 1,
            **_about(self.network),
            "notes": self.notes,
            "between": self.network.topology.distances_between,
            "latency": self.listing.records(),
            "sources": [asdict(CABLE_DELAY_ROW)],
        }


def plan_latencies(
    path: Path, switch_ns: list[float] | None, workers: int, network: str | None = None
) -> dict[str, PlanLatency]:
    """Return the latency of each network of a plan by switch latency (ns).

    `InputError` if the network is not connected.
    """
    sweep = sorted(set(switch_ns or DEFAULT_SWEEP_NS))
    return {
        item.name: PlanLatency(item, latency_of(item.topology, item.cables, sweep, workers))
        for item in plan_networks(load_any_plan(path), network)
    }


def _about(network: PlanNetwork) -> dict[str, Any]:
    topology = network.topology
    return {
        "plan": str(network.plan.path),
        "network": topology.name,
        "room": network.room.summary,
        "routers": topology.routers,
        "links": topology.link_count,
        "link_gbps": topology.gbps,
        "notes": list(topology.notes),
    }


def _doubts(document: dict[str, Any]) -> list[str]:
    """Return the number of coefficients without a source, if there are any."""
    sources = document["sources"]
    doubtful = sum(row["trust"] == UNVERIFIED for row in sources)
    return [f"UNVERIFIED: {doubtful} of {count_text(len(sources), 'coefficient')}"] if doubtful else []


def _footnotes(document: dict[str, Any]) -> list[str]:
    lines = [*document["rules"], "", "Coefficients and their sources:"]
    for row in document["sources"]:
        mark = "  UNVERIFIED" if row["trust"] == UNVERIFIED else ""
        name, unit = coefficient_label(row["coefficient"]), unit_label(row["unit"])
        lines.append(f"  {name} = {row['value']} {unit}: {row['source']}{mark}")
    return lines
