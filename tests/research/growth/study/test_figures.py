"""The dragonfly paper's figures besides costs, against networks as built and prices as cables have them."""

import numpy as np
import pytest

from netfloor.costmodels.cable_orders import price_cable
from netfloor.costmodels.sets.load import load_cost_set
from netfloor.research.growth.study.crossovers import cable_price_lines
from netfloor.research.growth.study.published import CLAIMS, paper_figures
from netfloor.topologies.spec import build


def test_curves_are_networks() -> None:
    """Figures 1 and 4: ports and endpoints of complete networks and balanced dragonflies as built."""
    (_, complete), (_, balanced) = paper_figures().curves
    for side, (ports, endpoints) in zip((4, 8, 16), complete, strict=False):
        network = build(f"flattened-butterfly:{side},2")
        assert (int(network.ports.max()), int(network.endpoints.sum())) == (ports, endpoints)
    for h, (ports, endpoints) in zip((1, 2, 3), balanced, strict=False):
        network = build(f"dragonfly:a={2 * h},p={h},h={h}")
        assert (int(network.ports.max()), int(network.endpoints.sum())) == (ports, endpoints)


def test_figure_18() -> None:
    """Both have 64K endpoints and 15 ports inside a group; global cables join all global ports."""
    dragonfly, butterfly = paper_figures().ports
    for one, ports in ((dragonfly, 16), (butterfly, 30)):
        assert (one.endpoints, one.endpoint_ports, one.local_ports) == (65536, 16, 15)
        assert one.global_ports == ports
        assert one.global_cables == 4096 * ports // 2


@pytest.mark.parametrize("name", ["dragonfly-2008", "perseus-2011"])
def test_cable_prices_are_those_of_cables(name: str) -> None:
    """Every point of the lines is the price of one cable of that length; marks lie within."""
    cost_set = load_cost_set(name)
    lines = cable_price_lines(cost_set, 40.0, [("somebody", 13.0)])
    assert lines.lengths_m[-1] == 26
    for medium, prices in (("electrical", lines.copper), ("optical", lines.optical)):
        for place in (0, 50, 199):
            if not np.isnan(prices[place]):
                length_mm = round(lines.lengths_m[place] * 1000)
                assert prices[place] * 100 == pytest.approx(
                    price_cable(cost_set, medium, length_mm, 40.0).price_cents
                )


def test_the_papers_claims_are_said_as_it_says_them() -> None:
    """More than a share only where it says so; no saving is the same cost."""
    told = [one.text for one in CLAIMS["dragonfly-2008"]]
    assert told[:2] == ["the same cost as flattened-butterfly", "10 % less than flattened-butterfly"]
    assert told[4:] == [
        *["more than 50 % less than clos"] * 2,
        *["62 % less than torus", "47 % less than torus", "more than 60 % less than torus"],
    ]
