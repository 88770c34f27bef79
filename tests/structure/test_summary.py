"""All figures in one record, against the SpectralFly paper's Table I."""

import json

import networkx as nx
import pytest

from netfloor.foundation.errors import InputError
from netfloor.structure.summary import describe
from netfloor.topologies.spec import build

#: SpectralFly, Table I: routers, radix, diameter, mean distance, girth, mu1 as printed.
TABLE_1 = {
    "lps:11,7": (168, 12, 3, 2.39, 3, 0.50),
    "slimfly:7": (98, 11, 2, 1.89, 3, 0.62),
    "slimfly:17": (578, 25, 2, 1.96, 3, 0.64),
}


@pytest.mark.parametrize(("spec", "row"), TABLE_1.items())
def test_published_rows(spec, row):
    """Rounded to the printed digits, the figures are the paper's."""
    figures = describe(build(spec), with_bisection=False).to_dict()
    rounded = [round(figures[key], 2) for key in ("mean_distance", "mu1")]
    exact = [figures[key] for key in ("routers", "radix", "diameter", "girth")]
    assert (*exact[:3], rounded[0], exact[3], rounded[1]) == row


def test_lps_11_7_in_full():
    """LPS(11,7): 1008 links, lambda 6 below 2 sqrt(11), lambda_2 of the Laplacian 6, mean 2.3892."""
    figures = describe(build("lps:11,7"), with_bisection=False).to_dict()
    keys = ("links", "regular", "bipartite", "ramanujan")
    assert [figures[key] for key in keys] == [1008, True, False, True]
    assert figures["lambda"] == pytest.approx(6)
    assert figures["algebraic_connectivity"] == pytest.approx(6)
    assert figures["mean_distance"] == pytest.approx(2.3892, abs=5e-5)


def test_the_document_without_bisection(topology_of):
    """Keys are those of ``topology show --json``; it is JSON and speaks of no bisection."""
    document = describe(topology_of(nx.path_graph(5)), with_bisection=False).to_dict()
    expected = {"routers", "links", "radix", "diameter", "mean_distance", "girth", "mu1"}
    assert expected <= document.keys()
    assert not any("bisection" in key for key in document)
    assert document["girth"] is None
    json.dumps(document, allow_nan=False)


def test_the_document_with_bisection(topology_of):
    """A bisection adds its interval, and its share of nk/2: 1/3 of the 3-cube's 12 links are cut."""
    document = describe(topology_of(nx.hypercube_graph(3)), with_bisection=True).to_dict()
    assert document["bisection_links"] == document["bisection_lower_links"] == 4
    assert document["bisection_exact"] is True
    assert document["normalised_bisection"] == pytest.approx(4 / 12)


@pytest.mark.parametrize("endpoints", [0, 2])
def test_the_document_names_both_normalisations(endpoints):
    """A 3-cube cuts 4 of 12 links, 4 for the 4 t endpoints of a half; without endpoints that is None."""
    document = describe(build(f"hypercube:3,endpoints={endpoints}"), with_bisection=True).to_dict()
    keys = ("endpoint_bisection_links", "endpoint_bisection_lower_links", "endpoint_bisection_share")
    expected = [4, 4, pytest.approx(4 / 8)] if endpoints else [None] * 3
    assert [document[key] for key in keys] == expected
    assert document["normalised_bisection"] == pytest.approx(4 / 12)


def test_an_irregular_network(topology_of):
    """A star has its least degree beside its radix, and no lambda."""
    document = describe(topology_of(nx.star_graph(6)), with_bisection=True).to_dict()
    assert (document["radix"], document["min_degree"], document["regular"]) == (6, 1, False)
    assert (document["lambda"], document["ramanujan"], document["bipartite"]) == (None, None, True)
    assert document["bisection_links"] == 3


def test_one_router(topology_of):
    """A network of one router has no links, no distances, and half of nothing."""
    document = describe(topology_of(nx.empty_graph(1)), with_bisection=True).to_dict()
    assert (document["links"], document["diameter"], document["normalised_bisection"]) == (0, 0, 0.0)


def test_disconnected_is_refused(topology_of):
    """A network in pieces has no diameter, and so no description."""
    with pytest.raises(InputError, match="not connected"):
        describe(topology_of(nx.empty_graph(3)), with_bisection=False)
