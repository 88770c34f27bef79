"""Xpander: a random lift of the complete graph."""

from dataclasses import replace

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.families.drawn.random_regular import LongArray, first_connected
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import Topology, bare_topology, normal_links


def build(parameters: Parameters) -> Topology:
    """Build a random lift of the complete graph of k + 1 meta-nodes.

    ``(k + 1) lift`` switches of radix k, ``k (k + 1) lift / 2`` links, none inside a meta-node (Valadarsky
    et al., Xpander, 2016, section 4). The rule: every meta-node has ``lift`` switches, and each pair of
    meta-nodes ``i < j``, in order, is joined by a perfect matching drawn uniformly: switch c of i to switch
    ``pi(c)`` of j with pi a random permutation. The lift is redrawn until it is connected; the first
    connected lift is used, unlike the paper's alternative of the best of many repeated 2-lifts. Switch c of
    meta-node i has number ``i lift + c``. Groups are the meta-nodes. The diameter has no closed form.

    Raises
    ------
    InputError
        If k is below 3 or the network is too large.
    """
    values = bind(parameters, FAMILY.usage, ("k", "lift"), ("seed",))
    k, lift, seed = values.signed("k"), values.integer("lift"), values.integer("seed", 0, lowest=0)
    if k < 3:
        raise InputError(
            values.where,
            f"k={k}: lifts of such a small graph are rings or not connected",
            "give k >= 3; nearest: 3",
        )
    routers = (k + 1) * lift
    refuse_if_too_large(values.where, routers, routers * k // 2)
    named = {"k": k, "lift": lift, "seed": seed}
    links = normal_links(_connected_lift(k + 1, lift, seed), routers)
    return replace(
        bare_topology(parameters.spec, "xpander", named, routers, links),
        groups=np.repeat(np.arange(k + 1, dtype=np.int32), lift),
        vertex_transitive=lift == 1,
    )


def _connected_lift(nodes: int, lift: int, seed: int) -> LongArray:
    """Return the pairs of the first connected lift drawn from the seed, (links, 2)."""
    low, high = np.triu_indices(nodes, 1)
    first = low[:, None] * lift + np.arange(lift)

    def drawn(generator: np.random.Generator) -> LongArray:
        copies = np.broadcast_to(np.arange(lift), first.shape)
        second = high[:, None] * lift + generator.permuted(copies, axis=1)
        return np.column_stack([first.ravel(), second.ravel()])

    return first_connected(drawn, nodes * lift, seed)


FAMILY = Family(
    name="xpander",
    usage="xpander:k,lift[,seed=S]",
    summary="Xpander, a random lift of the complete graph of k + 1 meta-nodes",
    routers="(k + 1) lift",
    radix="k",
    source="Valadarsky, Shahaf, Dinitz, Schapira: Xpander (2016), section 4",
    build=build,
    takes_seed=True,
)
