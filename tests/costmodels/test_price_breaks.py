"""Volume prices against trying every quantity, and the texts that are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costmodels.price_breaks import (
    PriceBreaks,
    make_price_breaks,
    money_to_cents,
    parse_price_breaks,
    unit_prices,
)
from foundation.errors import InputError

BREAKS = st.lists(
    st.tuples(st.integers(1, 60), st.integers(0, 500)), min_size=1, max_size=6, unique_by=lambda b: b[0]
).map(
    lambda found: PriceBreaks(
        tuple(sorted(q for q, _ in found)), tuple(sorted((c for _, c in found), reverse=True))
    )
)


def unit_price(breaks: PriceBreaks, quantity: int) -> int | None:
    """Return the price of a piece if exactly ``quantity`` are bought; None if too few."""
    reached = [c for q, c in zip(breaks.quantities, breaks.unit_cents, strict=True) if q <= quantity]
    return reached[-1] if reached else None


@given(BREAKS, st.integers(1, 80))
def test_no_larger_quantity_is_cheaper(breaks: PriceBreaks, needed: int) -> None:
    """Of every quantity from the need to far beyond the last break, the cheapest and smallest is bought."""
    sold = [(q * cents, q) for q in range(needed, 200) if (cents := unit_price(breaks, q)) is not None]
    purchase = breaks.buy(needed)
    assert (purchase.total_cents, purchase.quantity) == min(sold)
    assert purchase.unit_cents == unit_price(breaks, purchase.quantity)


@given(BREAKS, st.integers(0, 80))
def test_buying_more_is_explained(breaks: PriceBreaks, needed: int) -> None:
    """A reason stands exactly where more is bought than is needed."""
    purchase = breaks.buy(needed)
    assert bool(purchase.why) == (purchase.extra > 0)


@given(BREAKS, st.integers(0, 79))
def test_one_more_piece_is_never_cheaper(breaks: PriceBreaks, needed: int) -> None:
    """The money never falls as the need grows."""
    assert breaks.buy(needed).total_cents <= breaks.buy(needed + 1).total_cents


def test_reasons_in_words() -> None:
    """The saving and the smallest order are said."""
    breaks = parse_price_breaks("10: 5.00; 100:4", "x")
    assert breaks.buy(3).why == "10 is the smallest order"
    assert breaks.buy(90).why == "100 cost 50.00 less than 90"
    assert breaks.buy(80).why == ""  # 400.00 either way: the smaller purchase


def test_nothing_needed_buys_nothing() -> None:
    """No piece, no money, even where a smallest order exists."""
    assert PriceBreaks((5,), (100,)).buy(0).total_cents == 0


def test_one_price_is_a_multiple() -> None:
    """Without breaks the money is the price times the quantity; with them as written out."""
    assert [unit_prices(7).buy(n).total_cents for n in (0, 1, 9)] == [0, 7, 63]
    assert unit_prices(7, [(3, 5)]) == PriceBreaks((1, 3), (7, 5))


@given(st.integers(0, 10**12))
def test_amounts_are_exact(cents: int) -> None:
    """Two decimals come back as the same cents, however large."""
    assert money_to_cents(f"{cents // 100}.{cents % 100:02}", "x") == cents


def test_a_float_is_read_as_it_was_written() -> None:
    """0.29 is 29 cents although the binary number is below it."""
    assert money_to_cents(0.29, "x") == 29


@pytest.mark.parametrize(
    "text",
    ["", ";", "1", "1:", ":5", "1:5;", "a:5", "1:x", "-1:5", "1:-5", "1:1e3", "1:nan", "1:5,2:4", "1:5 2:4",
     "0:5", "10:5;5:4", "5:5;5:4", "1:5;10:6", "1:0.005", "1:99999999999", "99999999999:1",
     "1:٣", "1:5;;2:4"],
)  # fmt: skip
def test_bad_texts_are_refused(text: str) -> None:
    """Each names the place and what would be right."""
    with pytest.raises(InputError, match=r"^parts\.csv: line 4") as refusal:
        parse_price_breaks(text, "parts.csv: line 4")
    assert refusal.value.exit_code == 3


@pytest.mark.parametrize(
    "amount",
    ["NaN", "Infinity", "1e999999999", "1e-999999999", "1e-9", "", "x", -0.01, float("nan"), "sNaN"],
)
def test_bad_amounts_are_refused(amount: str | float) -> None:
    """What is no amount in cents never becomes one."""
    with pytest.raises(InputError, match="price"):
        money_to_cents(amount, "price")


def test_a_rise_names_its_quantity() -> None:
    """The message shows both prices and where the second begins."""
    with pytest.raises(InputError, match=r"rises from 5\.00 to 6\.00 at quantity 10"):
        make_price_breaks([(1, "5.00"), (10, "6.00")], "x")


@pytest.mark.parametrize(("quantities", "cents"), [((), ()), ((1,), ()), ((0,), (1,)), ((1,), (-1,))])
def test_a_callers_mistake_is_a_value_error(quantities: tuple[int, ...], cents: tuple[int, ...]) -> None:
    """Breaks that cannot be used are not made."""
    with pytest.raises(ValueError, match="must be"):
        PriceBreaks(quantities, cents)


def test_a_negative_quantity_is_a_value_error() -> None:
    """Nobody buys fewer than none."""
    with pytest.raises(ValueError, match="negative"):
        unit_prices(1).buy(-1)
