"""Classify a network's cables: inside a cabinet, along a group's row of cabinets, or across the floor."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from netfloor.foundation.errors import InputError
from netfloor.research.growth.packaging.floor import PackagingFloor
from netfloor.research.growth.packaging.rules import RULES, PackagingRule
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class CableClass:
    """Cables of one class: their number, length rule and span; no rule inside a cabinet."""

    name: str
    cables: int
    rule: PackagingRule | None = None
    span_mm: float = 0.0


def cable_classes(topology: Topology, floor: PackagingFloor, rule: str) -> tuple[CableClass, ...]:
    """Return a network's cables by class; counts add up to its links.

    A group of switches (a dragonfly's, or a line of a flattened butterfly's last dimension) is in adjacent
    cabinets, and its other cables follow the rule ``row`` over the length of that row. A network of a
    single fully connected group fills the floor: rule ``floor``.

    Raises
    ------
    InputError
        If the network's family has no packaging rule.
    """
    find = CLASSES.get(topology.family)
    if find is None:
        known = ", ".join(CLASSES)
        raise InputError(
            topology.name, f"has no packaging rule: family {topology.family}", f"known: {known}"
        )
    return tuple(item for item in find(topology, floor, RULES[rule]) if item.cables)


def _dragonfly(topology: Topology, floor: PackagingFloor, rule: PackagingRule) -> list[CableClass]:
    a, p, h, g = (int(topology.parameters[name]) for name in "aphg")
    crossing = a * h * g // 2
    hosts = int(topology.endpoints.sum())
    local = _group(a, p, topology.link_count - crossing, floor)
    return [*local, CableClass("between groups", crossing, rule, floor.side_mm(hosts))]


def _hyperx(topology: Topology, floor: PackagingFloor, rule: PackagingRule) -> list[CableClass]:
    *_, last = sizes = hyperx_sizes(topology)
    trunks = list(topology.parameters.get("k", [])) if topology.family == "hyperx" else [1] * len(sizes)
    hosts, per_switch = int(topology.endpoints.sum()), int(topology.endpoints.max(initial=0))
    own = topology.routers * (last - 1) * trunks[-1] // 2
    local = _group(last, per_switch, own, floor)
    if len(sizes) == 1:
        side = floor.side_mm(hosts)
        return [local[0], CableClass("between cabinets", local[1].cables, RULES["floor"], side)]
    rest = CableClass("other dimensions", topology.link_count - own, rule, floor.side_mm(hosts))
    return [*local, rest]


def hyperx_sizes(topology: Topology) -> list[int]:
    """Return the switches along each dimension of a HyperX or a flattened butterfly."""
    if topology.family == "hyperx":
        return [int(size) for size in topology.parameters["sizes"]]
    return [int(topology.parameters["k"])] * (int(topology.parameters["n"]) - 1)


def _group(switches: int, per_switch: int, links: int, floor: PackagingFloor) -> list[CableClass]:
    """Return the links of complete groups of switches: inside cabinets, and along their row."""
    together = min(floor.switches_beside(per_switch), switches)
    full, rest = divmod(switches, together)
    pairs = full * together * (together - 1) // 2 + rest * (rest - 1) // 2
    inside = links * pairs // (switches * (switches - 1) // 2)
    cabinets = -(-switches // together)
    row = CableClass("inside a group", links - inside, RULES["row"], cabinets * floor.pitch_mm)
    return [CableClass("inside a cabinet", inside), row]


def _clos(topology: Topology, floor: PackagingFloor, rule: PackagingRule) -> list[CableClass]:
    """Return one class: all levels above the edge are in the middle of the floor."""
    hosts = int(topology.endpoints.sum())
    return [CableClass("between levels", topology.link_count, rule, floor.side_mm(hosts))]


def _torus(topology: Topology, floor: PackagingFloor, rule: PackagingRule) -> list[CableClass]:
    """Return two classes: blocks of switches are cabinets; folded rings skip one cabinet."""
    sizes = torus_sizes(topology)
    crossing = block_crossings(sizes, torus_block(sizes, topology, floor))
    crossing *= topology.link_count // max(len(topology.links), 1)
    inside = topology.link_count - crossing
    return [
        CableClass("inside a cabinet", inside),
        CableClass("between cabinets", crossing, rule, floor.pitch_mm),
    ]


def torus_sizes(topology: Topology) -> list[int]:
    """Return the switches along each dimension of a torus."""
    return [int(size) for size in topology.parameters["sizes"]]


def torus_block(sizes: Sequence[int], topology: Topology, floor: PackagingFloor) -> tuple[int, ...]:
    """Return the block of switches per cabinet with the fewest external links; larger blocks win ties."""
    maximum = floor.switches_beside(int(topology.endpoints.max(initial=1)))
    *others, last = sizes
    blocks = [
        (*rest, min(last, maximum // math.prod(rest)))
        for rest in product(*(range(1, min(size, maximum) + 1) for size in others))
        if math.prod(rest) <= maximum
    ]
    return min(blocks, key=lambda block: (block_crossings(sizes, block), -math.prod(block), block))


def block_crossings(sizes: Sequence[int], block: Sequence[int]) -> int:
    """Return the links of a torus between blocks: one per block and ring, none within a single block."""
    switches = math.prod(sizes)
    parts = [-(-size // side) for size, side in zip(sizes, block, strict=True)]
    return sum(switches // size * part for size, part in zip(sizes, parts, strict=True) if part > 1)


CLASSES: Mapping[str, Callable[[Topology, PackagingFloor, PackagingRule], list[CableClass]]] = {
    "dragonfly": _dragonfly,
    "flattened-butterfly": _hyperx,
    "hyperx": _hyperx,
    "clos": _clos,
    "torus": _torus,
}
