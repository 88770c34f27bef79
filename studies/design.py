"""Which networks serve so many endpoints on switches of so many ports: every family's nearest."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.observer import Observer
from netfloor.foundation.parallel import map_jobs
from netfloor.reports.structure.table import Column, cells
from netfloor.structure.bisection.endpoint_share import endpoint_share
from netfloor.structure.bisection.interval import bisection
from netfloor.structure.hops.distances import distances
from netfloor.topologies.candidates import MAX_ROUTERS, NetworkCandidate, Wish, candidates, why_none
from netfloor.topologies.family import Family
from netfloor.topologies.spec import FAMILIES, build
from netfloor.topologies.topology import Topology

#: METIS runs for the bisection of a candidate.
SEEDS = 10
#: Networks of a family that are looked at beyond those shown, when a wish refuses some.
FURTHER = 6
#: Figures by which a design can be sorted: of most less is better.
_LESS = ("routers", "endpoints", "links", "ports_used", "diameter", "mean_distance", "links_per_endpoint")
SORTABLE = (*_LESS, "bisection_per_endpoint")
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
HEADINGS = ("network", *(heading for _, heading, _ in COLUMNS))


@dataclass(frozen=True)
class ServingNetwork:
    """One network that serves the endpoints, with its structure."""

    spec: str
    family: str
    figures: dict[str, Any]


@dataclass(frozen=True)
class Design:
    """What there is to choose from, and why the other families have nothing."""

    wish: Wish
    networks: tuple[ServingNetwork, ...]
    infeasible: dict[str, str]

    def notes(self) -> Iterator[str]:
        """Yield what a reader of the table should know: of single rows, then of families without one."""
        wish = self.wish.min_bisection
        for network in self.networks:
            figures = network.figures
            each, recommended = figures["endpoints_per_router"], figures["endpoints_recommended"]
            if None not in (each, recommended) and each != recommended:
                yield f"{network.spec}: {each} endpoints a router, {recommended} are recommended"
            if wish is not None and figures["certified_bisection_per_endpoint"] < wish:
                yield f"{network.spec}: the best cut found meets the bisection, no bound certifies it"
        for family, reason in self.infeasible.items():
            yield f"{family}: {reason}"

    def to_dict(self) -> dict[str, Any]:
        """Return what ``design --json`` prints."""
        return {
            "schema": 1,
            "endpoints": self.wish.endpoints,
            "ports": self.wish.ports,
            "rows": [
                {"network": network.spec, "family": network.family, **network.figures}
                for network in self.networks
            ],
            "infeasible": self.infeasible,
        }

    def rows(self) -> list[list[str]]:
        """Return the networks as the rows of a table below `HEADINGS`."""
        return [[network.spec, *cells(network.figures, COLUMNS)] for network in self.networks]


def design_networks(
    wish: Wish, sort: str, workers: int, observer: Observer, families: tuple[str, ...] = ()
) -> Design:
    """Return the nearest networks of every family that meet the wish, sorted by a figure.

    Smallest first, a family's networks are looked at until enough meet the wish. Each router
    has as many endpoints as the wish needs, at most as many as its source recommends (half
    as many as it has links, where nobody recommends any) or its ports leave.

    Parameters
    ----------
    sort
        A figure of `SORTABLE`.
    workers
        Threads.
    families
        Only these; all where none is named.

    Raises
    ------
    InputError
        If there is no such figure or family.
    """
    if sort not in SORTABLE:
        raise InputError(setting("sort"), f"there is no figure {sort!r}", f"known: {', '.join(SORTABLE)}")
    for name in families:
        if name not in FAMILIES:
            known = f"known: {', '.join(FAMILIES)}"
            raise InputError(setting("family"), f"there is no family {name!r}", known)
    wanted = [family for family in FAMILIES.values() if not families or family.name in families]
    observer.started("design", len(wanted))
    finished: list[str] = []

    def look(family: Family) -> tuple[list[ServingNetwork], str | None]:
        nearest = _nearest_of(family, wish)
        finished.append(family.name)
        observer.advanced("design", len(finished), family.name)
        return nearest

    answers = map_jobs(look, wanted, workers)
    observer.finished("design")
    networks = [network for serving, _ in answers for network in serving]
    sign = 1 if sort in _LESS else -1
    networks.sort(key=lambda network: (sign * network.figures[sort], network.spec))
    infeasible = {
        family.name: reason
        for family, (_, reason) in zip(wanted, answers, strict=True)
        if reason is not None
    }
    return Design(wish, tuple(networks), infeasible)


def _nearest_of(family: Family, wish: Wish) -> tuple[list[ServingNetwork], str | None]:
    """Return the networks of a family that meet the wish, or none and the reason."""
    serving: list[ServingNetwork] = []
    refused: list[str] = []
    for candidate in islice(candidates(family, wish), wish.per_family + FURTHER):
        figures, reason = measure(candidate, wish)
        if reason is None:
            serving.append(ServingNetwork(candidate.spec, family.name, figures))
        else:
            refused.append(f"{candidate.spec} {reason}")
        if len(serving) == wish.per_family:
            break
    if serving:
        return serving, None
    if not refused:
        return [], why_none(family, wish)
    more = f"; so do the next {len(refused) - 1} that were looked at, or the like"
    return [], refused[0] + (more if len(refused) > 1 else "")


def measure(candidate: NetworkCandidate, wish: Wish) -> tuple[dict[str, Any], str | None]:
    """Return the structure of one candidate, and which wish it does not meet, None if it meets all.

    Distances first: a network that is refused for its diameter is not bisected.
    """
    if candidate.routers > MAX_ROUTERS:
        return {}, f"has {candidate.routers:,} routers or more, above {MAX_ROUTERS:,}: not measured"
    topology = build(candidate.spec)
    ports = int(topology.ports.max())
    if topology.routers > MAX_ROUTERS:
        return {}, f"has {topology.routers:,} routers, above {MAX_ROUTERS:,}: not measured"
    if ports > wish.ports:
        return {}, f"needs {ports} ports"
    hops = distances(topology)
    if wish.max_diameter is not None and hops.diameter > wish.max_diameter:
        return {}, f"has diameter {hops.diameter}"
    endpoints, cut = max(int(topology.endpoints.sum()), 1), _bisections(topology)
    share = cut["bisection_per_endpoint"]
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
        **cut,
        "links_per_endpoint": topology.link_count / endpoints,
    }
    return figures, None


def _bisections(topology: Topology) -> dict[str, Any]:
    """Return the figures of halves of the routers, and of halves of the endpoints."""
    cut = bisection(topology, seeds=SEEDS, iterations=0)
    half = endpoint_share(topology, cut)
    return {
        "bisection_links": cut.links,
        "bisection_lower_links": cut.lower_links,
        "normalised_bisection": cut.links / max(topology.link_count, 1),
        "endpoint_bisection_links": half.links if half else None,
        "bisection_per_endpoint": half.share if half else 0.0,
        "certified_bisection_per_endpoint": half.lower_links / half.endpoints if half else 0.0,
    }
