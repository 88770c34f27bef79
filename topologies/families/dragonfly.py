"""Dragonfly: groups of switches that act like a single switch of high radix."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.families.circulant import circulant_pairs
from netfloor.topologies.families.lattices.complete import complete_pairs
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_links
from netfloor.topologies.family import Family, Instance, Parameters
from netfloor.topologies.parameters import Values, bind, integer, shown
from netfloor.topologies.topology import IntArray, Topology, bare_topology, normal_links

#: Global link arrangements: sort keys (group, other group, number of groups) that order a group's ports
#: within a round. Hastings et al. 2015, "Comparing global link arrangements for dragonfly networks".
ARRANGEMENTS: dict[str, Callable[[IntArray, IntArray, int], IntArray]] = {
    "absolute": lambda _group, other, _groups: other,
    "relative": lambda group, other, groups: (other - group) % groups,
    "circulant": lambda group, other, groups: _near_first((other - group) % groups, groups),
}


def joined_ports(groups: int, ports: int, arrangement: str) -> IntArray:
    """Return the joined global ports, (channels, 2); port x of group i has number ``i ports + x``.

    ``b = floor(ports / (groups - 1))`` rounds join every pair of groups once each; `surplus_pairs` uses the
    r remaining ports of each group. A group's ports serve the rounds in turn, and within a round the other
    groups in the order of the arrangement. With ``ports + 1`` groups there is a single round, the published
    arrangement.

    ``groups``: 2 to ``ports + 1``; ``ports``: global ports of a group, ``a h``; ``arrangement``: a key of
    `ARRANGEMENTS`.
    """
    rounds, surplus = divmod(ports, groups - 1)
    everyone, some = complete_pairs(groups), surplus_pairs(groups, surplus)
    pairs = np.concatenate([np.tile(everyone, (rounds, 1)), some])
    turn = np.concatenate([np.repeat(np.arange(rounds), len(everyone)), np.full(len(some), rounds)])
    ends, others, turns = pairs.T.ravel(), pairs[:, ::-1].T.ravel(), np.tile(turn, 2)
    order = np.lexsort((ARRANGEMENTS[arrangement](ends, others, groups), turns, ends))
    starts = np.searchsorted(ends[order], np.arange(groups))
    port = np.empty(len(ends), dtype=np.int64)
    port[order] = np.arange(len(ends)) - starts[ends[order]]
    return np.asarray((ends * ports + port).reshape(2, -1).T, dtype=np.int32)


def surplus_pairs(groups: int, degree: int) -> IntArray:
    """Return a graph in which each group has ``degree`` links to other groups, (links, 2).

    Degree below ``groups - 1``.

    A circulant graph of the nearest groups; an odd degree adds the opposite group, or for an odd number of
    groups a matching along the cycle of jump ``(groups - 1) / 2``. That leaves group ``(groups + 1) / 2``
    with a link less, because no graph has an odd number of link ends.
    """
    jumps = tuple(range(1, degree // 2 + 1))
    if degree % 2 == 0:
        return circulant_pairs(groups, jumps)
    if groups % 2 == 0:
        return circulant_pairs(groups, (*jumps, groups // 2))
    cycle = np.arange(groups - 1, dtype=np.int32) * ((groups - 1) // 2) % groups
    return np.concatenate([circulant_pairs(groups, jumps), cycle.reshape(-1, 2)])


def _near_first(distance: IntArray, groups: int) -> IntArray:
    """Rank distances around the ring of groups in the order +1, -1, +2, -2, ..."""
    return np.where(2 * distance <= groups, 2 * distance - 1, 2 * (groups - distance))


_OPTIONAL = ("p", "h", "g", "arrangement", "group")
_MAX_ENDPOINTS = 1_000_000


@dataclass(frozen=True)
class _Shape:
    """Parameters of a dragonfly after defaults."""

    sides: tuple[int, ...]
    p: int
    h: int
    g: int
    arrangement: str

    @property
    def a(self) -> int:
        """Switches per group."""
        return math.prod(self.sides)

    @property
    def local_links(self) -> int:
        """Local links of a switch, ``sum(S_i - 1)``."""
        return sum(side - 1 for side in self.sides)

    @property
    def global_ports(self) -> int:
        """Global ports of a group, ``a h``."""
        return self.a * self.h

    @property
    def links(self) -> int:
        """Links of the network."""
        return self.g * self.a * self.local_links // 2 + self.global_ports * self.g // 2


def build(parameters: Parameters) -> Topology:
    """Build a dragonfly of g groups of a switches (Kim et al. 2008, section 3).

    ``a g`` switches of network radix ``a - 1 + h`` in complete groups, or ``sum(S_i - 1) + h`` in groups
    that are a flattened butterfly of sides ``S_i`` (``group=4x2``, figure 6). With its p endpoints a switch
    has ``k = p + h + a - 1`` ports, and a group ``k' = a (p + h)``. ``g a (a - 1) / 2`` links in complete
    groups and ``floor(a h g / 2)`` between groups; ``a p g`` endpoints. g defaults to ``a h + 1``, a single
    link for each pair of groups. Fewer groups share the ports: each pair gets ``floor`` or ``ceil`` of ``a
    h / (g - 1)`` links, and a port is idle if ``a h g`` is odd. Diameter at most 3, or ``2 d + 1`` for
    groups of d dimensions. p defaults to h (balanced: ``a = 2p = 2h``).

    ``dragonfly:a`` is the canonical DF(a) of the SpectralFly paper, section IV: ``h = 1``, ``g = a + 1``,
    no endpoints, radix a, ``a^2 (a + 1) / 2`` links, diameter 3 for a > 1. All its arrangements give the
    same graph.

    Switch x of group i has number ``i a + x`` and the global ports ``x h .. x h + h - 1`` of the group. The
    topology's groups are these groups.

    Raises
    ------
    InputError
        If the parameters do not give a dragonfly, or it is too large.
    """
    shape = _read(parameters)
    routers = shape.a * shape.g
    refuse_if_too_large(shown(parameters.spec), routers, shape.links)
    links = normal_links(_pairs(shape), routers)
    whole = shape.global_ports == shape.g - 1
    return replace(
        bare_topology(parameters.spec, "dragonfly", _record(shape), routers, links),
        endpoints=np.full(routers, shape.p, np.int32),
        groups=np.repeat(np.arange(shape.g, dtype=np.int32), shape.a),
        # With h = 1 a switch of group i is identified by the group j it connects to. (i, j) is joined
        # to every (i, j') and to (j, i), so any renumbering of the groups keeps the links.
        vertex_transitive=whole and shape.h == 1 and len(shape.sides) == 1,
        notes=_notes(shape),
    )


def instances(max_routers: int) -> Iterator[Instance]:
    """Yield every canonical and balanced dragonfly with at most this many switches."""
    dragonflies = []
    for a in range(1, math.isqrt(max(max_routers, 0)) + 1):
        dragonflies.append(Instance(a * (a + 1), a, f"dragonfly:{a}", 1))
        if a % 2 == 0:
            h = a // 2
            spec = f"dragonfly:a={a},p={h},h={h}"
            dragonflies.append(Instance(a * (a * h + 1), a - 1 + h, spec, h))
    yield from sorted(instance for instance in dragonflies if instance.routers <= max_routers)


def _read(parameters: Parameters) -> _Shape:
    """Check the parameters and apply defaults."""
    needs_a = "group" not in parameters.named or bool(parameters.positional)
    required, optional = (("a",), _OPTIONAL) if needs_a else ((), ("a", *_OPTIONAL))
    values = bind(parameters, FAMILY.usage, required, optional)
    where, sides = values.where, _sides(values)
    arrangement = values.get("arrangement", "absolute")
    if arrangement not in ARRANGEMENTS:
        known = ", ".join(ARRANGEMENTS)
        raise InputError(where, f"arrangement={shown(arrangement)} is unknown", f"known: {known}")
    if "h" not in values:
        if values.keys() & {"p", "g", "group"}:
            raise InputError(where, "parameter h is missing", f"write {FAMILY.usage}")
        return _Shape(sides, 0, 1, sides[0] + 1, arrangement)
    h = values.integer("h")
    values.setdefault("p", str(h))
    p = values.integer("p", lowest=0, highest=_MAX_ENDPOINTS)
    maximum = math.prod(sides) * h + 1
    g = values.integer("g", maximum, lowest=2)
    if g > maximum:
        what = f"g={g}: the a h = {maximum - 1} global ports of a group reach at most {maximum - 1} others"
        raise InputError(where, what, f"give g from 2 to {maximum}")
    return _Shape(sides, p, h, g, arrangement)


def _sides(values: Values) -> tuple[int, ...]:
    """Return the sides of a group; a single side means a complete group."""
    if "group" not in values:
        return (values.integer("a"),)
    where, group = values.where, values["group"]
    sides = tuple(integer(where, "group", side.strip(), lowest=2) for side in group.split("x"))
    a = math.prod(sides)
    if "a" in values and values.integer("a") != a:
        raise InputError(where, f"group={shown(group)} has {a} switches, not a={values['a']}", "drop a")
    return sides


def _pairs(shape: _Shape) -> IntArray:
    """Return every joined pair of switches, once per link, (links, 2)."""
    shifts = shape.a * np.arange(shape.g, dtype=np.int32)[:, None, None]
    inside, _ = lattice_links("a group", [Dimension(side, "clique") for side in shape.sides])
    local = (inside[None] + shifts).reshape(-1, 2)
    between = joined_ports(shape.g, shape.global_ports, shape.arrangement) // shape.h
    return np.concatenate([local, between]).astype(np.int32)


def _record(shape: _Shape) -> dict[str, int | str]:
    """Return the parameters to record in the topology."""
    record: dict[str, int | str] = {"a": shape.a, "p": shape.p, "h": shape.h, "g": shape.g}
    if len(shape.sides) > 1:
        record["group"] = "x".join(map(str, shape.sides))
    return record | {"arrangement": shape.arrangement}


def _notes(shape: _Shape) -> tuple[str, ...]:
    if shape.global_ports * shape.g % 2 == 0:
        return ()
    group = (shape.g + 1) // 2
    return (f"a h g is odd: the last global port of group {group} (from 0) is unused",)


FAMILY = Family(
    name="dragonfly",
    usage="dragonfly:a or dragonfly:a=,p=,h=[,g=][,arrangement=absolute|relative|circulant][,group=4x2]",
    summary="dragonfly; dragonfly:a is the canonical form with a + 1 groups of a switches",
    routers="a g, by default g = a h + 1; a (a + 1) for dragonfly:a",
    radix="a - 1 + h, or sum(S_i - 1) + h in flattened butterfly groups; a for dragonfly:a",
    source="Kim, Dally, Scott, Abts (2008), section 3; SpectralFly (2022), section IV",
    build=build,
    endpoint_parameters=("p",),
    concentration=lambda topology: int(topology.parameters["h"]),
    endpoints="p, by default h (balanced: a = 2p = 2h)",
    instances=instances,
    listed="only canonical and balanced members (a = 2p = 2h, g = ah + 1)",
)
