"""The table of figures: keys, screens, groups and units that reports can show."""

from netfloor.reports.figures.figure import Kind
from netfloor.reports.figures.lookup import grouped, is_carried, keys_of, used
from netfloor.reports.figures.table import (
    CARRIED,
    DIFF,
    ENDPOINT_COST,
    ENDPOINT_POWER,
    FABRICS,
    FIGURES,
    MEDIA,
    MONEY_AND_LATENCY,
    NETWORKS,
    PLANS,
    SIZES,
    STUDY,
    WHATIF,
    WITHOUT_SERVERS,
)

#: The ends of keys by their kind.
ENDS = {
    Kind.LENGTH: ("_m", "_m_per_endpoint"),
    Kind.LATENCY: ("_ns",),
    Kind.BANDWIDTH: ("_gbps", "_gbps_per_endpoint"),
    Kind.SHARE: ("_share", "_throughput", "_share_with_servers", "gap"),
}


def test_every_figure_says_which_screens_and_tables_show_it() -> None:
    """No screen and no table of a page is spelled in a way that nothing reads."""
    assert set(grouped()) == {SIZES, MEDIA, MONEY_AND_LATENCY, CARRIED, ENDPOINT_COST, ENDPOINT_POWER}
    screens = {PLANS, WHATIF, STUDY, DIFF, FABRICS, NETWORKS}
    assert {screen for one in FIGURES.values() for screen in one.leads} == screens
    aspects = {"bisection", "latency", "traffic", "structure", "endpoints"}
    assert {one.of_network for one in FIGURES.values() if one.of_network} == aspects
    assert all(one.key == key for key, one in FIGURES.items())


def test_keys_end_in_their_units() -> None:
    """Metres, nanoseconds, Gb/s and shares are in the key, money in ``cost``."""
    for kind, ends in ENDS.items():
        assert [key for key in keys_of(kind) if not key.endswith(ends)] == []
    assert [key for key in keys_of(Kind.MONEY) if "cost" not in key] == []
    assert [key for key, one in FIGURES.items() if one.per_endpoint and "_per_endpoint" not in key] == []


def test_money_that_is_not_all_is_left_out_or_called_incomplete() -> None:
    """Amounts of parts say that they are incomplete; ratios, and shares of an endpoint, are None then."""
    money = keys_of(Kind.MONEY)
    assert [key for key in money if FIGURES[key].of_parts == ("_per_" in key)] == []


def test_traffic_is_what_depends_on_a_routing() -> None:
    """Throughputs, Gb/s and money and watts for each; the bandwidth of a bisection is none."""
    assert {key for key in FIGURES if is_carried(key)} == {
        key for key in FIGURES if any(one in key for one in ("uniform", "worst", "matching"))
    }
    assert not is_carried("bisection_gbps_per_endpoint")


def test_the_figures_in_use_are_in_reading_order() -> None:
    """Of rows with unlike figures those that any has, None left out."""
    assert used([{"gap": 0.1, "links": None}, {"switches": 3}]) == ["switches", "gap"]
    assert all(wide in FIGURES and narrow in FIGURES for wide, narrow in WITHOUT_SERVERS.items())
