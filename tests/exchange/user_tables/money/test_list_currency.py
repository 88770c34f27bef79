"""The currency of a list: as it states it, against the user's, and instead of it."""

from pathlib import Path

import openpyxl
import pytest

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.user_tables.price_list.read import PriceList, read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest, parse_rates
from netfloor.exchange.user_tables.price_list.several import read_price_lists

ROWS = 'Part,Description,Price\nA1,"LC-LC duplex OM4 patch lead, 2 m",4.00\n'


def read(folder: Path, text: str, currency: str, rate: str = "") -> PriceList:
    """Import a CSV list and return the result."""
    (folder / "c.csv").write_text(text, encoding="utf-8")
    rates = parse_rates([rate] if rate else [])
    return read_price_list(PriceListRequest(folder / "c.csv", (), currency, rates=rates))


def currencies(folder: Path, prices: PriceList) -> tuple[str, set[str]]:
    """Return the currencies of a catalogue and of its part."""
    assert not prices.problems
    (folder / "c.toml").write_text(prices.text, encoding="utf-8")
    catalogue = load_catalogue(folder / "c.toml")
    return catalogue.currency, {catalogue.cords[0].lengths[0].currency or catalogue.currency}


@pytest.mark.parametrize(
    "text",
    [
        *(
            f"Currency: GBP,,\n{ROWS}",
            f"Prices in GBP excluding VAT,,\n{ROWS}",
            f"Price list 2026 (GBP)\n{ROWS}",
        ),
        *(f'{ROWS}\n"All prices in GBP, FCA Leeds."\n', f"Alle Preise in GBP zzgl. MwSt.\n{ROWS}"),
        *(f"Prix en livres sterling\n{ROWS}", f"{ROWS}\nPrecios en libras esterlinas\n"),
    ],
)
def test_a_stated_currency_stands_against_the_users(tmp_path: Path, text: str) -> None:
    """With its place and both remedies, each of which settles it; without an option it is the list's."""
    (problem,) = read(tmp_path, text, "EUR").problems
    assert problem.line.startswith("line")
    assert "the list names GBP, not EUR: --currency GBP" in problem.what
    assert '--rate "GBP=RATE@YYYY-MM-DD"' in problem.what
    assert currencies(tmp_path, read(tmp_path, text, "GBP")) == ("GBP", {"GBP"})
    assert currencies(tmp_path, read(tmp_path, text, "EUR", "GBP=1.15@2026-11-01")) == ("EUR", {"GBP"})
    assert currencies(tmp_path, read(tmp_path, text, "")) == ("GBP", {"GBP"})


@pytest.mark.parametrize(
    "text",
    [
        *(f"Prices in USD on request\n{ROWS}", f"Minimum order 500 GBP\n{ROWS}", f"Angebot 4711\n{ROWS}"),
        *(f"Prices in EUR or in GBP\n{ROWS}", f"Payment in USD\n{ROWS}"),
    ],
)
def test_other_currencies_are_no_contradiction(tmp_path: Path, text: str) -> None:
    """Of a term, of a payment, of another offer, or beside the user's."""
    rate = "GBP=1.15@2026-11-01" if "order" in text else ""
    assert currencies(tmp_path, read(tmp_path, text, "EUR", rate)) == ("EUR", {"EUR"})


def test_a_list_without_a_currency_asks(tmp_path: Path) -> None:
    """The catalogue needs one; lists in different ones need a rate."""
    (problem,) = read(tmp_path, ROWS, "").problems
    assert problem.what == "the list names no currency: say --currency CODE, such as EUR for CODE"
    also = read(tmp_path, ROWS.replace(", 2 m", ""), "").problems
    assert len(also) == 2  # every other question at once
    (tmp_path / "a.csv").write_text(f"Currency: GBP\n{ROWS}")
    (tmp_path / "b.csv").write_text(f"Currency: USD\n{ROWS.replace('A1', 'B1')}")
    both = [PriceListRequest(tmp_path / f"{name}.csv", (), "") for name in "ab"]
    (problem,) = read_price_lists(both).problems
    assert "in GBP and " in problem.what
    assert '--currency GBP --rate "USD=RATE@YYYY-MM-DD"' in problem.what
    (tmp_path / "b.csv").write_text(ROWS.replace("A1", "B1"))
    (problem,) = read_price_lists(both).problems
    assert problem.what == 'the list names no currency: say --currency "b.csv:CODE", such as EUR for CODE'


@pytest.mark.parametrize(
    "form", ["[$\u00a3-809]#,##0.00", '#,##0.00\\ "GBP"', '"\u00a3"#,##0.00', "[$GBP] 0.00"]
)
def test_number_formats_have_a_currency(tmp_path: Path, form: str) -> None:
    """A workbook shows it beside the number, where its text has none."""
    book = openpyxl.Workbook()
    for row in (["Part", "Description", "Price"], ["A1", "LC-LC duplex OM4 patch lead, 2 m", 4]):
        book.active.append(row)
    book.active["C2"].number_format = form
    book.save(tmp_path / "c.xlsx")
    asked = read_price_list(PriceListRequest(tmp_path / "c.xlsx", (), "EUR"))
    assert ["no rate for GBP" in problem.what for problem in asked.problems] == [True]
    own = read_price_list(PriceListRequest(tmp_path / "c.xlsx", (), ""))
    assert currencies(tmp_path, own) == ("GBP", {"GBP"})


def test_names_of_sheets_have_a_currency(tmp_path: Path) -> None:
    """The sheet of the prices."""
    book = openpyxl.Workbook()
    book.active.title = "Prices GBP"
    for row in (["Part", "Description", "Price"], ["A1", "LC-LC duplex OM4 patch lead, 2 m", 4]):
        book.active.append(row)
    book.save(tmp_path / "c.xlsx")
    (problem,) = read_price_list(PriceListRequest(tmp_path / "c.xlsx", (), "EUR")).problems
    assert "Prices GBP" in problem.line
    assert "not EUR" in problem.what
