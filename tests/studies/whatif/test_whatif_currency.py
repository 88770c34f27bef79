"""A plan is worked out again by its own prices: never silently by those of another currency."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
ROOT = Path(__file__).parents[3]
LINE = ("layout", "slimfly:3", "--endpoints", "3", "--iterations", "2000", "--gbps", "200")


@pytest.fixture
def catalogue(here: Path) -> Path:
    """Return the example catalogue, in EUR."""
    folder = ROOT / "examples/catalogue"
    (here / "parts_200g_cables.csv").write_text((folder / "parts_200g_cables.csv").read_text())
    text = (folder / "parts_200g.toml").read_text().replace('currency = "USD"', 'currency = "EUR"')
    (here / "parts.toml").write_text(text)
    return here / "parts.toml"


def test_a_plan_is_priced_in_its_own_currency_until_others_are_named(cli: Cli, catalogue: Path) -> None:
    """By the catalogue that it was placed by, as ``bom`` has it; a cost set counts where it is named."""
    assert cli(*LINE, "--objective", "parts", "--catalogue", catalogue.name).code == 0
    own = cli("whatif", "plan.json", "--set", "overhead=+1", "--json").json()["baseline"]
    assert own["settings"]["currency"] == "EUR"
    bill = cli("bom", "plan.json", "--catalogue", catalogue.name, "--json").json()
    assert own["figures"]["bill_cost"] == bill["summary"]["total_cost"]
    named = cli("whatif", "plan.json", "--set", "reach=4", "--catalogue", "slimfly-2014", "--json")
    assert named.json()["baseline"]["settings"]["currency"] == "USD"


@pytest.mark.usefixtures("here")
def test_no_prices_are_assumed(cli: Cli) -> None:
    """A plan that was made without any has lengths and latency, no money and no watts, and says so."""
    assert cli(*LINE).code == 0
    ran = cli("whatif", "plan.json", "--set", "overhead=+1")
    assert "prices: none" in ran.out
    document = cli("whatif", "plan.json", "--set", "overhead=+1", "--json").json()
    figures = document["points"][0]["figures"]
    assert (figures["bill_cost"], figures["network_power_w"], document["currency"]) == (None, None, "")
    assert document["points"][0]["differences"]["total_cable_m"] > 0
    refused = cli("whatif", "plan.json", "--set", "electricity=0.2", "--set", "price.AOC=2")
    assert refused.code == 3
    assert refused.err.count("needs prices") == 2


def test_the_baseline_is_by_the_sets_that_the_plan_was_made_by(cli: Cli, here: Path) -> None:
    """A plan for money by a set of one's own is worked out by that set, also from another folder."""
    text = (ROOT / "costmodels/data/cost/slimfly-2014.toml").read_text().replace("USD", "CHF")
    (here / "mine.toml").write_text(text.replace('name = "slimfly-2014"', 'name = "mine"'))
    assert cli(*LINE, "--objective", "money", "--catalogue", "mine.toml").code == 0
    ran = cli("whatif", "plan.json", "--set", "reach=4", "--json")
    assert ran.json()["baseline"]["settings"]["currency"] == "CHF"
    (here / "mine.toml").write_text(text)
    changed = cli("whatif", "plan.json", "--set", "reach=4")
    assert changed.code == 3
    assert "--catalogue" in changed.err


@pytest.mark.parametrize("command", ["compare", "diff"])
def test_plans_together_are_priced_by_what_both_were_made_by(
    cli: Cli, catalogue: Path, command: str
) -> None:
    """One set of one's own for both; two sets, or a catalogue in another currency, are refused."""
    text = (ROOT / "costmodels/data/cost/slimfly-2014.toml").read_text().replace("USD", "CHF")
    (catalogue.parent / "mine.toml").write_text(text.replace('name = "slimfly-2014"', 'name = "mine"'))
    for seed, file in ((1, "a.json"), (2, "b.json")):
        own = ("--objective", "money", "--catalogue", "mine.toml", "--seed", seed, "--out", file)
        assert "prices: the 2014 cost set mine (CHF)" in cli(*LINE, *own).out
    asked = cli(command, "a.json", "b.json")
    assert asked.code == 0
    assert "rices: the 2014 cost set mine (CHF), no catalogue was given" in asked.out
    assert cli(*LINE, "--objective", "money", "--out", "c.json").code == 0
    by_parts = ("--objective", "parts", "--catalogue", catalogue.name, "--out", "d.json")
    assert cli(*LINE, *by_parts).code == 0
    for other in ("c.json", "d.json"):
        refused = cli(command, "a.json", other)
        assert refused.code == 3
        assert "--catalogue" in refused.err
    named = cli(command, "a.json", "d.json", "--catalogue", "slimfly-2014")
    assert named.code == 0
    assert "the 2014 academic set slimfly-2014 (USD)" in named.out
    assert "no catalogue was given" not in named.out


@pytest.mark.usefixtures("here")
def test_every_answer_in_money_names_its_prices_first(cli: Cli) -> None:
    """Set, year and currency are in the first line of every command that prices a plan by a cost set."""
    said = "prices: the 2014 academic set slimfly-2014 (USD)"
    assert cli(*LINE, "--objective", "money").out.startswith(said)
    assert cli("cost", "plan.json").out.startswith(said)
    asked = cli("whatif", "plan.json", "--set", "reach=4").out.splitlines()[0]
    assert asked == f"{said}, no catalogue was given"
