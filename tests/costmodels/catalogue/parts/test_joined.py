"""Several catalogues as one: suppliers stay apart, what a catalogue says of all is said of each part."""

import datetime as dt
from typing import Any

import pytest

from netfloor.costmodels.catalogue.gaps import unused_terms
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.joined import join_catalogues
from netfloor.costmodels.catalogue.parts.skus import skus_of, supplier_terms
from netfloor.costmodels.check.part_money import PartMoney
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
    with pytest.raises(
        InputError, match=r"b: states 1 USD = 1\.2 EUR, a states 1 USD = 1\.1 EUR; state one"
    ):
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
    """Two taxes and two terms of one supplier, and one part number of one supplier in two lists."""
    taxes = [listed(tax_percent=percent, supplier="S") for percent in (19.0, 7.0)]
    with pytest.raises(InputError, match="b: states taxes of 7 % for 'S', a of 19 %"):
        join_catalogues(list(zip("ab", taxes, strict=True)))
    both = [[{"name": "S", "freight": freight}] for freight in (5, 6)]
    with pytest.raises(InputError, match="different terms for 'S'"):
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


def test_taxes_stay_with_the_suppliers_of_a_list() -> None:
    """Of two lists with 19 % and 0 % each counts for its own goods."""
    joined = join_catalogues([("north", listed(tax_percent=19.0)), ("south", listed(tax_percent=0.0))])
    assert joined.tax_percent == 19.0
    assert {one.name: one.tax_percent for one in joined.suppliers} == {"south": 0.0}
    same = join_catalogues([("north", listed(tax_percent=19.0)), ("south", listed(tax_percent=19.0))])
    assert (same.tax_percent, same.suppliers) == (19.0, ())


def test_a_rate_of_any_list_counts_either_way_round() -> None:
    """A list in dollars states the euro; a third currency goes by way of the second; both are exact."""
    day = dt.date(2026, 11, 1)
    far = listed(1.08, "USD", rates=[{"currency": "EUR", "rate": 1.08, "date": day}])
    joined = join_catalogues([("near", listed()), ("far", far)])
    assert skus_of(joined)[1].buying.price_cents == 100
    assert "1 EUR = 1.08 USD of 2026-11-01" in skus_of(joined)[1].buying.price_from.text
    rates = [{"currency": "EUR", "rate": 1.25, "date": day}, {"currency": "GBP", "rate": 1.5, "date": day}]
    cable = DAC | {"reach_m": 3, "currency": "GBP", "lengths": [{"length_m": 3, "part": "G", "price": 10}]}
    pounds = listed(10, "USD", rates=rates, cables=[cable])
    joined = join_catalogues([("near", listed()), ("far", pounds)])
    assert skus_of(joined)[1].buying.price_cents == 1200
    assert PartMoney(joined.model_dump(by_alias=True), (), None).least("G", 1) == 1200


def test_rates_that_contradict_each_other_are_refused_by_file() -> None:
    """An inverse rate may differ by its rounding alone; both files are named."""
    day = dt.date(2026, 11, 1)
    near = listed(rates=[{"currency": "USD", "rate": 0.92, "date": day}])
    for rate in (1.08, 1.087, 1.09):
        far = listed(currency="USD", rates=[{"currency": "EUR", "rate": rate, "date": day}])
        join_catalogues([("near.toml", near), ("far.toml", far)])
    far = listed(currency="USD", rates=[{"currency": "EUR", "rate": 1.2, "date": day}])
    message = r"far\.toml: states 1 EUR = 1\.2 USD, near\.toml states 1 USD = 0\.92 EUR"
    with pytest.raises(InputError, match=message):
        join_catalogues([("near.toml", near), ("far.toml", far)])
    with pytest.raises(
        InputError, match=r"far\.toml: is in USD, near\.toml in EUR: there is no rate for USD"
    ):
        join_catalogues([("near.toml", listed()), ("far.toml", listed(currency="USD"))])


def test_rates_that_contradict_each_other_through_a_third_currency_are_refused() -> None:
    """A euro by way of the pound is another than the one stated; what differs by rounding alone is none."""
    day = dt.date(2026, 11, 1)
    pounds = [{"currency": "USD", "rate": 0.8, "date": day}, {"currency": "EUR", "rate": 0.85, "date": day}]
    named = [("a.toml", listed()), ("c.toml", listed(currency="GBP", rates=pounds))]
    join_catalogues(named)
    for rate in (1.06, 1.0625, 1.063):
        euro = listed(currency="USD", rates=[{"currency": "EUR", "rate": rate, "date": day}])
        join_catalogues([*named, ("e.toml", euro)])
    euro = listed(currency="USD", rates=[{"currency": "EUR", "rate": 1.3, "date": day}])
    message = (
        r"e\.toml: states 1 EUR = 1\.3 USD, but c\.toml states 1 USD = 0\.8 GBP and c\.toml states 1 EUR"
    )
    with pytest.raises(InputError, match=message):
        join_catalogues([*named, ("e.toml", euro)])


def test_files_of_one_stem_are_two_suppliers() -> None:
    """Of a.csv and b/a.csv, of a.csv and a.xlsx: as much of the path as tells them apart."""
    joined = join_catalogues([("a.csv", listed()), ("b/a.csv", listed())])
    assert [one.buying.supplier for one in skus_of(joined)] == ["a", "b/a"]
    joined = join_catalogues([("a.csv", listed()), ("a.xlsx", listed())])
    assert [one.buying.supplier for one in skus_of(joined)] == ["a.csv", "a.xlsx"]
