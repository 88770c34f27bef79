"""Parts whose catalogue gives no watts: ordered as others, and no figure of power takes them for 0."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import load_workbook

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.plans.assessment.quote import quote_of_parts
from netfloor.plans.load import load_plan
from netfloor.plans.order.loads import limits_sentence, overloads
from netfloor.plans.order.parts_list import listed_parts, parts_list
from netfloor.plans.order.terms import OrderTerms, planned_order
from tests.fixtures.commands import Cli
from tests.plans.forge.kinds import ROOM
from tests.plans.order.test_bom import PARTS_400, placed

__all__ = ["placed"]

YEARS = ("--years", "5", "--kwh-price", "0.2")
POWER = ("--criterion", "price+power", *YEARS)


def without_plug_watts(text: str) -> str:
    """Return a catalogue without the watts of transceivers and cables."""
    table, kept = "", []
    for line in text.splitlines():
        table = line.strip("[]") if line.startswith("[[") else table
        is_watts = re.match(r"power(?:_[ab])?_w = ", line) is not None
        if not (is_watts and table in {"transceivers", "cables"}):
            kept.append(line)
    return "\n".join(kept) + "\n"


@pytest.fixture
def dark(here: Path) -> Path:
    """Return an example catalogue without the watts of its transceivers and cables."""
    path = here / "dark.toml"
    path.write_text(without_plug_watts(PARTS_400.read_text()))
    return path


def test_money_does_not_depend_on_watts(cli: Cli, placed: Callable[[float], Path], dark: Path) -> None:
    """The same parts at the same total; power, electricity and each part's watts are null, and counted."""
    lit, told = (
        cli("bom", placed(400), "--catalogue", file, "--json", *YEARS).json() for file in (PARTS_400, dark)
    )
    assert told["summary"]["total_cost"] == lit["summary"]["total_cost"]
    assert [part["part"] for part in told["parts"]] == [part["part"] for part in lit["parts"]]
    each = {part["part"]: part["power_w_each"] for part in lit["parts"]}
    unknown = [part["part"] for part in told["parts"] if part["power_w_each"] is None]
    assert unknown
    assert all(each[part] for part in unknown)
    rest = sum(part["used"] * (part["power_w_each"] or 0) for part in told["parts"])
    summary = told["summary"]
    assert (summary["power_w"], summary["energy_cost"]) == (None, None)
    assert (summary["stated_power_w"], summary["parts_without_watts"]) == (
        pytest.approx(rest),
        len(unknown),
    )
    assert summary["powered_parts"] == sum(watts != 0 for watts in each.values())
    assert lit["summary"]["power_w"] > rest
    assert lit["summary"]["parts_without_watts"] == 0


def test_the_first_lines_say_so(cli: Cli, placed: Callable[[float], Path], dark: Path, here: Path) -> None:
    """On the terminal, in the workbook and in the check of the catalogue, which nothing of it stops."""
    ran = cli(
        "bom", placed(400), "--catalogue", dark, "--xlsx", "o.xlsx", "--years", "5", "--kwh-price", "1"
    )
    assert ran.code == 0, ran.err
    head = ran.out[: ran.out.index("network parts")]
    (many,) = re.findall(r"No watts in the catalogue for (\d+ of \d+ parts) that draw power \(", head)
    full = cli("bom", placed(400), "--catalogue", dark, "--years", "5", "--kwh-price", "1", "--verbose").out
    assert re.search(rf"\npower +unknown for {many}, [\d,]+ W for the others\n", full)
    assert re.search(r"\nelectricity +unknown: no watts for", full)
    rows = load_workbook(here / "o.xlsx", data_only=True)["Summary"].iter_rows(values_only=True)
    texts = [str(cell) for row in rows for cell in row]
    assert any(text.startswith(f"unknown for {many}, ") for text in texts)
    checked = cli("catalogue", "check", dark, "--for", "slimfly:3", "--network-only", "--json").json()
    assert checked["ok"]
    assert any("no watts for" in item["what"] for item in checked["remarks"])


def test_a_choice_by_power_needs_watts(cli: Cli, placed: Callable[[float], Path], dark: Path) -> None:
    """A part without watts would win; it is named, with the remedy."""
    assert cli("bom", placed(400), "--catalogue", PARTS_400, *POWER).code == 0
    ran = cli("bom", placed(400), "--catalogue", dark, *POWER)
    assert ran.code == 3
    assert "--criterion: price+power weighs watts, and the catalogue has none for " in ran.err
    assert "give them power_w" in ran.err


def test_a_figure_of_power_is_no_result(placed: Callable[[float], Path], dark: Path) -> None:
    """Neither beside other plans nor from Python."""
    plan = load_plan(placed(400))
    lit, unlit = (
        quote_of_parts(listed_parts(plan, file, load_catalogue(file), OrderTerms()))
        for file in (PARTS_400, dark)
    )
    assert lit.power_w()
    assert unlit.power_w() is None
    assert unlit.stated_power_w() < (lit.power_w() or 0)
    assert any("No power is given for transceivers" in text for text in unlit.purchases.unknown)


def test_limits_say_which_parts_they_do_not_cover(cli: Cli, here: Path, dark: Path) -> None:
    """In a hall: before the search, on the bill, and per cabinet."""
    (here / "room.toml").write_text(ROOM.replace("units = 42", "units = 42, power_limit_w = 9000"))
    (here / "p.toml").write_text(
        'room = "room.toml"\ncatalogue = "dark.toml"\n[network]\nspec = "complete:3"\nendpoints = 2\n'
        "gbps = 400\n[servers]\nper_cabinet = 2\n[layout]\niterations = 1000\n"
    )
    assert "in doubt until placed: power of cables" in cli("plan", "p.toml", "--dry-run").out
    ran = cli("plan", "p.toml", "--dry-run", "--verbose")
    assert re.search(r"the catalogue gives no power of \d+ parts for these cages", ran.out + ran.err)
    assert cli("plan", "p.toml", "--out", "out").code in {0, 6}
    plan = load_plan(here / "out/plan.json")
    file, _, terms = planned_order(plan)
    parts = parts_list(plan, file, terms)
    assert "are unknown: limits on power and heat do not cover them" in limits_sentence(parts)
    assert not overloads(parts)
    told = cli("bom", here / "out/plan.json", "--catalogue", dark, "--json").json()
    assert {item["power_w"] for item in told["cabinets"] if item["transceivers"]} <= {None}
    assert any(re.match(r"Power of \d+ parts unknown\.", note) for note in told["headroom"]["notes"])
