"""Dragonfly: groups of routers that act as one router of high radix."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from foundation.errors import InputError
from topologies.complete import complete_pairs
from topologies.dragonfly_wiring import ARRANGEMENTS, joined_ports
from topologies.family import Family, Instance, Parameters
from topologies.limits import refuse_if_too_large
from topologies.parameters import bind, integer, optional_integer, shown
from topologies.topology import IntArray, Topology, normal_links

_USAGE = "dragonfly:a or dragonfly:a=,p=,h=[,g=][,arrangement=absolute|relative|circulant][,group=4x2]"
_OPTIONAL = ("p", "h", "g", "arrangement", "group")
_MOST_ENDPOINTS = 1_000_000


@dataclass(frozen=True)
class _Shape:
    """What the parameters of a dragonfly come to."""

    sides: tuple[int, ...]
    p: int
    h: int
    g: int
    arrangement: str

    @property
    def a(self) -> int:
        """Routers of a group."""
        return math.prod(self.sides)

    @property
    def local_links(self) -> int:
        """Links of a router inside its group, ``sum(S_i - 1)``."""
        return sum(side - 1 for side in self.sides)

    @property
    def global_ports(self) -> int:
        """Global ports of a group, a h."""
        return self.a * self.h

    @property
    def links(self) -> int:
        """Links of the network."""
        return self.g * self.a * self.local_links // 2 + self.global_ports * self.g // 2


def build(parameters: Parameters) -> Topology:
    """Return a dragonfly of g groups of a routers (Kim et al. 2008, section 3).

    ``a g`` routers of network radix ``a - 1 + h`` in complete groups, ``sum(S_i - 1) + h`` in groups
    that are a flattened butterfly of sides ``S_i`` (``group=4x2``, figure 6); with its p endpoints
    a router has ``k = p + h + a - 1`` ports and a group ``k' = a (p + h)``. ``g a (a - 1) / 2`` links
    in complete groups and ``floor(a h g / 2)`` between groups; ``a p g`` endpoints. g is ``a h + 1``
    unless given, one link for each pair of groups; fewer groups share the ports, ``floor`` or
    ``ceil`` of ``a h / (g - 1)`` links for every pair, and one port is idle where ``a h g`` is odd.
    Diameter at most 3, ``2 d + 1`` for groups of d dimensions. p is h unless given (balanced:
    ``a = 2p = 2h``).

    ``dragonfly:a`` is the canonical DF(a) of the SpectralFly paper, section IV: ``h = 1``, ``g = a + 1``,
    no endpoints, radix a, ``a^2 (a + 1) / 2`` links, diameter 3 for a > 1. Its arrangements are one and
    the same graph.

    Router x of group i is number ``i a + x``, its global ports are ``x h .. x h + h - 1`` of the
    group. Groups are the groups.

    Raises
    ------
    InputError
        If the parameters do not make a dragonfly, or it is too large.
    """
    where = shown(parameters.spec)
    shape = _read(where, parameters)
    routers = shape.a * shape.g
    refuse_if_too_large(where, routers, shape.links)
    links, multiplicity = normal_links(_pairs(shape), routers)
    whole = shape.global_ports == shape.g - 1
    return Topology(
        name=parameters.spec,
        family="dragonfly",
        parameters=_record(shape),
        routers=routers,
        links=links,
        multiplicity=multiplicity,
        endpoints=np.full(routers, shape.p, np.int32),
        groups=np.repeat(np.arange(shape.g, dtype=np.int32), shape.a),
        # With h = 1 a router of group i is known by the group j that it leads to. (i, j) is joined
        # to every (i, j') and to (j, i), so any renumbering of the groups keeps the links.
        vertex_transitive=whole and shape.h == 1 and len(shape.sides) == 1,
        notes=_notes(shape),
    )


def instances(max_routers: int) -> Iterator[Instance]:
    """Return every canonical and every balanced dragonfly of up to so many routers."""
    found = []
    for a in range(1, math.isqrt(max(max_routers, 0)) + 1):
        found.append(Instance(a * (a + 1), a, f"dragonfly:{a}", 1))
        if a % 2 == 0:
            h = a // 2
            found.append(Instance(a * (a * h + 1), a - 1 + h, f"dragonfly:a={a},p={h},h={h}", h))
    yield from sorted(instance for instance in found if instance.routers <= max_routers)


def _read(where: str, parameters: Parameters) -> _Shape:
    """Return the parameters, checked, with their defaults."""
    required, optional = (("a",), _OPTIONAL) if _needs_a(parameters) else ((), ("a", *_OPTIONAL))
    values = bind(parameters, _USAGE, required, optional)
    sides = _sides(where, values)
    arrangement = values.get("arrangement", "absolute")
    if arrangement not in ARRANGEMENTS:
        known = ", ".join(ARRANGEMENTS)
        raise InputError(where, f"arrangement={shown(arrangement)} is unknown", f"known: {known}")
    if "h" not in values:
        if values.keys() & {"p", "g", "group"}:
            raise InputError(where, "parameter h is missing", f"write {_USAGE}")
        return _Shape(sides, 0, 1, sides[0] + 1, arrangement)
    h = integer(where, "h", values["h"])
    p = integer(where, "p", values.get("p", str(h)), lowest=0, highest=_MOST_ENDPOINTS)
    most = math.prod(sides) * h + 1
    g = optional_integer(where, values, "g", most, lowest=2)
    if g > most:
        what = f"g={g}: the a h = {most - 1} global ports of a group reach no more than {most - 1} others"
        raise InputError(where, what, f"give g from 2 to {most}")
    return _Shape(sides, p, h, g, arrangement)


def _needs_a(parameters: Parameters) -> bool:
    return "group" not in parameters.named or bool(parameters.positional)


def _sides(where: str, values: Mapping[str, str]) -> tuple[int, ...]:
    """Return the sides of a group, one for a complete group."""
    if "group" not in values:
        return (integer(where, "a", values["a"]),)
    sides = tuple(integer(where, "group", side.strip(), lowest=2) for side in values["group"].split("x"))
    a = math.prod(sides)
    if "a" in values and integer(where, "a", values["a"]) != a:
        raise InputError(
            where, f"group={shown(values['group'])} has {a} routers, not a={values['a']}", "drop a"
        )
    return sides


def _pairs(shape: _Shape) -> IntArray:
    """Return every joined pair of routers as often as it is joined, (links, 2)."""
    shifts = shape.a * np.arange(shape.g, dtype=np.int32)[:, None, None]
    local = (_group_pairs(shape.sides)[None] + shifts).reshape(-1, 2)
    between = joined_ports(shape.g, shape.global_ports, shape.arrangement) // shape.h
    return np.concatenate([local, between]).astype(np.int32)


def _group_pairs(sides: tuple[int, ...]) -> IntArray:
    """Return the pairs of a flattened butterfly: routers that differ in one coordinate."""
    numbers = np.arange(math.prod(sides), dtype=np.int32).reshape(sides)
    lines = [np.moveaxis(numbers, axis, -1).reshape(-1, side) for axis, side in enumerate(sides)]
    return np.concatenate([line[:, complete_pairs(line.shape[1])].reshape(-1, 2) for line in lines])


def _record(shape: _Shape) -> dict[str, int | str]:
    """Return the parameters as they are recorded."""
    record: dict[str, int | str] = {"a": shape.a, "p": shape.p, "h": shape.h, "g": shape.g}
    if len(shape.sides) > 1:
        record["group"] = "x".join(map(str, shape.sides))
    return record | {"arrangement": shape.arrangement}


def _notes(shape: _Shape) -> tuple[str, ...]:
    if shape.global_ports * shape.g % 2 == 0:
        return ()
    group = (shape.g + 1) // 2
    return (f"a h g is odd: the last global port of group {group} (counted from 0) stays idle",)


FAMILY = Family(
    name="dragonfly",
    usage=_USAGE,
    summary="dragonfly; dragonfly:a is the canonical one of a + 1 groups of a routers",
    routers="a g, g = a h + 1 unless given; a (a + 1) for dragonfly:a",
    radix="a - 1 + h, or sum(S_i - 1) + h in flattened butterfly groups; a for dragonfly:a",
    source="Kim, Dally, Scott, Abts (2008), section 3; SpectralFly (2022), section IV",
    build=build,
    endpoint_parameters=("p",),
    concentration=lambda topology: int(topology.parameters["h"]),
    endpoints="p, which is h unless given (balanced: a = 2p = 2h)",
    instances=instances,
    listed="canonical and balanced ones (a = 2p = 2h, g = ah + 1) only",
)
