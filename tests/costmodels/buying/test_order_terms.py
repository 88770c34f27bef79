"""A supplier's order at the very values from which its terms change, and the share of servers in a line."""

from dataclasses import replace
from datetime import date

import pytest

from netfloor.costmodels.buying.price_breaks import PartPurchase
from netfloor.costmodels.buying.supplier_orders import SupplierTerms
from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.catalogue.parts.skus import Buying, Provenance, Sku

SOURCE = Provenance("a list", "read")
BUYING = Buying(100, (), date(2026, 1, 1), SOURCE, 0, None, None, None)
LINE = BomLine(Sku("D1", "DAC 1 m", "DAC", 1000, BUYING, SOURCE), 4, 0, 0, PartPurchase(4, 6, 100, 600))


@pytest.mark.parametrize(("goods", "accepted"), [(9_999, False), (10_000, True), (10_001, True)])
def test_an_order_of_the_minimum_is_accepted(goods: int, accepted: bool) -> None:
    """``Minimum order 100`` means that an order of 100 is enough."""
    assert SupplierTerms("s", min_cents=10_000).takes(goods) is accepted


@pytest.mark.parametrize(("goods", "charged"), [(4_999, 950), (5_000, 650), (7_899, 650), (7_900, 0)])
def test_charges_end_at_their_value(goods: int, charged: int) -> None:
    """Freight of 6.50 is free from 79, the surcharge of 3 falls away from 50."""
    terms = SupplierTerms(
        "s", freight_cents=650, free_from_cents=7_900, small_fee_cents=300, small_below_cents=5_000
    )
    assert terms.freight(goods) == charged


@pytest.mark.parametrize(
    ("used", "for_servers", "cents"), [(4, 1, 150), (4, 4, 600), (3, 1, 200), (0, 0, 0)]
)
def test_servers_pay_by_the_pieces_in_use(used: int, for_servers: int, cents: int) -> None:
    """Six pieces were bought for 6.00: what is spare is shared in proportion to what is used."""
    assert replace(LINE, used=used, for_servers=for_servers).server_cents == cents
