"""Jellyfish: switches joined at random, under the name that planners ask for."""

from topologies import random_regular
from topologies.family import Family, Parameters
from topologies.topology import Topology


def build(parameters: Parameters) -> Topology:
    """Return a random simple connected graph of n routers, each with k links.

    ``n k / 2`` links of radix k. The same network as ``random:n,k`` with the same seed.

    Raises
    ------
    InputError
        If no such graph exists or it is too large.
    """
    return random_regular.build(parameters, "jellyfish")


FAMILY = Family(
    name="jellyfish",
    usage="jellyfish:n,k[,seed=S]",
    summary="Jellyfish, a random k-regular network: another name of random",
    routers="n",
    radix="k",
    source="Singla, Hong, Popa, Godfrey: Jellyfish (2012), section 3; drawn as random is",
    build=build,
    takes_seed=True,
)
