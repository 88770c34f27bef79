"""Fields of a plan that its file cannot prove, and fields that no netfloor version writes."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from netfloor.foundation.models import StrictModel
from netfloor.plans.check.coefficients import coefficients_of
from netfloor.plans.models import IMPORTED, KEPT, ObjectiveRecord, PlanModel

FOUND = "history of the search"
ASKED = "the user's request"
OTHER = "figures of another placement, not in the plan"
ABSENT = "optional, not in this plan"
DEVICES = "device properties, because the plan names no catalogue"
TERMS = "method of the proof, where others may prove the same or less"
SHORTEST = "the shortest placement found"
READ = "copied from the imported file"
GREW = "copied from the previous plan"
ENUMERATED = "enumerated by the search, no proof stored"
AROUND = "which cables avoid full trays, and by which route"

#: Reasons for figures that a reader may take for recomputed.
FIGURES = (OTHER, DEVICES, AROUND)

_OF_SOLVER = ("placer", "seed", "chains", "budget", "iterations", "found_by")
_OF_OBJECTIVE = ("reach_mm", "switch_ns", "criterion", "years", "kwh_price", "switch")
_OF_ORDER = (
    *("criterion", "years", "kwh_price", "max_skus", "max_lead_days", "spares"),
    *("switch", "nic", "server", "reserve_w", "network_only", "fibre_trunks", "laying_price"),
)


@dataclass(frozen=True)
class NotProvable:
    """A field in dotted notation and the reason why the file cannot prove it."""

    field: str
    why: str


def not_provable(plan: PlanModel) -> tuple[NotProvable, ...]:
    """Return the fields of a plan that could have other values in an equally valid file.

    Their ranges, names and limits are checked nevertheless.
    """
    return tuple(NotProvable(field, why) for why, fields in _groups(plan) for field in fields)


def field_lines(fields: Sequence[NotProvable]) -> Iterator[str]:
    """Yield a line for each reason with its fields, grouped by part of the plan."""
    for why in dict.fromkeys(field.why for field in fields):
        words = grouped_fields([field.field for field in fields if field.why == why])
        yield f"{why}: {'; '.join(words)}"


def grouped_fields(fields: Sequence[str]) -> list[str]:
    """Return fields as text, grouped by part: ``hosts (server, switches)``."""
    parts: dict[str, list[str]] = defaultdict(list)
    for field in fields:
        part, _, name = field.rpartition(".")
        parts[part].append(name)
    return [f"{part} ({', '.join(names)})" if part else ", ".join(names) for part, names in parts.items()]


def _groups(plan: PlanModel) -> Iterator[tuple[str, list[str]]]:
    objective, hosts, order = plan.solver.objective, plan.hosts, plan.order
    required = plan.solver.requirements
    solver = [f"solver.{key}" for key in _OF_SOLVER]
    if hosts is not None and hosts.rule == "nearest":
        solver.append("solver.together")
    yield FOUND, ["tool.version", *solver]
    yield "interruption of the search", ["solver.status"]
    other = [
        f"solver.requirements.{key}"
        for key in ("cable_mm_without", "value_without")
        if any(getattr(item, key) is not None for item in required)
    ]
    asked = ["solver.fixed"]
    asked += ["solver.requirements", "solver.closed"] if required else []
    if objective is not None:
        asked += [f"solver.objective.{key}" for key in _asked_coefficients(objective)]
        yield SHORTEST, ["solver.objective.placement_by_length"]
    if hosts is not None:
        asked += [f"hosts.{key}" for key in ("rule", "per_cabinet", "reach_mm", "standing")]
        if order is None:
            known = ("server", "switches", "endpoints_per_server", *["liquid"] * (hosts.liquid is not None))
            yield DEVICES, [*(f"hosts.{key}" for key in known), "devices.height"]
    if order is not None:
        asked += [f"order.{key}" for key in (*_OF_ORDER, *["networks"] * (order.networks is not None))]
        asked += ["order.trays"] * (order.trays is not None)
    asked += ["title"] * bool(plan.title)
    if other:
        yield OTHER, other
    yield ASKED, asked
    if plan.detours:
        yield AROUND, ["detours"]
    yield from _numbering(plan)
    bound = plan.lower_bound
    proofs: dict[str, object] = {"solver.objective.proof": objective and objective.proof}
    proofs |= {f"lower_bound.{key}": getattr(bound, key) for key in ("flow", "below", "pairs", "clusters")}
    for network in bound.networks or ():
        terms = ("eigenvalue", "flow", "below", "pairs", "clusters")
        proofs |= {
            f"lower_bound.networks.{key}": True for key in terms if getattr(network, key) is not None
        }
    proofs["hosts.proof"] = hosts and hosts.proof
    proofs["solver.objective.least_by"] = objective and plan.solver.placer == "exact"
    yield TERMS, ["lower_bound.eigenvalue", *(name for name, terms in proofs.items() if terms)]
    parts = {
        "solver.objective": objective,
        "solver.requirements": required,
        "hosts": hosts,
        "hosts.proof": hosts is None or hosts.proof,
        "order": order,
        "order.trays": order is None or order.trays,
        "detours": plan.detours,
        "order.laid": plan.order is None or plan.order.laid,
        "title": plan.title,
        "grown": plan.grown,
    }
    if absent := [name for name, part in parts.items() if not part]:
        yield ABSENT, absent


def _numbering(plan: PlanModel) -> Iterator[tuple[str, list[str]]]:
    """Yield the names, ports and ids that come from a file or from the previous plan."""
    if plan.ports == IMPORTED:
        devices = ("name", "kind", "model", "cabinet", "unit", "height", "watts", "kilograms", "face")
        more = (
            "half_depth",
            "bay",
            "feed",
            "network",
            "ports",
            "guid",
            "kind_stated",
            "passes",
            "attributes",
        )
        power = ("inlets", "outlets", "rating_w")
        cables = ("id", "a", "port_a", "label_a", "b", "port_b", "label_b", "gbps", "length_mm", "kind")
        more_of_cables = ("link", "piece", "one_end", "installed", "length_listed", "attributes")
        listed = [f"devices.{key}" for key in (*devices, *more, *power)]
        listed += [f"cables.{key}" for key in (*cables, *more_of_cables)]
        yield READ, ["ports", *listed, "notes", "next_numbers", "panels"]
    if plan.ports == KEPT:
        grown = ("ports", "devices.name", "devices.ports", "cables.id", "cables.port_a", "cables.port_b")
        attached = ["inputs.network.attached"] * (plan.inputs.network.attached is not None)
        laid = ["order.laid"] * (plan.order is not None and bool(plan.order.laid))
        yield GREW, [*grown, "next_numbers", *attached, *laid]


def _asked_coefficients(objective: ObjectiveRecord) -> list[str]:
    """Return the user-chosen coefficients of an objective; files are identified by their checksums."""
    try:
        allowed = coefficients_of(objective)[1]
    except ValueError:  # reported by `coefficient_problems`
        return []
    return [key for key in _OF_OBJECTIVE if key in allowed]


def unknown_fields(part: StrictModel, where: str = "") -> Iterator[str]:
    """Yield the unknown fields of a plan or of a part of it; cables are compared elsewhere."""
    yield from (f"{where}{key}: a plan has no such field" for key in part.model_extra or ())
    for name in type(part).model_fields:
        value = getattr(part, name)
        if isinstance(value, StrictModel):
            yield from unknown_fields(value, f"{where}{name}.")
