"""One cost model applied to one plan: what ``cost``, ``power`` and ``latency`` print."""

from pathlib import Path
from typing import Any

from costmodels.bill import HOST_RULE, make_bill
from costmodels.coefficient_row import CoefficientRow
from costmodels.latency import CABLE_DELAY_ROW, latency_sweep
from costmodels.order import order_cables, reach_rule
from costmodels.power import mw_per_gbps, power_of
from costmodels.sets import load_cost_set, load_power_set
from foundation.units import metres_to_mm
from netfloor.loaded_plan import LoadedPlan, load_plan
from structure.bisection import bisection

DEFAULT_SWEEP_NS = tuple(float(ns) for ns in range(0, 1001, 100))
UNVERIFIED = "unverified"


def cost_document(path: Path, set_name: str, reach_m: float | None) -> dict[str, Any]:
    """Return the bill of a plan as one document."""
    cost_set, reach_mm = load_cost_set(set_name), reach_to_mm(reach_m)
    plan = load_plan(path)
    bill = make_bill(plan.topology, plan.cables, cost_set, reach_mm, plan.room.inside_mm)
    return {
        "schema": 1,
        **_about(plan),
        **bill.to_dict(),
        "rules": [reach_rule(cost_set, reach_mm), HOST_RULE, *cost_set.notes],
        "sources": _sources(cost_set.coefficients()),
    }


def cost_text(document: dict[str, Any]) -> str:
    """Return the bill for people: media, lengths, totals, rules, sources."""
    money = document["currency"]
    lines = [f"{document['network']} in {document['room']}, cost set {document['cost_set']}", ""]
    lines += [f"{'part':<44} {'up to m':>9} {'cables':>7} {money:>14}"]
    for row in document["by_length"]:
        length = f"{row['length_m']:g}"
        lines.append(f"{row['part']:<44} {length:>9} {row['cables']:>7} {row['cost']:>14,.2f}")
    lines.append("")
    for name, key in (
        ("network cables", "cable_cost"),
        ("switches", "switch_cost"),
        ("host cables", "host_cable_cost"),
        ("installation", "install_cost"),
        ("total", "total_cost"),
    ):
        value = document[key]
        lines.append(f"{name:<62} " + ("not in this set" if value is None else f"{value:>14,.2f}"))
    return "\n".join([*lines, "", *_footnotes(document)])


def power_document(
    path: Path, set_name: str, cost_set_name: str, reach_m: float | None, bisection_seed: int | None
) -> dict[str, Any]:
    """Return the power of a plan as one document, a bisection in it where there is a seed for it."""
    power_set, cost_set = load_power_set(set_name), load_cost_set(cost_set_name)
    reach_mm = reach_to_mm(reach_m)
    plan = load_plan(path)
    orders = order_cables(plan.cables, cost_set, plan.topology.link_gbps, reach_mm)
    power = power_of(plan.topology, orders, power_set)
    document = {
        "schema": 1,
        **_about(plan),
        **power.to_dict(),
        "rules": [reach_rule(cost_set, reach_mm), *power_set.notes],
        "sources": _sources(power_set.coefficients()),
    }
    if bisection_seed is not None:
        cut = bisection(plan.topology, seed=bisection_seed)
        document["bisection_links"] = cut.links
        document["bisection_lower_links"] = cut.lower_links
        document["mw_per_gbps"] = mw_per_gbps(power.network_w, cut.links, plan.topology.link_gbps)
    return document


def power_text(document: dict[str, Any]) -> str:
    """Return the power for people."""
    lines = [f"{document['network']} in {document['room']}, power set {document['power_set']}", ""]
    for medium, watts in document["by_medium_w"].items():
        lines.append(f"{medium + ' links':<24} {watts:>14,.2f} W")
    for name, key in (
        ("routers", "routers_w"),
        ("network", "network_w"),
        ("host ports", "host_w"),
        ("network per endpoint", "network_w_per_endpoint"),
    ):
        value = document[key]
        lines.append(f"{name:<24} " + ("no figure" if value is None else f"{value:>14,.2f} W"))
    if "mw_per_gbps" in document:
        value = document["mw_per_gbps"]
        shown = "no bisection" if value is None else f"{value:>14,.2f} mW per Gb/s"
        lines.append(f"{'per bisection bandwidth':<24} {shown}")
    return "\n".join([*lines, "", *_footnotes(document)])


def latency_document(path: Path, switch_ns: list[float] | None, workers: int) -> dict[str, Any]:
    """Return the latencies of a plan as one document; `InputError` if it is disconnected."""
    plan = load_plan(path)
    sweep = sorted(set(switch_ns or DEFAULT_SWEEP_NS))
    latency = latency_sweep(
        plan.topology.routers, plan.cables.routers, plan.cables.length_mm, sweep, workers=workers
    )
    values = zip(latency.switch_ns, latency.mean_ns, latency.max_ns, strict=True)
    return {
        "schema": 1,
        **_about(plan),
        "latency": [
            {"switch_ns": float(s), "mean_latency_ns": float(a), "max_latency_ns": float(m)}
            for s, a, m in values
        ],
        "sources": _sources((CABLE_DELAY_ROW,)),
    }


def latency_rows(document: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the latencies as the rows of a table."""
    keys = (("switch_ns", "g"), ("mean_latency_ns", ".1f"), ("max_latency_ns", ".1f"))
    return [tuple(format(row[key], form) for key, form in keys) for row in document["latency"]]  # type: ignore[misc]


def reach_to_mm(reach_m: float | None) -> int | None:
    """Return an electrical reach in mm, None for the cost set's own."""
    return None if reach_m is None else metres_to_mm(reach_m, "--reach")


def _about(plan: LoadedPlan) -> dict[str, Any]:
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


def _sources(rows: tuple[CoefficientRow, ...]) -> list[dict[str, Any]]:
    return [
        {
            "coefficient": row.coefficient,
            "value": row.value,
            "unit": row.unit,
            "year": row.year,
            "source": row.source,
            "trust": row.trust,
        }
        for row in rows
    ]


def _footnotes(document: dict[str, Any]) -> list[str]:
    lines = [*document["rules"], "", "Numbers and where they come from:"]
    for row in document["sources"]:
        mark = "  UNVERIFIED" if row["trust"] == UNVERIFIED else ""
        lines.append(f"  {row['coefficient']} = {row['value']} {row['unit']}: {row['source']}{mark}")
    return lines
