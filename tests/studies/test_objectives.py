"""``netfloor layout --objective`` and ``--pareto``: plans that say what they were made for."""

import csv
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

from netfloor.plans.verify import verify_plan

ROOT = Path(__file__).parents[2]
LINE = ("layout", "slimfly:4", "--iterations", 60_000, "--catalogue", "perseus-2011")
OBJECTIVES = (
    "money",
    "power",
    "longest",
    "mean-latency",
    "max-latency",
    "2*money + power",
    "latency+length",
)
Document = dict[str, Any]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_plan_says_what_it_was_made_for_and_is_verified(objective: str, cli: Any, here: Path) -> None:
    """The document, the text and the plan agree; any number of workers gives the same bytes."""
    ran = cli(*LINE, "--objective", objective, "--json")
    first = (here / "plan.json").read_bytes()
    found = ran.json()["objective"]
    record = json.loads(first)["solver"]["objective"]
    assert found["value"] == record["value"] <= record["value_by_length"]
    assert found["least"] == record["least"] <= record["value"]
    assert verify_plan(here / "plan.json").to_dict()["problems"] == []
    told = cli(*LINE, "--objective", objective, "--workers", 1).out
    assert told.count(" with the shortest cables found") == 1
    assert (here / "plan.json").read_bytes() == first


def test_length_alone_is_no_objective_of_its_own(cli: Any, here: Path) -> None:
    """Named or not, it gives the same plan."""
    assert cli(*LINE).code == 0
    first = (here / "plan.json").read_bytes()
    assert cli(*LINE, "--objective", "length").code == 0
    assert (here / "plan.json").read_bytes() == first
    assert json.loads(first)["solver"]["objective"] is None


def lower(record: Document) -> None:
    """Claim a better figure."""
    record["value"] *= 0.99


def above(record: Document) -> None:
    """Claim that the shortest placement was better."""
    record["value_by_length"] = record["value"] * 0.9


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lower, "solver.objective.value"),
        (above, "is above that of the shortest"),
        (lambda record: record.update(unit="EUR"), "solver.objective.unit"),
        (lambda record: record.update(least=1e9), "solver.objective.least"),
        (lambda record: record.update(least=None), "solver.objective.least"),
        (lambda record: record.update(least=1.01 * record["value"]), "no placement is below"),
        (lambda record: record.update(name="power"), "solver.objective.power_set: is missing"),
        (lambda record: record.update(reach_mm=1), "solver.objective"),
        (lambda record: record.update(name="speed"), "solver.objective: cannot be derived"),
        (lambda record: record.update(extra=1), "no such field"),
    ],
)
def test_a_false_claim_is_found(
    change: Callable[[Document], None],
    words: str,
    cli: Any,
    here: Path,
    rehash: Callable[[Document], Document],
) -> None:
    """Also where the checksum fits."""
    cli(*LINE, "--objective", "money")
    document = json.loads((here / "plan.json").read_text())
    change(document["solver"]["objective"])
    (here / "plan.json").write_text(json.dumps(rehash(document)))
    problems = verify_plan(here / "plan.json").problems
    assert problems
    assert any(words in problem for problem in problems), problems


def test_prices_of_ones_own_are_found_or_the_plan_says_that_they_are_not(cli: Any, here: Path) -> None:
    """Beside the plan they are used; edited or gone, the figure is unchecked."""
    shipped = ROOT / "costmodels" / "data" / "cost" / "perseus-2011.toml"
    shutil.copy(shipped, here / "mine.toml")
    cli(*LINE[:-2], "--objective", "money", "--catalogue", here / "mine.toml")
    assert verify_plan(here / "plan.json").unchecked == ()
    text = (here / "mine.toml").read_text()
    (here / "mine.toml").write_text(text.replace('name = "perseus-2011"', 'name = "other"'))
    assert "has changed since the plan was made" in verify_plan(here / "plan.json").unchecked[0]
    (here / "mine.toml").unlink()
    checked = verify_plan(here / "plan.json")
    assert checked.ok
    assert "mine.toml" in checked.unchecked[0]


@pytest.mark.parametrize("text", ["2*mean-latency + length", "0.5*length + 4*latency"])
def test_the_name_in_a_plan_is_that_of_the_value_beside_it(text: str, cli: Any, here: Path) -> None:
    """A sum with latency is stated with a weight of 1 for it: metres by their weight, recomputed here."""
    cli(*LINE, "--objective", text)
    plan = json.loads((here / "plan.json").read_text())
    name, value = plan["solver"]["objective"]["name"], plan["solver"]["objective"]["value"]
    weight = float(name.removeprefix("mean-latency + ").removesuffix("*length"))
    metres = plan["totals"]["total_cable_mm"] / 1000
    latency = cli("latency", "plan.json", "--switch-ns", 100, "--json").json()
    mean_ns = latency["latency"][0]["mean_latency_ns"]
    assert value == pytest.approx(mean_ns + weight * metres, rel=1e-9)


@pytest.mark.parametrize(
    "line",
    [
        ("--objective", "speed"),
        ("--objective", "money", "--catalogue", "nothing"),
        ("--objective", "power", "--power-set", "nothing"),
        ("--objective", "latency", "--switch-ns", "-1"),
        ("--objective", "latency", "--switch-ns", "nan"),
        ("--objective", "money", "--reach", "-3"),
        ("--pareto", "length"),
        ("--pareto", "length,length"),
        ("--pareto", "length,speed"),
        ("--pareto", "length,money+power"),
    ],
)
def test_bad_objectives_are_refused_before_anything_is_written(
    line: tuple[str, ...], cli: Any, here: Path
) -> None:
    """Exit code 3, one message, no file."""
    ran = cli(*LINE, *line)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("netfloor: ")
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("pair", ["length,money", "length,latency", "length,longest"])
def test_a_front_holds_verified_plans_and_a_chart(pair: str, cli: Any, here: Path) -> None:
    """Every plan verifies, marked ones are beaten by none, all files say the same."""
    ran = cli(*LINE, "--pareto", pair, "--points", 4, "--out", "front", "--json")
    front = ran.json()
    points = front["points"]
    assert 2 <= len(points) <= 4
    assert [point["first"] for point in points] == sorted(point["first"] for point in points)
    for point in points:
        assert verify_plan(here / "front" / point["plan"]).ok is point["verified"] is True
        beaten = any(
            (o["first"], o["second"]) != (point["first"], point["second"])
            and o["first"] <= point["first"]
            and o["second"] <= point["second"]
            for o in points
        )
        assert point["on_front"] is not beaten
    with (here / "front" / "front.csv").open(newline="") as file:
        assert [row["plan"] for row in csv.DictReader(file)] == [point["plan"] for point in points]
    assert json.loads((here / "front" / "front.json").read_text()) == front
    text = "".join(fromstring((here / "front" / "front.svg").read_text()).itertext())
    assert pair.split(",")[1].removeprefix("m") in text
    again = cli(*LINE, "--pareto", pair, "--points", 2, "--out", "front")
    assert again.code == 0
    assert "plan-1.json" in again.out


@pytest.mark.parametrize(
    ("spec", "effort", "seed", "pair"),
    [("slimfly:4", 2000, 1, "length,money"), ("random:40,4,seed=1", 3000, 0, "power,money")],
)
def test_no_plan_of_a_front_beats_another_by_what_that_was_made_for(
    spec: str, effort: int, seed: int, pair: str, cli: Any, here: Path
) -> None:
    """With little effort a mixture is cheaper here than the plan made for money: that is made again."""
    line = ("layout", spec, "--iterations", effort, "--seed", seed, "--catalogue", "perseus-2011")
    front = cli(*line, "--pareto", pair, "--points", 4, "--out", here / "front", "--json").json()
    made_for = {point["objective"]: point for point in front["points"]}
    for figure, name in zip(("first", "second"), front["objectives"], strict=True):
        assert made_for[name][figure] == min(point[figure] for point in front["points"])
    assert all(point["verified"] for point in front["points"])


def test_the_figures_of_a_front_are_by_its_own_prices_watts_and_latency(cli: Any, here: Path) -> None:
    """What the objectives say and what the figures say is one: plans made for length name no prices."""
    models = ("--power-set", "spectralfly-2022-table", "--reach", 4, "--switch-ns", 250)
    cases = {
        "money,length": lambda figures: figures["cable_cost"] + figures["laying_cost"],
        "power,length": lambda figures: figures["network_power_w"],
        "length,mean-latency": lambda figures: figures["mean_latency_ns"],
    }
    for pair, of in cases.items():
        line = (*LINE[:2], "--iterations", 2000, *LINE[4:], *models)
        front = cli(*line, "--pareto", pair, "--points", 2, "--out", here / pair[:6], "--json").json()
        place = "second" if pair.startswith("length") else "first"
        assert len({point["plan"] for point in front["points"]}) == 2
        for point in front["points"]:
            assert of(point["figures"]) == pytest.approx(point[place], abs=1e-3), pair


def test_a_front_by_a_catalogue_is_priced_by_it(cli: Any, here: Path) -> None:
    """Both ends, the one made for length too, which names no prices of its own."""
    parts = ROOT / "examples/catalogue/parts_200g.toml"
    line = (
        "layout",
        "slimfly:4",
        "--gbps",
        200,
        "--endpoints",
        3,
        "--iterations",
        2000,
        "--catalogue",
        parts,
    )
    front = cli(*line, "--pareto", "length,parts", "--points", 2, "--out", here / "front", "--json").json()
    assert front["currency"] == "USD"
    for point in front["points"]:
        spares = point["figures"]["cable_cost"] - point["second"]  # an order has some, an objective none
        assert 0 <= spares < 0.05 * point["second"]
