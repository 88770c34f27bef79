"""The machine divided into partitions of one size."""

import numpy as np
import pytest

from netfloor.research.partitions.placed.division import divide, floor_parts, tilings


@pytest.mark.parametrize("by", ["routers", "cabinets"])
@pytest.mark.parametrize(("spec", "size"), [("random:22,3", 5), ("torus:4x3x2", 6), ("torus:4x3x2", 24)])
def test_partitions_are_apart_and_as_many_as_fit(place, by: str, spec: str, size: int) -> None:
    """No unit twice; what is left over is what does not fit; cables between are counted anew."""
    units = place(spec, 4, 6, by=by, seed=1)
    size = min(size, len(units))
    divisions = divide(units, size)
    assert [one.objective for one in divisions] == ["number", "both", "metres"]
    for one in divisions:
        members = np.concatenate([region.found.members for region in one.regions])
        assert len(one.regions) == len(units) // size
        assert len(np.unique(members)) == len(members) == len(units) - one.left_over
        part = np.full(len(units), -1)
        for place_, region in enumerate(one.regions):
            part[region.found.members] = place_
        apart = part[units.ends[:, 0]] != part[units.ends[:, 1]]
        assert one.crossing == apart.sum()
        assert one.crossing_mm == units.cables.length_mm[apart].sum()
        assert one.worst.bisection.links <= one.best.bisection.links


@pytest.mark.parametrize("seed", range(3))
def test_each_objective_is_best_by_its_own_measure(place, seed: int) -> None:
    """Every division began from all the others too."""
    by_number, _, by_metres = divide(place("random:24,4", 4, 3, seed=seed), 6)
    assert by_number.crossing <= by_metres.crossing
    assert by_metres.crossing_mm <= by_number.crossing_mm


def test_a_torus_falls_into_boxes(place) -> None:
    """A torus of 4x4 divided into four is cut best along two of its squares or rings: 16 links."""
    by_number = divide(place("torus:4x4", 3, 3), 4)[0]
    assert by_number.crossing == 16


def test_tilings_are_boxes_of_one_shape(place) -> None:
    """Sixes in a torus of 4x3x2 that tile it: 1x3x2 and 2x3x1."""
    units = place("torus:4x3x2", 4, 3)
    found = [np.bincount(parts).tolist() for parts in tilings(units, 6)]
    assert found == [[6] * 4] * 2


def test_the_floor_is_split_across_its_longer_side(place) -> None:
    """Two halves of a row of cabinets are its left and its right half."""
    units = place("random:16,3", 1, 8)
    parts = floor_parts(units, 8)
    assert units.x_mm[parts == 0].max() < units.x_mm[parts == 1].min()
