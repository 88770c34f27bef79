"""Names that a list gives: of its supplier, and of parts with their category and colour."""

from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.money.supplier_name import named_supplier
from tests.exchange.user_tables.test_public_forms import CORD, PLAIN, made, read


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ([["Supplier", "Lightwave Connect Ltd"], ["Currency", "EUR"]], "Lightwave Connect Ltd"),
        ([["Lieferant:", "Kabel Nord GmbH, Kiel"]], "Kabel Nord GmbH"),
        ([["Offer 4711"], ["From: Cables & More Ltd., 1 High Street"]], "Cables & More Ltd."),
        ([["Fournisseur : R\u00e9seaux du Sud SARL"]], "R\u00e9seaux du Sud SARL"),
        ([["Vendor", "Cisco"], ["Seller:", "Nordic Parts"]], "Nordic Parts"),
        (
            [["NetzWerk GmbH, Weg 1, 33689 Bielefeld"], ["Angebot Nr.", "7"]],
            "NetzWerk GmbH",
        ),
        ([["FS.COM GmbH"], ["QUOTATION"], ["To: Rechenzentrum Nord GmbH"]], "FS.COM GmbH"),
        ([["Quotation for Contoso GmbH"], ["To: Contoso GmbH"]], ""),
        ([["Valid from", "2026-11-01"], ["From", "1 November 2026"], ["Supplier no.", "70231"]], ""),
        ([["Price list 2026"]], ""),
    ],
)
def test_the_supplier_in_the_head(head: list[list[str]], name: str) -> None:
    """By a label, surest first, or as a letterhead; never the customer, a date or a number."""
    assert named_supplier(head) == name


def test_orders_are_from_the_supplier_of_the_head(tmp_path: Path) -> None:
    """Instead of the file's name; the user's constant is stronger."""
    text = f"Lieferant: Kabel Nord GmbH;;\n{PLAIN};Fracht 9,90 EUR;\n"
    for constants, name in (("", "Kabel Nord GmbH"), ("supplier=Nord", "Nord")):
        catalogue = made(tmp_path, read(tmp_path, text, constants=constants))
        assert [item.name for item in catalogue.suppliers] == [name]
        assert catalogue.cords[0].lengths[0].supplier in {name, None}


def test_category_and_colour_stay_in_the_names(tmp_path: Path) -> None:
    """Though the names of a product's lengths differ; colours are products of their own."""
    rows = (
        ("A1", "Cat 6 patch cord blue 1 m"),
        ("A2", "Cat 6 U/UTP patch cord, blue, 2 m"),
        ("B1", "Cat 6 patch cord black 1 m"),
        ("C1", "Cat 6A patch cord black 1 m"),
    )
    text = "Part,Description,Price\n" + "".join(f'{part},"{name}",3\n' for part, name in rows)
    cables = made(tmp_path, read(tmp_path, text)).cables
    names = {length.part: cable.name for cable in cables for length in cable.lengths}
    assert names["A1"] == names["A2"] == "Cat 6 1G RJ45 TP blue"
    assert (names["B1"], names["C1"]) == ("Cat 6 patch cord black", "Cat 6A patch cord black")


def test_several_columns_of_a_name(tmp_path: Path) -> None:
    """All of them, not the last one alone."""
    text = f"SKU,Name,Short description,Price\nK1,{CORD},LSZH,5\n"
    assert made(tmp_path, read(tmp_path, text)).cords[0].name == "LWL-Patchkabel LC-LC Duplex OM4, LSZH"


def test_a_first_row_with_a_heading_word_is_a_part(tmp_path: Path) -> None:
    """Its words come again below, unlike those of a second line of headings."""
    name = "10G SFP+ DAC Twinax Cable passive"
    text = (
        "SKU,Name,Stock,Regular price,Attribute,Value\n"
        f'K-D,{name},,,Length,"1 m, 2 m"\nK-D-1,{name} - 1 m,64,11.90,Length,1 m\n'
    )
    (cable,) = made(tmp_path, read(tmp_path, text)).cables
    assert [length.part for length in cable.lengths] == ["K-D-1"]
