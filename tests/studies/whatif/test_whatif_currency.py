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


def test_a_plan_in_another_currency_is_refused_until_prices_are_named(cli: Cli, catalogue: Path) -> None:
    """The message names both currencies and the option; with it the figures are in the set's own."""
    assert cli(*LINE, "--objective", "parts", "--catalogue", catalogue.name).code == 0
    refused = cli("whatif", "plan.json", "--set", "years=2")
    assert refused.code == 3
    for said in ("EUR", "USD", "--cost-set"):
        assert said in refused.err
    named = cli("whatif", "plan.json", "--set", "years=2", "--cost-set", "slimfly-2014", "--json")
    assert named.json()["baseline"]["settings"]["currency"] == "USD"


def test_the_baseline_is_by_the_sets_that_the_plan_was_made_by(cli: Cli, here: Path) -> None:
    """A plan for money by a set of one's own is worked out by that set, also from another folder."""
    text = (ROOT / "costmodels/data/cost/slimfly-2014.toml").read_text().replace("USD", "CHF")
    (here / "mine.toml").write_text(text.replace('name = "slimfly-2014"', 'name = "mine"'))
    assert cli(*LINE, "--objective", "money", "--cost-set", "mine.toml").code == 0
    ran = cli("whatif", "plan.json", "--set", "years=2", "--json")
    assert ran.json()["baseline"]["settings"]["currency"] == "CHF"
    (here / "mine.toml").write_text(text)
    changed = cli("whatif", "plan.json", "--set", "years=2")
    assert changed.code == 3
    assert "--cost-set" in changed.err
