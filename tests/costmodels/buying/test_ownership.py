"""Cost of ownership by hand with decimals, and the assumptions that are refused or shown."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels.buying.ownership import Purchases, cost_of_ownership
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, load_ownership_terms
from netfloor.costmodels.sets.coefficient import list_coefficients
from netfloor.foundation.errors import InputError

UNITS = {
    "years": "year",
    "electricity": "EUR/kWh",
    "pue": "1",
    "hours": "h/year",
    "maintenance": "%/year",
    "install_within_cabinet": "EUR/cable",
    "install_between_cabinets": "EUR/cable",
    "discount": "%/year",
}
VALUES = {
    "years": 3,
    "electricity": 0.25,
    "pue": 1.5,
    "hours": 8760,
    "maintenance": 10,
    "install_within_cabinet": 1.25,
    "install_between_cabinets": 4,
}


def table(**changed: float | None) -> dict[str, Any]:
    """Return terms in EUR, some figures changed, those that are None left out."""
    about = {"year": 2024, "source": "made up", "trust": "unverified"}
    values = {name: value for name, value in {**VALUES, **changed}.items() if value is not None}
    figures = {name: {"value": float(v), "unit": UNITS[name], **about} for name, v in values.items()}
    return {"title": "made up", "currency": "EUR", **figures}


def terms(**changed: float | None) -> OwnershipTerms:
    """Return those terms, checked."""
    return OwnershipTerms.model_validate(table(**changed))


PURCHASES = st.builds(
    Purchases,
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.integers(0, 10**5),
    st.integers(0, 10**5),
    st.integers(0, 10**9).map(lambda mw: mw / 1000),
    st.integers(0, 10**8),
)


def cents(amount: Decimal) -> int:
    """Return whole cents, rounded half up."""
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


@given(
    PURCHASES, st.integers(1, 20), st.integers(0, 200), st.integers(0, 300), st.sampled_from([None, 0, 3.5])
)
def test_money_is_that_of_decimals_by_hand(
    bought: Purchases, years: int, kwh_cents: int, pue_percent: int, discount: float | None
) -> None:
    """Each year's electricity and maintenance, discounted, rounded half up and then added."""
    pue = 100 + pue_percent
    found = cost_of_ownership(
        bought, terms(years=years, electricity=kwh_cents / 100, pue=pue / 100, discount=discount)
    )
    with localcontext(prec=60):
        kwh = Decimal(repr(bought.power_w)) / 1000 * pue / 100 * 8760
        parts = bought.switches_cents + bought.cables_cents + bought.transceivers_cents + bought.other_cents
        total = parts + 125 * bought.cables_within + 400 * bought.cables_between
        for year in range(1, years + 1):
            growth = (1 + Decimal(str(discount or 0)) / 100) ** year
            electricity, maintenance = cents(kwh * kwh_cents / growth), cents(Decimal(parts) / 10 / growth)
            assert found.years[year - 1].electricity_cents == electricity
            assert found.years[year - 1].maintenance_cents == maintenance
            total += electricity + maintenance
    assert found.total_cents == total


def test_a_case_one_can_reckon() -> None:
    """1 kW at PUE 1.5 for 8,760 h is 13,140 kWh; at 0.25 that is 3,285.00 a year."""
    found = cost_of_ownership(Purchases(100_000, 0, 0, 2, 1, 1000.0), terms())
    assert found.energy_kwh == 13_140
    assert found.items() == {
        "switches": 100_000,
        "cables": 0,
        "transceivers": 0,
        "other parts": 0,
        "installation": 2 * 125 + 400,
        "electricity": 3 * 328_500,
        "maintenance": 3 * 10_000,
    }


@given(PURCHASES, st.integers(1, 10))
def test_a_discount_never_raises_the_cost(bought: Purchases, percent: int) -> None:
    """Later money counts less, the more so the later."""
    plain, less = cost_of_ownership(bought, terms()), cost_of_ownership(bought, terms(discount=percent))
    assert less.total_cents <= plain.total_cents
    paid = [year.total_cents for year in less.years]
    assert paid == sorted(paid, reverse=True)


@given(PURCHASES)
def test_items_add_up_in_every_form(bought: Purchases) -> None:
    """The total, the items and the years of the JSON document are one sum."""
    found = cost_of_ownership(bought, terms())
    shown = found.to_dict()
    money = sum(Decimal(str(amount)) for amount in shown["items"].values())
    assert money == Decimal(found.total_cents) / 100 == Decimal(str(shown["total"]))
    by_year = sum(Decimal(str(y["electricity"])) + Decimal(str(y["maintenance"])) for y in shown["years"])
    assert by_year == Decimal(found.electricity_cents + found.maintenance_cents) / 100


def test_every_assumption_is_shown() -> None:
    """A row each with unit, source and trust; without a discount there is none to show."""
    shown = {
        row.coefficient: row
        for row in cost_of_ownership(Purchases(0, 0, 0, 0, 0, 0.0), terms()).assumptions
    }
    assert set(shown) == {name.replace("_", " ") for name in VALUES}
    assert all(row.source == "made up" and row.trust == "unverified" for row in shown.values())
    assert shown["pue"].value == "1.5"
    assert any(row.coefficient == "discount" for row in list_coefficients(terms(discount=2)))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("years", 2.5, "whole number"),
        ("years", 0, "whole number"),
        ("years", 101, "whole number"),
        ("pue", 0.99, "1 or more"),
        ("hours", 8785, "leap year"),
        ("electricity", -0.1, "negative"),
        ("maintenance", None, "required"),
    ],
)
def test_impossible_terms_are_refused(name: str, value: float | None, message: str, tmp_path: Path) -> None:
    """Each message names the file and what is wrong."""
    path = tmp_path / "terms.toml"
    path.write_text(as_toml(table(**{name: value})), encoding="utf-8")
    with pytest.raises(InputError, match=f"terms.toml.*{message}"):
        load_ownership_terms(path)


def test_a_wrong_unit_is_refused(tmp_path: Path) -> None:
    """A price in another currency, or a rate in another unit, is not silently taken."""
    path = tmp_path / "terms.toml"
    path.write_text(as_toml(table()).replace("EUR/kWh", "USD/kWh"), encoding="utf-8")
    with pytest.raises(InputError, match="electricity: unit is 'USD/kWh', it must be 'EUR/kWh'"):
        load_ownership_terms(path)


def as_toml(values: dict[str, Any]) -> str:
    """Return terms as a file."""
    plain = [f'{k} = "{v}"' for k, v in values.items() if isinstance(v, str)]
    tables = [
        f"[{name}]\n" + "\n".join(f"{k} = {v!r}" for k, v in figure.items())
        for name, figure in values.items()
        if isinstance(figure, dict)
    ]
    return "\n".join([*plain, *tables]) + "\n"


def test_a_file_is_read(tmp_path: Path) -> None:
    """What was written is what counts."""
    path = tmp_path / "terms.toml"
    path.write_text(as_toml(table(discount=3)), encoding="utf-8")
    assert load_ownership_terms(path) == terms(discount=3)


def test_shipped_terms_say_what_is_an_example() -> None:
    """They load, and a figure that claims a source is one that was read, computed or quoted."""
    rows = list_coefficients(load_ownership_terms())
    examples = {row.coefficient for row in rows if "Example" in row.source}
    assert examples == {row.coefficient for row in rows if row.trust == "unverified"}
    assert examples


def test_negative_purchases_are_a_value_error() -> None:
    """Nobody buys fewer than none, and power is a number."""
    with pytest.raises(ValueError, match="finite"):
        Purchases(-1, 0, 0, 0, 0, 0.0)
    with pytest.raises(ValueError, match="finite"):
        Purchases(0, 0, 0, 0, 0, float("nan"))
