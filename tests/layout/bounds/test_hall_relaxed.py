"""Solved to proof, more floor is never dearer."""

from dataclasses import replace

import pytest

from netfloor.layout.solve import SolveOptions, solve
from netfloor.topologies.spec import build


@pytest.mark.parametrize("number", range(4))
def test_a_cabinet_given_back_never_lengthens_the_optimum(number, drawn_hall):
    """All placements in up to ten slots, with cabinets taken and with fewer of them taken."""
    hall = drawn_hall(number)
    usable = [i for i, one in enumerate(hall.cabinets) if not one.taken]
    kept = [replace(one, switch_units=one.switch_units[:1]) for one in hall.cabinets]
    costs = []
    for few in (5, 6, 7):
        open_ = set(usable[:few])
        cabinets = tuple(replace(one, taken=i not in open_) for i, one in enumerate(kept))
        result = solve(build("random:5,2,seed=2"), replace(hall, cabinets=cabinets), SolveOptions("exact"))
        assert result.bound.length_mm <= result.cost_mm
        costs.append(result.cost_mm)
    assert costs == sorted(costs, reverse=True)
