"""Random link failures: links drawn without replacement."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np

from netfloor.topologies.topology import IntArray, Topology


def links_failed(proportion: float, links: int) -> int:
    """Return the number of ``links`` in a proportion, halves rounded up.

    The proportion counts as its decimal text: 0.15 of 10 links are 2.
    """
    return math.floor(Fraction(repr(float(proportion))) * links + Fraction(1, 2))


def without_random_links(topology: Topology, failed: int, seed: np.random.SeedSequence) -> Topology:
    """Return the network without ``failed`` random links; every choice is equally likely.

    Parallel links fail one by one.

    Raises
    ------
    ValueError
        If there are fewer links.
    """
    if not 0 <= failed <= topology.link_count:
        raise ValueError(f"{failed} of {topology.link_count} links cannot fail")
    pair_of = np.repeat(np.arange(len(topology.links)), topology.multiplicity)
    drawn = np.random.default_rng(seed).choice(len(pair_of), failed, replace=False, shuffle=False)
    lost = np.bincount(pair_of[drawn], minlength=len(topology.links))
    return without_links(topology, lost.astype(np.int32))


def without_links(topology: Topology, lost: IntArray) -> Topology:
    """Return the network without some links of each pair, and without proven properties.

    Parameters
    ----------
    lost
        Links to take from each pair of ``topology.links``, (m,) int32.

    Raises
    ------
    ValueError
        If a pair would lose more links than it has, or a negative number.
    """
    left = topology.multiplicity - lost
    if (lost < 0).any() or (left < 0).any():
        raise ValueError("a pair loses between none and all of its links")
    return replace(
        topology,
        name=f"{topology.name} less {int(lost.sum())} links",
        family="damaged",
        parameters={},
        links=topology.links[left > 0],
        multiplicity=left[left > 0],
        link_rates=topology.rates_of_some(left > 0),
        vertex_transitive=False,
        notes=(),
    )
