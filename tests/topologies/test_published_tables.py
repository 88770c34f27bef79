"""Networks as the papers print them: SpectralFly's Table I, optimal_circulant's Table 2."""

import pytest

from netfloor.structure.bisection.interval import bisection
from netfloor.structure.hops.cycles import girth
from netfloor.structure.hops.distances import distances
from netfloor.structure.spectrum.figures import spectrum
from netfloor.topologies.spec import build

#: SpectralFly, Table I: routers, radix, diameter, mean distance, girth, mu1 as printed.
TABLE_1 = {
    "lps:11,7": (168, 12, 3, 2.39, 3, 0.50),
    "slimfly:7": (98, 11, 2, 1.89, 3, 0.62),
    "bundlefly:13,3": (234, 11, 3, 2.56, 3, 0.27),
    "dragonfly:12": (156, 12, 3, 2.70, 3, 0.08),
    "slimfly:17": (578, 25, 2, 1.96, 3, 0.64),
    "bundlefly:37,3": (666, 23, 3, 2.61, 3, 0.13),
    "dragonfly:24": (600, 24, 3, 2.84, 3, 0.04),
    "bundlefly:97,4": (3104, 54, 3, 2.76, 3, 0.07),
    "dragonfly:53": (2862, 53, 3, 2.93, 3, 0.02),
    "bundlefly:137,4": (4384, 74, 3, 2.76, 3, 0.05),
    "dragonfly:69": (4830, 69, 3, 2.94, 3, 0.01),
    "bundlefly:157,5": (7850, 85, 3, 2.82, 3, 0.06),
    "dragonfly:85": (7310, 85, 3, 2.95, 3, 0.01),
}


def ring(n: int) -> str:
    """Return the spec of a ring, a dimension of a torus."""
    return f"circulant:{n}:1"


def torus(*sizes: int) -> str:
    """Return the spec of a torus as a product of rings."""
    return "*".join(map(ring, sizes))


def hypercube(dimensions: int) -> str:
    """Return the spec of a hypercube as a product of single links."""
    return "*".join(["complete:2"] * dimensions)


#: Huang, Ramos, Deng, Tables 1 and 2: routers, degree, diameter, mean path length, bisection, in order.
TABLE_2 = [
    (torus(8, 4), 32, 4, 6, 3.10, 8),
    ("circulant:32:1,7", 32, 4, 4, 2.71, 16),
    ("circulant:32:1,6,16", 32, 5, 3, 2.29, 20),
    (f"{ring(8)}*complete:4", 32, 5, 5, 2.84, 8),
    (hypercube(5), 32, 5, 5, 2.58, 16),
    (torus(8, 8), 64, 4, 8, 4.06, 16),
    ("circulant:64:1,14", 64, 4, 6, 3.78, 22),
    ("circulant:64:1,4,25", 64, 6, 4, 2.60, 48),
    ("circulant:16:1,8*complete:4", 64, 6, 5, 3.24, 16),
    (hypercube(6), 64, 6, 6, 3.05, 32),
    (torus(8, 4, 4), 128, 6, 8, 4.03, 32),
    ("circulant:128:1,8,54", 128, 6, 5, 3.34, 76),
    ("circulant:128:1,12,30,64", 128, 7, 4, 3.02, 100),
    ("circulant:32:1,7*complete:4", 128, 7, 5, 3.40, 64),
    (hypercube(7), 128, 7, 7, 3.53, 64),
    (torus(8, 8, 4), 256, 6, 10, 5.02, 64),
    ("circulant:256:1,47,122", 256, 6, 6, 4.25, 120),
    ("circulant:256:1,9,74,103", 256, 8, 5, 3.33, 234),
    ("circulant:64:1,7,32*complete:4", 256, 8, 5, 3.78, 128),
    (hypercube(8), 256, 8, 8, 4.02, 128),
    (torus(8, 4, 4, 4), 512, 8, 10, 5.01, 128),
    ("circulant:512:1,15,56,149", 512, 8, 6, 4.04, 392),
    ("circulant:512:1,23,31,119,256", 512, 9, 5, 3.73, 472),
    ("circulant:128:1,8,54*complete:4", 512, 9, 6, 4.07, 304),
    (hypercube(9), 512, 9, 9, 4.51, 256),
    (torus(8, 8, 4, 4), 1024, 8, 12, 6.01, 256),
    ("circulant:1024:1,144,258,276", 1024, 8, 7, 4.88, 624),
    ("circulant:1024:1,38,70,393,481", 1024, 10, 5, 4.07, 1036),
    ("circulant:256:1,13,33,128*complete:4", 1024, 10, 6, 4.52, 624),
    (hypercube(10), 1024, 10, 10, 5.00, 512),
]


@pytest.mark.parametrize(("spec", "row"), TABLE_1.items(), ids=TABLE_1)
def test_table_1(spec: str, row: tuple[int, int, int, float, int, float]) -> None:
    """Rounded to the printed digits, every figure of the graph is the paper's."""
    topology = build(spec)
    hops, mu1 = distances(topology), round(spectrum(topology).mu1, 2)
    sizes = (topology.routers, topology.radix, hops.diameter, round(hops.mean_distance, 2))
    assert (*sizes, girth(topology), mu1) == row
    assert topology.is_regular


@pytest.mark.parametrize("row", TABLE_2, ids=[row[0] for row in TABLE_2])
def test_table_2(row: tuple[str, int, int, int, float, int]) -> None:
    """Diameter and mean path length are the printed ones, seen from all routers."""
    topology = build(row[0])
    hops = distances(topology)
    found = (topology.routers, topology.radix, hops.diameter, round(hops.mean_distance, 2))
    assert found == row[1:-1]
    assert topology.is_regular
    assert topology.vertex_transitive


@pytest.mark.parametrize("row", TABLE_2, ids=[row[0] for row in TABLE_2])
def test_table_2_bisections(row: tuple[str, int, int, int, float, int]) -> None:
    """A cut into equal halves of at most the printed width is returned, and none below the bound."""
    topology = build(row[0])
    found = bisection(topology)
    halves = found.sides.tolist()
    cut = sum(halves[u] != halves[v] for u, v in topology.links.tolist())
    assert found.lower_links <= cut == found.links <= row[-1]
    assert 2 * sum(halves) == topology.routers
