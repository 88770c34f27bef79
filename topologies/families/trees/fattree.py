"""Fat trees as k-ary n-trees."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.families.lattices.lattice import MAX_DIMENSIONS
from netfloor.topologies.family import Family, Instance, Parameters
from netfloor.topologies.parameters import bind, underscored
from netfloor.topologies.topology import IntArray, Topology, bare_topology, normal_links


def build(parameters: Parameters) -> Topology:
    """Build the k-ary n-tree: n levels of ``k^(n-1)`` switches, with endpoints at the lowest.

    ``n k^(n-1)`` switches, ``(n - 1) k^n`` links; radix 2k, at the edge and at the top k; with its k
    endpoints an edge switch uses 2k ports. Diameter ``2 (n - 1)``. Any half of the edge switches is joined
    to the other half by k links each: full bisection (Petrini, Vanneschi: k-ary n-trees, 1997; HyperX
    against fat tree, section 2, whose 18-ary 3-tree attaches 15 endpoints to the 18 down ports of an edge
    switch, ``used_down_ports=15``).

    Switch w = 0 .. k^(n-1) - 1 of level l has number ``l k^(n-1) + w``, level 0 is the edge; it is joined
    to the k switches of level l + 1 that differ in digit l alone, counting base-k digits from the lowest.
    Groups 0 .. k-1 are the pods below the top, distinguished by the highest digit; group k is the top
    level.

    Raises
    ------
    InputError
        If k or n is below 2, more ports are used than exist, or the network is too large.
    """
    values = bind(underscored(parameters), FAMILY.usage, ("k", "n"), ("used_down_ports",))
    k = values.integer("k", lowest=2)
    n = values.integer("n", lowest=2, highest=MAX_DIMENSIONS)
    used = values.integer("used_down_ports", k, highest=k)
    width = k ** (n - 1)
    refuse_if_too_large(values.where, n * width, (n - 1) * k * width)
    named = {"k": k, "n": n, "used_down_ports": used}
    return replace(
        bare_topology(parameters.spec, "fattree", named, n * width, tree_links(k, n)),
        endpoints=np.repeat(np.array([used, 0], np.int32), [width, (n - 1) * width]),
        groups=_pods(k, n),
        notes=_notes(k, n, used),
    )


def tree_links(k: int, n: int) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)`` of the k-ary n-tree."""
    switches, pairs = np.arange(k ** (n - 1)), []
    for level in range(n - 1):
        low, high = (np.repeat(line * len(switches) + switches, k) for line in (level, level + 1))
        digit = high // k**level % k
        high += (np.tile(np.arange(k), len(switches)) - digit) * k**level
        pairs.append(np.column_stack([low, high]))
    return normal_links(np.concatenate(pairs), n * k ** (n - 1))


def _pods(k: int, n: int) -> IntArray:
    pod = np.repeat(np.arange(k), k ** (n - 2))
    return np.concatenate([np.tile(pod, n - 1), np.full(k ** (n - 1), k)]).astype(np.int32)


def _notes(k: int, n: int, used: int) -> tuple[str, ...]:
    if used == k:
        return ()
    empty = (k - used) * k ** (n - 1)
    return (f"every edge switch uses {used} of {k} down ports: {empty:,} are unused",)


def instances(max_routers: int) -> Iterator[Instance]:
    """Yield every k-ary n-tree with at most this many switches, smallest first."""
    members = [
        Instance(n * k ** (n - 1), k if n == 2 else 2 * k, f"fattree:{k},{n}", hosts=k**n, ports=2 * k)
        for n in range(2, max(max_routers, 1).bit_length() + 1)
        for k in range(2, max_routers // n + 1)
        if n * k ** (n - 1) <= max_routers
    ]
    yield from sorted(members)


FAMILY = Family(
    name="fattree",
    usage="fattree:k,n[,used_down_ports=P]",
    summary="k-ary n-tree: n levels of k^(n-1) switches, k endpoints per edge switch",
    routers="n k^(n-1)",
    radix="2k, k at the edge and at the top",
    source="Petrini, Vanneschi: k-ary n-trees (1997); Domke et al., HyperX against fat tree (2019)",
    build=build,
    endpoint_parameters=("used_down_ports", "used-down-ports"),
    indirect=True,
    concentration=lambda topology: int(topology.parameters["k"]),
    endpoints="k on every edge switch, none above",
    instances=instances,
)
