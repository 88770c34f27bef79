"""The graph properties of a network, as ``topology show`` prints them."""

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from netfloor.foundation.wording import key_label
from netfloor.reports.formats.table import Table
from netfloor.structure.hops.servers import server_diameter
from netfloor.structure.summary import describe
from netfloor.topologies.families.trees import clos, rails
from netfloor.topologies.planes import plane_of
from netfloor.topologies.spec import FAMILIES
from netfloor.topologies.topology import Topology


def families_document() -> dict[str, Any]:
    """Return the document of ``topology list --json``."""
    return {"schema": 1, "families": [family.describe() for family in FAMILIES.values()]}


def families_table(document: dict[str, Any]) -> Table:
    """Return a row for each family: its spec with the required parameters, and its name."""
    rows = [
        (family["usage"].split(" or ")[0].split("[")[0], re.split("[,;:] ", family["summary"])[0])
        for family in document["families"]
    ]
    return Table("Families", ("network", "family"), rows)


def families_text(document: dict[str, Any]) -> str:
    """Return the families as text: syntax, summary and parameters of each."""
    lines = []
    for family in document["families"]:
        lines.append(family["usage"])
        lines.append(f"    {family['summary']}")
        lines += [
            f"    {key_label(name)}: {family[name]}" for name in ("routers", "radix", "endpoints", "source")
        ]
    return "\n".join(lines)


def network_facts(topology: Topology, *, with_bisection: bool, seed: int) -> dict[str, Any]:
    """Return the structure of a network as a document; `InputError` if it is not connected."""
    _, plane = plane_of(topology)
    concentration = FAMILIES[plane.family].concentration if plane.family in FAMILIES else None
    return {
        "schema": 1,
        "network": topology.name,
        "family": topology.family,
        "parameters": dict(topology.parameters),
        **describe(topology, with_bisection=with_bisection, seed=seed).to_dict(),
        "endpoints": int(topology.endpoints.sum()),
        "endpoints_recommended": None if concentration is None else concentration(plane),
        **_servers(topology),
        "ports": int(topology.ports.max(initial=0)),
        **tree_levels(topology),
        "notes": list(topology.notes),
    }


def _servers(topology: Topology) -> dict[str, Any]:
    """Return the facts of servers with ports on several switches; empty for other networks."""
    servers = topology.servers
    if servers is None:
        return {}
    return {
        "servers": servers.count,
        "ports_per_server": servers.ports,
        "server_diameter": server_diameter(topology),
    }


#: Label and number format of each fact.
_READABLE: dict[str, tuple[str, str]] = {
    "network": ("network", "{}"),
    "planes": ("planes (separate networks; totals below)", "{}"),
    "routers": ("switches", "{:,}"),
    "links": ("links", "{:,}"),
    "radix": ("network radix", "{}"),
    "ports": ("most ports used", "{}"),
    "endpoints": ("endpoints", "{:,}"),
    "servers": ("servers", "{:,}"),
    "ports_per_server": ("    ports of a server, each an endpoint", "{}"),
    "server_diameter": ("    maximum hops between servers (nearest ports)", "{}"),
    "endpoints_recommended": ("    recommended per switch", "{}"),
    "diameter": ("diameter", "{}"),
    "mean_distance": ("mean distance", "{:.4f}"),
    "girth": ("girth", "{}"),
    "lambda": ("lambda, largest |eigenvalue| below k", "{:.4f}"),
    "mu1": ("mu1 = 1 - lambda / k", "{:.4f}"),
    "ramanujan": ("Ramanujan", "{}"),
    "bipartite": ("bipartite", "{}"),
    "algebraic_connectivity": ("algebraic connectivity", "{:.4f}"),
    "spectrum_residual": ("    residual of the eigenvalues", "{:.1g}"),
    "edge_connectivity": ("edge connectivity", "{}"),
    "degree_histogram": ("switches by degree", "{}"),
    "distance_histogram": ("ordered pairs 1, 2, ... hops apart", "{}"),
    "levels": ("switches from edge to top", "{}"),
    "oversubscription": ("oversubscription of an edge switch", "{:.3g}"),
    "bisection_links": ("bisection, best cut found", "{:,} links"),
    "bisection_lower_links": ("bisection, certified lower bound", "{:,} links"),
    "normalised_bisection": ("    share of all links (of nk/2)", "{:.1f} %"),
    "endpoint_bisection_links": ("bisection of the endpoints", "{:,} links"),
    "endpoint_bisection_share": ("    share of half the endpoints", "{:.1f} %"),
}
#: Facts that are left out if unknown.
_OPTIONAL = (
    "endpoints_recommended",
    "server_diameter",
    "endpoint_bisection_links",
    "endpoint_bisection_share",
)
#: Facts that a terminal shows on request.
_DETAILS = {
    *("ports", "girth", "lambda", "mu1", "ramanujan", "bipartite", "algebraic_connectivity"),
    *("spectrum_residual", "edge_connectivity", "degree_histogram", "distance_histogram"),
}
#: Facts about pairs of switches; their labels name the switches if not all count.
_OF_PAIRS = ("diameter", "mean_distance", "distance_histogram")
_SHARES = ("normalised_bisection", "endpoint_bisection_share")


def readable_facts(facts: dict[str, Any], *, verbose: bool = True) -> list[tuple[str, str]]:
    """Return the facts as labelled lines, all if verbose; exact bisections are marked."""
    lines = []
    for key, (name, form) in _READABLE.items():
        if not verbose and key in _DETAILS:
            continue
        if key in facts and not (key in _OPTIONAL and facts[key] is None):
            value = facts[key]
            missing = "not defined (irregular)" if key in ("lambda", "ramanujan") else "none"
            text = missing if value is None else form.format(_shown(key, value))
            some = key in _OF_PAIRS and facts["distances_between"] != "all switches"
            between = f", between {facts['distances_between']}" * some
            lines.append((name + between, text + _exactness(facts, key)))
    return lines


def _exactness(facts: dict[str, Any], key: str) -> str:
    """Return the suffix of a figure: its method, its effort, or that it is exact."""
    if key == "bisection_lower_links":
        return f" by {facts['bisection_lower_method']}"
    if key == "distance_histogram" and facts["distance_sources"] != "all":
        return f" (from {facts['distance_sources']})"
    lower = facts.get(key.removesuffix("_links") + "_lower_links")
    if key.endswith("bisection_links") and lower == facts[key]:
        return ", exact"
    return f" (effort: {facts['bisection_effort']})" if key == "bisection_links" else ""


def _shown(key: str, value: Any) -> Any:
    """Return a value for its number format: words for true and false, shares in per cent."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key == "levels":
        return "; ".join(
            f"{item['switches']:,} ({item['links_up']:,} uplinks, {item['empty_ports']:,} unused ports)"
            for item in value
        )
    if key == "degree_histogram":
        return ", ".join(f"{count:,} of {degree}" for degree, count in value.items())
    if key == "distance_histogram":
        return ", ".join(f"{count:,}" for count in value) or "none"
    return 100 * value if key in _SHARES else value


def tree_levels(topology: Topology) -> dict[str, Any]:
    """Return ``levels`` and ``oversubscription`` of a tree; empty for other families.

    Oversubscription is the endpoints of the fullest edge switch divided by its uplinks.
    """
    planes, topology = plane_of(topology)
    if topology.family == "clos":
        figures = clos.plan(dict(topology.parameters), topology.name)
        levels = [(level.switches, level.up_links, level.empty_ports) for level in figures.levels]
        oversubscription = float(figures.oversubscription)
    elif topology.family == "fattree":
        k, n, used = (topology.parameters[name] for name in ("k", "n", "used_down_ports"))
        width = k ** (n - 1)
        levels = [
            (width, k * width * (level < n - 1), (k - used) * width * (level == 0)) for level in range(n)
        ]
        oversubscription = used / k
    elif topology.family == "rails":
        rail = rails.plan(topology.parameters, topology.name)
        levels, oversubscription = list(rail.levels), rail.servers / rail.up
    elif topology.family == "leafspine":
        edges, spines, trunk, each = (topology.parameters[name] for name in ("edges", "spines", "k", "t"))
        levels = [(edges, edges * spines * trunk, 0), (spines, 0, 0)]
        oversubscription = each / (spines * trunk)
    else:
        return {}
    names = ("switches", "links_up", "empty_ports")
    named = [dict(zip(names, (planes * count for count in level), strict=True)) for level in levels]
    return {"levels": named, "oversubscription": oversubscription}


#: The columns of a bisection in CSV.
CUT_HEAD = ("router", "side")


def cut_text(topology: Topology, sides: Sequence[int]) -> str:
    """Return a bisection as CSV, so that anyone can count the cut: switch name, side 0 or 1."""
    stream = io.StringIO()
    labelled = ((topology.label(router), side) for router, side in enumerate(sides))
    csv.writer(stream, lineterminator="\n").writerows([CUT_HEAD, *labelled])
    return stream.getvalue()


def is_cut(path: Path) -> bool:
    """Return whether a file begins like a cut written by netfloor."""
    try:
        with path.open(encoding="utf-8") as stream:
            return stream.readline().strip() == ",".join(CUT_HEAD)
    except (OSError, UnicodeDecodeError):
        return False
