"""What if the room were another: placements kept, refused and made again; files and forms."""

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

from netfloor.costmodels.objectives import OBJECTIVES
from netfloor.foundation.errors import InputError
from netfloor.plans.by_names import server_cables
from netfloor.plans.load import load_plan
from netfloor.rooms.room_spec import room_from_spec
from netfloor.studies.whatif.assumptions import KEYS, MAX_POINTS, Assumptions, read_variations
from netfloor.studies.whatif.objective import _READ
from netfloor.studies.whatif.room import (
    carried_plan,
    carried_requirements,
    changed_room,
    room_assumptions,
)
from tests.fixtures.rows import network_cables
from tests.studies.hall_plan.test_switch_places import request

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


def occupied(plan: Path) -> tuple[str, str, set[str]]:
    """Return a cabinet with routers, one without (or empty), and the names of the first one's routers."""
    ends = [end for row in network_cables(json.loads(plan.read_text())) for end in (row["a"], row["b"])]
    used = sorted({end["cabinet"] for end in ends})
    definition = json.loads(plan.read_text())["inputs"]["room"]["definition"]
    sides = range(1, definition["rows"] + 1), range(1, definition["columns"] + 1)
    every = [f"R{row:02d}C{column:02d}" for row, column in itertools.product(*sides)]
    free = next((name for name in every if name not in {*used, *definition["missing"]}), "")
    return used[0], free, {end["switch"] for end in ends if end["cabinet"] == used[0]}


def test_a_taken_cabinet_with_routers_is_refused_by_name(
    cli: Callable[..., Any], plan: Path, here: Path
) -> None:
    """The placement is not legal any more; nothing is written."""
    cabinet, _, routers = occupied(plan)
    files = ("--csv", "w.csv", "--results", "r.sqlite")
    ran = cli("whatif", plan, "--sweep", f"taken=none,{cabinet.lower()}", *files)
    assert ran.code == 3
    assert "--replace" in ran.err
    named = ran.err.split("without a place: ")[1].split(";")[0].split(", ")
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


def test_an_answer_from_a_new_search_says_so(cli: Callable[..., Any], plan_folder: Path) -> None:
    """Without --verbose too, and only then: what is better may come from the search."""
    plan = plan_folder / "random.json"
    cabinet, _, _ = occupied(plan)
    ran = cli("whatif", plan, "--set", f"taken={cabinet}", "--replace", "--iterations", 20000)
    assert "may come from the search and not from the change" in ran.err
    kept = cli("whatif", plan, "--set", "row-pitch=4", "--verbose")
    assert "from the search" not in kept.err + kept.out


def test_too_few_slots_are_infeasible(cli: Callable[..., Any], plan: Path) -> None:
    """Placing again needs room."""
    ran = cli("whatif", plan, "--set", "slots=1", "--replace")
    assert ran.code == 4
    assert "missing" in ran.err


def test_what_nobody_sells_leaves_money_out_and_says_so(
    cli: Callable[..., Any], plan: Path, prices: str
) -> None:
    """One point beyond the longest cable does not spoil the others."""
    ran = cli("whatif", plan, "--catalogue", prices, "--sweep", "row-pitch=2,500", "--json")
    good, bad = ran.json()["points"]
    assert good["figures"]["bill_cost"] > 0
    assert bad["figures"]["bill_cost"] is None
    assert bad["figures"]["total_cable_m"] > 0
    assert "sells none" in bad["notes"][0]
    assert "sells none" in ran.err


def test_money_of_two_currencies_is_not_subtracted(
    cli: Callable[..., Any], plan: Path, prices: str
) -> None:
    """Euros less dollars is no money."""
    euros = Path("euros.toml")
    euros.write_text(MONOTONE.replace("USD", "EUR").replace('"monotone"', '"euros"'))
    document = cli("whatif", plan, "--catalogue", prices, "--set", "catalogue=euros.toml", "--json").json()
    point = document["points"][0]
    assert point["settings"]["currency"] == "EUR"
    assert point["figures"]["bill_cost"] == document["baseline"]["figures"]["bill_cost"]
    assert point["differences"]["bill_cost"] is None
    assert point["differences"]["total_cable_m"] == 0


def test_unverified_prices_are_marked(ask: Callable[..., Any], prices: str) -> None:
    """Where the user sees it."""
    assert any("UNVERIFIED" in note for note in ask("--set", f"catalogue={prices}")["notes"])


def test_files_hold_what_json_holds(cli: Callable[..., Any], plan: Path, here: Path) -> None:
    """CSV the same numbers, the chart the same names."""
    files = ("--csv", "w.csv", "--svg", "w.svg", "--json", "-q")
    document = cli(
        "whatif", plan, "--sweep", "row-pitch=1,2", "--sweep", "catalogue=slimfly-2014", *files
    ).json()
    rows = list(csv.DictReader(io.StringIO((here / "w.csv").read_text())))
    points = [document["baseline"], *document["points"]]
    for row, point in zip(rows, points, strict=True):
        for key, value in point["figures"].items():
            assert row[key] == ("" if value is None else repr(value))
    texts = set(fromstring((here / "w.svg").read_text()).itertext())
    assert {"row-pitch (m)", "catalogue=slimfly-2014", "Cable between switches (m)"} <= texts


@pytest.mark.parametrize(
    "sweep",
    [(), ("--sweep", "taken=none"), ("--sweep", "inside=1,2,3", "--sweep", "switch-ns=0,1,2,3,4,5,6")],
)
def test_every_form_of_command_can_be_drawn(
    cli: Callable[..., Any], plan: Path, here: Path, sweep: tuple[str, ...]
) -> None:
    """Without a sweep, with words on the axis, with more lines than a legend has room for."""
    sets = () if sweep else ("--set", "slots=4")
    assert cli("whatif", plan, *sets, *sweep, "--svg", "w.svg").code == 0
    assert fromstring((here / "w.svg").read_text()).tag.endswith("svg")


@pytest.mark.parametrize("key", sorted({*KEYS, "price.copper"} - {"slack", "catalogue"}))
def test_every_key_can_be_set(cli: Callable[..., Any], plan: Path, key: str) -> None:
    """With a plain value of its kind."""
    values = {"taken": "none", "catalogue": "slimfly-2014", "power-set": "slimfly-2014", "slots": "2"}
    prices = () if key == "catalogue" else ("--catalogue", "slimfly-2014")
    assert cli("whatif", plan, "--set", f"{key}={values.get(key, '1')}", *prices).code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--set", "row_pitch=2"), "did you mean row-pitch?"),
        (("--set", "colour=red"), "keys: row-pitch"),
        (("--set", "row-pitch"), "is not KEY=VALUE"),
        (("--set", "row-pitch=0"), "from 0.001"),
        (("--set", "row-pitch=1e999"), "is not usable"),
        (("--set", "row-pitch=+1e9999999"), "makes it inf"),
        (("--set", "row-pitch=-50"), "makes it -48"),
        (("--set", "price.=2"), "has no name after the dot"),
        (("--set", "price.copper=+20"), "or +20%"),
        (("--set", "exchange.USD=2"), "needs prices"),
        (("--set", "row-pitch=1_0"), "is not usable"),
        (("--set", "row-pitch=1.00001"), "finer than a millimetre"),
        (("--set", "slots=1.5"), "whole number"),
        (("--set", "slots=²"), "whole number"),
        (("--set", "taken=A1"), "names no cabinet"),
        (("--set", "taken=R99C99"), "outside the grid"),
        (("--set", "taken="), "has an empty name"),
        (("--set", "catalogue="), "has no name"),
        (("--set", "catalogue=slimfly"), "is neither a shipped set nor a file"),
        (("--set", "price.copper=-1"), "from 0 to"),
        (("--sweep", "row-pitch=1,,2"), "is not usable"),
        (("--sweep", "row-pitch=1,1.0"), "is given twice"),
        (("--sweep", "row-pitch=1,2", "--set", "row-pitch=3"), "is given twice"),
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
        read_variations((), (f"row-pitch={sweep}", f"column-pitch={sweep}"))
    many = ",".join(map(str, np.arange(MAX_POINTS)))
    assert len(read_variations((), (f"reach={many}",))) == MAX_POINTS


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
    """An unknown one, parts or money without their prices, and one without placing again."""
    for text in ("beauty", "parts", "money"):
        ran = cli("whatif", plan, "--set", "inside=3", "--replace", "--objective", text)
        assert ran.code == 3
        assert "--objective" in ran.err
    assert cli("whatif", plan, "--set", "reach=3", "--objective", "money").code == 2


def test_every_objective_says_what_it_depends_on() -> None:
    """Else a point whose coefficients changed would keep a placement made for the old ones."""
    assert set(_READ) == set(OBJECTIVES)


def test_a_requirement_that_a_room_cannot_have_is_not_dropped(here: Path, cli: Callable[..., Any]) -> None:
    """A cabinet that others occupy is still of the room; one that is not there is refused by name."""
    rule = ("--require", "keep-free=R02C02,R01C01", "--iterations", 500, "--out", "free.json", "-q")
    assert cli("layout", "torus:4", "--room", "grid:2x4", *rule).code == 0
    plan = load_plan(here / "free.json")
    occupied_too = changed_room(
        plan.room, Assumptions(taken_cabinets=("R02C02",), **room_assumptions(plan.room))
    )
    (kept,) = carried_requirements(plan, occupied_too)
    assert kept.text == "keep-free=R02C02,R01C01"
    with pytest.raises(InputError, match="R02C02"):
        carried_requirements(plan, room_from_spec("grid:1x8"))


@pytest.mark.usefixtures("here")
def test_rack_tops_are_found_anew_for_what_is_open(cli: Callable[..., Any]) -> None:
    """They are where the switches stand; what servers close besides is no top of any rack."""
    request('"rack-tops"')
    assert cli("plan", "plan.toml", "--out", "out").code == 0
    plan = load_plan(Path("out/plan.json"))
    (kept,) = carried_requirements(plan, plan.room)
    assert kept.kind == "rack-tops"
    assert not set(kept.closes) & set(plan.placement.slot_of.tolist())
    shut = np.zeros(plan.room.slots, dtype=bool)
    shut[next(one for one in range(plan.room.slots) if one not in kept.closes)] = True
    (fewer,) = carried_requirements(plan, plan.room, shut)
    assert set(fewer.closes) >= {int(np.flatnonzero(shut)[0])}


@pytest.mark.usefixtures("here")
def test_servers_of_an_imported_plan_are_measured_in_the_room_asked_about(cli: Callable[..., Any]) -> None:
    """By hand: 2 + 2 m at the ends and 0.6 m a place, then 3 + 3 m; inside a cabinet as asked."""
    Path("list.csv").write_text(
        "Source,Rack,Port,Destination,Rack,Port\n"
        "leaf1,R01C01,31,spine1,R01C02,7\nleaf1,R01C01,1,server1,R01C01,1\n"
        "leaf1,R01C01,2,server2,R01C03,1\n"
    )
    assert cli("import", "list.csv", "--from", "csv", "--out", "plan.json", "-q").code == 0
    plan = load_plan(Path("plan.json"))
    own = room_assumptions(plan.room)
    asked = own | {"inside_cabinet_mm": 2500, "overhead_per_end_mm": 3000}
    room = changed_room(plan.room, Assumptions(**asked))
    carried = carried_plan(plan, room, plan.placement.slot_of, again=False)
    found = [server_cables(one) for one in (plan, carried)]
    assert [None if one is None else one.length_mm.tolist() for one in found] == [
        *([plan.room.inside_mm, 5200], [2500, 7200])
    ]
