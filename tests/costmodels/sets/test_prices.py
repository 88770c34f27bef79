"""Price lines and stock lists."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels.cable_orders import MEDIA, choose_by_length, price_cable
from netfloor.costmodels.check.prices import bought
from netfloor.costmodels.sets.cost_set import CostSet, RouterPrice
from netfloor.costmodels.sets.load import load_cost_set
from netfloor.costmodels.sets.prices import CablePrices, PriceLine, StockList, round_half_up
from netfloor.foundation.errors import InputError
from netfloor.foundation.models import parse

PRICES = st.decimals(0, 10_000, places=4).map(float)


def number(value: float, unit: str) -> dict[str, Any]:
    """Return a coefficient's table."""
    return {"value": value, "unit": unit, "year": 2024, "source": "test", "trust": "computed"}


def line(per_m: float, fixed: float, factor: float = 1.0) -> PriceLine:
    """Return a line priced per Gb/s."""
    table = {
        "part": "cable",
        "per_m": number(per_m, "USD/(Gb/s)/m"),
        "fixed": number(fixed, "USD/(Gb/s)"),
        "factor": number(factor, "1"),
    }
    return parse(PriceLine, table, "test")


@given(PRICES, PRICES, PRICES, st.integers(0, 10**6), st.integers(1, 8000))
def test_a_line_is_exact(per_m: float, fixed: float, factor: float, length_mm: int, tenths: int) -> None:
    """The price is that of rational arithmetic on the decimals as written, rounded half up."""
    gbps = tenths / 10
    metres = Fraction(length_mm, 1000)
    dollars = (Fraction(str(per_m)) * metres + Fraction(str(fixed))) * Fraction(str(factor))
    cents = dollars * Fraction(str(gbps)) * 100
    assert line(per_m, fixed, factor).cents([length_mm], gbps) == [int(cents * 2 + 1) // 2]


def test_half_a_cent_rounds_up() -> None:
    """1.005 is a cent and a half above 0.99: binary floats would round it down."""
    assert line(0, 1.005).cents([0], 1.0) == [101]
    assert round_half_up(Fraction(1, 2)) == 1


def test_a_line_by_cable_ignores_the_rate() -> None:
    """Perseus's fibre made to length is (5 * 120 + 376) * 1.25 dollars at any rate."""
    fibre = load_cost_set("perseus-2011").optical.line
    assert fibre is not None
    assert fibre.cents([120_000], 40.0) == fibre.cents([120_000], 400.0) == [122_000]


def crossing_mm(cost_set: CostSet) -> int:
    """Return the first length, in mm, at which the optical line is cheaper at 1 Tb/s."""
    electrical, optical = cost_set.electrical.line, cost_set.optical.line
    assert electrical is not None
    assert optical is not None
    lengths = range(100_000)
    pairs = zip(electrical.cents(lengths, 1e3), optical.cents(lengths, 1e3), strict=True)
    return next(mm for mm, (copper, fibre) in zip(lengths, pairs, strict=False) if fibre < copper)


def test_dragonfly_lines_cross_at_7_29_m() -> None:
    """(9.7103 - 2.16) / (1.4 - 0.364) m: references, section 2.1."""
    assert round(crossing_mm(load_cost_set("dragonfly-2008")) / 1000, 2) == 7.29


def test_slimfly_lines_cross_at_21_2_m() -> None:
    """(7.2745 - 0.5771) / (0.4079 - 0.0919) m: references, section 1.7."""
    assert round(crossing_mm(load_cost_set("slimfly-2014")) / 1000, 1) == 21.2


def test_recalled_slimfly_lines_cross_at_6_9_m() -> None:
    """(2.7452 - 0.5771) / (0.4079 - 0.0919) m: references, section 1.7."""
    assert round(crossing_mm(load_cost_set("slimfly-2014-recalled")) / 1000, 1) == 6.9


@given(st.integers(0, 200))
def test_slimfly_router_line(ports: int) -> None:
    """350.4 k - 892.3 dollars, and never below nothing."""
    expected = max(0, 35_040 * ports - 89_230)
    assert load_cost_set("slimfly-2014").router.cents(ports) == expected


def test_a_flat_router_costs_the_same_with_any_ports() -> None:
    """Without a price a port the fixed part is all."""
    router = parse(RouterPrice, {"part": "r", "fixed": number(390, "USD/router")}, "test")
    assert router.cents(0) == router.cents(64) == 39_000


def test_stock_items_may_have_part_numbers() -> None:
    """A stock item's own part name goes before the list's."""
    table = {
        "part": "copper",
        "unit": "USD",
        "year": 2024,
        "source": "test",
        "trust": "read",
        "items": [{"length_m": 0.5, "price": 10.005, "part": "C-05"}, {"length_m": 1, "price": 11}],
    }
    stock = parse(StockList, table, "test")
    assert stock.lengths_mm == [500, 1000]
    assert stock.prices_cents == [1001, 1100]
    assert [item.part for item in stock.items] == ["C-05", None]


@pytest.mark.parametrize("name", ["perseus-2011", "slimfly-2014"])
def test_transceivers_are_counted_alike(name: str) -> None:
    """Optical cables cost two transceivers more, each rounded alone; the independent check says so too."""
    plain = load_cost_set(name)
    with_ends = {**plain.optical.model_dump(), "transceiver": number(7.005, "USD")}
    cost_set = plain.model_copy(update={"optical": CablePrices.model_validate(with_ends)})
    document = cost_set.model_dump(mode="json", by_alias=True)
    lengths_mm = np.array([0, 900, 4000, 9000, 21_000, 60_000, 130_000])
    best = choose_by_length(lengths_mm, cost_set, 40.0)
    assert cost_set.optical.transceivers_cents == 2 * 701
    for place, length_mm in enumerate(lengths_mm.tolist()):
        medium, cents = bought(document, 40.0, None, length_mm, length_mm)
        assert (MEDIA[best.medium[place]], best.price_cents[place]) == (medium, cents)
        fibre = price_cable(cost_set, "optical", length_mm, 40.0).price_cents
        assert fibre == price_cable(plain, "optical", length_mm, 40.0).price_cents + 2 * 701


def test_copper_has_no_transceivers() -> None:
    """A price of them beside copper cables is refused by its name."""
    table = load_cost_set("perseus-2011").model_dump(mode="json", by_alias=True)
    table["electrical"]["transceiver"] = number(7, "USD")
    with pytest.raises(InputError, match=r"electrical\.transceiver: copper cables have none"):
        parse(CostSet, table, "test")
