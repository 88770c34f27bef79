"""Certified bisections of intermediate networks during a migration."""

from collections.abc import Collection, Iterable

import numpy as np

from netfloor.fabric.fabric import SWITCH
from netfloor.plans.alignment import Alignment
from netfloor.plans.migration.planner import Certify
from netfloor.structure.bisection.bound import bisection_bound
from netfloor.structure.bisection.interval import EXHAUSTIVE_ROUTERS, bisection
from netfloor.topologies.topology import Topology, normal_links


def certifier(aligned: Alignment, old: Topology, new: Topology) -> Certify:
    """Return a function that certifies the bisection of any subset of two networks' switches and cables.

    The bound is the largest of: enumeration of every balanced cut, for few switches; the spectral bound;
    and for a part of a whole network, the whole's bound less the cables that the part lacks. The last holds
    because halves of a part extend to halves of the whole when its other switches are distributed, and each
    missing cable crosses that cut at most once.
    """
    known = [
        (
            {
                device
                for device, pair in enumerate(aligned.devices)
                if pair[side] is not None and aligned.kinds[device] == SWITCH
            },
            {
                cable
                for cable, pair in enumerate(aligned.cables)
                if pair[side] is not None and aligned.is_between_switches(cable)
            },
            bisection_bound(topology).links,
        )
        for side, topology in enumerate((old, new))
    ]

    def certify(serving: frozenset[int], plugged: frozenset[int]) -> int:
        if len(serving) < 2:
            return 0
        best = _alone(network_of(serving, [aligned.ends[cable] for cable in plugged]))
        for switches, cables, links in known:
            if serving <= switches:
                best = max(best, links - len(cables - plugged))
        return best

    return certify


def _alone(topology: Topology) -> int:
    if topology.routers <= EXHAUSTIVE_ROUTERS:
        return bisection(topology, seeds=1, iterations=0).lower_links
    return bisection_bound(topology).links


def network_of(serving: Collection[int], joined: Iterable[tuple[int, int]]) -> Topology:
    """Return numbered switches and the pairs that cables join as a network."""
    number = {device: router for router, device in enumerate(sorted(serving))}
    links, multiplicity = normal_links([(number[a], number[b]) for a, b in joined], len(number))
    none = np.zeros(len(number), dtype=np.int32)
    return Topology(
        name="in migration",
        family="file",
        parameters={},
        routers=len(number),
        links=links,
        multiplicity=multiplicity,
        endpoints=none,
    )
