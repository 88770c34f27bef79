"""Columns that are not read: one that may concern prices or quantities of an order is a question."""

from pathlib import Path

import pytest
from openpyxl import Workbook

from netfloor.exchange.user_tables.price_list.read import read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest, parse_columns
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
        ("Menge", ("100", "1000"), ["pack", "min_order", "price_per", "stock"]),
    ],
)
def test_each_field_that_fits_is_offered(
    tmp_path: Path, heading: str, cells: tuple[str, str], fields: list[str]
) -> None:
    """The likeliest by its heading first, to skip it last; every answer is accepted."""
    (what,) = asked(tmp_path, heading, cells)
    assert f"such as {cells[0]}, {cells[1]}, and is not used" in what
    places = [what.find(f'--map "{heading}={field}"') for field in [*fields, "skip"]]
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
