"""Cables of a draw, span by span, against every cable priced on its own."""

from typing import Literal

import numpy as np
import pytest

from netfloor.costmodels.sets.load import load_cost_set
from netfloor.research.growth.study.cable_money import cable_money, piece_at, pieces

DRAWS = 60


@pytest.mark.parametrize("rule", ["reach", "least-cost"])
@pytest.mark.parametrize("name", ["dragonfly-2008", "slimfly-2014", "perseus-2011"])
def test_spans_cost_what_their_cables_cost(name: str, rule: Literal["reach", "least-cost"]) -> None:
    """With every price and the reach moved, the sum over spans is the sum over single cables."""
    cost_set = load_cost_set(name).model_copy(update={"medium_rule": rule})
    rng = np.random.default_rng(3)
    names = [
        f"{m} {what}" for m in ("copper", "optical") for what in ("per metre", "fixed", "stock prices")
    ]
    value = {one: rng.uniform(0.2, 8.0, DRAWS) for one in names}
    copper = pieces("copper", cost_set.electrical, value, 2.5)
    optical = pieces("optical", cost_set.optical, value, 2.5)
    lengths = np.sort(rng.uniform(0, 130_000, 400))
    total_mm = np.concatenate([[0.0], np.cumsum(lengths)])
    reach_mm = rng.uniform(0, 40_000, DRAWS)

    def upto(length_mm: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        at = np.searchsorted(lengths, length_mm, "right")
        return at.astype(float), total_mm[at]

    found = cable_money(cost_set, copper, optical, reach_mm, upto, (2, 3))
    for draw in range(DRAWS):
        wanted = 0.0
        for mm in lengths.tolist():
            wire, fibre = piece_at(copper, mm), piece_at(optical, mm)
            assert fibre is not None
            optical_price = fibre.at(mm)[draw]
            possible = wire is not None and mm <= reach_mm[draw]
            if possible and rule == "least-cost":
                possible = wire.at(mm)[draw] <= optical_price
            wanted += 2 * wire.at(mm)[draw] if possible else 3 * optical_price
        assert found[draw] == pytest.approx(wanted)
