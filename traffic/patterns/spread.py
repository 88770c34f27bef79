"""Patterns in which a rank sends to many others, each equally often."""

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import Topology
from netfloor.traffic.endpoints import Endpoints
from netfloor.traffic.patterns.pattern import Pattern, listed_pattern, shared_pattern


def uniform(name: str, endpoints: Endpoints) -> Pattern:
    """Return uniform random traffic: every rank sends to random ranks, including itself, as in BookSim2."""
    everyone = np.arange(len(endpoints.rank), dtype=np.int32)
    return shared_pattern(name, endpoints, np.zeros(len(everyone), np.int32), [everyone], to_itself=True)


def all_to_all(name: str, endpoints: Endpoints) -> Pattern:
    """Return the pattern in which every rank sends equally to all other ranks."""
    everyone = np.arange(len(endpoints.rank), dtype=np.int32)
    return shared_pattern(name, endpoints, np.zeros(len(everyone), np.int32), [everyone], to_itself=False)


def one_to_many(name: str, endpoints: Endpoints) -> Pattern:
    """Return the pattern in which rank 0 sends equally to all other ranks, which do not send."""
    others = np.arange(1, len(endpoints.rank), dtype=np.int32)
    return listed_pattern(name, endpoints, [others, *[others[:0]] * len(others)])


def next_group(name: str, endpoints: Endpoints, topology: Topology) -> Pattern:
    """Return the dragonfly paper's worst case: ranks of group i draw any rank of group i + 1.

    Kim et al. 2008, section 4.2. Groups without ranks, such as the top level of a tree, are left out.

    Raises
    ------
    InputError
        If the network has no groups, or only one with ranks.
    """
    groups = topology.groups
    numbers, group = np.unique(
        np.zeros(len(endpoints.rank)) if groups is None else groups[endpoints.rank_switch],
        return_inverse=True,
    )
    if len(numbers) < 2:
        what = "sends from group to group, and this network has "
        what += "no groups" if groups is None else "one group with endpoints"
        raise InputError(setting("pattern"), f"{name} {what}", "choose another pattern")
    sets = [np.flatnonzero(group == number).astype(np.int32) for number in range(len(numbers))]
    row = ((group + 1) % len(numbers)).astype(np.int32)
    return shared_pattern(name, endpoints, row, sets, to_itself=False)
