"""Which networks serve so many endpoints on switches of so many ports: every family's nearest."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from foundation.errors import InputError
from foundation.observer import Observer
from foundation.parallel import map_jobs
from reports.structure_table import Column, cells
from structure.bisection import bisection
from structure.distances import distances
from structure.endpoint_share import endpoint_share
from topologies import FAMILIES, Family, Instance, build
from topologies.hyperx_search import hyperx_shapes

#: Larger networks are left out: their structure would take minutes each.
MAX_ROUTERS = 20_000
#: METIS runs for the bisection of a candidate.
SEEDS = 10
TASK = "design"


@dataclass(frozen=True)
class Wish:
    """What a planner needs.

    Attributes
    ----------
    endpoints
        Endpoints in all.
    ports
        Ports of a switch, endpoints included.
    max_diameter
        Hops between routers at most, or None.
    min_bisection
        Links for each endpoint of the smaller half at least (1 is full bisection), or None.
    per_family
        Candidates of a family that are looked at, fewest routers first.
    """

    endpoints: int
    ports: int
    max_diameter: int | None = None
    min_bisection: float | None = None
    per_family: int = 2

    def __post_init__(self) -> None:
        if self.endpoints < 2 or self.ports < 2 or self.per_family < 1:
            raise InputError("design", "asks for less than two endpoints or ports", "give 2 or more")


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
    "links": False,
    "ports_used": False,
    "diameter": False,
    "mean_distance": False,
    "links_per_endpoint": False,
    "bisection_per_endpoint": True,
}


def design(wish: Wish, sort: str, workers: int, observer: Observer) -> Design:
    """Return the nearest instances of every family, sorted by a figure.

    A family's instance serves the wish if its routers, each with as many endpoints as its
    source recommends (or half as many as it has links, where nobody recommends any), hold
    them all.

    Raises
    ------
    InputError
        If ``sort`` is no figure of `SORTABLE`.
    """
    if sort not in SORTABLE:
        raise InputError("--sort", f"there is no figure {sort!r}", f"known: {', '.join(SORTABLE)}")
    infeasible: dict[str, str] = {}
    specs: list[tuple[str, str]] = []
    for family in FAMILIES.values():
        found = _candidates(family, wish)
        if isinstance(found, str):
            infeasible[family.name] = found
        else:
            specs += [(family.name, spec) for spec in found]
    observer.started(TASK, len(specs))
    looked = [0]

    def look(candidate: tuple[str, str]) -> Choice:
        choice = Choice(candidate[1], candidate[0], figures_of(candidate[1], wish))
        looked[0] += 1
        observer.advanced(TASK, looked[0], candidate[1])
        return choice

    choices = map_jobs(look, specs, workers)
    observer.finished(TASK)
    kept = [choice for choice in choices if (reason := _refusal(choice, wish)) is None]
    for choice in choices:
        reason = _refusal(choice, wish)
        if reason is not None and not any(k.family == choice.family for k in kept):
            infeasible.setdefault(choice.family, f"{choice.spec}: {reason}")
    sign = -1 if SORTABLE[sort] else 1
    kept.sort(key=lambda choice: (sign * choice.figures[sort], choice.spec))
    return Design(wish, tuple(kept), infeasible)


def _candidates(family: Family, wish: Wish) -> list[str] | str:
    """Return specs of a family's nearest instances, or why there is none."""
    if family.name == "hyperx":
        shapes = hyperx_shapes(wish.endpoints, wish.ports, wish.min_bisection or 0.5, most=wish.per_family)
        small = [shape.spec for shape in shapes if shape.routers <= MAX_ROUTERS]
        return small or f"no HyperX of up to {MAX_ROUTERS} routers has enough ports"
    if family.name == "clos":
        return [f"clos:{wish.endpoints},{wish.ports}"]
    if family.name == "jellyfish":
        return [_jellyfish(wish)]
    if family.instances is None:
        return "has free parameters: choose them and see `netfloor topology show`"
    return _nearest(family, wish)


def _jellyfish(wish: Wish) -> str:
    """Return a random network with a third of the ports for endpoints, rounded up."""
    held = -(-wish.ports // 3)
    degree = wish.ports - held
    routers = max(-(-wish.endpoints // held), degree + 1)
    routers += routers * degree % 2
    return f"jellyfish:{routers},{degree},endpoints={min(held, -(-wish.endpoints // routers))}"


def _nearest(family: Family, wish: Wish) -> list[str] | str:
    """Return the instances of fewest routers that hold the endpoints on the ports."""
    assert family.instances is not None  # noqa: S101 - the caller's condition
    nearest: dict[int, str] = {}
    closest, most = "", 0
    for instance in family.instances(MAX_ROUTERS):
        if len(nearest) == wish.per_family and instance.routers not in nearest:
            break
        total = endpoints_held(instance, wish.ports)
        if total > most:
            most, closest = total, instance.spec
        if total >= wish.endpoints:  # of one size, the instance with most links is kept
            nearest[instance.routers] = _with_endpoints(family, instance, wish, total)
    if nearest:
        return list(nearest.values())
    if not closest:
        return f"every instance of up to {MAX_ROUTERS} routers needs more than {wish.ports} ports"
    return f"up to {MAX_ROUTERS} routers it holds {most} endpoints at most, with {closest}"


def endpoints_held(instance: Instance, ports: int) -> int:
    """Return the endpoints an instance holds on switches of so many ports, 0 if they are too small."""
    if instance.hosts is not None and instance.ports is not None:
        return instance.hosts if instance.ports <= ports else 0
    per_router = instance.endpoints or max(instance.radix // 2, 1)
    return instance.routers * per_router if per_router + instance.radix <= ports else 0


def _with_endpoints(family: Family, instance: Instance, wish: Wish, total: int) -> str:
    """Return the spec with no more endpoints a router than the wish needs, unless it states them."""
    if family.indirect or any(f"{name}=" in instance.spec for name in family.endpoint_parameters):
        return instance.spec
    needed = min(total // instance.routers, -(-wish.endpoints // instance.routers))
    return f"{instance.spec},endpoints={needed}"


def figures_of(spec: str, wish: Wish) -> dict[str, Any]:
    """Return the structure of one candidate, per endpoint where that compares better."""
    topology = build(spec)
    hops = distances(topology)
    cut = bisection(topology, seeds=SEEDS, iterations=0)
    endpoints = max(int(topology.endpoints.sum()), 1)
    half = endpoint_share(topology, cut)
    return {
        "routers": topology.routers,
        "endpoints": endpoints,
        "ports_used": int(topology.ports.max()),
        "ports_free": wish.ports - int(topology.ports.max()),
        "links": topology.link_count,
        "diameter": hops.diameter,
        "mean_distance": hops.mean_distance,
        "bisection_links": cut.links,
        "bisection_lower_links": cut.lower_links,
        "normalised_bisection": cut.links / max(topology.link_count, 1),
        "endpoint_bisection_links": half.links if half else 0,
        "bisection_per_endpoint": half.share if half else 0.0,
        "links_per_endpoint": topology.link_count / endpoints,
    }


def _refusal(choice: Choice, wish: Wish) -> str | None:
    """Return which wish a candidate does not meet, None if it meets all."""
    figures = choice.figures
    if figures["ports_used"] > wish.ports:
        return f"needs {figures['ports_used']} ports"
    if wish.max_diameter is not None and figures["diameter"] > wish.max_diameter:
        return f"has diameter {figures['diameter']}"
    if wish.min_bisection is not None and figures["bisection_per_endpoint"] < wish.min_bisection:
        return f"has a bisection of {100 * figures['bisection_per_endpoint']:.1f} % of half the endpoints"
    return None


#: Columns of the table.
COLUMNS: tuple[Column, ...] = (
    ("routers", "routers", ",d"),
    ("endpoints", "endpoints", ",d"),
    ("ports_used", "ports", "d"),
    ("links", "links", ",d"),
    ("diameter", "diameter", "d"),
    ("mean_distance", "mean\ndistance", ".3f"),
    ("endpoint_bisection_links", "endpoints'\nbisection", ",d"),
    ("bisection_per_endpoint", "share of half\nthe endpoints", "%"),
    ("normalised_bisection", "routers' bisection,\nshare of all links", "%"),
    ("links_per_endpoint", "links per\nendpoint", ".3f"),
)


def design_rows(found: Design) -> Iterator[list[str]]:
    """Return the choices as the rows of a table."""
    for choice in found.choices:
        yield [choice.spec, *cells(choice.figures, COLUMNS)]
