"""Xpander: a random lift of the complete graph."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from foundation.errors import InputError
from topologies.components import components
from topologies.family import Family, Parameters
from topologies.limits import refuse_if_too_large
from topologies.parameters import bind, integer, optional_integer, shown, signed_integer
from topologies.topology import Topology, normal_links

_USAGE = "xpander:k,lift[,seed=S]"


def build(parameters: Parameters) -> Topology:
    """Return a random lift of the complete graph of k + 1 meta-nodes.

    ``(k + 1) lift`` routers of radix k, ``k (k + 1) lift / 2`` links, none inside a meta-node
    (Valadarsky et al., Xpander, 2016, section 4). The rule: every meta-node holds ``lift`` routers,
    and each pair of meta-nodes ``i < j``, taken in order, is joined by a perfect matching drawn
    uniformly: router c of i to router ``pi(c)`` of j with pi a random permutation. The
    whole is drawn again until it is connected. One lift is drawn and kept: the paper's
    alternative of lifting by 2 again and again, best of many, is not what this does. Router c of
    meta-node i is number ``i lift + c``. Groups are the meta-nodes. The diameter has no
    closed form.

    Raises
    ------
    InputError
        If k is below 3 or the network is too large.
    """
    where, values = shown(parameters.spec), bind(parameters, _USAGE, ("k", "lift"), ("seed",))
    k = signed_integer(where, "k", values["k"])
    lift = integer(where, "lift", values["lift"])
    seed = optional_integer(where, values, "seed", 0, lowest=0)
    if k < 3:
        raise InputError(
            where, f"k={k}: lifts of so small a graph are rings or pieces", "give k >= 3; nearest: 3"
        )
    routers = (k + 1) * lift
    refuse_if_too_large(where, routers, routers * k // 2)
    links, multiplicity = normal_links(_connected_lift(k + 1, lift, seed), routers)
    return Topology(
        name=parameters.spec,
        family="xpander",
        parameters={"k": k, "lift": lift, "seed": seed},
        routers=routers,
        links=links,
        multiplicity=multiplicity,
        endpoints=np.zeros(routers, np.int32),
        groups=np.repeat(np.arange(k + 1, dtype=np.int32), lift),
        vertex_transitive=lift == 1,
    )


def _connected_lift(nodes: int, lift: int, seed: int) -> npt.NDArray[np.int64]:
    """Return the pairs of the first connected lift that the seed gives, (links, 2)."""
    low, high = np.triu_indices(nodes, 1)
    first = low[:, None] * lift + np.arange(lift)
    for generator in _generators(seed):
        copies = np.broadcast_to(np.arange(lift), first.shape)
        second = high[:, None] * lift + generator.permuted(copies, axis=1)
        pairs = np.column_stack([first.ravel(), second.ravel()])
        if not components(pairs, nodes * lift).any():
            return pairs
    raise AssertionError  # the generators never end


def _generators(seed: int) -> Iterator[np.random.Generator]:
    sequence = np.random.SeedSequence(seed)
    while True:
        yield np.random.default_rng(sequence.spawn(1)[0])


FAMILY = Family(
    name="xpander",
    usage=_USAGE,
    summary="Xpander, a random lift of the complete graph of k + 1 meta-nodes",
    routers="(k + 1) lift",
    radix="k",
    source="Valadarsky, Shahaf, Dinitz, Schapira: Xpander (2016), section 4",
    build=build,
    takes_seed=True,
)
