"""Which networks serve so many endpoints on switches of so many ports: every family's nearest."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from foundation.errors import InputError
from foundation.observer import Observer
from foundation.parallel import map_jobs
from netfloor.design_candidates import MAX_ROUTERS, Candidate, Wish, candidates, why_none
from reports.structure_table import Column, cells
from structure.bisection import bisection
from structure.distances import distances
from structure.endpoint_share import endpoint_share
from topologies import FAMILIES, Family, build

#: METIS runs for the bisection of a candidate.
SEEDS = 10
#: Networks of a family that are looked at beyond those shown, when a wish refuses some.
FURTHER = 6
TASK = "design"


@dataclass(frozen=True)
class Choice:
    """One network that serves the endpoints, with its structure."""

    spec: str
    family: str
    figures: dict[str, Any]


@dataclass(frozen=True)
class Design:
    """What there is to choose from, and why the other families have nothing."""

    wish: Wish
    choices: tuple[Choice, ...]
    infeasible: dict[str, str] = field(default_factory=dict)

    def notes(self) -> Iterator[str]:
        """Yield what a reader of the table should know of single rows."""
        wish = self.wish.min_bisection
        for choice in self.choices:
            figures = choice.figures
            mine, usual = figures["endpoints_per_router"], figures["endpoints_recommended"]
            if None not in (mine, usual) and mine != usual:
                yield f"{choice.spec}: {mine} endpoints a router, {usual} are recommended"
            if wish is not None and figures["certified_bisection_per_endpoint"] < wish:
                yield f"{choice.spec}: the best cut found meets the bisection, no bound certifies it"

    def to_dict(self) -> dict[str, Any]:
        """Return what ``design --json`` prints."""
        rows = [{"network": c.spec, "family": c.family, **c.figures} for c in self.choices]
        return {
            "schema": 1,
            "endpoints": self.wish.endpoints,
            "ports": self.wish.ports,
            "rows": rows,
            "infeasible": self.infeasible,
        }


#: Figures by which a design can be sorted, and whether more is better.
SORTABLE = {
    "routers": False,
    "endpoints": False,
    "links": False,
    "ports_used": False,
    "diameter": False,
    "mean_distance": False,
    "links_per_endpoint": False,
    "bisection_per_endpoint": True,
}


def design(
    wish: Wish, sort: str, workers: int, observer: Observer, families: tuple[str, ...] = ()
) -> Design:
    """Return the nearest networks of every family that meet the wish, sorted by a figure.

    Smallest first, a family's networks are looked at until enough meet the wish. Each router
    has as many endpoints as the wish needs, at most as many as its source recommends (half
    as many as it has links, where nobody recommends any) or its ports leave.

    Raises
    ------
    InputError
        If ``sort`` is no figure of `SORTABLE`, or there is no such family.
    """
    if sort not in SORTABLE:
        raise InputError("--sort", f"there is no figure {sort!r}", f"known: {', '.join(SORTABLE)}")
    for name in families:
        if name not in FAMILIES:
            raise InputError("--family", f"there is no family {name!r}", f"known: {', '.join(FAMILIES)}")
    asked = [family for family in FAMILIES.values() if not families or family.name in families]
    observer.started(TASK, len(asked))
    looked = [0]

    def look(family: Family) -> tuple[list[Choice], str | None]:
        found = _of_family(family, wish)
        looked[0] += 1
        observer.advanced(TASK, looked[0], family.name)
        return found

    answers = map_jobs(look, asked, workers)
    observer.finished(TASK)
    kept = [choice for choices, _ in answers for choice in choices]
    infeasible = {
        family.name: reason
        for family, (_, reason) in zip(asked, answers, strict=True)
        if reason is not None
    }
    sign = -1 if SORTABLE[sort] else 1
    kept.sort(key=lambda choice: (sign * choice.figures[sort], choice.spec))
    return Design(wish, tuple(kept), infeasible)


def _of_family(family: Family, wish: Wish) -> tuple[list[Choice], str | None]:
    """Return the networks of a family that meet the wish, or none and the reason."""
    kept: list[Choice] = []
    refused: list[str] = []
    for candidate in islice(candidates(family, wish), wish.per_family + FURTHER):
        reason = _too_large(candidate)
        if reason is None:
            figures, reason = measure(candidate, wish)
            if reason is None:
                kept.append(Choice(candidate.spec, family.name, figures))
        if reason is not None:
            refused.append(f"{candidate.spec} {reason}")
        if len(kept) == wish.per_family:
            break
    if kept:
        return kept, None
    if not refused:
        return [], why_none(family, wish)
    more = (
        f"; so do the next {len(refused) - 1} that were looked at, or the like" if len(refused) > 1 else ""
    )
    return [], refused[0] + more


def _too_large(candidate: Candidate) -> str | None:
    if candidate.routers <= MAX_ROUTERS:
        return None
    return f"has {candidate.routers:,} routers or more, above {MAX_ROUTERS:,}: not measured"


def measure(candidate: Candidate, wish: Wish) -> tuple[dict[str, Any], str | None]:
    """Return the structure of one candidate, and which wish it does not meet, None if it meets all.

    Distances first: a network that is refused for its diameter is not bisected.
    """
    topology = build(candidate.spec)
    ports = int(topology.ports.max())
    if topology.routers > MAX_ROUTERS:
        return {}, f"has {topology.routers:,} routers, above {MAX_ROUTERS:,}: not measured"
    if ports > wish.ports:
        return {}, f"needs {ports} ports"
    hops = distances(topology)
    if wish.max_diameter is not None and hops.diameter > wish.max_diameter:
        return {}, f"has diameter {hops.diameter}"
    cut = bisection(topology, seeds=SEEDS, iterations=0)
    endpoints = max(int(topology.endpoints.sum()), 1)
    half = endpoint_share(topology, cut)
    share = half.share if half else 0.0
    if wish.min_bisection is not None and share < wish.min_bisection:
        return {}, f"has a bisection of {100 * share:.1f} % of half the endpoints at most"
    figures = {
        "routers": topology.routers,
        "endpoints": endpoints,
        "endpoints_per_router": candidate.per_router,
        "endpoints_recommended": candidate.recommended,
        "ports_used": ports,
        "ports_free": wish.ports - ports,
        "links": topology.link_count,
        "diameter": hops.diameter,
        "mean_distance": hops.mean_distance,
        "bisection_links": cut.links,
        "bisection_lower_links": cut.lower_links,
        "normalised_bisection": cut.links / max(topology.link_count, 1),
        "endpoint_bisection_links": half.links if half else None,
        "bisection_per_endpoint": share,
        "certified_bisection_per_endpoint": half.lower_links / half.endpoints if half else 0.0,
        "links_per_endpoint": topology.link_count / endpoints,
    }
    return figures, None


#: Columns of the table.
COLUMNS: tuple[Column, ...] = (
    ("routers", "routers", ",d"),
    ("endpoints", "endpoints", ",d"),
    ("endpoints_per_router", "a router", "d"),
    ("ports_used", "ports", "d"),
    ("links", "links", ",d"),
    ("diameter", "diameter", "d"),
    ("mean_distance", "mean\ndistance", ".3f"),
    ("certified_bisection_per_endpoint", "bisection, of half the\nendpoints: at least", "%"),
    ("bisection_per_endpoint", "\nat most", "%"),
    ("normalised_bisection", "of all links\nat most", "%"),
    ("links_per_endpoint", "links per\nendpoint", ".3f"),
)


def design_rows(found: Design) -> Iterator[list[str]]:
    """Return the choices as the rows of a table."""
    for choice in found.choices:
        yield [choice.spec, *cells(choice.figures, COLUMNS)]
