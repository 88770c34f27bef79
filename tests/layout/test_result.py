"""What a solve says about its result."""

from dataclasses import replace

import numpy as np
import pytest

from netfloor.layout.bounds import Bound
from netfloor.layout.placement import Placement
from netfloor.layout.result import ObjectiveResult, Result, WithoutRequirement, relative_gap


def result(cost_mm, bound_mm, slot_of=(0, 1)):
    """Return a result of one link."""
    return Result(
        placement=Placement(np.array(slot_of, dtype=np.int32), 4),
        cost_mm=cost_mm,
        links=1,
        bound=Bound(bound_mm, "by hand", 1.0, 0, 0, 0),
        status="bounded",
        placer="anneal",
        seed=5,
        chains=4,
        iterations=1000,
        seconds=0.1,
        history=(),
    )


@pytest.mark.parametrize(
    ("cost", "bound", "gap"), [(110, 100, 0.1), (100, 100, 0.0), (0, 0, 0.0), (5, 0, None)]
)
def test_the_gap_is_relative_to_the_bound(cost, bound, gap):
    """(cost - bound) / bound; none where only the bound is zero."""
    assert relative_gap(cost, bound) == result(cost, bound).gap
    assert result(cost, bound).gap == (None if gap is None else pytest.approx(gap))


def test_the_checksum_is_that_of_the_placement():
    """Equal for equal placements, whatever else differs; another for others."""
    assert result(1, 1).checksum == result(2, 0).checksum
    assert result(1, 1).checksum != result(1, 1, slot_of=(1, 0)).checksum


def test_the_summary_shows_metres_gap_effort_and_checksum():
    """A few lines for people, with the seed and the bound's method."""
    summary = result(6600, 6000).summary()
    for part in ("6.6000 m", "6.0000 m, gap 10.00 % (by hand)", "1,000 iterations", "seed 5"):
        assert part in summary


@pytest.mark.parametrize(("cost", "bound"), [(5, 0), (1300, 1000)])
def test_a_gap_that_says_little_is_none_of_the_first_lines(cost, bound):
    """It stands among the sentences on how good the placement is, a telling one in both."""
    assert "gap" not in result(cost, bound).summary()
    assert "bound" not in result(cost, bound).summary().splitlines()[0]
    assert "is unknown" in result(5, 0).how_good()[0]
    assert "30 % above" in result(1300, 1000).how_good()[0]
    assert "lower bound  1.0000 m, gap 20.00 %" in result(1200, 1000).summary()


def test_a_bound_of_no_use_is_told_so_once():
    """More than 100 % above its bound nothing is a percentage, in lines, sentences and servers' cables."""
    far = result(2100, 1000)
    assert "%" not in far.summary() + far.how_good()[0]
    assert far.how_good()[0].count("no useful bound") == 1
    reached = ObjectiveResult("money", "USD", value=9.0, value_by_length=9.0, least=1.0)
    assert "%" not in str(reached.fields()) + reached.how_good()
    assert "100 %" in result(2000, 1000).how_good()[0]


def test_an_objective_that_meets_its_bound_but_for_rounding_has_no_gap_below_zero():
    """0.1 + 0.2 is more than 0.3 in floating point: nobody is told of -0.00 %."""
    reached = ObjectiveResult("money", "USD", value=0.3, value_by_length=0.4, least=0.1 + 0.2)
    assert reached.gap == 0
    assert "gap 0.00 %" in reached.fields()[-1][1]


def test_exact_says_where_it_stopped_without_a_proof():
    """A sentence before the bound; none where the bound is met, nor from placers that promise no proof."""
    said = "exact stopped without a proof: a better placement may exist."
    assert replace(result(1200, 1000), placer="exact").how_good()[0].startswith(said)
    assert said not in replace(result(1000, 1000), placer="exact").how_good()[0]
    assert said not in result(1200, 1000).how_good()[0]


def test_a_bound_of_zero_is_not_said_to_be_a_length():
    """Where nothing is proved no sentence gives 0 m as what no placement is below."""
    (sentence,) = result(5, 0).how_good()
    assert sentence.startswith("No lower bound on the cable between switches; ")
    assert "0.0000" not in sentence


@pytest.mark.parametrize(
    ("without_mm", "words"), [(8_000, "costs 2.0 m: "), (12_000, "no extra cost found: ")]
)
def test_a_requirement_never_saves_cable(without_mm, words):
    """The search without it may end with more cable: that is no saving."""
    assert WithoutRequirement("apart=0,1", without_mm).words(10_000, None).startswith(words)
