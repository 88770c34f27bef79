"""Usual headings of price lists need no map; others are named by heading or letter, with units."""

import datetime as dt
from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.read import read_price_list
from netfloor.exchange.user_tables.price_list.request import (
    PriceListRequest,
    parse_columns,
    parse_constants,
    parse_units,
)
from tests.exchange.user_tables.test_price_lists import EVERY, asked, cents, loaded_parts

KNOWN = {
    "de": "Artikelnummer;Bezeichnung;Typ;L\u00e4nge;Einzelpreis;"
    "Lieferzeit (Wochen)\nK1;Kabel;DAC;1,5 m;45,50;2\n",
    "fr": "R\u00e9f\u00e9rence;D\u00e9signation;Nature;Longueur;Prix unitaire HT;"
    "D\u00e9lai (semaines)\nK1;c;DAC;1,5 m;45,50;2\n",
    "es": "Referencia|Descripci\u00f3n|Tipo|Longitud|Precio unitario|"
    "Plazo (semanas)\nK1|c|DAC|1,5 m|45,50|2\n",
    "en": "SKU,Description,Category,Length (ft),Unit Price,Lead time (weeks)\nK1,c,DAC,4.92,45.50,2\n",
}


@pytest.mark.parametrize("language", KNOWN)
def test_usual_headings_need_no_map(tmp_path: Path, language: str) -> None:
    """In four languages; the report says what each was taken for."""
    (tmp_path / "p.csv").write_text("Offer 4711\n\n" + KNOWN[language], encoding="utf-8")
    request = PriceListRequest(
        tmp_path / "p.csv", (), "EUR", constants=parse_constants(EVERY), date=dt.date(2026, 11, 1)
    )
    catalogue = loaded_parts(read_price_list(request), tmp_path)
    assert cents(catalogue) == {"K1": 4550}
    ((part,),) = [one.lengths for one in catalogue.cables]
    assert (round(part.length_m, 1), part.lead_time_days) == (1.5, 14)
    meanings = [one.meaning for one in request.report.columns]
    assert meanings == ["part", "name", "kind", "length", "price", "lead_time"]


def test_columns_may_be_named_by_letter_and_rates_by_unit(tmp_path: Path) -> None:
    """A plain rate of 25000 is asked for, with the options that settle it."""
    (tmp_path / "p.csv").write_text("SKU,x,Category,Length,y,Speed\nK1,red,DAC,1 m,45.50,25000\n")
    columns = "SKU=part,E=price,Category=kind,Length=length,Speed=gbps"
    (problem,) = read_price_list(asked(tmp_path / "p.csv", columns)).problems
    assert 'may be Mb/s or Gb/s: say --map "Speed=gbps (Mb/s)"' in problem.what
    texts = [columns + " (Mb/s)"]
    request = PriceListRequest(
        tmp_path / "p.csv",
        parse_columns(texts),
        "EUR",
        constants=parse_constants(EVERY),
        units=parse_units(texts),
    )
    assert [one.gbps for one in loaded_parts(read_price_list(request), tmp_path).cables] == [25]


@pytest.mark.parametrize(
    ("heading", "currency", "expected"),
    [
        ("Price (USD)", "EUR", "no rate for USD"),
        ("Unit Price (US$)", "EUR", "no rate for USD"),
        ("Preis in \u20ac", "USD", "no rate for EUR"),
        ("Price ($)", "CAD", ""),
        ("Preis (EUR)", "EUR", ""),
        ("HEK netto EUR", "EUR", ""),
    ],
)
def test_a_heading_may_name_the_currency_of_its_prices(
    tmp_path: Path, heading: str, currency: str, expected: str
) -> None:
    """They are never taken for another one; the words beside it are a price's."""
    (tmp_path / "p.csv").write_text(
        f"SKU;Description;Category;Length;{heading}\nK1;c;DAC;1,5 m;45,50\n", encoding="utf-8"
    )
    request = PriceListRequest(tmp_path / "p.csv", (), currency, constants=parse_constants(EVERY))
    result = read_price_list(request)
    if expected:
        assert [one.what.partition(":")[0] for one in result.problems] == [expected]
    else:
        assert cents(loaded_parts(result, tmp_path)) == {"K1": 4550}


def test_a_column_that_is_skipped_is_not_told_as_unused(tmp_path: Path) -> None:
    """By heading or letter; others that nobody knows are."""
    (tmp_path / "p.csv").write_text("Artikel;Bezeichnung;Preis;Bonus;Farbe;Regal\nD;DAC 3m;5;1;rot;7\n")
    request = asked(tmp_path / "p.csv", "Bonus=skip,E=skip")
    (note,) = [note for note in read_price_list(request).notes if "not used" in note]
    assert note.startswith("columns not used: 'Regal';")


@pytest.mark.parametrize(
    ("listed", "name"),
    [
        ("400G QSFP-DD AOC, 3m, 10W per end", "400G QSFP-DD AOC, 10W per end"),
        ("400G QSFP-DD AOC (3 m, OM4) 10W", "400G QSFP-DD AOC (OM4) 10W"),
        ("400G QSFP-DD AOC - 3m - black, 10W", "400G QSFP-DD AOC - black, 10W"),
        ("400G QSFP-DD AOC 10W, 3m (10ft)", "400G QSFP-DD AOC 10W"),
    ],
)
def test_names_of_products_have_no_holes(tmp_path: Path, listed: str, name: str) -> None:
    """Where their lengths stood."""
    (tmp_path / "p.csv").write_text(f"Artikel;Bezeichnung;Preis\nD;{listed};5\n")
    catalogue = loaded_parts(read_price_list(asked(tmp_path / "p.csv", "Preis=price")), tmp_path)
    assert [one.name for one in catalogue.cables] == [name]


def test_a_price_of_several_pieces_is_divided_or_asked_for(tmp_path: Path) -> None:
    """A heading of ALSO's list says how many; one that may is asked for, unless all its numbers are 1."""
    text = (
        "ProductID;Description;AvailableQuantity;NetPrice;{};ReplenishmentTime\n"
        "K1;SFP28 25G DAC, 1 m;40;184.00;{};14\nK2;SFP28 25G DAC, 2 m;0;21.00;1;7\n"
    )
    (tmp_path / "p.csv").write_text(text.format("BasePriceQuantity", 10))
    catalogue = loaded_parts(read_price_list(asked(tmp_path / "p.csv", "NetPrice=price")), tmp_path)
    assert cents(catalogue) == {"K1": 1840, "K2": 2100}
    lengths = catalogue.cables[0].lengths
    assert [(one.stock, one.lead_time_days) for one in lengths] == [(40, 14), (0, 7)]
    for pieces, questions in ((10, 1), (1, 0)):
        (tmp_path / "p.csv").write_text(text.format("Some Base Quantity", pieces))
        problems = read_price_list(asked(tmp_path / "p.csv", "NetPrice=price")).problems
        assert len([one for one in problems if "may be the number of pieces" in one.what]) == questions


def test_a_dutch_list_needs_no_map(tmp_path: Path) -> None:
    """Headings, working days, pieces, and a price on request."""
    text = (
        "Artnr;Omschrijving;Netto inkoopprijs;Voorraad;Levertijd;Verpakking\n"
        "K1;SFP+ DAC kabel 10G 1 m;11,50;850;1 werkdag;10 stuks\n"
        "K2;SFP+ DAC kabel 10G 3 m;16,00;0;4-6 weken;1 stuk\n"
        "K3;SFP+ DAC kabel 10G 5 m;op aanvraag;;op aanvraag;\n"
    )
    (tmp_path / "p.csv").write_text(text)
    prices = read_price_list(PriceListRequest(tmp_path / "p.csv", (), "EUR"))
    catalogue = loaded_parts(prices, tmp_path)
    assert cents(catalogue) == {"K1": 1150, "K2": 1600}
    lengths = catalogue.cables[0].lengths
    assert [(one.stock, one.lead_time_days, one.pack) for one in lengths] == [(850, 2, 10), (0, 42, 1)]
    assert [one.part for one in catalogue.on_request] == ["K3"]


@pytest.mark.parametrize(("upper", "lower"), [("", ""), ("Hersteller-", "Art.-Nr.")])
def test_equal_headings_with_pieces_below_are_price_breaks(tmp_path: Path, upper: str, lower: str) -> None:
    """Whether or not the second line continues other headings too."""
    text = (
        f"Artikel;Bezeichnung;{upper};Einzelpreis;Einzelpreis\n"
        f";;{lower};bis 9 St\u00fcck [\u20ac];ab 10 St\u00fcck [\u20ac]\n"
        "X1;DAC-Kabel 25G SFP28, 1 m;;42,50;39,90\n"
    )
    (tmp_path / "p.csv").write_text(text, encoding="utf-8")
    request = PriceListRequest(tmp_path / "p.csv", (), "EUR", constants=parse_constants(EVERY))
    catalogue = loaded_parts(read_price_list(request), tmp_path)
    (length,) = catalogue.cables[0].lengths
    assert (length.price, [(one.at_least, one.price) for one in length.breaks]) == (42.5, [(10, 39.9)])
