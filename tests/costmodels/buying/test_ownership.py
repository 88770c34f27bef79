"""Cost of ownership by hand with decimals, and the assumptions that are refused or shown."""

import datetime as dt
from decimal import ROUND_HALF_UP, Decimal, localcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels.buying.ownership import BoughtKind, Purchases, cost_of_ownership, exchange_of
from netfloor.costmodels.buying.ownership_terms import (
    Failures,
    OwnershipTerms,
    electricity_alone,
    load_ownership_terms,
)
from netfloor.costmodels.sets.rates import DatedRate
from netfloor.foundation.errors import InputError

KINDS = tuple(Failures.model_fields)
LABOUR = {
    "hour_price": 60.0,
    "hours_per_switch": 1.0,
    "hours_per_server": 0.5,
    "hours_per_cable_inside": 0.05,
    "hours_per_cable_between": 0.25,
    "hours_per_replaced_part": 2.0,
}
VALUES = {"years": 3.0, "kwh_price": 0.25, "pue": 1.5, "support_percent": 10.0}


def terms(**changed: Any) -> OwnershipTerms:
    """Return terms in EUR, some figures changed."""
    failures = dict.fromkeys(KINDS, 2.0)
    table = {"title": "made up", "currency": "EUR", **VALUES, "labour": LABOUR, "failures": failures}
    return OwnershipTerms.model_validate({**table, **changed})


BOUGHT = st.builds(
    BoughtKind,
    st.sampled_from(KINDS),
    st.integers(0, 10**5),
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.booleans(),
)
CABLES = st.integers(0, 10**5)
PURCHASES = st.builds(Purchases, st.just("EUR"), st.lists(BOUGHT, max_size=6).map(tuple), CABLES, CABLES)


def cents(amount: Decimal) -> int:
    """Return whole cents, rounded half up."""
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


@given(PURCHASES, st.integers(1, 12), st.integers(0, 200), st.sampled_from([0.0, 3.5]))
def test_money_is_that_of_decimals_by_hand(
    bought: Purchases, years: int, kwh_cents: int, discount: float
) -> None:
    """Each year's amounts of network, servers and works, discounted, rounded half up and then added."""
    found = cost_of_ownership(
        bought, terms(years=years, kwh_price=kwh_cents / 100, discount_percent=discount)
    )
    of_servers = [one for one in bought.bought if one.for_servers]
    groups = [[one for one in bought.bought if one not in of_servers], of_servers]
    with localcontext(prec=60):
        hours = Decimal("0.05") * bought.cables_inside + Decimal("0.25") * bought.cables_between
        hours += bought.pieces("switch") + Decimal("0.5") * bought.pieces("server")
        first = found.by_year()[0]
        assert first.parts_cents == sum(one.paid_cents for one in bought.bought)
        assert first.labour_cents == cents(6000 * hours)
        for year in range(1, years + 1):
            growth = (1 + Decimal(str(discount)) / 100) ** year
            kwh = [Decimal(sum(one.power_mw for one in g)) / 10**6 * 8760 * Decimal("1.5") for g in groups]
            one_year = found.by_year()[year]
            assert one_year.electricity_cents == sum(cents(k * kwh_cents / growth) for k in kwh)
            renewed = [sum(one.renewal_cents for one in group) for group in groups]
            assert one_year.replacements_cents == sum(cents(Decimal(c) / 50 / growth) for c in renewed)
            paid = [sum(one.paid_cents for one in group) for group in groups]
            assert one_year.support_cents == sum(cents(Decimal(c) / 10 / growth) for c in paid)
            pieces = Decimal(sum(one.pieces for one in bought.bought))
            assert one_year.labour_cents == cents(pieces / 50 * 2 * 6000 / growth)


@given(PURCHASES)
def test_years_items_and_groups_are_one_sum(bought: Purchases) -> None:
    """However the money is cut, it adds up to the total."""
    found = cost_of_ownership(bought, terms())
    assert sum(year.total_cents for year in found.by_year()) == found.total_cents
    assert sum(found.by_group().values()) == sum(found.items().values()) == found.total_cents


@given(PURCHASES, st.integers(1, 10))
def test_a_discount_never_raises_the_cost(bought: Purchases, percent: int) -> None:
    """Later money counts less, the more so the later."""
    plain, less = (
        cost_of_ownership(bought, terms()),
        cost_of_ownership(bought, terms(discount_percent=percent)),
    )
    assert less.total_cents <= plain.total_cents
    paid = [year.total_cents for year in less.by_year()[1:]]
    assert paid == sorted(paid, reverse=True)


def test_a_case_one_can_reckon() -> None:
    """1 kW at PUE 1.5 for 8,760 h is 13,140 kWh; at 0.25 that is 3,285.00 a year."""
    switches = BoughtKind("switch", 10, 100_000, 80_000, 10**6)
    found = cost_of_ownership(Purchases("EUR", (switches,), 2, 1), terms())
    assert found.energy_kwh == 13_140
    assert found.items() == {
        "parts": 100_000,
        "labour": 6000 * 10 + 2 * 300 + 1500 + 3 * 2 * 1200,
        "electricity": 3 * 328_500,
        "replacement parts": 3 * 1_600,
        "support": 3 * 10_000,
    }
    assert found.by_group()["servers"] == 0


def test_laying_by_a_cost_set_counts_where_the_terms_give_no_hours_for_cables() -> None:
    """It is labour of the first day; with hours it would be counted twice."""
    bought = Purchases("EUR", (), 2, 1, laying_cents=1234)
    assert cost_of_ownership(bought, electricity_alone("EUR", 3, 0.25)).items()["labour"] == 1234
    assert cost_of_ownership(bought, terms()).items()["labour"] == 2 * 300 + 1500


@pytest.mark.parametrize("rates_of", ["terms", "catalogue"])
def test_terms_in_another_currency_need_a_dated_rate(rates_of: str) -> None:
    """With one, in either file, prices are converted and its day is shown; without, refused."""
    switches = BoughtKind("switch", 10, 100_000, 80_000, 10**6)
    plain = cost_of_ownership(Purchases("EUR", (switches,), 2, 1), terms())
    day = dt.date(2026, 11, 1)
    usd, eur = (DatedRate(currency=c, rate=r, date=day) for c, r in (("USD", 0.8), ("EUR", 1.25)))
    own = terms(rates=[usd.model_dump()]) if rates_of == "terms" else terms()
    rates = () if rates_of == "terms" else (eur,)
    bought = Purchases("USD", (switches,), 2, 1, rates=rates)
    found = cost_of_ownership(bought, own)
    assert found.currency == "USD"
    assert found.items()["electricity"] == plain.items()["electricity"] * 5 // 4
    assert found.items()["parts"] == plain.items()["parts"]
    assert any("2026-11-01" in row.source for row in found.assumptions)
    with pytest.raises(InputError, match=r"EUR.*USD.*rate"):
        cost_of_ownership(Purchases("USD", (switches,), 2, 1), terms())


def test_every_assumption_is_shown() -> None:
    """A row each with unit, source and trust; what was not given says that it is not counted."""
    rows = {row.coefficient: row for row in terms(source="offer 7", trust="read").rows()}
    assert set(rows) == {
        *("years", "kwh price", "pue", "hours per year", "support percent", "discount percent"),
        *(f"labour {name.replace('_', ' ')}" for name in LABOUR),
        *(f"failures {name.replace('_', ' ')}" for name in KINDS),
    }
    assert rows["kwh price"].unit == "EUR/kWh"
    assert rows["pue"].value == "1.5"
    assert (rows["pue"].source, rows["pue"].trust) == ("offer 7", "read")
    assert "not counted" in rows["discount percent"].source
    own = terms(pue={"value": 1.4, "source": "meter", "trust": "computed"})
    assert {(row.source, row.trust) for row in own.rows() if row.coefficient == "pue"} == {
        ("meter", "computed")
    }
    assert all(row.trust == "unverified" for row in own.rows() if row.coefficient == "years")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ("years = 2.5", "whole number"),
        ("years = 0", "whole number"),
        ("years = 101", "whole number"),
        ("pue = 0.99", "1 or more"),
        ("hours_per_year = 8785", "leap year"),
        ("kwh_price = -0.1", "kwh_price.value.*greater than or equal to 0"),
        ("pue = 2\nfailures.switch = 101", "percentage"),
        ("labour.hour_price = true", "labour.hour_price"),
        ('years = "five"', "years"),
    ],
)
def test_impossible_terms_are_refused(changed: str, message: str, tmp_path: Path) -> None:
    """Each message names the file and what is wrong."""
    path = tmp_path / "ownership.toml"
    lines = {name: f"{name} = {value}" for name, value in VALUES.items()}
    lines |= {line.split(" = ")[0]: line for line in changed.split("\n")}
    path.write_text('title = "x"\ncurrency = "EUR"\n' + "\n".join(lines.values()), encoding="utf-8")
    with pytest.raises(InputError, match=f"ownership.toml.*{message}"):
        load_ownership_terms(path)


def test_shipped_terms_say_what_is_an_example() -> None:
    """They load, and a figure that claims a source is one that was read, computed or quoted."""
    rows = load_ownership_terms().rows()
    examples = {row.coefficient for row in rows if "Example" in row.source}
    assert examples == {row.coefficient for row in rows if row.trust == "unverified"}
    assert examples


def test_negative_purchases_are_a_value_error() -> None:
    """Nobody buys fewer than none."""
    with pytest.raises(ValueError, match="negative"):
        BoughtKind("switch", -1, 0, 0, 0)
    with pytest.raises(ValueError, match="negative"):
        Purchases("EUR", (), -1, 0)


def test_a_price_of_a_kwh_given_beside_the_file_is_in_the_currency_of_what_is_bought() -> None:
    """1 kW over 5 years of 8,760 h at 0.2 EUR is 8,760 EUR, whatever the terms' currency is worth."""
    rate = DatedRate(currency="USD", rate=0.5, date=dt.date(2026, 11, 1))
    switch = BoughtKind("switch", 1, 0, 0, 10**6)
    bought = Purchases("EUR", (switch,), 0, 0, rates=(rate,))
    own = OwnershipTerms(title="made up", currency="USD", years=1, kwh_price=9)  # type: ignore[arg-type]
    asked = own.asked(5, 0.2, exchange_of(bought.currency, bought.rates, own))
    assert cost_of_ownership(bought, asked).items()["electricity"] == 876_000
