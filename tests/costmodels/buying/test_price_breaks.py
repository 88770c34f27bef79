"""Volume prices against trying every quantity."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels.buying.price_breaks import PriceBreaks, unit_prices

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


@given(BREAKS, st.integers(1, 40), st.integers(1, 7), st.integers(0, 90))
def test_packs_and_stock_bound_the_purchase(breaks: PriceBreaks, needed: int, pack: int, most: int) -> None:
    """Of all numbers of whole packs up to what there is, the cheapest and smallest, if there is one."""
    limited = PriceBreaks(breaks.quantities, breaks.unit_cents, pack, most)
    sold = [
        (q * cents, q)
        for q in range(needed, most + 1)
        if q % pack == 0 and (cents := unit_price(breaks, q)) is not None
    ]
    assert bool(sold) == (needed <= (limited.largest or 0))
    if sold:
        purchase = limited.buy(needed)
        assert (purchase.total_cents, purchase.quantity) == min(sold)
    else:
        with pytest.raises(ValueError, match="can be bought"):
            limited.buy(needed)


def test_reasons_in_words() -> None:
    """The saving and the minimum order are said."""
    breaks = PriceBreaks((10, 100), (500, 400))
    assert breaks.buy(3).why == "10 is the minimum order"
    assert breaks.buy(90).why == "100 cost 50.00 less than 90"
    assert PriceBreaks((1,), (500,), pack=4).buy(6).why == "sold in packs of 4"
    assert breaks.buy(80).why == ""  # 400.00 either way: the smaller purchase


def test_nothing_needed_buys_nothing() -> None:
    """No piece, no money, even where a minimum order exists."""
    assert PriceBreaks((5,), (100,)).buy(0).total_cents == 0


def test_one_price_is_a_multiple() -> None:
    """Without breaks the money is the price times the quantity; with them as written out."""
    assert [unit_prices(7).buy(n).total_cents for n in (0, 1, 9)] == [0, 7, 63]
    assert unit_prices(7, [(3, 5)]) == PriceBreaks((1, 3), (7, 5))
    assert unit_prices(7, [(3, 5), (9, 4)], 4) == PriceBreaks((4, 9), (5, 4))


def test_a_rise_names_its_quantity() -> None:
    """The message shows both prices and where the second begins."""
    with pytest.raises(ValueError, match=r"rises from 5\.00 to 6\.00 at quantity 10"):
        PriceBreaks((1, 10), (500, 600))


@pytest.mark.parametrize(("quantities", "cents"), [((), ()), ((1,), ()), ((0,), (1,)), ((1,), (-1,))])
def test_a_callers_mistake_is_a_value_error(quantities: tuple[int, ...], cents: tuple[int, ...]) -> None:
    """Breaks that cannot be used are not made."""
    with pytest.raises(ValueError, match=r"must be|give at least one price break"):
        PriceBreaks(quantities, cents)


def test_a_negative_quantity_is_a_value_error() -> None:
    """Nobody buys fewer than none."""
    with pytest.raises(ValueError, match="negative"):
        unit_prices(1).buy(-1)
