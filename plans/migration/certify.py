"""Certified bisections of networks between two whole ones."""

import numpy as np

from netfloor.plans.cabling import Cabling, Link, name_key
from netfloor.plans.migration.planner import Certify
from netfloor.structure.bisection.bound import bisection_bound
from netfloor.structure.bisection.interval import EXHAUSTIVE_ROUTERS, bisection
from netfloor.topologies.topology import Topology, normal_links


def certifier(*whole: tuple[Cabling, Topology]) -> Certify:
    """Return what certifies the bisection of any part of these networks' switches and their cables.

    The largest of: every balanced cut tried, for few routers; the spectral bound; and for a
    part of a whole network, that one's bound less the cables that it lacks. The last holds
    because halves of a part become halves of the whole when its other routers are dealt out,
    and each missing cable was in the cut at most once.
    """
    known = [
        (
            cabling.routers.keys() - cabling.servers,
            {link for link in cabling.cables if cabling.is_between_switches(link)},
            bisection_bound(topology).links,
        )
        for cabling, topology in whole
    ]

    def certify(serving: frozenset[str], plugged: frozenset[Link]) -> int:
        if len(serving) < 2:
            return 0
        best = _alone(network_of(serving, plugged))
        for switches, cables, links in known:
            if serving <= switches:
                best = max(best, links - len(cables - plugged))
        return best

    return certify


def _alone(topology: Topology) -> int:
    if topology.routers <= EXHAUSTIVE_ROUTERS:
        return bisection(topology, seeds=1, iterations=0).lower_links
    return bisection_bound(topology).links


def network_of(serving: frozenset[str], plugged: frozenset[Link]) -> Topology:
    """Return routers and links by name as a network."""
    number = {name: router for router, name in enumerate(sorted(serving, key=name_key))}
    links, multiplicity = normal_links([(number[a], number[b]) for a, b, _ in plugged], len(number))
    none = np.zeros(len(number), dtype=np.int32)
    return Topology("in migration", "file", {}, len(number), links, multiplicity, none)
