"""Watts, and watts for bandwidth."""

import json
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels import POWER_SETS
from netfloor.costmodels.cable_orders import order_cables
from netfloor.costmodels.power import mw_per_gbps, power_of
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InputError
from netfloor.foundation.models import parse
from netfloor.layout.cable_plan import CablePlan
from netfloor.topologies.topology import Topology

TopologyOf = Callable[..., Topology]

#: SpectralFly, Table II: electrical links, optical links, bisection links, W, mW per Gb/s.
TABLE_II = {
    "LPS(11,7)": (249, 758, 304, 928, 30.5),
    "SF(9)": (151, 902, 369, 1028, 27.9),
    "LPS(19,7)": (432, 2928, 1080, 3276, 30.3),
    "SF(13)": (315, 2896, 1105, 3155, 28.6),
    "LPS(23,11)": (531, 7389, 2928, 7845, 26.8),
    "SF(17)": (558, 6667, 2465, 7138, 29.0),
    "LPS(29,13)": (831, 15549, 6150, 16292, 26.5),
    "SF(23)": (1257, 17258, 6095, 18336, 30.1),
}


def network_w(topology_of: TopologyOf, power_set: str, network: str) -> float:
    """Return the modelled power of a row of the table."""
    electrical, optical = TABLE_II[network][:2]
    codes = np.repeat([0, 1], [electrical, optical])
    return power_of(topology_of(len(codes)), codes, load_power_set(power_set)).network_w


@pytest.mark.parametrize("network", list(TABLE_II)[2:])
def test_the_table_set_reproduces_table_ii(topology_of: TopologyOf, network: str) -> None:
    """Rows 3 to 8 of SpectralFly's Table II follow from the fitted set within 0.5 W."""
    assert network_w(topology_of, "spectralfly-2022-table", network) == pytest.approx(
        TABLE_II[network][3], abs=0.5
    )


@pytest.mark.parametrize(("network", "miss"), [("LPS(11,7)", -23.7), ("SF(9)", 5.2)])
def test_the_table_set_misses_two_rows(topology_of: TopologyOf, network: str, miss: float) -> None:
    """Rows 1 and 2 print that much more than the fit: references, section 1.2."""
    fitted = network_w(topology_of, "spectralfly-2022-table", network)
    assert TABLE_II[network][3] - fitted == pytest.approx(miss, abs=0.1)


def test_two_ports_a_link_are_not_what_the_table_prints(topology_of: TopologyOf) -> None:
    """249 * 7.52 + 758 * 9.44 W are 9,028 W, where the table prints 928."""
    assert round(network_w(topology_of, "spectralfly-2022-ports", "LPS(11,7)")) == 9028


@pytest.mark.parametrize("network", TABLE_II)
def test_power_per_bandwidth_of_table_ii(network: str) -> None:
    """Printed W over bisection links times 100 Gb/s is the printed mW per Gb/s."""
    _, _, bisection, watts, printed = TABLE_II[network]
    assert mw_per_gbps(watts, bisection, 100.0) == pytest.approx(printed, abs=0.1)


def test_no_bisection_has_no_power_per_bandwidth() -> None:
    """A cut of no links carries nothing to divide by; 3 W over 3 Gb/s are 1,000 mW for each."""
    assert mw_per_gbps(100.0, 0, 100.0) is None
    assert mw_per_gbps(3.0, 2, 1.5) == 1000


def test_slimfly_power_of_an_endpoint() -> None:
    """722 routers * 43 ports * 2.8 W / 10,830 endpoints: references, section 2.1.

    The routers stand in a ring with 15 and 14 parallel links in turn.
    """
    ring = np.array([[i, i + 1] for i in range(721)] + [[0, 721]], np.int32)
    links = ring[np.lexsort((ring[:, 1], ring[:, 0]))]
    topology = Topology(
        name="722 switches of 29 links and 14 endpoints",
        family="file",
        parameters={},
        routers=722,
        links=links,
        multiplicity=np.where(np.diff(links)[:, 0] == 1, 15 - links[:, 0] % 2, 14).astype(np.int32),
        endpoints=np.full(722, 14, np.int32),
    )
    assert (topology.ports == 43).all()
    codes = np.zeros(topology.link_count, np.uint8)
    power = power_of(topology, codes, load_power_set("slimfly-2014"))
    assert power.host_w is not None
    assert (power.network_w + power.host_w) / 10_830 == pytest.approx(8.03, abs=0.005)


@given(st.sampled_from(sorted(POWER_SETS)), st.integers(0, 50), st.integers(0, 50))
def test_network_power_is_the_sum_over_links(
    topology_of: TopologyOf, name: str, electrical: int, optical: int
) -> None:
    """Adding links one by one comes to the same power."""
    codes = np.repeat([0, 1], [electrical, optical])
    power_set = load_power_set(name)
    power = power_of(topology_of(len(codes)), codes, power_set)
    one_by_one = sum(power_set.link_w(("electrical", "optical")[code]) for code in codes)
    assert power.network_w == pytest.approx(one_by_one)
    assert power.network_w == pytest.approx(sum(power.by_medium.values()))


def test_orders_and_codes_give_the_same(topology_of: TopologyOf, plan_of: Callable[..., CablePlan]) -> None:
    """A `CableOrders` stands for its media."""
    orders = order_cables(plan_of([2000, 9000, 30_000]), load_cost_set("slimfly-2014"), 100.0)
    power_set = load_power_set("chaix-2014")
    assert power_of(topology_of(3), orders, power_set) == power_of(
        topology_of(3), np.array([0, 1, 1]), power_set
    )


def test_host_ports_of_chaix(topology_of: TopologyOf) -> None:
    """An endpoint adds one electrical port of 6.6 W at its router."""
    power = power_of(topology_of(1, 3), np.array([0]), load_power_set("chaix-2014"))
    assert power.host_w == pytest.approx(6 * 6.6)
    assert power.host_w_per_endpoint == pytest.approx(6.6)
    assert power.network_w_per_endpoint == pytest.approx(2 * 6.6 / 6)


def test_no_figure_for_hosts_is_none(topology_of: TopologyOf) -> None:
    """The table of SpectralFly says nothing of host ports, and neither do we."""
    power = power_of(topology_of(1, 3), np.array([0]), load_power_set("spectralfly-2022-table"))
    assert (power.host_w, power.host_w_per_endpoint) == (None, None)


def test_without_endpoints_there_is_no_share(topology_of: TopologyOf) -> None:
    """No endpoints: nothing per endpoint."""
    power = power_of(topology_of(1), np.array([0]), load_power_set("chaix-2014"))
    assert (power.network_w_per_endpoint, power.host_w_per_endpoint) == (None, None)
    assert json.loads(json.dumps(power.to_dict()))["host_w"] == 0


def test_a_router_figure_counts_once_a_router(topology_of: TopologyOf) -> None:
    """A set may give watts of a router apart from its ports."""
    shipped = load_power_set("chaix-2014")
    figure = {"value": 40, "unit": "W/router", "year": 2024, "source": "test", "trust": "computed"}
    own = PowerSet.model_validate(shipped.model_dump() | {"router": figure})
    power = power_of(topology_of(1), np.array([1]), own)
    assert power.routers_w == 80
    assert power.network_w == pytest.approx(80 + 2 * 12.4)


@pytest.mark.parametrize("codes", [[0, 0], [2], [-1]])
def test_wrong_codes_are_a_callers_mistake(topology_of: TopologyOf, codes: list[int]) -> None:
    """One code for every link, each an index into the media."""
    with pytest.raises(ValueError, match=r"codes|cables"):
        power_of(topology_of(1), np.array(codes), load_power_set("chaix-2014"))


FIGURE = {"value": 1.5, "unit": "W/port", "year": 2024, "source": "test", "trust": "computed"}


@pytest.mark.parametrize(
    ("electrical", "message"),
    [
        ({}, "electrical: give port, link, or both"),
        ({"port": FIGURE | {"unit": "W"}}, "electrical: port: unit is 'W'"),
        ({"link": FIGURE}, "electrical: link: unit is 'W/port'"),
        ({"port": FIGURE | {"value": -1}}, "electrical.port: .*negative"),
        ({"port": FIGURE | {"value": float("nan")}}, "electrical.port.value"),
        ({"port": {"value": 1.5}}, "electrical.port.unit"),
        ({"port": FIGURE, "colour": "red"}, "electrical.colour: unknown key"),
    ],
)
def test_a_bad_power_set_is_refused(electrical: object, message: str) -> None:
    """One wrong field is named in the error."""
    table = {"name": "x", "title": "x", "electrical": electrical, "optical": {"port": FIGURE}}
    with pytest.raises(InputError, match=message):
        parse(PowerSet, table, "mine.toml")
