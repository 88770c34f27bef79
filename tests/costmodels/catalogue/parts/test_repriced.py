"""Catalogues with other prices, rates and slack."""

import datetime as dt
from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.repriced import GROUPS, is_named, repriced, unknown_name
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.foundation.errors import InputError

MIXED = """
schema = 1
title = "three kinds"
currency = "EUR"
price_date = 2026-01-01
[[rates]]
currency = "USD"
rate = 0.9
date = 2026-01-01
[[cables]]
name = "copper"
kind = "DAC"
gbps = 100
connector_a = "QSFP28"
connector_b = "QSFP28"
reach_m = 3
lengths = [
  { length_m = 1, part = "D-1", price = 10.05, breaks = [{ at_least = 10, price = 8.35 }] },
  { length_m = 3, part = "D-3", price = 30, currency = "USD" },
]
[[cables]]
name = "cut"
kind = "AOC"
gbps = 100
connector_a = "QSFP28"
connector_b = "QSFP28"
reach_m = 20
power_a_w = 1
power_b_w = 1
line = { part = "A", per_m = 2.5, fixed = 100, longest_m = 20 }
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """Return a catalogue of stock lengths, one of them in dollars, and of cables made to length."""
    (tmp_path / "mixed.toml").write_text(MIXED)
    return load_catalogue(tmp_path / "mixed.toml")


def cents(catalogue: Catalogue) -> dict[str, int]:
    """Return the price of a piece of each part."""
    return {sku.part: sku.buying.price_cents for sku in skus_of(catalogue)}


def test_a_kind_is_multiplied_and_no_other(catalogue: Catalogue) -> None:
    """Prices and breaks, exactly; what has several of the names is multiplied by each."""
    before, after = cents(catalogue), cents(repriced(catalogue, {"dac": 1.2, "D-3": 0.5}, {}))
    assert after["D-1"] == 1206
    assert after["D-3"] == round(before["D-3"] * 0.6)
    assert after["A-10M"] == before["A-10M"]
    (sku,) = (one for one in skus_of(repriced(catalogue, {"copper": 2}, {})) if one.part == "D-1")
    assert sku.buying.breaks == ((10, 1670),)


def test_a_line_made_to_length_is_named_by_its_beginning(catalogue: Catalogue) -> None:
    """Both of its prices are multiplied, and its parts are those that are named."""
    assert cents(repriced(catalogue, {"A": 1.1}, {}))["A-10M"] == 13750
    named = [sku.part for sku in skus_of(catalogue) if is_named(sku, "A")]
    assert len(named) == 20


def test_a_product_may_have_stock_lengths_and_be_made_to_length() -> None:
    """All lengths in their order, a stock length before one made to it; a factor multiplies both."""
    stock = {"part": "S-2", "price": 30.0, "length_m": 2.0}
    line = {"part": "CUT", "per_m": 4.0, "fixed": 20.0, "step_m": 1.0, "longest_m": 3.0}
    table = {
        "name": "cord",
        "connector": "LC",
        "fibre": "OM4",
        "fibres": 2,
        "lengths": [stock],
        "line": line,
    }
    both = Catalogue.model_validate(
        {
            "schema": 1,
            "title": "t",
            "currency": "EUR",
            "price_date": dt.date(2026, 11, 1),
            "cords": [table],
        }
    )
    assert cents(both) == {"CUT-1M": 2400, "S-2": 3000, "CUT-2M": 2800, "CUT-3M": 3200}
    assert [sku.part for sku in skus_of(both)] == ["CUT-1M", "S-2", "CUT-2M", "CUT-3M"]
    assert cents(repriced(both, {"cord": 2.0}, {})) == {part: 2 * own for part, own in cents(both).items()}


def test_a_rate_changes_what_is_priced_in_its_currency(catalogue: Catalogue) -> None:
    """30 dollars at 0.9 and at 1.1 euros; all else stays."""
    before, after = cents(catalogue), cents(repriced(catalogue, {}, {"USD": 1.1}))
    assert (before.pop("D-3"), after.pop("D-3")) == (2700, 3300)
    assert before == after


def test_no_change_gives_the_catalogue(catalogue: Catalogue) -> None:
    """Factors of 1 and the slack that it has."""
    slack_mm = round(1000 * catalogue.slack_m)
    assert repriced(catalogue, {"all": 1.0}, {}, slack_mm) == catalogue


@pytest.mark.parametrize(("name", "meant"), [("AOX", "AOC"), ("D-33", "D-3"), ("cooper", "copper")])
def test_an_unknown_name_is_answered_with_one_that_is_near(
    catalogue: Catalogue, name: str, meant: str
) -> None:
    """By kind, by part number and by group; known names have no problem."""
    problem = unknown_name(catalogue, name)
    assert problem is not None
    assert f"did you mean {meant}?" in str(problem)
    assert not any(unknown_name(catalogue, one) for one in ("aoc", "D-1", "A", "all", "copper"))
    assert unknown_name(catalogue, "A-10M") is not None, "its price is that of the line"
    assert set(GROUPS) == {"copper", "optical"}


def test_a_price_beyond_any_is_refused(catalogue: Catalogue) -> None:
    """With the part and the factor."""
    with pytest.raises(InputError, match=r"price of A: 100\.00 times 1e\+08"):
        repriced(catalogue, {"A": 1e8}, {})
