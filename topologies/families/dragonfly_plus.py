"""Dragonfly+ (Megafly): groups of leaf and spine switches, with global links between spines."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.families.dragonfly import ARRANGEMENTS, joined_ports
from netfloor.topologies.family import Family, Instance, Parameters
from netfloor.topologies.parameters import bind, shown
from netfloor.topologies.topology import IntArray, Topology, bare_topology, normal_links

_MAX_ENDPOINTS = 1_000_000


@dataclass(frozen=True)
class DragonflyPlus:
    """Parameters of a Dragonfly+ after defaults.

    Attributes
    ----------
    leaves, spines
        Leaf and spine switches of a group.
    p, h
        Endpoints of a leaf, global links of a spine.
    g
        Groups.
    """

    leaves: int
    spines: int
    p: int
    h: int
    g: int

    @property
    def size(self) -> int:
        """Switches per group."""
        return self.leaves + self.spines

    @property
    def global_ports(self) -> int:
        """Global ports of a group."""
        return self.spines * self.h

    @property
    def links(self) -> int:
        """Links of the network."""
        return self.g * self.leaves * self.spines + self.global_ports * self.g // 2


def build(parameters: Parameters) -> Topology:
    """Build a Dragonfly+ of g groups (Shpiner et al. 2017, section 2; Flajslik et al. 2018: Megafly).

    In a group each of l leaf switches with p endpoints has a link to each of s spine switches, and each
    spine has h global links to other groups. ``g (l + s)`` switches, ``g l s + floor(g s h / 2)`` links,
    ``g l p`` endpoints; a leaf uses ``s + p`` ports, a spine ``l + h``. g defaults to ``s h + 1``, a single
    link for each pair of groups; fewer groups share the global ports as in a dragonfly. Leaves are at most
    3 links apart, switches at most 5. p defaults to s and h to l, half of each switch's ports, as in the
    papers.

    Switch x of group i has number ``i (l + s) + x``, leaves first; spine x has the global ports ``x h .. x
    h + h - 1`` of its group. The topology's groups are these groups.

    Raises
    ------
    InputError
        If the parameters do not give a Dragonfly+, or it is too large.
    """
    values = bind(parameters, FAMILY.usage, ("leaves", "spines"), ("p", "h", "g", "arrangement"))
    where, arrangement = values.where, values.get("arrangement", "absolute")
    if arrangement not in ARRANGEMENTS:
        known = ", ".join(ARRANGEMENTS)
        raise InputError(where, f"arrangement={shown(arrangement)} is unknown", f"known: {known}")
    leaves, spines = values.integer("leaves"), values.integer("spines")
    p = values.integer("p", spines, lowest=0, highest=_MAX_ENDPOINTS)
    h = values.integer("h", leaves)
    maximum = spines * h + 1
    g = values.integer("g", maximum, lowest=2)
    if g > maximum:
        what = f"g={g}: the {maximum - 1} global ports of a group reach at most {maximum - 1} others"
        raise InputError(where, what, f"give g from 2 to {maximum}")
    shape = DragonflyPlus(leaves, spines, p, h, g)
    refuse_if_too_large(where, g * shape.size, shape.links)
    named = {"leaves": leaves, "spines": spines, "p": p, "h": h, "g": g, "arrangement": arrangement}
    ends = np.repeat(np.array([p, 0], np.int32), [leaves, spines])
    return replace(
        bare_topology(
            parameters.spec, "dragonfly+", named, g * shape.size, group_links(shape, arrangement)
        ),
        endpoints=np.tile(ends, g),
        groups=np.repeat(np.arange(g, dtype=np.int32), shape.size),
        notes=_notes(shape),
    )


def group_links(shape: DragonflyPlus, arrangement: str) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)``: leaf to spine in each group, then spine to spine."""
    leaf, spine = np.divmod(np.arange(shape.leaves * shape.spines), shape.spines)
    inside = np.column_stack([leaf, shape.leaves + spine])
    local = (inside[None] + shape.size * np.arange(shape.g)[:, None, None]).reshape(-1, 2)
    group, port = np.divmod(joined_ports(shape.g, shape.global_ports, arrangement), shape.global_ports)
    between = group * shape.size + shape.leaves + port // shape.h
    return normal_links(np.concatenate([local, between]), shape.g * shape.size)


def _notes(shape: DragonflyPlus) -> tuple[str, ...]:
    if shape.global_ports * shape.g % 2 == 0:
        return ()
    group = (shape.g + 1) // 2
    return (f"spines h g is odd: the last global port of group {group} (from 0) is unused",)


def instances(max_routers: int) -> Iterator[Instance]:
    """Yield the Dragonfly+ with k leaves, spines, p and h and k^2 + 1 groups, up to this many switches."""
    k = 1
    while 2 * k * (k * k + 1) <= max_routers:
        spec, groups = f"dragonfly+:{k},{k}", k * k + 1
        yield Instance(2 * k * groups, 2 * k, spec, hosts=k * k * groups, ports=2 * k)
        k += 1


FAMILY = Family(
    name="dragonfly+",
    usage="dragonfly+:leaves,spines[,p=][,h=][,g=][,arrangement=]",
    summary="Dragonfly+ or Megafly: leaf and spine switches in each group, global links on the spines",
    routers="(leaves + spines) g, by default g = spines h + 1",
    radix="spines on a leaf, leaves + h on a spine",
    source="Shpiner et al.: Dragonfly+ (2017); Flajslik et al.: Megafly (2018)",
    build=build,
    endpoint_parameters=("p",),
    indirect=True,
    concentration=lambda topology: int(topology.parameters["spines"]),
    endpoints="p on every leaf, by default the number of spines; none on spines",
    instances=instances,
    listed="only balanced members (leaves = spines = p = h, g = spines h + 1)",
)
