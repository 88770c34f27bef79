"""Numbers as people write them: whatever the signs, what is read is what was meant."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from netfloor.costmodels.catalogue.parts.part_fields import Count, Gbps, Kilograms, Metres, Price, Watts
from netfloor.exchange.tables.numbers import (
    find_decimal,
    parse_gbps,
    parse_length_mm,
    parse_money,
    parse_number,
    unit_of_heading,
)
from netfloor.exchange.user_tables.price_list.cells import CellReader
from netfloor.exchange.user_tables.price_list.request import PriceListRequest

SIGNS = st.sampled_from(
    [(".", ","), (",", "."), (".", "'"), (",", " "), (",", "\u00a0"), (".", ""), (",", "")]
)
AMOUNTS = st.integers(0, 10**11).map(lambda cents: Decimal(cents) / 100)


def written(amount: Decimal, decimal: str, group: str) -> str:
    """Return an amount with two decimals as people of some country write it."""
    return f"{amount:,.2f}".replace(",", "G").replace(".", "D").replace("G", group).replace("D", decimal)


@given(AMOUNTS, SIGNS)
def test_a_number_comes_back_whatever_its_signs(amount: Decimal, signs: tuple[str, str]) -> None:
    """Written with any decimal sign and grouping, read with that decimal sign."""
    assert parse_number(written(amount, *signs), signs[0]) == amount


@given(AMOUNTS, SIGNS)
def test_the_decimal_sign_is_found_where_two_decimals_stand(
    amount: Decimal, signs: tuple[str, str]
) -> None:
    """Two decimals tell, alone and among others that do not."""
    cells = [("line 2", "17"), ("line 3", written(amount, *signs)), ("line 4", "1000")]
    assert find_decimal(cells) == signs[0]


@given(
    AMOUNTS,
    SIGNS,
    st.sampled_from(
        ["{} EUR", "EUR {}", "{}\u20ac", "\u20ac {}", "{} EUR/Stk.", "{} \u20ac pro St\u00fcck"]
    ),
)
def test_a_currency_stands_on_either_side(amount: Decimal, signs: tuple[str, str], form: str) -> None:
    """As a code or a sign, with a piece named or not."""
    assert parse_money(form.format(written(amount, *signs)), signs[0], "USD") == (amount, "EUR")


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """A `ValueError`, nothing else."""
    for read in (
        lambda: parse_number(text, ","),
        lambda: parse_money(text, ".", "EUR"),
        lambda: parse_length_mm(text, "."),
        lambda: parse_gbps(text, ","),
    ):
        try:
            read()
        except ValueError:
            continue


@pytest.mark.parametrize(
    ("text", "decimal", "amount", "currency"),
    [
        ("1.234,50 EUR", ",", "1234.50", "EUR"),
        ("$1,234.50", ".", "1234.50", "USD"),
        ("CHF 1'234.50", ".", "1234.50", "CHF"),
        ("1 234,50 \u20ac", ",", "1234.50", "EUR"),
        ("12,-", ",", "12", None),
        ("12,\u2013 \u20ac", ",", "12", "EUR"),
        ("\u00a3 7", ".", "7", "GBP"),
    ],
)
def test_prices_of_the_world(text: str, decimal: str, amount: str, currency: str | None) -> None:
    """German, American, Swiss, French, British."""
    assert parse_money(text, decimal, "EUR") == (Decimal(amount), currency)


def test_a_dollar_is_that_of_the_catalogue() -> None:
    """In a catalogue in Canadian dollars ``$`` is one of those."""
    assert parse_money("$5", ".", "CAD")[1] == "CAD"
    assert parse_money("$5", ".", "EUR")[1] == "USD"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "on request",
        "1.2.3",
        "12,34,5",
        "1 23",
        "--5",
        "5 EUR 5",
        "EUR 5 USD",
        "5 EUR/100",
        "1e5",
        "0x10",
        "\u0663",
    ],
)
def test_what_is_no_price_is_refused(text: str) -> None:
    """Not read as something near it; prices per hundred pieces are none of one."""
    with pytest.raises(ValueError, match="is "):
        parse_money(text, ".", "EUR")


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("3", 3000), ("3 m", 3000), ("3m", 3000), ("300 cm", 3000), ("10 ft", 3048), ("0.5 Meter", 500),
        ("1 ft", 304), ("2500mm", 2500), ("DAC QSFP56 200G, 3m, 30AWG", 3000), ("AOC 1.5 m", 1500),
    ],
)  # fmt: skip
def test_lengths_in_any_unit(text: str, mm: int) -> None:
    """Converted to whole mm, never longer than the piece; the one length in a longer text."""
    assert parse_length_mm(text, ".") == mm


@pytest.mark.parametrize("text", ["", "long", "3 m or 5 m", "3 furlongs"])
def test_what_is_no_length_is_refused(text: str) -> None:
    """Two lengths are none."""
    with pytest.raises(ValueError, match="length"):
        parse_length_mm(text, ".")


def test_a_heading_says_the_unit() -> None:
    """In brackets or not; metres otherwise."""
    heads = ("L\u00e4nge (cm)", "Length [ft]", "length_mm", "L\u00e4nge", "Laenge in m")
    assert [unit_of_heading(head) for head in heads] == ["cm", "ft", "mm", "m", "m"]


@pytest.mark.parametrize(
    ("text", "gbps"),
    [
        ("200", 200),
        ("200G", 200),
        ("400 Gb/s", 400),
        ("1.6T OSFP", 1600),
        ("100GbE", 100),
        ("Switch 32x200G", 200),
    ],
)
def test_rates(text: str, gbps: float) -> None:
    """With and without their unit."""
    assert parse_gbps(text, ".") == gbps


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (["1.234", "17"], "may be thousands"),
        (["12,50", "12.50"], "decimal comma"),
        (["1,234", "5,678"], "may be"),
    ],
)
def test_a_doubtful_decimal_sign_is_asked_for(cells: list[str], message: str) -> None:
    """A factor of a thousand is never guessed."""
    with pytest.raises(ValueError, match=message):
        find_decimal(("line 2", cell) for cell in cells)


@pytest.mark.parametrize(
    ("name", "kind", "most"),
    [
        ("price", Price, 10**9),
        ("stock", Count, 10**6),
        ("weight", Kilograms, 10**5),
        ("power", Watts, 10**6),
        ("gbps", Gbps, 10**6),
        ("length", Metres, 10**5),
    ],
)
def test_a_list_takes_what_a_catalogue_takes(name: str, kind: Any, most: int) -> None:
    """Up to the same largest number of each, lengths in mm."""
    heading = "Rate (Gb/s)" if name == "gbps" else "m"
    reader = CellReader(PriceListRequest(Path("list.csv"), (), "EUR"), ".", is_workbook=False)
    (value,) = reader.read(name, str(most), ".", heading).values()
    assert value == most * (1000 if name == "length" else 1)
    assert TypeAdapter(kind).validate_python(most) == most
    with pytest.raises(ValueError, match="too large"):
        reader.read(name, str(most + 1), ".", heading)
    with pytest.raises(ValidationError, match="less than or equal"):
        TypeAdapter(kind).validate_python(most + 1)


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("3m (10ft)", 3000),
        ("0.5m (2ft)", 500),
        ("10ft (3m)", 3000),
        ("2.5 m / 8 ft", 2500),
        ("300 cm, 3 m", 3000),
    ],
)
def test_two_lengths_of_one_cell_may_be_the_same(text: str, mm: int) -> None:
    """The metric one counts; feet are rounded to their last digit."""
    assert parse_length_mm(text, ".") == mm


@pytest.mark.parametrize("text", ["3m (9ft)", "3m (20ft)", "1 m, 150 cm"])
def test_two_lengths_that_differ_are_told(text: str) -> None:
    """By how much."""
    with pytest.raises(ValueError, match=r"names two lengths: c?m and (ft|m|cm) differ by"):
        parse_length_mm(text, ".")


@pytest.mark.parametrize(
    ("text", "unit", "gbps"),
    [
        ("1000M", "", 1),
        ("25000", "mb/s", 25),
        ("100 Mbit/s", "", 0.1),
        ("1.6T", "", 1600),
        ("400GbE", "mb/s", 400),
    ],
)
def test_rates_have_the_unit_of_their_cell_else_of_their_heading(text: str, unit: str, gbps: float) -> None:
    """A bare M is Mb/s only where it is all that stands beside the number: 1 m is a length."""
    assert parse_gbps(text, ".", unit or "g") == gbps


@pytest.mark.parametrize(
    ("text", "gbps"),
    [
        ("1000BASE-T", 1),
        ("100BASE-TX", 0.1),
        ("GbE", 1),
        ("Gigabit Ethernet", 1),
        ("10 GigE", 10),
        ("32GFC", 32),
        ("16G FC", 16),
        ("FC32", 32),
        ("NDR200", 200),
        ("HDR 100", 100),
        ("10/100/1000", 1),
        ("10/100", 0.1),
        ("10GBASE-T", 10),
        ("NDR", 400),
    ],
)
def test_a_rate_may_be_the_name_of_its_standard(text: str, gbps: float) -> None:
    """Of Ethernet, Fibre Channel or InfiniBand; a port that negotiates has its highest rate."""
    assert parse_gbps(text, ".") == pytest.approx(gbps)


@pytest.mark.parametrize("text", ["BASE-T", "FC", "10/20", "GbEE", "NDR300", "12GBASEX Y"])
def test_other_names_are_no_rate(text: str) -> None:
    """They stay a question."""
    with pytest.raises(ValueError, match="rate"):
        parse_gbps(text, ".")
