"""Certified bounds against all partitions of small plans."""

from itertools import combinations

import numpy as np
import pytest

from netfloor.research.partitions.placed.bounds import RegionBounds
from netfloor.research.partitions.placed.candidate import candidate
from netfloor.research.partitions.placed.measure import measure
from netfloor.research.partitions.placed.units import Units

PLANS = [
    ("random:12,3", 2, 4),
    ("torus:4x3", 3, 3),
    ("mesh:4x3", 2, 3),
    ("hyperx:4x3", 2, 3),
    ("torus:3x2x2", 2, 3),
    ("dragonfly:a=3,p=0,h=1", 3, 2),
]


def all_regions(units: Units, size: int) -> list[tuple[int, int, int]]:
    """Return links across, millimetres across and bisection of every partition."""
    regions = (
        measure(units, candidate("all", np.asarray(c))) for c in combinations(range(len(units)), size)
    )
    return [(one.edge.crossing, one.edge.crossing_mm, one.bisection.links) for one in regions]


@pytest.mark.parametrize(("spec", "rows", "columns"), PLANS)
@pytest.mark.parametrize("size", [2, 5, 10])
def test_no_partition_of_routers_beats_the_bounds(
    place, spec: str, rows: int, columns: int, size: int
) -> None:
    """All of them are tried, sizes above half too."""
    units = place(spec, rows, columns, seed=size)
    bound = RegionBounds(units).of(size)
    links, length_mm, bisection = zip(*all_regions(units, size), strict=True)
    assert 0 < bound.crossing.links <= min(links)
    assert 0 < bound.crossing_mm <= min(length_mm)
    assert max(bisection) <= bound.bisection


@pytest.mark.parametrize(("spec", "rows", "columns"), PLANS)
@pytest.mark.parametrize("size", [1, 3])
def test_no_partition_of_cabinets_beats_the_bounds(
    place, spec: str, rows: int, columns: int, size: int
) -> None:
    """Cabinets that hold one router and cabinets that hold two are all tried."""
    units = place(spec, rows, columns, by="cabinets", seed=size)
    bound = RegionBounds(units).of(size)
    links, length_mm, bisection = zip(*all_regions(units, size), strict=True)
    assert bound.crossing.links <= min(links)
    assert bound.crossing_mm <= min(length_mm)
    assert max(bisection) <= bound.bisection


def test_the_whole_machine_has_nothing_across_its_edge(place) -> None:
    """And no bound above 0."""
    bound = RegionBounds(place("torus:4x3", 3, 3)).of(12)
    assert (bound.crossing.links, bound.crossing_mm) == (0, 0)


def test_the_best_box_of_a_hypercube_meets_the_bound(place) -> None:
    """Harper's order is exact: 8 of 16 routers have 8 links around them, not fewer."""
    assert RegionBounds(place("hypercube:4", 2, 4)).of(8).crossing.links == 8
