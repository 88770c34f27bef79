"""Endpoints, and the ranks of a job on them."""

from dataclasses import dataclass

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import IntArray, Topology


@dataclass(frozen=True, eq=False)
class Endpoints:
    """Endpoints of a network, numbered switch by switch, and the ranks on them.

    Attributes
    ----------
    switch
        Switch of each endpoint, (e,) int32, ascending.
    rank
        Endpoint of each rank, (ranks,) int32, ascending; other endpoints neither send nor receive.
    seed
        Seed of the allocation of ranks if there are fewer than endpoints, otherwise None.
    """

    switch: IntArray
    rank: IntArray
    seed: int | None

    @property
    def rank_switch(self) -> IntArray:
        """Switch of each rank, (ranks,) int32."""
        return self.switch[self.rank]

    @property
    def allocation(self) -> str:
        """A sentence on the number of ranks and endpoints, and on the allocation."""
        ranks, endpoints = len(self.rank), len(self.switch)
        if self.seed is None:
            return f"{ranks:,} ranks, one on each endpoint in the order of the switches"
        return (
            f"{ranks:,} ranks on {endpoints:,} endpoints, allocated at random (seed {self.seed}) and "
            f"numbered in the order of the switches; {endpoints - ranks:,} endpoints are idle"
        )


def endpoints_of(topology: Topology, ranks: int | None = None, seed: int = 0) -> Endpoints:
    """Return the endpoints of a network with a rank on each, or with fewer ranks at random.

    Fewer ranks are allocated as in section VI-B of the SpectralFly paper: the endpoints of the job are
    chosen at random, and ranks follow the standard order of the endpoints.

    Parameters
    ----------
    ranks
        Number of ranks of the job; None: one on each endpoint.
    seed
        Seed of the allocation.

    Raises
    ------
    InputError
        If there are fewer than 2 endpoints or ranks, or more ranks than endpoints.
    """
    switch = np.repeat(np.arange(topology.routers, dtype=np.int32), topology.endpoints)
    count = len(switch)
    if count < 2:
        what = f"has {count} endpoints, and traffic needs at least 2"
        raise InputError(
            f"network {topology.name}", what, f"give {setting('endpoints')}, or endpoints= in the spec"
        )
    wanted = count if ranks is None else ranks
    if not 2 <= wanted <= count:
        raise InputError(
            setting("ranks"), f"{wanted:,} ranks on {count:,} endpoints", f"give 2 to {count:,}"
        )
    if wanted == count:
        return Endpoints(switch, np.arange(count, dtype=np.int32), None)
    chosen = np.random.default_rng(seed).choice(count, wanted, replace=False)
    return Endpoints(switch, np.sort(chosen).astype(np.int32), seed)
