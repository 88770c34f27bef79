"""A planning run for a terminal, and as a document."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from foundation.units import mm_to_metres
from layout.hosts import RULES
from layout.result import relative_gap
from netfloor.bom_text import summary_fields

if TYPE_CHECKING:
    from netfloor.hall_plan_run import HallPlan


def hall_plan_document(plan: "HallPlan", out: Path) -> dict[str, Any]:
    """Return what ``plan --json`` prints."""
    cables, bound = plan.cables, plan.result.bound
    links = max(len(cables), 1)
    return {
        "schema": 1,
        "out": str(out),
        "files": list(plan.files),
        "network": plan.topology.name,
        "room": plan.room.summary,
        "routers": plan.topology.routers,
        "servers": len(plan.hosts),
        "server_rule": plan.hosts.rule,
        "network_cables": len(cables),
        "mean_cable_m": mm_to_metres(cables.mean_mm),
        "max_cable_m": mm_to_metres(cables.max_mm),
        "lower_bound_m": mm_to_metres(bound.length_mm / links),
        "gap": relative_gap(cables.total_mm, bound.length_mm),
        "status": plan.result.status,
        "overfull_segments": 0 if plan.fill is None else len(plan.fill.overfull),
        "currency": plan.bom["currency"],
        "summary": plan.bom["summary"],
        "counts": plan.bom["counts"],
        "identities": plan.bom["identities"],
        "example_prices": plan.bom["example_prices"],
        "notes": list(plan.notes),
    }


def hall_plan_text(plan: "HallPlan", out: Path) -> str:
    """Return the outcome in some lines."""
    cables = plan.cables
    fields = [
        ("network", f"{plan.topology.name}: {plan.topology.routers} routers, {len(plan.hosts)} servers"),
        ("room", f"{plan.room.summary}; {RULES[plan.hosts.rule]}"),
        (
            "network cable",
            f"{mm_to_metres(cables.total_mm):,.1f} m, {mm_to_metres(cables.mean_mm):.4f} m in the mean, "
            f"longest {mm_to_metres(cables.max_mm):.2f} m",
        ),
    ]
    if plan.fill is not None:
        fields.append(("trays", f"{len(plan.fill.overfull)} of {len(plan.fill.cables)} segments overfull"))
    fields += summary_fields(dict(plan.bom))
    fields.append(("written", f"{len(plan.files)} files in {out}: {', '.join(plan.files)}"))
    width = max(len(name) for name, _ in fields) + 2
    lines = [f"{name:<{width}}{value}" for name, value in fields]
    return "\n".join([*lines[:2], plan.result.summary(), *lines[2:]])
