"""``netfloor whatif``: a plan under other assumptions."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.rows import network_cables

MONEY = ("cable_cost", "switch_cost", "server_cable_cost")
#: A set that sells stock lengths by a price table that never falls, electrical where it is no dearer.
MONOTONE = """
name = "monotone"
title = "An example"
currency = "USD"
medium_rule = "least-cost"
[electrical_reach]
value = 7.0
unit = "m"
year = 2020
source = "made up"
trust = "unverified"
[electrical.line]
part = "copper"
per_m = { value = 3.1, unit = "USD/m", year = 2020, source = "made up", trust = "unverified" }
fixed = { value = 10.0, unit = "USD", year = 2020, source = "made up", trust = "unverified" }
[optical.stock]
part = "fibre"
unit = "USD"
year = 2020
source = "made up"
trust = "unverified"
items = [{ length_m = 5.0, price = 50.0 }, { length_m = 30.0, price = 90.0 }]
[router]
part = "switch"
per_port = { value = 100.0, unit = "USD/port", year = 2020, source = "made up", trust = "unverified" }
"""


def figures(document: Any, key: str) -> list[Any]:
    """Return one figure of all points."""
    return [point["figures"][key] for point in document["points"]]


def test_the_baseline_is_what_the_other_commands_say(
    ask: Callable[..., Any], cli: Callable[..., Any], plan: Path
) -> None:
    """Money, power, latency, length and bound of a plan as it stands."""
    base = ask("--set", "reach=4")["baseline"]["figures"]
    bill = cli("cost", plan, "--json").json()
    power = cli("power", plan, "--json").json()
    latency = cli("latency", plan, "--switch-ns", 100, "--json").json()["latency"][0]
    verified = cli("verify", plan, "--json").json()
    assert base["bill_cost"] == bill["total_cost"]
    assert base["cable_cost"] == bill["cable_cost"]
    assert base["network_power_w"] == round(power["network_w"], 3)
    assert base["power_with_servers_w"] == pytest.approx(power["network_w"] + power["host_w"])
    assert base["mean_latency_ns"] == latency["mean_latency_ns"]
    assert base["max_latency_ns"] == latency["max_latency_ns"]
    assert base["mean_cable_m"] == pytest.approx(verified["mean_cable_m"])
    assert base["cable_bound_m"] / base["links"] == pytest.approx(verified["lower_bound_m"])
    assert base["lower_bound_m"] == pytest.approx(verified["lower_bound_m"])


def test_differences_are_differences(ask: Callable[..., Any]) -> None:
    """Every point's difference is its figure less the baseline's."""
    document = ask("--sweep", "row-pitch=1.2,3", "--sweep", "reach=4,9")
    base = document["baseline"]["figures"]
    for point in document["points"]:
        for key, difference in point["differences"].items():
            if difference is not None:
                assert difference == pytest.approx(point["figures"][key] - base[key], abs=1e-6)


def test_several_sweeps_make_a_grid(ask: Callable[..., Any]) -> None:
    """All pairs, the last sweep fastest, the set value in each."""
    document = ask("--set", "inside=3", "--sweep", "reach=4,9", "--sweep", "switch-ns=50,60,70")
    changes = [tuple(point["changes"].values()) for point in document["points"]]
    assert changes == [("3", a, b) for a, b in itertools.product(("4", "9"), ("50", "60", "70"))]
    assert document["sweeps"] == ["reach", "switch-ns"]


@pytest.mark.parametrize("key", ["row-pitch", "column-pitch", "overhead", "inside"])
def test_a_larger_room_never_shortens_a_kept_placement(ask: Callable[..., Any], key: str) -> None:
    """Metamorphic: a longer pitch, slack or way inside makes no cable shorter, and nothing quicker."""
    document = ask("--sweep", f"{key}=0.5,1,2,4")
    for name in ("total_cable_m", "max_cable_m", "mean_latency_ns", "max_latency_ns"):
        values = figures(document, name)
        assert values == sorted(values)
    assert figures(document, "total_cable_m")[0] < figures(document, "total_cable_m")[-1]


def test_a_point_that_changes_nothing_differs_by_nothing(ask: Callable[..., Any]) -> None:
    """The room's own values, typed again."""
    own = ask("--set", "years=1")["baseline"]["settings"]
    metres = {
        "row-pitch": own["row_pitch_mm"] / 1000,
        "column-pitch": own["column_pitch_mm"] / 1000,
        "overhead": own["overhead_per_end_mm"] / 1000,
        "inside": own["inside_cabinet_mm"] / 1000,
        "reach": own["electrical_reach_mm"] / 1000,
    }
    sets = [text for key, value in metres.items() for text in ("--set", f"{key}={value}")]
    point = ask(*sets, "--set", "taken=none")["points"][0]
    assert all(not difference for difference in point["differences"].values())


def test_a_longer_reach_is_never_dearer(ask: Callable[..., Any], prices: str) -> None:
    """Metamorphic: with least cost as the rule more reach is more choice."""
    document = ask("--catalogue", prices, "--sweep", "reach=0,3,5,6,8,12,100")
    costs = figures(document, "cable_cost")
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[-1]


@pytest.mark.parametrize("factor", ["0", "0.5", "2", "3.75"])
def test_a_factor_on_all_prices_is_a_factor_on_the_bill(
    ask: Callable[..., Any], factor: str, prices: str
) -> None:
    """Metamorphic: k times every price is k times the money, but for a cent a rounded price."""
    for cost_set in ("slimfly-2014", prices):
        keys = ("price.copper", "price.optical", "price.switch")
        sets = [text for key in keys for text in ("--set", f"{key}={factor}")]
        document = ask("--catalogue", cost_set, *sets)
        base, point = document["baseline"]["figures"], document["points"][0]["figures"]
        for name in MONEY:
            number = point["links"] + 200
            assert point[name] == pytest.approx(float(factor) * base[name], abs=0.01 * number)


def test_dearer_copper_is_left_for_fibre(ask: Callable[..., Any], prices: str) -> None:
    """With least cost as the rule the medium follows the price."""
    document = ask("--catalogue", prices, "--sweep", "price.copper=0.1,1,5,1000")
    optical = figures(document, "optical_links")
    assert optical == sorted(optical)
    assert optical[-1] == document["baseline"]["figures"]["links"]


def test_a_cost_factor_leaves_metres_watts_and_ns_alone(ask: Callable[..., Any]) -> None:
    """With the reach as the rule nothing but money depends on prices."""
    point = ask("--set", "price.optical=3")["points"][0]
    assert point["differences"]["cable_cost"] > 0
    for name in ("total_cable_m", "network_power_w", "mean_latency_ns", "switch_cost"):
        assert point["differences"][name] == 0


def test_electricity_is_watts_times_hours_times_price(ask: Callable[..., Any]) -> None:
    """Full power, 8760 h a year, network and host ports."""
    document = ask("--set", "electricity=0.25", "--sweep", "years=1,5")
    for years, point in zip((1, 5), document["points"], strict=True):
        one = point["figures"]
        watts = one["power_with_servers_w"]
        assert watts > one["network_power_w"]
        assert one["electricity_kwh"] == pytest.approx(watts * 8.76 * years)
        each = (one["network_power_w"], watts - one["network_power_w"])
        year = sum(round(part * 8.76 * 0.25 + 1e-9, 2) for part in each)
        assert one["electricity_cost"] == pytest.approx(years * year)
        assert year == pytest.approx(watts * 8.76 * 0.25, abs=0.01)
        assert one["ownership_cost"] == pytest.approx(one["bill_cost"] + one["electricity_cost"])
    assert document["baseline"]["figures"]["ownership_cost"] is None
    assert document["points"][0]["differences"]["ownership_cost"] is None


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        (("years=2",), "have no effect without a price of electricity"),
        (("years=2.5", "electricity=0.2"), "2.5 is not a whole number of years"),
        (("years=0", "electricity=0.2"), "0 is not a whole number of years"),
        (("years=1,2,2.5", "electricity=0.2"), "2.5 is not a whole number of years"),
    ],
)
def test_years_are_whole_and_have_a_price_to_multiply(
    cli: Callable[..., Any], plan: Path, here: Path, sets: tuple[str, ...], said: str
) -> None:
    """Years without a price of electricity, and part of a year, are refused before any point."""
    words = (word for one in sets for word in ("--sweep", one))
    ran = cli("whatif", plan, "--catalogue", "slimfly-2014", *words, "--results", "r.sqlite")
    assert (ran.code, ran.out) == (3, "")
    assert said in ran.err
    assert not (here / "r.sqlite").exists()


@pytest.mark.parametrize("option", ["--electricity", "--set"])
def test_what_the_cost_of_ownership_leaves_out_is_said(ask: Callable[..., Any], option: str) -> None:
    """Wherever the price of electricity is given: for the plan as it is, or for a point."""
    price = (
        ("--electricity", "0.1", "--set", "reach=4")
        if option == "--electricity"
        else (option, "electricity=0.1")
    )
    notes = " ".join(ask("--catalogue", "perseus-2011", *price)["notes"])
    assert "without cooling" in notes
    assert "The cost of laying cables follows the hours of the ownership terms" in notes
    assert "without cooling" not in " ".join(ask("--set", "reach=4")["notes"])


def test_laying_by_the_cost_set_is_paid_where_the_years_cost_electricity_alone(
    ask: Callable[..., Any],
) -> None:
    """Perseus asks for laying each metre: without hours in terms of ownership it stays in the cost."""
    one = ask("--catalogue", "perseus-2011", "--set", "electricity=0.1")["points"][0]["figures"]
    assert one["laying_cost"] > 0
    assert one["ownership_cost"] == pytest.approx(one["bill_cost"] + one["electricity_cost"])


def test_the_bound_is_derived_anew_and_holds(ask: Callable[..., Any]) -> None:
    """Each point's bound is below its length, and that of the room in which a plan is made there."""
    document = ask("--sweep", "row-pitch=0.6,2,9", "--sweep", "inside=0,2,5")
    points = document["points"]
    assert all(one["figures"]["cable_bound_m"] <= one["figures"]["total_cable_m"] for one in points)
    assert len({one["figures"]["cable_bound_m"] for one in points}) == len(points)


def test_a_kept_placement_costs_what_a_plan_in_that_room_would(cli: Callable[..., Any], here: Path) -> None:
    """The same placement laid out in a room of that pitch by ``layout`` with all routers fixed."""
    assert cli("layout", "circulant:8:1,2", "--room", "grid:2x3", "--iterations", 500, "-q").code == 0
    placement = network_cables(json.loads((here / "plan.json").read_text()))
    where = {end["switch"]: end for row in placement for end in (row["a"], row["b"])}
    lines = [f"{name},{end['cabinet']},{end['slot'] % 2 + 1}" for name, end in where.items()]
    (here / "fix.csv").write_text("\n".join(lines))
    (here / "wide.toml").write_text("[grid]\nrows = 2\ncolumns = 3\nrow_pitch_m = 5.5\n")
    fixed = ("--room", "wide.toml", "--fix", "fix.csv", "--out", "wide.json", "--iterations", 100)
    assert cli("layout", "circulant:8:1,2", *fixed, "-q").code == 0
    right = cli("whatif", "wide.json", "--set", "years=1", "--json").json()["baseline"]["figures"]
    ours = cli("whatif", "plan.json", "--set", "row-pitch=5.5", "--json").json()["points"][0]["figures"]
    assert ours == right


def occupied(plan: Path) -> tuple[str, str, set[str]]:
    """Return a cabinet with routers, one without (or empty), and the names of the first one's routers."""
    ends = [end for row in network_cables(json.loads(plan.read_text())) for end in (row["a"], row["b"])]
    used = sorted({end["cabinet"] for end in ends})
    definition = json.loads(plan.read_text())["inputs"]["room"]["definition"]
    sides = range(1, definition["rows"] + 1), range(1, definition["columns"] + 1)
    every = [f"R{row:02d}C{column:02d}" for row, column in itertools.product(*sides)]
    free = next((name for name in every if name not in {*used, *definition["missing"]}), "")
    return used[0], free, {end["switch"] for end in ends if end["cabinet"] == used[0]}


def test_what_a_network_carries_stays_and_its_price_changes(
    ask: Callable[..., Any], cli: Callable[..., Any], plan: Path, here: Path
) -> None:
    """Gb/s are those of `traffic load` at every point; money and power are divided by them, and kept."""
    line = ("--sweep", "price.switch=1,2", "--traffic", "minimal", "--results", here / "r.sqlite")
    document = ask(*line)
    base = document["baseline"]["figures"]
    load = cli("traffic", "load", plan, "--routing", "minimal", "--json", "-q").json()
    assert base["uniform_throughput"] == pytest.approx(load["throughput"])
    gbps = load["throughput"] * load["endpoints"] * load["link_gbps"]
    for point in (document["baseline"], *document["points"]):
        found = point["figures"]
        assert found["uniform_gbps"] == pytest.approx(gbps)
        assert found["worst_gbps"] <= found["matching_gbps"] <= found["uniform_gbps"]
        assert found["cost_per_uniform_gbps"] == pytest.approx(found["bill_cost"] / gbps, abs=0.005)
        assert found["mw_per_matching_gbps"] == pytest.approx(
            1000 * found["network_power_w"] / found["matching_gbps"]
        )
    dearer = document["points"][-1]["differences"]
    assert dearer["uniform_gbps"] == 0
    assert dearer["cost_per_matching_gbps"] > 0
    stored = cli("report", "--from", here / "r.sqlite", "--json", "-q").json()["runs"][0]
    assert [stored["baseline"], *stored["points"]] == [document["baseline"], *document["points"]]
    plain = ask("--set", "reach=4")["baseline"]["figures"]
    assert plain["uniform_gbps"] is None


def test_a_routing_that_queues_decide_is_refused(cli: Callable[..., Any], plan: Path) -> None:
    """Its throughput needs a simulation: nothing is worked out."""
    ran = cli("whatif", plan, "--set", "inside=4", "--traffic", "ugal-l")
    assert (ran.code, ran.out) == (3, "")
    assert "decides by queue lengths" in ran.err


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("row-pitch=+0.4", "row-pitch=2.4"),
        ("row-pitch=-25%", "row-pitch=1.5"),
        ("reach=-2", "reach=5"),
        ("price.copper=+20%", "price.copper=1.2"),
        ("switch-ns=+50", "switch-ns=150"),
    ],
)
def test_a_sign_changes_the_present_value(ask: Callable[..., Any], typed: str, same: str) -> None:
    """By so much or so many per cent of the plan's own value; the point is that of the value itself."""
    own = {"row-pitch": 2000, "reach": 7000}
    points = [ask("--set", one)["points"][0] for one in (typed, same)]
    settings = ask("--set", typed)["baseline"]["settings"]
    assert {"row-pitch": settings["row_pitch_mm"], "reach": settings["electrical_reach_mm"]} == own
    assert points[0]["figures"] == points[1]["figures"]
    assert points[0]["settings"] == points[1]["settings"]


def test_the_answer_is_before_after_and_difference(ask: Callable[..., Any]) -> None:
    """In the currency, with the share of the plan as it is; what changes nothing says so."""
    document = ask("--sweep", "price.switch=1,2")
    base, point = document["baseline"]["figures"], document["points"][1]
    before, after = base["bill_cost"], point["figures"]["bill_cost"]
    assert document["answer"][0] == "price.switch=1: no change in cost, cable or power"
    said = f"total of the bill {before:,.0f} → {after:,.0f} USD (+{after - before:,.0f}, "
    assert document["answer"][1].startswith(f"price.switch=2: {said}+{(after - before) / before:.1%}"[:-1])
