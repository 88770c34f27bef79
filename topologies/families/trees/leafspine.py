"""Leaf and spine: edge switches all joined to the same few large switches, such as director switches."""

from dataclasses import replace

import numpy as np

from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import IntArray, Topology, bare_topology


def build(parameters: Parameters) -> Topology:
    """Build E edge switches with T endpoints each and K links to each of D spine switches.

    ``E + D`` switches, ``E D K`` links; radix ``D K`` at the edge, ``E K`` at the spine; diameter 2. This
    is a folded Clos network of two levels (Clos 1953), or of more where the spine switches are directors,
    with their own levels in a single box: TSUBAME2 had 36-port edge switches with 18 links up to six
    324-port directors (Domke et al.: HyperX against fat tree, 2019, section 2). Edge switches are numbered
    first, each a group of its own; the spine is the last group.

    Raises
    ------
    InputError
        If a number is out of range or the network is too large.
    """
    values = bind(parameters, FAMILY.usage, ("edges", "spines"), ("k", "t"))
    edges, spines = values.integer("edges", lowest=2), values.integer("spines", lowest=1)
    trunk = values.integer("k", 1, lowest=1)
    each = values.integer("t", spines * trunk, lowest=0)
    refuse_if_too_large(values.where, edges + spines, edges * spines)
    named = {"edges": edges, "spines": spines, "k": trunk, "t": each}
    return replace(
        bare_topology(
            parameters.spec, "leafspine", named, edges + spines, spine_links(edges, spines, trunk)
        ),
        endpoints=np.repeat(np.array([each, 0], np.int32), [edges, spines]),
        groups=np.append(np.arange(edges), np.full(spines, edges)).astype(np.int32),
    )


def spine_links(edges: int, spines: int, trunk: int) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)``, edge switch by edge switch."""
    low, high = np.divmod(np.arange(edges * spines), spines)
    links = np.column_stack([low, edges + high]).astype(np.int32)
    return links, np.full(len(links), trunk, np.int32)


FAMILY = Family(
    name="leafspine",
    usage="leafspine:edges,spines[,k=K][,t=T]",
    summary="edge switches with K links each to each of a few spine or director switches",
    routers="edges + spines",
    radix="spines K at the edge, edges K at the spine",
    source="Clos 1953, two levels; Domke et al.: HyperX against fat tree (2019), section 2",
    build=build,
    endpoint_parameters=("t",),
    indirect=True,
    concentration=lambda topology: int(topology.parameters["spines"] * topology.parameters["k"]),
    endpoints="t on every edge switch, none above; its number of uplinks recommended",
)
