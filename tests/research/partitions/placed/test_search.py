"""The search for partitions of one size."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from netfloor.research.partitions.placed.candidate import candidate
from netfloor.research.partitions.placed.measure import edge_of, measure
from netfloor.research.partitions.placed.search import part_sizes, search_regions


@pytest.mark.parametrize(("spec", "size"), [("random:14,3", 4), ("torus:4x3", 6), ("hyperx:4x3", 4)])
def test_the_least_cable_is_found_on_small_plans(place, spec: str, size: int) -> None:
    """By brute force over all sets of that size."""
    units = place(spec, 3, 3)
    least = min(edge_of(units, np.asarray(c)).crossing_mm for c in combinations(range(len(units)), size))
    assert search_regions(units, size).regions[0].edge.crossing_mm == least


def test_the_pair_of_most_parallel_links_is_found(place, tmp_path: Path) -> None:
    """Though the most cables leave it too: c and d are joined by 9, and by 8 to each of two others."""
    (tmp_path / "hub.edges").write_text("c d 9\na c 8\nb c 8\nd e 8\nd f 8\na x 3\nb y 3\ne z 3\nf w 3\n")
    found = search_regions(place(f"file:{tmp_path / 'hub.edges'}", 2, 5, seed=3), 2)
    assert max(one.bisection.links for one in found.regions) == 9


@pytest.mark.parametrize("by", ["routers", "cabinets"])
def test_the_front_is_what_none_beats(place, by: str) -> None:
    """Compared two by two; all sets are different and of the size that was asked for."""
    found = search_regions(place("torus:6x4", 4, 4, by=by), 5)
    figures = [(one.edge.crossing_mm, -one.bisection.links) for one in found.regions]
    assert len({one.found.key() for one in found.regions}) == len(found.regions)
    assert {len(one.found.members) for one in found.regions} == {5}
    for mine, front in zip(figures, found.front, strict=True):
        beaten = any(o[0] <= mine[0] and o[1] <= mine[1] and o != mine for o in figures)
        assert not (front and beaten)
        assert front or beaten or figures.count(mine) > 1


def test_what_is_known_is_among_the_answers(place) -> None:
    """A partition of a division may beat what the search finds."""
    units = place("random:16,3", 3, 3)
    known = measure(units, candidate("known", np.asarray([0, 3, 7, 9])))
    assert known.found.key() in {one.found.key() for one in search_regions(units, 4, known=[known]).regions}


def test_the_same_seed_finds_the_same(place) -> None:
    """Reproducible to the last member."""
    units = place("random:20,4", 4, 3)
    first, second = (search_regions(units, 6, seed=5) for _ in range(2))
    assert [one.found.key() for one in first.regions] == [one.found.key() for one in second.regions]


@pytest.mark.parametrize("size", [0, 13])
def test_sizes_beyond_the_machine_are_a_mistake(place, size: int) -> None:
    """The caller has checked them."""
    with pytest.raises(ValueError, match="there are fewer units"):
        search_regions(place("torus:4x3", 3, 3), size)


def test_the_rest_is_a_part_of_its_own() -> None:
    """Ten in fours are four, four and two."""
    assert part_sizes(10, 4) == [4, 4, 2]
    assert part_sizes(8, 4) == [4, 4]
