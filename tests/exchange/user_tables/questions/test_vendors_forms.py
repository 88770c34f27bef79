"""Forms of a distributor's order export, of a French quotation and of a Spanish framework list."""

from pathlib import Path

import pytest

from netfloor.exchange.tables.row_kinds.nameless import is_data
from netfloor.exchange.tables.tables import read_tables
from netfloor.exchange.user_tables.price_list.columns.breaks import steps_of_headings
from netfloor.exchange.user_tables.price_list.columns.columns import HEADINGS
from netfloor.exchange.user_tables.price_list.kinds import guess_kind
from netfloor.exchange.user_tables.price_list.terms import offer_terms
from tests.exchange.user_tables.test_public_forms import CORD, made, read

DAC = "DAC SFP28 TO SFP28 25G 30AWG 1M"
DISTRIBUTOR = (
    "Maker #:,Mfr. #:,Manufacturer:,Description:,Min.:,Mult.:,Price Tier 1 Qty,Price Tier 1,"
    "Price Tier 2 Qty,Price Tier 2,Order Qty.,Price (EUR),Ext.: (EUR)\n"
)


def test_tiers_with_their_quantities_beside_the_price_of_an_order(tmp_path: Path) -> None:
    """The price of the ordered quantity is a tier, not the price from one piece on."""
    head = DISTRIBUTOR.replace("Maker #", "Acme #")
    text = f"{head}571-2,2821222-3,TE,{DAC},5,5,1,38.42,10,34.90,10,34.90,349.00\n"
    (length,) = made(tmp_path, read(tmp_path, text)).cables[0].lengths
    assert (length.part, length.maker_part, length.min_order, length.pack) == ("571-2", "2821222-3", 5, 5)
    assert (length.price, [(step.at_least, step.price) for step in length.breaks]) == (38.42, [(10, 34.9)])


def test_a_quantity_with_a_number_before_its_word() -> None:
    """It is no price, though it names one."""
    names = steps_of_headings(["Price Tier 1 Qty", "Price Tier 1", "Price Tier 2 Qty", "Price Tier 2"])
    assert [*names.values()] == ["pieces#1", "step price#1", "pieces#2", "step price#2"]


@pytest.mark.parametrize("heading", ["PO #", "Customer #", "Line #", "Quote #"])
def test_numbers_of_other_things(tmp_path: Path, heading: str) -> None:
    """They are no part numbers."""
    text = f"{heading},SKU,Description,Price\n77,K1,{CORD},5\n"
    assert made(tmp_path, read(tmp_path, text)).cords[0].lengths[0].part == "K1"


def test_a_heading_that_is_the_unit_below_it(tmp_path: Path) -> None:
    """``U`` above ``U``: still a line of headings; other words that come again are data."""
    (tmp_path / "d.csv").write_text("R\u00e9f.;D\u00e9signation;U;Prix\nA;DAC;U;3\nB;DAC;U;4\n")
    (table,) = read_tables(tmp_path / "d.csv", "list", "")
    assert (is_data(table, (0, 1)), is_data(table, (1, 2))) == (False, True)


def test_a_quotation_with_sums_and_its_own_freight(tmp_path: Path) -> None:
    """Label and amount of the freight stand in other columns than part and name."""
    text = (
        "Liens du Sud SARL;;;;\nR\u00e9f.;D\u00e9signation;U;P.U. HT;Montant HT\n"
        f"K1;{CORD};U;6,40;128,00\nMO;Main d'\u0153uvre;J;680,00;680,00\n"
        ";;;Total HT;808,00\n;;;Frais de port;0,00\n;;;TVA 20 %;161,60\n"
        "Frais de port 18,00 \u20ac par commande, franco de port \u00e0 partir de 400,00 \u20ac.;;;;\n"
    )
    catalogue = made(tmp_path, read(tmp_path, text))
    (supplier,) = catalogue.suppliers
    assert (supplier.name, supplier.freight, supplier.freight_free_from) == ("Liens du Sud SARL", 18, 400)
    assert [length.part for length in catalogue.cords[0].lengths] == ["K1"]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        (
            "Portes pagados a partir de 300 euros; pedidos inferiores: 12,00 euros de portes.",
            {"freight": 12, "freight_free_from": 300},
        ),
        ("Minimum order 100 pounds", {"min_order_value": 100}),
        ("Freight 25 US dollars per order", {"freight": 25}),
    ],
)
def test_currencies_by_their_names(text: str, terms: dict[str, float]) -> None:
    """An amount of euros is money as one of EUR is."""
    found = offer_terms([text], "EUR", month_first=False)
    assert (found.of_order, found.unread) == (terms, ())


def test_words_of_parts() -> None:
    """Fibre optic assemblies are cords; trays are no parts; ``Min.`` and ``Mult.`` are of orders."""
    assert guess_kind("Fiber Optic Cable Assemblies LC-LC Duplex OM4 Multimode 2 m") == "cord"
    assert guess_kind('Bandeja 19" 1U') is None
    meanings = [HEADINGS.meaning(text) for text in ("Min.:", "Mult.:", "Ext.: (EUR)")]
    assert [item.field.name for item in meanings if item] == ["min_order", "pack", "total"]
