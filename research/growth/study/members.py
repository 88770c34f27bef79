"""Find the member of a family for a number of endpoints, on the study's basis of comparison."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path

from netfloor.foundation.errors import InfeasibleError, InputError, within
from netfloor.research.growth.study.study_file import BASIS_WORDS, FamilyTable, GrowthStudy
from netfloor.topologies.candidates import NetworkDemand, candidates
from netfloor.topologies.families.lattices.hyperx import dimensions_of
from netfloor.topologies.families.trees.clos import plan as clos_figures
from netfloor.topologies.spec import FAMILIES, build
from netfloor.topologies.topology import Topology

#: Bisection links per endpoint of the smaller half that uniform traffic at full rate needs if half of it
#: crosses the bisection, as in balanced dragonflies.
UNIFORM_SHARE = Fraction(1, 2)
#: Members with up to this multiple of the fewest endpoints count as equal.
NEAR = 1.1
#: Families that contain each other's members.
_ALIKE = dict.fromkeys(("flattened-butterfly", "hyperx"), ("flattened-butterfly", "hyperx"))
#: Limit on examined candidates of a family.
_LOOKED_AT = 60


@dataclass(frozen=True, eq=False)
class GrowthMember:
    """A network of a family.

    Attributes
    ----------
    wanted, endpoints
        Requested endpoints, and endpoints of the network.
    width
        Ratio of the rates of a link between switches and of an endpoint; above 1 if the basis needs more
        bandwidth than the links have.
    share
        Bisection links times width per endpoint of the smaller half.
    """

    family: str
    topology: Topology
    wanted: int
    endpoints: int
    width: Fraction
    share: float


def find_member(study: GrowthStudy, family: FamilyTable, wanted: int) -> GrowthMember:
    """Return the member with the fewest switches and hardly more than the wanted endpoints.

    Its endpoints are within `NEAR` of the fewest possible. Nothing is interpolated.

    Raises
    ------
    InfeasibleError
        If no member has enough endpoints on the study's switches.
    """
    specs = tuple(family.networks) or tuple(_searched(study, family.name, wanted))
    fitting = [item for item in map(_built, specs) if _hosts(item) >= wanted]
    fitting = [item for item in fitting if int(item.ports.max()) <= study.radix]
    if not fitting:
        maximum = max(map(_hosts, map(_built, specs)), default=0)
        held = f"; its largest network here holds {maximum:,}" if maximum else ""
        what = f"no member holds {wanted:,} endpoints on switches of {study.radix} ports{held}"
        raise InfeasibleError(f"{family.name}: {what}")
    minimum = min(map(_hosts, fitting))
    near = [item for item in fitting if _hosts(item) <= minimum * NEAR]
    topology = min(near, key=lambda item: (item.routers, _hosts(item)))
    share = bisection_share(topology)
    needed = study.basis in ("bisection", "injection") and share < UNIFORM_SHARE
    width = Fraction(UNIFORM_SHARE / share) if needed else Fraction(1)
    return GrowthMember(family.name, topology, wanted, _hosts(topology), width, float(share * width))


def check_networks(path: Path, study: GrowthStudy) -> None:
    """Refuse networks of a study that cannot be built or belong to another family.

    Raises
    ------
    InputError
        With the place in the file.
    """
    for number, family in enumerate(study.families):
        for spec in family.networks:
            with within(f"{path}: families.{number}.networks"):
                topology = _built(spec)
                own, known = topology.family, _ALIKE.get(family.name, (family.name,))
                if topology.parameters.get("top") == "fewest":
                    raise InputError(spec, "has no closed form of its bisection", "leave out top=fewest")
                if own not in known:
                    raise InputError(spec, f"is of family {own}", f"give networks of {' or '.join(known)}")


@cache
def _built(spec: str) -> Topology:
    return build(spec)


def _hosts(topology: Topology) -> int:
    return int(topology.endpoints.sum())


def _searched(study: GrowthStudy, name: str, wanted: int) -> Iterator[str]:
    """Yield specs of the family's networks for the endpoints; a small dragonfly is one complete group."""
    if name == "torus":
        yield from _tori(study, wanted)
        return
    if name == "dragonfly":
        side = next(k for k in range(2, wanted + 1) if k * k >= wanted)
        if 2 * side - 1 <= study.radix:
            yield f"flattened-butterfly:{side},2"
            return
    aim = float(UNIFORM_SHARE) if study.basis == "bisection" or name != "clos" else None
    demand = NetworkDemand(wanted, study.radix, min_bisection=aim if aim is not None else 1.0, per_family=4)
    results = list(islice(candidates(FAMILIES[name], demand), 1 if name == "clos" else _LOOKED_AT))
    held = [entry.routers * entry.per_router for entry in results if entry.per_router is not None]
    for item in results:
        if item.per_router is None or item.routers * item.per_router <= min(held) * NEAR:
            yield item.spec


def _tori(study: GrowthStudy, wanted: int) -> Iterator[str]:
    """Yield the nearly cubic torus: one endpoint per switch, or a quarter of the ports for equal radix."""
    each = max(1, study.radix // 4) if study.basis == "radix" else 1
    switches = -(-wanted // each)
    side = max(3, round(switches ** (1 / 3)))
    sizes = range(max(3, side - 2), side + 3)
    shapes = [(x, y, z) for x in sizes for y in sizes for z in sizes if x >= y >= z]
    enough = [shape for shape in shapes if shape[0] * shape[1] * shape[2] >= switches]
    minimum = min(shape[0] * shape[1] * shape[2] for shape in enough)
    best = min((shape for shape in enough if shape[0] * shape[1] * shape[2] == minimum), key=max)
    yield f"torus:{'x'.join(map(str, best))},endpoints={each}"


def bisection_share(topology: Topology) -> Fraction:
    """Return bisection links per endpoint of the smaller half, by the family's closed form.

    Halves consist of whole groups, lines or pods; for an odd number n of them, ``n^2 / 4`` pairs are cut on
    average.
    """
    links = _BISECTIONS[topology.family](topology)
    return links / Fraction(_hosts(topology), 2)


def _dragonfly(topology: Topology) -> Fraction:
    """Half of the groups against the others: ``g^2 / 4`` pairs of ``a h / (g - 1)`` links (section 3.1)."""
    a, h, g = (int(topology.parameters[name]) for name in "ahg")
    return Fraction(a * h * g * g, 4 * (g - 1))


def _hyperx(topology: Topology) -> Fraction:
    """``n K S / 4`` of the dimension with the least ``K S`` (Ahn et al.: HyperX, 2009)."""
    if topology.family == "hyperx":
        narrowest = min(part.size * part.links for part in dimensions_of(topology.parameters))
    else:
        narrowest = int(topology.parameters["k"])
    return Fraction(topology.routers * narrowest, 4)


def _clos(topology: Topology) -> Fraction:
    """Half of the edge switches' uplinks; levels above are non-blocking."""
    figures = clos_figures(topology.parameters)
    return Fraction(figures.levels[0].up_links, 2)


def _torus(topology: Topology) -> Fraction:
    """Two cuts across the longest rings: ``2 n / S`` (Dally: k-ary n-cubes, 1990)."""
    longest = max(int(size) for size in topology.parameters["sizes"])
    return Fraction(2 * topology.routers, longest)


_BISECTIONS: Mapping[str, Callable[[Topology], Fraction]] = {
    "dragonfly": _dragonfly,
    "flattened-butterfly": _hyperx,
    "hyperx": _hyperx,
    "clos": _clos,
    "torus": _torus,
}


def basis_text(study: GrowthStudy) -> str:
    """Return the common property of the networks of one size."""
    return BASIS_WORDS[study.basis]
