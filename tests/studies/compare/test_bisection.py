"""A tree has one bisection in studies, `power` and comparisons of plans: by halves of the endpoints."""

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor.topologies.spec import build


def fewest_between_halves_of_endpoints(spec: str) -> int:
    """Return the fewest links of all cuts that part the endpoints as evenly as whole switches allow."""
    network, cuts = build(spec), []
    for size in range(1, network.routers):
        for side in combinations(range(network.routers), size):
            inside = np.isin(np.arange(network.routers), side)
            uneven = abs(int(network.endpoints[inside].sum()) - int(network.endpoints[~inside].sum()))
            u, v = network.links.T
            cuts.append((uneven, int(network.multiplicity[inside[u] != inside[v]].sum())))
    return min(cuts)[1]


def test_a_tree_has_one_bisection_in_every_output(cli: Any, here: Path) -> None:
    """Studies, `power` and the comparison of plans count the links between halves of the endpoints."""
    specs = ["leafspine:5,3,t=2", "leafspine:4,4,t=3"]
    (here / "study.toml").write_text(
        "[solver]\niterations = 500\nchains = 1\n[models]\nbisection_seeds = 1\n[baselines]\nkinds = []\n"
        f'[[classes]]\nname = "small"\nnetworks = ["{specs[0]}", "{specs[1]}"]\n'
    )
    rows = cli("compare", "study.toml", "--out", "out", "--json").json()["rows"]
    plans = [here / "out" / row["plan"] for row in rows]
    compared = {
        one["network"]: one["figures"] for one in cli("compare", *plans, "--json").json()["candidates"]
    }
    assert fewest_between_halves_of_endpoints(specs[0]) == 6  # halves of the switches are joined by 8
    for row, plan in zip(rows, plans, strict=True):
        links = fewest_between_halves_of_endpoints(row["network"])
        power = cli("power", plan, "--bisection", "--json").json()
        figures = row["figures"]
        for found in (figures, power, compared[row["network"]]):
            assert (found["bisection_links"], found["bisection_lower_links"]) == (links, links)
        per_gbps = 1000 * power["network_w"] / (links * 100)
        assert (figures["mw_per_gbps"], power["mw_per_gbps"]) == pytest.approx((per_gbps, per_gbps))
        each = figures["bisection_gbps_per_endpoint"]
        assert each == compared[row["network"]]["bisection_gbps_per_endpoint"]
        assert each == pytest.approx(links * 100 / figures["endpoints"])
