"""What cannot be joined is a caller's mistake, and where each limit begins."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from netfloor.costmodels.buying.price_breaks import PriceBreaks
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.part_index import ShelfLengths
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"cage": [[0, 1]]}, "two cages"),
        ({"optical_mm": [5]}, "two lengths"),
        ({"cage": [[0, 1], [-1, 1]]}, "does not exist"),
        ({"cage": [[0, 1], [0, 3]]}, "does not exist"),
        ({"cage": [[0, 1], [1, 1]]}, "to itself"),
        ({"cage_cabinet": [0, 1]}, "socket and a cabinet"),
        ({"cage_socket": [0, 0, 4]}, "socket and a cabinet"),
        ({"cage_socket": [0, 0, -1]}, "socket and a cabinet"),
        ({"electrical_mm": [5, NO_WAY - 1]}, "not negative"),
        ({"optical_mm": [NO_WAY - 1, 5]}, "not negative"),
        ({"cage_socket": [0, 1, 0]}, "more links than it takes"),
    ],
)
def test_needs_that_cannot_be(
    make_needs: Callable[..., LinkNeeds], wrong: dict[str, Any], words: str
) -> None:
    """Cage 1 takes two links of two; no way, the last cage and the last socket are still right."""
    needs = make_needs([(0, 1), (1, 2)], [0, 0, 3], [(5, NO_WAY), (NO_WAY, 0)])
    assert "2 links, 3 cages" in repr(needs)
    with pytest.raises(ValueError, match=words):
        replace(needs, **{name: np.array(value) for name, value in wrong.items()})


@pytest.mark.parametrize(("years", "price"), [(-0.1, 1), (100.1, 1), (1, -0.1), (1, 1000.1), (np.nan, 1)])
def test_a_criterion_has_limits(years: float, price: float) -> None:
    """0 and the largest are allowed, what is beyond is not; its words say what it counts."""
    for most in (Criterion("price+power", 0, 0), Criterion("price+power", 100, 1000)):
        assert most.energy_cents(10**6) == most.years * 8760 * most.kwh_price * 100
    with pytest.raises(ValueError, match="years must be"):
        Criterion("price+power", years, price)
    with pytest.raises(ValueError, match="unknown criterion 'cheap'"):
        Criterion("cheap")  # type: ignore[arg-type]
    assert Criterion("price+power", 5, 0.2).energy_basis("EUR") == "5 years of 8,760 h at 0.2 EUR/kWh"
    assert Criterion("price+power", 1, 0.2).energy_basis("EUR").startswith("1 year of")


@pytest.mark.parametrize("quantities", [(1, 1), (5, 2)])
def test_quantities_of_price_breaks_rise(quantities: tuple[int, ...]) -> None:
    """A price may stay as it is, a quantity may not."""
    assert PriceBreaks((1, 2), (9, 9)).largest is None
    with pytest.raises(ValueError, match="quantities must rise"):
        PriceBreaks(quantities, (9, 8))


@pytest.mark.parametrize(
    ("needed_mm", "longest_mm", "wanted"),
    [(0, None, (5, 0)), (1000, None, (5, 0)), (1001, None, (5, 1)), (2001, None, (7, 3)),
     (1001, 2000, (5, 1)), (1001, 1999, (-1, -1)), (3001, None, (-1, -1)), (-1, None, (-1, -1))],
)  # fmt: skip
def test_of_equal_prices_the_shorter_is_taken(
    needed_mm: int, longest_mm: int | None, wanted: tuple[int, int]
) -> None:
    """1 and 2 m at one price, a dear 2.5 m, 3 m for less: a length serves up to itself."""
    shelf = ShelfLengths(np.arange(4), np.array([1000, 2000, 2500, 3000]), np.array([5, 5, 9, 7]))
    (score,), (sku,) = shelf.cheapest(np.array([needed_mm]), longest_mm)
    assert sku == wanted[1]
    assert sku == -1 or score == wanted[0]
