"""Columns that are not read: one that may concern prices or quantities of an order is a question."""

from pathlib import Path

import pytest
from openpyxl import Workbook

from netfloor.exchange.user_tables.price_list.read import read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest, parse_columns
from netfloor.foundation.errors import InputError
from tests.exchange.user_tables.test_public_forms import CORD, made, read


def asked(folder: Path, heading: str, cells: tuple[str, str], columns: str = "") -> list[str]:
    """Return the questions about two rows with a further column."""
    text = f"ArtNr;Bezeichnung;Preis;{heading}\nK1;{CORD};13,45;{cells[0]}\nK2;{CORD};14,45;{cells[1]}\n"
    return [problem.what for problem in read(folder, text, columns).problems]


@pytest.mark.parametrize(
    ("heading", "cells", "fields"),
    [
        ("Konditie", ("10", "12,5"), ["discount", "price"]),
        ("Spalte 7", ("10", "25"), ["discount", "pack", "min_order", "stock", "lead_time"]),
        ("Vorrat Lager", ("480", "1200"), ["stock", "pack", "min_order"]),
        ("Verpackt zu", ("Stk", "Box 10"), ["unit"]),
        ("Wann", ("5 days", "2 weeks"), ["lead_time"]),
        ("Next quantity", ("40", "10"), ["pack", "min_order", "stock", "lead_time"]),
        ("Menge", ("100", "1000"), ["pack", "min_order", "price_per", "stock"]),
    ],
)
def test_each_field_that_fits_is_offered(
    tmp_path: Path, heading: str, cells: tuple[str, str], fields: list[str]
) -> None:
    """The likeliest by its heading first, to skip it last; every answer is accepted."""
    (what,) = asked(tmp_path, heading, cells)
    assert f"such as {cells[0]}, {cells[1]}, and is not used" in what
    off = f"{heading}=discount,Preis=list_price"  # the price is then that before the discount
    maps = [off if field == "discount" else f"{heading}={field}" for field in [*fields, "skip"]]
    places = [what.find(f'--map "{text}"') for text in maps]
    assert -1 not in places
    assert what.count("--map") == len(fields) + 1
    assert places[0] == min(places)
    assert places[-1] == max(places)
    assert not asked(tmp_path, heading, cells, f"{heading}=skip")


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("EAN", ("40612345", "40612346")),
        ("Kennung", ("4061234500027", "4061234500044")),
        ("HS code", ("8544", "8517")),
        ("Gewicht", ("12", "15")),
        ("Aktiv", ("1", "0")),
        ("Dabei", ("1", "1")),
        ("Seit", ("2026-11-01", "2026-12-01")),
        ("Modelljahr x", ("2025", "2026")),
        ("Garantie Jahre", ("3", "5")),
        ("Farbe", ("rot", "blau")),
        ("Bild", ("https://a.example/1.jpg", "https://a.example/2.jpg")),
        ("Customer #", ("77", "78")),
    ],
)
def test_columns_that_change_no_order(tmp_path: Path, heading: str, cells: tuple[str, str]) -> None:
    """Numbers, codes, weights, days, flags and words are known by heading or value."""
    assert not asked(tmp_path, heading, cells)


def test_a_discount_comes_off_the_price(tmp_path: Path) -> None:
    """Its answer makes the price a list price; beside a price that the user chooses it is asked, too."""
    (what,) = asked(tmp_path, "Regelkorting %", ("10", "20"))
    assert what == (
        "'Preis' may be before or after 'Regelkorting %'; --map \"Preis=list_price\" with "
        '--constant "whole_cents=nearest" or --constant "whole_cents=up", for its fractions of a cent,'
        ' or --map "Regelkorting %=skip"'
    )
    assert asked(tmp_path, "Regelkorting %", ("10", "20"), "Preis=price") == [what]
    text = f"ArtNr;Bezeichnung;Preis;Konditie\nK1;{CORD};14,00;10\n"
    catalogue = made(tmp_path, read(tmp_path, text, "Konditie=discount,Preis=list_price"))
    assert catalogue.cords[0].lengths[0].price == 12.6
    odd = read(tmp_path, text.replace("14,00", "13,45"), "Konditie=discount,Preis=list_price")
    assert ["12.105 apiece" in problem.what for problem in odd.problems] == [True]


def test_quantities_with_sums_are_those_of_a_quotation(tmp_path: Path) -> None:
    """They are no stock and no minimum order."""
    text = f"ArtNr;Bezeichnung;Menge;Preis;Betrag\nK1;{CORD};100;13,45;1345,00\n"
    assert not read(tmp_path, text).problems


def test_series_that_differ_by_a_number_are_price_breaks(tmp_path: Path) -> None:
    """Whatever their names: whole numbers that rise and amounts that fall, such as those of BMEcat."""
    head = "ArtNr;Bezeichnung;LOWER_BOUND1;NET_CUSTOMER1;LOWER_BOUND2;NET_CUSTOMER2"
    rows = f"K1;{CORD};5;13,45;20;12,00\nK2;{CORD};1;14,45;;\n"
    cords = made(tmp_path, read(tmp_path, f"{head}\n{rows}")).cords
    first, second = (length for cord in cords for length in cord.lengths)
    assert (first.price, first.min_order) == (13.45, 5)
    assert [(step.at_least, step.price) for step in first.breaks] == [(20, 12)]
    assert (second.price, second.breaks) == (14.45, ())
    rising = read(tmp_path, f"{head}\n{rows.replace('12,00', '15,00')}", "NET_CUSTOMER1=price")
    assert any("LOWER_BOUND2=" in problem.what for problem in rising.problems)


def test_a_series_of_prices_whose_first_is_of_one_piece(tmp_path: Path) -> None:
    """``From 2`` is the quantity of ``Price 2``, not a price from two pieces on."""
    text = f"ArtNr;Bezeichnung;Price 1;From 2;Price 2\nK1;{CORD};20,90;20;19,23\n"
    (length,) = made(tmp_path, read(tmp_path, text)).cords[0].lengths
    assert (length.price, [(step.at_least, step.price) for step in length.breaks]) == (20.9, [(20, 19.23)])


def test_a_column_of_another_shape_is_no_discount(tmp_path: Path) -> None:
    """Days of a discount are no percentages."""
    text = f"ArtNr;Bezeichnung;Preis;discount_start_date\nK1;{CORD};20,90;2026-11-16\n"
    assert not read(tmp_path, text).problems


def test_a_skipped_price_is_not_replaced_by_sums(tmp_path: Path) -> None:
    """A list without a price is refused."""
    text = f"ArtNr;Bezeichnung;Preis;Betrag\nK1;{CORD};20,90;209,00\n"
    with pytest.raises(InputError, match="no column price"):
        read(tmp_path, text, "Preis=skip")


def test_a_column_of_freight_is_a_term_of_orders(tmp_path: Path) -> None:
    """No surcharge on every piece: the question names the constant."""
    (what,) = asked(tmp_path, "shipping_cost", ("8,50", "8,50"))
    assert what == (
        "'shipping_cost' may be the freight of an order, such as 8,50, and is not used: --map "
        '"shipping_cost=skip" with --constant "freight=8.50" charges each order, or --map '
        '"shipping_cost=skip" none'
    )
    assert 'with --constant "freight=?"' in asked(tmp_path, "shipping_cost", ("8,50", "9,50"))[0]


def test_words_of_delivery_beside_a_stock(tmp_path: Path) -> None:
    """They are a further lead time, of which the longer counts; other words offer to skip the column."""
    head = "ArtNr;Bezeichnung;Preis;quantity;availability;shipping_delay"
    rows = f"K1;{CORD};13,45;40;W magazynie;1-2 dni robocze\n"
    rows += f"K2;{CORD};14,45;0;Na zam\u00f3wienie, 14 dni;2 dni\n"
    text = f"{head}\n{rows}"
    assert ['--map "quantity=stock"' in item.what for item in read(tmp_path, text).problems] == [True]
    cords = made(tmp_path, read(tmp_path, text, "quantity=stock")).cords
    lengths = [length for cord in cords for length in cord.lengths]
    assert [(item.stock, item.lead_time_days) for item in lengths] == [(40, 3), (0, 14)]
    problems = read(tmp_path, text.replace("W magazynie", "Xyz")).problems
    assert any('--map "availability=skip" leaves the column out' in item.what for item in problems)


ODOO = (
    "Order Reference,Order Date,Expiration,Currency,Order Lines/Product,Order Lines/Description"
    ",Order Lines/Unit Price\n"
    "S1,2026-11-18,2099-12-18,EUR,,Switches,\n"
    ',,,,[K-1] Switch 48x SFP28 + 8x QSFP28,"[K-1] Switch 48x SFP28 + 8x QSFP28\n'
    '48 ports 25G SFP28 and 8 ports 100G QSFP28",5890\n'
    ',,,,[K-2] Switch 32x QSFP28,"[K-2] Switch 32x QSFP28\n32 ports 100G QSFP28",7450\n'
)


def test_an_order_with_paths_of_columns(tmp_path: Path) -> None:
    """Odoo's: values of the order in the first row only, part numbers in brackets, names twice."""
    catalogue = made(tmp_path, read(tmp_path, ODOO))
    first, second = catalogue.switches
    assert (first.part, first.cages, first.other_cages[0].cages) == ("K-1", 48, 8)
    assert (second.part, second.cages, len(second.other_cages)) == ("K-2", 32, 0)
    assert {str(item.valid_until) for item in (first, second)} == {"2099-12-18"}


def test_a_title_that_is_left_out_keeps_its_terms(tmp_path: Path) -> None:
    """Its other cells may have the freight of the order."""
    text = f"ArtNr;Bezeichnung;Preis;Notiz\n;Switches;;Freight 12.00 EUR per order\nK1;{CORD};13,45;\n"
    catalogue = made(tmp_path, read(tmp_path, text, kinds="Switches=skip"))
    assert [supplier.freight for supplier in catalogue.suppliers] == [12]


def sheets(folder: Path, columns: str) -> tuple[list[str], str]:
    """Return the problems and the catalogue of a price schedule and a simulation with some of its parts."""
    book = Workbook()
    book.active.title = "Preise"
    book.active.append(["ArtNr", "Bezeichnung", "Preis", "Lieferzeit (Tage)"])
    for number in range(1, 5):
        book.active.append([f"K{number}", CORD.replace("5m", f"{number}m"), 10 + number, 5])
    other = book.create_sheet("Beispielkorb")
    other.append(["ArtNr", "Bezeichnung", "Preis", "Anzahl im Jahr"])
    for number in range(1, 3):
        other.append([f"K{number}", CORD.replace("5m", f"{number}m"), 10 + number, 40 + number])
    book.save(folder / "list.xlsx")
    request = PriceListRequest(folder / "list.xlsx", parse_columns([columns] if columns else []), "EUR")
    prices = read_price_list(request)
    return [problem.what for problem in prices.problems], prices.text


def test_two_sheets_with_prices_of_the_same_parts(tmp_path: Path) -> None:
    """Which one counts is asked, and nothing else about the smaller; the answer leaves it out."""
    (what,), _ = sheets(tmp_path, "")
    assert what == (
        "'Preise' of 4 rows and 'Beispielkorb' of 2 rows have prices of 2 equal parts; which counts? "
        '--map "Beispielkorb=skip" or --map "Preise=skip" leaves the sheet out'
    )
    problems, text = sheets(tmp_path, "Beispielkorb=skip")
    assert not problems
    assert text.count("lead_time_days = 5") == 4
