"""The output of ``netfloor partition bound``: the fewest links that leave a set of switches."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.research.partitions.bounds.cuboids import Cuboid, best_cuboid, torus_bound
from netfloor.research.partitions.bounds.cut_curve import cut_curve, expansion_of
from netfloor.research.partitions.bounds.subsets import MAX_SETS, Subset, best_subset, set_count_digits
from netfloor.research.partitions.machine_file import read_sides
from netfloor.topologies.families.lattices.lattice import Dimension, ring

Document = dict[str, Any]


@dataclass(frozen=True)
class BoundRequest:
    """The switches of a set, and the network by its sides, such as ``5x3``, or a hypercube's dimensions.

    Exactly one network is given. With ``single`` a ring of two has one link, for which Theorem 3.1 does not
    hold.
    """

    size: int
    torus: str | None = None
    hyperx: str | None = None
    hypercube: int | None = None
    single: bool = False


def bound_document(request: BoundRequest) -> Document:
    """Return the bound, the best cuboid, the best set if all can be enumerated, and the expansion.

    Raises
    ------
    InputError
        If there is not exactly one network, or the set is empty or larger than half of it.
    """
    kind, sizes = _network(request)
    routers = math.prod(sizes)
    if not 1 <= request.size <= routers // 2:
        what = f"{request.size:,} of {routers:,} switches"
        raise InputError(setting("size"), what, f"the bound is for 1 to {routers // 2:,}, half of all")
    used = [
        ring(size, double_pair=not request.single) if kind == "torus" else Dimension(size, "clique")
        for size in sizes
        if size > 1
    ]
    curve = cut_curve(used)
    expansion = expansion_of(curve, request.size)
    cuboid = best_cuboid(used, request.size)
    best = best_subset(used, request.size)
    exact = best is not None or expansion.lower_links == expansion.upper_links
    applies = kind == "torus" and not (request.single and 2 in sizes)
    bound = torus_bound(sizes, request.size) if applies else None
    return {
        "schema": 1,
        "kind": kind,
        "sizes": list(sizes),
        "routers": routers,
        "size": request.size,
        "bound": None if bound is None else bound.value,
        "bound_links": None if bound is None else bound.links,
        "cuboid": None if cuboid is None else _cuboid(sizes, cuboid),
        "best": None if best is None else _best_set(sizes, best),
        "links_lower": expansion.lower_links if best is None else best.links,
        "links_upper": expansion.upper_links if best is None else best.links,
        "expansion_lower": expansion.lower,
        "expansion_upper": expansion.upper,
        "method": curve.method if best is None else "every set tried",
        "notes": _notes(routers, request, exact=exact),
    }


def _cuboid(sizes: tuple[int, ...], cuboid: Cuboid) -> Document:
    sides = iter(cuboid.sides)
    return {"sides": [1 if size == 1 else next(sides) for size in sizes], "links": cuboid.links}


def _best_set(sizes: tuple[int, ...], best: Subset) -> Document:
    coordinates = np.transpose(np.unravel_index(best.routers, sizes)).tolist()
    return {"links": best.links, "routers": coordinates}


def _network(request: BoundRequest) -> tuple[str, tuple[int, ...]]:
    if request.hypercube is not None and not 1 <= request.hypercube <= 20:
        raise InputError(setting("hypercube"), f"{request.hypercube} dimensions", "give 1 to 20")
    given = {
        "torus": request.torus,
        "hyperx": request.hyperx,
        "hypercube": None if request.hypercube is None else "x".join(["2"] * request.hypercube),
    }
    named = [(kind, sides) for kind, sides in given.items() if sides is not None]
    if len(named) != 1:
        raise InputError(
            "partition bound", f"{len(named)} networks", f"give one of {', '.join(map(setting, given))}"
        )
    kind, sides = named[0]
    return kind, read_sides(setting(kind), sides)


def _notes(routers: int, request: BoundRequest, *, exact: bool) -> list[str]:
    notes = []
    if not exact:
        digits = set_count_digits(routers, request.size)
        notes.append(f"about 10^{digits:.0f} sets are too many to try all (at most {MAX_SETS:,})")
    if request.torus is not None:
        notes.append("the bound is proven for cuboids; for other sets it is a conjecture of the paper")
    if request.torus is not None and request.single and 2 in read_sides(setting("torus"), request.torus):
        notes.append("where a ring of 2 is one link the bound does not hold, and is left out")
    return notes


def readable_bound(document: Document) -> list[tuple[str, str]]:
    """Return name and value pairs for a terminal."""
    cuboid, best, bound = document["cuboid"], document["best"], document["bound"]
    fields = [
        (
            "network",
            f"{document['kind']} {'x'.join(map(str, document['sizes']))}, {document['routers']} switches",
        ),
        ("size", str(document["size"])),
        ("bound (cuboids)", "-" if bound is None else f"{bound:.4f}, so {document['bound_links']} links"),
        (
            "best cuboid",
            "none fits"
            if cuboid is None
            else f"{'x'.join(map(str, cuboid['sides']))}, {cuboid['links']} links",
        ),
    ]
    if best is not None:
        members = " ".join(",".join(map(str, router)) for router in best["routers"])
        fields.append(("best set", f"{best['links']} links: {members}"))
    else:
        fields.append(("any set", f"{_range_text(document['links_lower'], document['links_upper'])} links"))
    low, high = document["expansion_lower"], document["expansion_upper"]
    fields.append(("expansion", _range_text(round(low, 4), round(high, 4))))
    return [*fields, ("method", document["method"])]


def _range_text(low: float, high: float) -> str:
    return f"{low}" if low == high else f"{low} to {high}"
