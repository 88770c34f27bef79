"""Every result of the library is a table with units and a chart: what they show adds up to the result."""

from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot as plt

import netfloor as nf
from netfloor.foundation.display.data_table import Tabular

NETWORK = nf.network("slimfly:5", endpoints=2, gbps=200)
PLAN = nf.place(NETWORK, iterations=2_000, seed=1)


def _results() -> dict[str, Any]:
    return {
        "order": PLAN.bill("examples/catalogue/parts_200g.toml"),
        "cost": PLAN.cost("slimfly-2014"),
        "power": PLAN.power(),
        "latency": PLAN.latency([50, 100]),
        "load": nf.channel_load(NETWORK),
        "routes": nf.routes(NETWORK),
        "structure": nf.describe(NETWORK),
    }


RESULTS = _results()


def test_tables_add_up_to_the_results() -> None:
    """Money, watts, loads and pairs, summed over the rows of a table, are those of the result."""
    tables = {name: one.to_table() for name, one in RESULTS.items()}
    assert sum(tables["cost"]["cost"]) == pytest.approx(RESULTS["cost"].total_cents / 100)
    power = RESULTS["power"]
    assert sum(tables["power"]["power_w"]) == pytest.approx(power.network_w + power.host_w)
    assert tables["latency"]["mean_ns"] == list(RESULTS["latency"].mean_ns)
    assert sum(tables["routes"]["pairs"]) == 50 * 49
    structure = tables["structure"]
    assert dict(zip(structure["property"], structure["value"], strict=True))["links"] == 175
    assert sum(tables["order"]["extended_price"]) == pytest.approx(RESULTS["order"].total)
    loads = tables["load"]
    assert sum(loads["load"]) == pytest.approx(float(RESULTS["load"].network.sum()))
    ends = set(zip(loads["from_switch"], loads["to_switch"], strict=True))
    assert ends == {(u, v) for a, b in NETWORK.links.tolist() for u, v in ((a, b), (b, a))}


@pytest.mark.parametrize("name", RESULTS)
def test_charts_go_into_axes_given_and_name_both(name: str) -> None:
    """A notebook shows a sentence and the table; the chart is drawn where it was asked for."""
    result = RESULTS[name]
    assert isinstance(result, Tabular)
    _, axes = plt.subplots()
    assert result.plot(ax=axes) is axes
    assert axes.get_xlabel()
    assert axes.patches or axes.lines
    plt.close("all")
    assert len(repr(result)) < 200
    assert repr(result).split("(")[0] in result._repr_html_()
    assert "<table>" in result._repr_html_()


def test_amounts_have_units() -> None:
    """The unit stands in the heading, and pandas has it as an attribute."""
    assert RESULTS["cost"].to_table().headings["cost"] == "Cost (USD)"
    assert RESULTS["power"].to_pandas().attrs["units"]["power_w"] == "W"
    assert RESULTS["latency"].to_table().units == dict.fromkeys(("switch_ns", "mean_ns", "max_ns"), "ns")


def test_the_loads_drawn_fall_from_the_highest() -> None:
    """The first point of the line is the fullest channel."""
    axes = nf.channel_load(NETWORK, pattern="permutation", seed=1).plot()
    heights = np.asarray(axes.lines[0].get_ydata())
    assert heights[0] > heights[-1]
    assert (np.diff(heights) <= 0).all()
    plt.close("all")
