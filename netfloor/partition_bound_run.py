"""What ``netfloor partition bound`` prints: how few links can leave a set of so many routers."""

import math
from dataclasses import dataclass
from typing import Any

from foundation.errors import InputError
from netfloor.partition_machine import read_sides
from structure.partitions.cuboids import best_cuboid
from structure.partitions.cut_curve import cut_curve
from structure.partitions.expansion import expansion_of
from structure.partitions.subsets import MOST_SETS, best_subset, set_count_digits
from structure.partitions.torus_bound import torus_bound
from topologies.lattice import Dimension, ring

Document = dict[str, Any]


@dataclass(frozen=True)
class BoundRequest:
    """One network, by its sides, and the size of the set.

    Attributes
    ----------
    torus, hyperx, hypercube
        Exactly one of them: sides such as ``5x3``, or the dimensions of a hypercube.
    size
        Routers of the set.
    single
        True where a ring of two is one link: then Theorem 3.1 is not true.
    """

    size: int
    torus: str | None = None
    hyperx: str | None = None
    hypercube: int | None = None
    single: bool = False


def bound_document(request: BoundRequest) -> Document:
    """Return the bound, the best cuboid, the best set where all can be tried, and the expansion.

    Raises
    ------
    InputError
        If there is not exactly one network, or the set is empty or larger than its half.
    """
    kind, sizes = _network(request)
    parts = [_dimension(kind, size, single=request.single) for size in sizes]
    routers = math.prod(sizes)
    if not 1 <= request.size <= routers // 2:
        what = f"{request.size:,} of {routers:,} routers"
        raise InputError("--size", what, f"the bound is for 1 to {routers // 2:,}, half of all")
    used = [part for part in parts if part is not None]
    curve = cut_curve(used)
    expansion = expansion_of(curve, request.size)
    cuboid = best_cuboid(used, request.size)
    best = best_subset(used, request.size)
    exact = best is not None or expansion.lower_links == expansion.upper_links
    lower = upper = None if best is None else best.links
    return {
        "schema": 1,
        "kind": kind,
        "sizes": list(sizes),
        "routers": routers,
        "size": request.size,
        **_theorem(kind, sizes, request),
        "cuboid": None
        if cuboid is None
        else {"sides": _with_ones(sizes, cuboid.sides), "links": cuboid.links},
        "best": None
        if best is None
        else {"links": best.links, "routers": [_coordinates(sizes, router) for router in best.routers]},
        "links_lower": expansion.lower_links if lower is None else lower,
        "links_upper": expansion.upper_links if upper is None else upper,
        "expansion_lower": expansion.lower,
        "expansion_upper": expansion.upper,
        "method": curve.method if best is None else "every set tried",
        "notes": _notes(routers, request, exact=exact),
    }


def _theorem(kind: str, sizes: tuple[int, ...], request: BoundRequest) -> Document:
    applies = kind == "torus" and not (request.single and 2 in sizes)
    bound = torus_bound(sizes, request.size) if applies else None
    return {
        "bound": None if bound is None else bound.value,
        "bound_links": None if bound is None else bound.links,
    }


def _network(request: BoundRequest) -> tuple[str, tuple[int, ...]]:
    if request.hypercube is not None and not 1 <= request.hypercube <= 20:
        raise InputError("--hypercube", f"{request.hypercube} dimensions", "give 1 to 20")
    given = {
        "torus": request.torus,
        "hyperx": request.hyperx,
        "hypercube": None if request.hypercube is None else "x".join(["2"] * request.hypercube),
    }
    named = [(kind, sides) for kind, sides in given.items() if sides is not None]
    if len(named) != 1:
        raise InputError(
            "partition bound", f"{len(named)} networks", "give one of --torus, --hyperx, --hypercube"
        )
    kind, sides = named[0]
    return kind, read_sides(f"--{kind}", sides)


def _dimension(kind: str, size: int, *, single: bool) -> Dimension | None:
    if size == 1:
        return None
    return ring(size, double_pair=not single) if kind == "torus" else Dimension(size, "clique")


def _with_ones(sizes: tuple[int, ...], sides: tuple[int, ...]) -> list[int]:
    rest = iter(sides)
    return [1 if size == 1 else next(rest) for size in sizes]


def _coordinates(sizes: tuple[int, ...], router: int) -> list[int]:
    coordinates = []
    for size in reversed(sizes):
        router, coordinate = divmod(router, size)
        coordinates.append(coordinate)
    return coordinates[::-1]


def _notes(routers: int, request: BoundRequest, *, exact: bool) -> list[str]:
    notes = []
    if not exact:
        digits = set_count_digits(routers, request.size)
        notes.append(f"about 10^{digits:.0f} sets are too many to try all (at most {MOST_SETS:,})")
    if request.torus is not None:
        notes.append("the bound is proven for cuboids; for other sets it is a conjecture of the paper")
    if request.torus is not None and request.single and 2 in read_sides("--torus", request.torus):
        notes.append("where a ring of 2 is one link the bound does not hold, and is left out")
    return notes


def readable_bound(document: Document) -> list[tuple[str, str]]:
    """Return name and value pairs for a terminal."""
    cuboid, best, bound = document["cuboid"], document["best"], document["bound"]
    fields = [
        (
            "network",
            f"{document['kind']} {'x'.join(map(str, document['sizes']))}, {document['routers']} routers",
        ),
        ("size", str(document["size"])),
        ("bound (cuboids)", "-" if bound is None else f"{bound:.4f}, so {document['bound_links']} links"),
        ("best cuboid", "none fits" if cuboid is None else _cuboid_text(cuboid)),
    ]
    if best is not None:
        members = " ".join(",".join(map(str, router)) for router in best["routers"])
        fields.append(("best set", f"{best['links']} links: {members}"))
    else:
        fields.append(("any set", f"{_range_text(document['links_lower'], document['links_upper'])} links"))
    low, high = document["expansion_lower"], document["expansion_upper"]
    fields.append(("expansion", _range_text(round(low, 4), round(high, 4))))
    return [*fields, ("method", document["method"])]


def _cuboid_text(cuboid: Document) -> str:
    return f"{'x'.join(map(str, cuboid['sides']))}, {cuboid['links']} links"


def _range_text(low: float, high: float) -> str:
    return f"{low}" if low == high else f"{low} to {high}"
