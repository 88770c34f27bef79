"""Cuts that are kept: each proves itself, and the shortest search is no worse than they are."""

import numpy as np
import pytest

from netfloor.structure.bisection.best_known import best_known
from netfloor.structure.bisection.cut import Cut
from netfloor.structure.bisection.interval import bisection
from netfloor.studies.design.networks import measure
from netfloor.topologies.candidates import NetworkCandidate, NetworkDemand
from netfloor.topologies.spec import build


@pytest.mark.parametrize(("spec", "links"), [("lps:23,11", 2828), ("lps:29,13", 6000)])
def test_a_kept_cut_is_balanced_and_has_its_links(spec: str, links: int) -> None:
    """Counted again link by link; a search of one run of METIS reports no more links than it."""
    topology = build(spec)
    sides = best_known(topology)
    assert sides is not None
    assert abs(int(2 * sides.sum()) - topology.routers) <= 1
    u, v = topology.links.T
    assert int(topology.multiplicity[sides[u] != sides[v]].sum()) == links == Cut(topology, sides).links
    assert bisection(topology, seeds=1, iterations=0, prove=False).links <= links


def test_other_networks_have_none() -> None:
    """A network of the same size with other links is not mistaken for one of them."""
    assert best_known(build("random:660,24", seed=1)) is None
    assert best_known(build("slimfly:3")) is None
    assert np.unique(bisection(build("torus:6x6")).sides).tolist() == [0, 1]


def test_a_table_of_candidates_shows_the_kept_cut() -> None:
    """The same links as any other report has, although it searches for a moment only, and says so."""
    figures, reason = measure(NetworkCandidate("lps:23,11,endpoints=11", 660), NetworkDemand(7260, 36))
    assert reason is None
    assert (figures["bisection_links"], figures["bisection_method"]) == (2828, "best known")
    assert "METIS" in figures["bisection_effort"]
