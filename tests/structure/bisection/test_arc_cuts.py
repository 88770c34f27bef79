"""Arcs of circulant graphs against links counted one by one."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.structure.bisection.candidate_cuts import (
    LEAST_IMPROVED,
    arc_cuts,
    arc_links,
    arc_sides,
)
from netfloor.structure.bisection.cut import Cut
from netfloor.topologies.spec import build


@st.composite
def circulants(draw):
    """Return n and some of the jumps 1 .. n // 2."""
    n = draw(st.integers(2, 90))
    return n, sorted(draw(st.sets(st.integers(1, n // 2), min_size=1, max_size=6)))


def is_exact(n, multiplier):
    """Return True if no multiple's routers are divided between the halves."""
    common = math.gcd(n, multiplier)
    return common == 1 or n // common % 2 == 0


@settings(max_examples=150)
@given(circulants())
def test_links_in_closed_form(circulant):
    """The closed form is the number of links counted, for every multiplier where it claims to be."""
    n, jumps = circulant
    graph, links = nx.circulant_graph(n, jumps), arc_links(n, jumps)
    assert len(links) == n // 2
    for multiplier in range(1, n // 2 + 1):
        if is_exact(n, multiplier):
            half = np.flatnonzero(arc_sides(n, multiplier)).tolist()
            assert nx.cut_size(graph, half) == links[multiplier - 1]


@given(st.integers(2, 300), st.data())
def test_arcs_are_halves(n, data):
    """Side 0 has floor(n / 2) routers, and none of a larger multiple than one of side 1."""
    multiplier = data.draw(st.integers(1, n - 1))
    sides = arc_sides(n, multiplier)
    multiples = np.arange(n) * multiplier % n
    assert sides.dtype == np.int8
    assert n - int(sides.sum()) == n // 2
    assert multiples[sides == 0].max() <= multiples[sides == 1].min()


@settings(max_examples=60)
@given(circulants(), st.booleans())
def test_cuts_are_as_good_as_every_arc(circulant, thorough):
    """No arc has fewer links than the first cut; all cuts are balanced and in order."""
    n, jumps = circulant
    if math.gcd(n, *jumps) > 1:
        jumps = sorted({1, *jumps})
    network = build(f"circulant:{n}:{','.join(map(str, jumps))}")
    cuts = arc_cuts(network, thorough=thorough)
    links = [cut.links for cut in cuts]
    best = min(Cut(network, arc_sides(n, u)).links for u in range(1, n // 2 + 1) if is_exact(n, u))
    assert links[0] <= best
    assert links == sorted(links)
    assert all(n - int(cut.sides.sum()) == n // 2 for cut in cuts)
    assert thorough or len(cuts) <= LEAST_IMPROVED


@pytest.mark.parametrize(
    ("spec", "printed"),
    [
        ("circulant:512:1,15,56,149", 392),
        ("circulant:512:1,23,31,119,256", 472),
        ("circulant:1024:1,144,258,276", 624),
        ("circulant:1024:1,38,70,393,481", 1036),
    ],
)
def test_large_optimal_circulants(spec, printed):
    """Without METIS and chance, arcs reach the widths that optimal_circulant's Table 2 prints."""
    assert arc_cuts(build(spec), thorough=True)[0].links <= printed


def test_the_least_arcs_may_be_those_of_no_unit():
    """Of C(1024; 1, 38, 70, 393, 481) the multiplier 2 gives the printed 1036, no unit does."""
    links = arc_links(1024, (1, 38, 70, 393, 481))
    assert links[1] == links.min() == 1036
    assert links[::2].min() > 1036
