"""What a graph alone is worth, as the ``topology show`` command prints it."""

from typing import Any

from structure import describe
from topologies import FAMILIES
from topologies.topology import Topology


def families_document() -> dict[str, Any]:
    """Return what ``topology list --json`` prints."""
    return {"schema": 1, "families": [family.describe() for family in FAMILIES.values()]}


def families_text(document: dict[str, Any]) -> str:
    """Return the families for people: how each is written, then what there is to know of it."""
    lines = []
    for family in document["families"]:
        lines.append(family["usage"])
        lines.append(f"    {family['summary']}")
        lines += [f"    {name}: {family[name]}" for name in ("routers", "radix", "source")]
    return "\n".join(lines)


def network_facts(topology: Topology, *, with_bisection: bool, seed: int) -> dict[str, Any]:
    """Return the structure of a network as one document; `InputError` if it is disconnected."""
    return {
        "schema": 1,
        "network": topology.name,
        "family": topology.family,
        "parameters": dict(topology.parameters),
        **describe(topology, with_bisection=with_bisection, seed=seed).to_dict(),
        "endpoints": int(topology.endpoints.sum()),
        "ports": int(topology.ports.max(initial=0)),
        "notes": list(topology.notes),
    }


#: Name of a fact for people, and how its number is written.
_READABLE: dict[str, tuple[str, str]] = {
    "network": ("network", "{}"),
    "routers": ("routers", "{:,}"),
    "links": ("links", "{:,}"),
    "radix": ("network radix", "{}"),
    "ports": ("ports used at most", "{}"),
    "endpoints": ("endpoints", "{:,}"),
    "diameter": ("diameter", "{}"),
    "mean_distance": ("mean distance", "{:.4f}"),
    "girth": ("girth", "{}"),
    "lambda": ("lambda (largest |eigenvalue| but k)", "{:.4f}"),
    "mu1": ("mu1 = (k - lambda) / k", "{:.4f}"),
    "ramanujan": ("Ramanujan", "{}"),
    "bipartite": ("bipartite", "{}"),
    "algebraic_connectivity": ("algebraic connectivity", "{:.4f}"),
    "bisection_links": ("bisection, best cut found", "{:,} links"),
    "bisection_lower_links": ("bisection, certified lower bound", "{:,} links"),
    "normalised_bisection": ("bisection / all links", "{:.4f}"),
}


def readable_facts(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the facts as lines for people; exact bisections say so."""
    lines = []
    for key, (name, form) in _READABLE.items():
        if key in facts:
            value = facts[key]
            lines.append((name, "none" if value is None else form.format(_word(value))))
    if facts.get("bisection_exact"):
        lines.append(("", "the two meet: the bisection is exact"))
    return lines


def _word(value: Any) -> Any:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
