"""``netfloor whatif``: a plan under other assumptions."""

import csv
import io
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from defusedxml.ElementTree import fromstring

from foundation.errors import InputError
from netfloor.whatif_keys import KEYS, MOST_POINTS, read_points

MONEY = ("cable_cost", "switch_cost", "host_cable_cost")
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


@pytest.fixture
def prices(here: Path) -> str:
    """Return the name of a cost set file."""
    (here / "monotone.toml").write_text(MONOTONE)
    return "monotone.toml"


@pytest.fixture
def ask(cli: Callable[..., Any], plan: Path) -> Callable[..., Any]:
    """Return the document of ``whatif`` on a small plan."""

    def call(*args: object) -> Any:
        ran = cli("whatif", plan, *args, "--json", "-q")
        assert ran.code == 0, ran.err
        return ran.json()

    return call


def figures(document: Any, key: str) -> list[Any]:
    """Return one figure of all points."""
    return [point["figures"][key] for point in document["points"]]


def test_the_baseline_is_what_the_other_commands_say(
    ask: Callable[..., Any], cli: Callable[..., Any], plan: Path
) -> None:
    """Money, power, latency, length and bound of a plan as it stands."""
    base = ask("--set", "years=2")["baseline"]["figures"]
    bill = cli("cost", plan, "--json").json()
    power = cli("power", plan, "--json").json()
    latency = cli("latency", plan, "--switch-ns", 100, "--json").json()["latency"][0]
    verified = cli("verify", plan, "--json").json()
    assert base["total_cost"] == bill["total_cost"]
    assert base["cable_cost"] == bill["cable_cost"]
    assert base["network_power_w"] == power["network_w"]
    assert base["host_power_w"] == power["host_w"]
    assert base["mean_latency_ns"] == latency["mean_latency_ns"]
    assert base["max_latency_ns"] == latency["max_latency_ns"]
    assert base["mean_cable_m"] == pytest.approx(verified["mean_cable_m"])
    assert base["lower_bound_m"] / base["cables"] == pytest.approx(verified["lower_bound_m"])


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
    document = ask("--set", "years=3", "--sweep", "reach=4,9", "--sweep", "switch-ns=50,60,70")
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
    document = ask("--cost-set", prices, "--sweep", "reach=0,3,5,6,8,12,100")
    costs = figures(document, "cable_cost")
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[-1]


@pytest.mark.parametrize("factor", ["0", "0.5", "2", "3.75"])
def test_a_factor_on_all_prices_is_a_factor_on_the_bill(
    ask: Callable[..., Any], factor: str, prices: str
) -> None:
    """Metamorphic: k times every price is k times the money, but for a cent a rounded price."""
    for cost_set in ("slimfly-2014", prices):
        keys = ("electrical-price", "optical-price", "switch-price")
        sets = [text for key in keys for text in ("--set", f"{key}={factor}")]
        document = ask("--cost-set", cost_set, *sets)
        base, point = document["baseline"]["figures"], document["points"][0]["figures"]
        for name in MONEY:
            number = point["cables"] + 200
            assert point[name] == pytest.approx(float(factor) * base[name], abs=0.01 * number)


def test_dearer_copper_is_left_for_fibre(ask: Callable[..., Any], prices: str) -> None:
    """With least cost as the rule the medium follows the price."""
    document = ask("--cost-set", prices, "--sweep", "electrical-price=0.1,1,5,1000")
    optical = figures(document, "optical_cables")
    assert optical == sorted(optical)
    assert optical[-1] == document["baseline"]["figures"]["cables"]


def test_a_cost_factor_leaves_metres_watts_and_ns_alone(ask: Callable[..., Any]) -> None:
    """With the reach as the rule nothing but money depends on prices."""
    point = ask("--set", "optical-price=3")["points"][0]
    assert point["differences"]["cable_cost"] > 0
    for name in ("total_cable_m", "network_power_w", "mean_latency_ns", "switch_cost"):
        assert point["differences"][name] == 0


def test_electricity_is_watts_times_hours_times_price(ask: Callable[..., Any]) -> None:
    """Full power, 8760 h a year, network and host ports."""
    document = ask("--set", "electricity=0.25", "--sweep", "years=1,5")
    for years, point in zip((1, 5), document["points"], strict=True):
        one = point["figures"]
        watts = one["network_power_w"] + one["host_power_w"]
        assert one["energy_kwh"] == pytest.approx(watts * 8.76 * years)
        assert one["energy_cost"] == pytest.approx(watts * 8.76 * years * 0.25, abs=0.006)
        assert one["lifetime_cost"] == pytest.approx(one["total_cost"] + one["energy_cost"])
    assert document["baseline"]["figures"]["lifetime_cost"] is None
    assert document["points"][0]["differences"]["lifetime_cost"] is None


def test_the_bound_is_derived_anew_and_holds(ask: Callable[..., Any]) -> None:
    """Each point's bound is below its length, and that of the room in which a plan is made there."""
    document = ask("--sweep", "row-pitch=0.6,2,9", "--sweep", "inside=0,2,5")
    points = document["points"]
    assert all(one["figures"]["lower_bound_m"] <= one["figures"]["total_cable_m"] for one in points)
    assert len({one["figures"]["lower_bound_m"] for one in points}) == len(points)


def test_a_kept_placement_costs_what_a_plan_in_that_room_would(cli: Callable[..., Any], here: Path) -> None:
    """The same placement laid out in a room of that pitch by ``layout`` with all routers fixed."""
    assert cli("layout", "circulant:8:1,2", "--room", "grid:2x3", "--iterations", 500, "-q").code == 0
    placement = json.loads((here / "plan.json").read_text())["cables"]
    where = {end["router"]: end for row in placement for end in (row["a"], row["b"])}
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
    ends = [end for row in json.loads(plan.read_text())["cables"] for end in (row["a"], row["b"])]
    used = sorted({end["cabinet"] for end in ends})
    definition = json.loads(plan.read_text())["inputs"]["room"]["definition"]
    sides = range(1, definition["rows"] + 1), range(1, definition["columns"] + 1)
    every = [f"R{row:02d}C{column:02d}" for row, column in itertools.product(*sides)]
    free = next((name for name in every if name not in {*used, *definition["missing"]}), "")
    return used[0], free, {end["router"] for end in ends if end["cabinet"] == used[0]}


def test_a_taken_cabinet_with_routers_is_refused_by_name(
    cli: Callable[..., Any], plan: Path, here: Path
) -> None:
    """The placement is not legal any more; nothing is written."""
    cabinet, _, routers = occupied(plan)
    files = ("--csv", "w.csv", "--results", "r.sqlite")
    ran = cli("whatif", plan, "--sweep", f"taken=none,{cabinet.lower()}", *files)
    assert ran.code == 3
    assert "--replace" in ran.err
    named = ran.err.split("no place: ")[1].split(";")[0].split(", ")
    assert set(named) == routers
    assert not (here / "w.csv").exists()
    assert not (here / "r.sqlite").exists()


def test_taking_an_empty_cabinet_moves_nobody(cli: Callable[..., Any], plan_folder: Path) -> None:
    """The slots behind it are renumbered, the routers stay in their cabinets."""
    plan = plan_folder / "random.json"
    _, free, _ = occupied(plan)
    document = cli("whatif", plan, "--set", f"taken={free}", "--json").json()
    point = document["points"][0]
    assert point["placement"] == "kept"
    assert point["differences"]["total_cable_m"] == 0
    assert point["settings"]["taken_cabinets"] == free


def test_replace_places_again_where_it_must(cli: Callable[..., Any], plan_folder: Path) -> None:
    """Not in the room as it is; elsewhere never longer than the placement that could be kept."""
    plan = plan_folder / "random.json"
    cabinet, _, _ = occupied(plan)
    effort = ("--replace", "--iterations", 20000, "--seed", 3, "--json")
    document = cli("whatif", plan, "--sweep", f"taken=none,{cabinet}", *effort).json()
    assert [one["placement"] for one in document["points"]] == ["as planned", "placed again"]
    kept = cli("whatif", plan, "--sweep", "row-pitch=0.7,4", "--json").json()
    again = cli("whatif", plan, "--sweep", "row-pitch=0.7,4", *effort).json()
    pairs = zip(figures(kept, "total_cable_m"), figures(again, "total_cable_m"), strict=True)
    assert all(best <= old for old, best in pairs)
    assert cli("whatif", plan, "--sweep", "row-pitch=0.7,4", *effort).json() == again


def test_too_few_slots_are_infeasible(cli: Callable[..., Any], plan: Path) -> None:
    """Placing again needs room."""
    ran = cli("whatif", plan, "--set", "slots=1", "--replace")
    assert ran.code == 4
    assert "missing" in ran.err


def test_what_nobody_sells_leaves_money_out_and_says_so(
    cli: Callable[..., Any], plan: Path, prices: str
) -> None:
    """One point beyond the longest cable does not spoil the others."""
    ran = cli("whatif", plan, "--cost-set", prices, "--sweep", "row-pitch=2,500", "--json")
    good, bad = ran.json()["points"]
    assert good["figures"]["total_cost"] > 0
    assert bad["figures"]["total_cost"] is None
    assert bad["figures"]["total_cable_m"] > 0
    assert "sells none" in bad["notes"][0]
    assert "sells none" in ran.err


def test_money_of_two_currencies_is_not_subtracted(
    cli: Callable[..., Any], plan: Path, prices: str
) -> None:
    """Euros less dollars is no money."""
    euros = Path("euros.toml")
    euros.write_text(MONOTONE.replace("USD", "EUR").replace('"monotone"', '"euros"'))
    document = cli("whatif", plan, "--cost-set", prices, "--set", "cost-set=euros.toml", "--json").json()
    point = document["points"][0]
    assert point["settings"]["currency"] == "EUR"
    assert point["figures"]["total_cost"] == document["baseline"]["figures"]["total_cost"]
    assert point["differences"]["total_cost"] is None
    assert point["differences"]["total_cable_m"] == 0


def test_unverified_prices_are_marked(ask: Callable[..., Any], prices: str) -> None:
    """Where the user sees it."""
    assert any("UNVERIFIED" in note for note in ask("--set", f"cost-set={prices}")["notes"])


def test_files_hold_what_json_holds(cli: Callable[..., Any], plan: Path, here: Path) -> None:
    """CSV the same numbers, the chart the same names."""
    files = ("--csv", "w.csv", "--svg", "w.svg", "--json", "-q")
    document = cli(
        "whatif", plan, "--sweep", "row-pitch=1,2", "--sweep", "cost-set=slimfly-2014", *files
    ).json()
    rows = list(csv.DictReader(io.StringIO((here / "w.csv").read_text())))
    points = [document["baseline"], *document["points"]]
    for row, point in zip(rows, points, strict=True):
        for key, value in point["figures"].items():
            assert row[key] == ("" if value is None else repr(value))
    texts = set(fromstring((here / "w.svg").read_text()).itertext())
    assert {"row-pitch", "cost-set=slimfly-2014", "cable m"} <= texts


@pytest.mark.parametrize(
    "sweep",
    [(), ("--sweep", "taken=none"), ("--sweep", "reach=1,2,3", "--sweep", "switch-ns=0,1,2,3,4,5,6")],
)
def test_every_form_of_command_can_be_drawn(
    cli: Callable[..., Any], plan: Path, here: Path, sweep: tuple[str, ...]
) -> None:
    """Without a sweep, with words on the axis, with more lines than a legend has room for."""
    sets = () if sweep else ("--set", "years=4")
    assert cli("whatif", plan, *sets, *sweep, "--svg", "w.svg").code == 0
    assert fromstring((here / "w.svg").read_text()).tag.endswith("svg")


@pytest.mark.parametrize("key", KEYS)
def test_every_key_can_be_set(cli: Callable[..., Any], plan: Path, key: str) -> None:
    """With a plain value of its kind."""
    values = {"taken": "none", "cost-set": "slimfly-2014", "power-set": "slimfly-2014", "slots": "2"}
    assert cli("whatif", plan, "--set", f"{key}={values.get(key, '1')}").code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--set", "row_pitch=2"), "did you mean 'row-pitch'"),
        (("--set", "colour=red"), "keys: row-pitch"),
        (("--set", "row-pitch"), "is not KEY=VALUE"),
        (("--set", "row-pitch=0"), "from 0.001"),
        (("--set", "row-pitch=1e999"), "is not usable"),
        (("--set", "row-pitch=1_0"), "is not usable"),
        (("--set", "row-pitch=1.00001"), "finer than a millimetre"),
        (("--set", "slots=1.5"), "whole number"),
        (("--set", "slots=²"), "whole number"),
        (("--set", "taken=A1"), "names no cabinet"),
        (("--set", "taken=R99C99"), "outside the grid"),
        (("--set", "taken="), "names no cabinet"),
        (("--set", "cost-set="), "names nothing"),
        (("--set", "cost-set=slimfly"), "is not one that netfloor ships"),
        (("--set", "electrical-price=-1"), "from 0 to"),
        (("--sweep", "row-pitch=1,,2"), "is not usable"),
        (("--sweep", "row-pitch=1,1.0"), "stands twice"),
        (("--sweep", "row-pitch=1,2", "--set", "row-pitch=3"), "comes twice"),
        ((), "nothing to change"),
    ],
)
def test_a_bad_change_is_refused(
    cli: Callable[..., Any], plan: Path, here: Path, arguments: tuple[str, ...], said: str
) -> None:
    """Exit code 3, one line, nothing written."""
    ran = cli("whatif", plan, *arguments, "--csv", "w.csv", "--results", "r.sqlite")
    assert ran.code == 3
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1
    assert sorted(path.name for path in here.iterdir()) == ["plan.json"]


def test_a_grid_of_too_many_points_is_refused() -> None:
    """The message says how large it would be."""
    sweep = ",".join(str(1 + i / 1000) for i in range(200))
    with pytest.raises(InputError, match="200 x 200 is 40,000 points"):
        read_points((), (f"row-pitch={sweep}", f"column-pitch={sweep}"))
    many = ",".join(map(str, np.arange(MOST_POINTS)))
    assert len(read_points((), (f"reach={many}",))) == MOST_POINTS


def test_an_effort_without_replace_is_wrong_usage(cli: Callable[..., Any], plan: Path) -> None:
    """It would do nothing."""
    assert cli("whatif", plan, "--set", "years=1", "--iterations", 5).code == 2


@pytest.mark.usefixtures("here")
def test_replace_goes_by_what_the_plan_was_made_for(cli: Callable[..., Any]) -> None:
    """A plan made for money is placed again for it where room or reach differ: never dearer than kept."""
    command = ("layout", "random:16,3", "--room", "grid:3x4", "--iterations", 3000, "--objective", "money")
    assert cli(*command, "--out", "money.json", "-q").code == 0
    sweeps = ("--sweep", "reach=1,3,5", "--sweep", "row-pitch=0.8,2.5", "--json", "-q")
    kept = cli("whatif", "money.json", *sweeps).json()
    again = cli("whatif", "money.json", *sweeps, "--replace", "--iterations", 3000).json()
    pairs = list(zip(figures(kept, "cable_cost"), figures(again, "cable_cost"), strict=True))
    assert all(new <= old for old, new in pairs)
    assert any(new < old for old, new in pairs)
    assert "placed again for money" in " ".join(again["notes"])


def test_replace_goes_by_what_is_asked(cli: Callable[..., Any], plan_folder: Path) -> None:
    """Asked for latency, a room that stays is searched again where switches are faster, and only there."""
    ask = ("whatif", plan_folder / "random.json", "--sweep", "switch-ns=1,100", "--json", "-q")
    kept = cli(*ask).json()
    effort = ("--replace", "--objective", "mean-latency", "--iterations", 200)
    again = cli(*ask, *effort).json()
    pairs = zip(figures(kept, "mean_latency_ns"), figures(again, "mean_latency_ns"), strict=True)
    assert all(new <= old for old, new in pairs)
    assert [one["placement"] for one in again["points"]] == ["placed again", "as planned"]


def test_an_objective_that_cannot_be_is_refused(cli: Callable[..., Any], plan: Path) -> None:
    """An unknown one, parts without a catalogue, and one without placing again."""
    for text in ("beauty", "parts"):
        ran = cli("whatif", plan, "--set", "reach=3", "--replace", "--objective", text)
        assert ran.code == 3
        assert "--objective" in ran.err
    assert cli("whatif", plan, "--set", "reach=3", "--objective", "money").code == 2
