"""Several catalogues as one: suppliers stay apart, what a catalogue says of all is said of each part."""

import datetime as dt
from typing import Any

import pytest

from netfloor.costmodels.catalogue.gaps import unused_terms
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.joined import join_catalogues
from netfloor.costmodels.catalogue.parts.skus import skus_of, supplier_terms
from netfloor.foundation.errors import InputError

DAC = {"name": "DAC", "kind": "DAC", "gbps": 100, "connector_a": "QSFP28", "connector_b": "QSFP28"}


def listed(price: float = 10, currency: str = "EUR", **said: Any) -> Catalogue:
    """Return a catalogue of one cable, as the words say otherwise."""
    supplier = {"supplier": said.pop("supplier")} if "supplier" in said else {}
    cable = DAC | supplier | {"reach_m": 3, "lengths": [{"length_m": 3, "part": "D-3", "price": price}]}
    head = {"schema": 1, "title": "list", "currency": currency, "price_date": dt.date(2026, 11, 1)}
    return Catalogue.model_validate(head | {"cables": [cable]} | said)


def test_one_part_number_of_two_suppliers_is_offered_by_both() -> None:
    """The first keeps its number, the other has its supplier behind it, and is ordered by its own."""
    skus = skus_of(join_catalogues([("north", listed()), ("south", listed(9))]))
    assert [(one.part, one.name, one.buying.supplier, one.buying.order_number) for one in skus] == [
        ("D-3", "DAC", "north", ""),
        ("D-3 (south)", "DAC (south)", "south", "D-3"),
    ]
    assert [one.buying.price_cents for one in skus] == [1000, 900]


def test_what_a_catalogue_says_of_all_is_said_of_its_parts_alone() -> None:
    """Day and lead time of one list are not those of another; the largest percentage of spares counts."""
    early = listed(price_date=dt.date(2026, 1, 1), spares_percent=5.0, lead_time_days=9)
    joined = join_catalogues([("early", early), ("late", listed())])
    days = [(one.buying.price_date, one.buying.lead_time_days) for one in skus_of(joined)]
    assert days == [(dt.date(2026, 1, 1), 9), (dt.date(2026, 11, 1), None)]
    assert joined.spares_percent == 5.0


def test_a_list_keeps_its_name_its_numbers_and_its_rate() -> None:
    """Another list's supplier of the same name has its own terms; two rates of a currency are refused."""
    terms = ({"name": "late", "freight": 50.0},)
    joined = join_catalogues([("late", listed()), ("early", listed(suppliers=terms))])
    first, second = skus_of(joined)
    assert (first.buying.supplier, second.buying.supplier) == ("late (list)", "late")
    rates = [({"currency": "USD", "rate": rate, "date": dt.date(2026, 1, 1)},) for rate in (1.1, 1.2)]
    with pytest.raises(InputError, match=r"b: states 1 USD = 1\.2 EUR, a states 1\.1; state one rate"):
        join_catalogues([("a", listed(rates=rates[0])), ("b", listed(rates=rates[1]))])


def test_prices_and_terms_keep_their_currency() -> None:
    """Prices and freight of a list in dollars are converted by the first list's rate."""
    rate = {"currency": "USD", "rate": 0.9, "date": dt.date(2026, 11, 1)}
    terms = [{"name": "south", "freight": 20, "min_order_value": 100, "delivery_days": 2}]
    south = listed(10, "USD", suppliers=terms)
    joined = join_catalogues([("north", listed(rates=[rate])), ("south", south)])
    assert skus_of(joined)[1].buying.price_cents == 900
    assert (supplier_terms(joined)["south"].freight_cents, supplier_terms(joined)["south"].min_cents) == (
        1800,
        9000,
    )
    with pytest.raises(InputError, match="no rate for USD"):
        join_catalogues([("north", listed()), ("south", south)])


def test_lists_that_contradict_each_other_are_refused() -> None:
    """Two taxes, two terms of one supplier, and one part number of one supplier in two lists."""
    with pytest.raises(InputError, match="taxes of 7 %"):
        join_catalogues([("a", listed(tax_percent=19.0)), ("b", listed(tax_percent=7.0))])
    both = [[{"name": "S", "freight": freight}] for freight in (5, 6)]
    with pytest.raises(InputError, match="other terms of 'S'"):
        join_catalogues([("a", listed(suppliers=both[0])), ("b", listed(suppliers=both[1]))])
    with pytest.raises(InputError, match="D-3"):
        join_catalogues([("a", listed(supplier="S")), ("b", listed(supplier="S"))])


def test_parts_that_name_nobody_are_of_the_only_supplier_with_terms() -> None:
    """Of several none is theirs, and terms that no part has are told."""
    one = listed(10, "USD", suppliers=[{"name": "S", "freight": 5}])
    assert {sku.buying.supplier for sku in skus_of(one)} == {"S"}
    assert not list(unused_terms(one))
    two = listed(10, "USD", suppliers=[{"name": "S", "freight": 5}, {"name": "T", "freight": 5}])
    assert {sku.buying.supplier for sku in skus_of(two)} == {""}
    assert [gap.where for gap in unused_terms(two)] == ["suppliers: S", "suppliers: T"]
