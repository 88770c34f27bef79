"""Sentences that change no order, terms that the user states, and notes that say only what is so."""

import datetime as dt
from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.money.supplier_name import named_supplier
from netfloor.exchange.user_tables.price_list.read import read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest
from netfloor.exchange.user_tables.price_list.several import read_price_lists
from netfloor.exchange.user_tables.price_list.terms import day_of_titles, offer_terms
from tests.exchange.user_tables.test_public_forms import CORD, PLAIN, made, read


@pytest.mark.parametrize(
    ("text", "is_unread"),
    [
        ("1. Maximum order $500,000", False),
        ("Prices Include the 0.75% Industrial Funding Fee.", False),
        ("Preise inkl. 2 % Kupferzuschlag", False),
        ("Prompt payment terms Net 30 days, 0%", False),
        ("Prices do not include the 3% fuel surcharge", True),
        ("Prices exclude a 3% fuel surcharge", True),
        ("Prices include packing, plus 3% fuel surcharge", True),
    ],
)
def test_amounts_without_an_effect(text: str, is_unread: bool) -> None:
    """The greatest order, a part of the prices and 0 %; what comes on top of them stays."""
    found = offer_terms([text], "USD", month_first=False)
    assert (found.unread != (), found.not_applied) == (is_unread, ())


@pytest.mark.parametrize(
    "text",
    [
        *("Contract period 1 Apr 2024 through 31 Mar 2029", "Vertragslaufzeit 01.04.2024 bis 31.03.2029"),
        "Pricing period: 2024-04-01 to 2029-03-31",
    ],
)
def test_a_period_is_no_date_of_prices(text: str) -> None:
    """They count to its end."""
    assert offer_terms([text], "USD", month_first=False).valid_until == dt.date(2029, 3, 31)
    assert day_of_titles([text], month_first=False) is None


@pytest.mark.parametrize(
    "text", ["Pricelist current through Modification PS-0017 dated 2 Nov 2026", "Data listino: 02/11/2026"]
)
def test_the_date_of_a_list(text: str) -> None:
    """Wherever it stands in its line."""
    assert offer_terms([text], "EUR", month_first=False).dated == dt.date(2026, 11, 2)


def test_constants_answer_sentences_that_are_not_read(tmp_path: Path) -> None:
    """The supplier keeps no sentence about a term that the user states; other sentences stay."""
    text = f"{PLAIN};Trasferta 15,00 EUR per kg;\n;Shipping 9,50 EUR or 12,00 EUR;\n"
    notes = read(tmp_path, text).notes
    assert any("no terms but those that are NOT COUNTED" in note for note in notes)
    (terms,) = made(tmp_path, read(tmp_path, text, constants="freight=9.50")).suppliers
    assert (terms.freight, [sentence[:9] for sentence in terms.unread_terms]) == (9.5, ["Trasferta"])


def test_a_supplier_by_constant_is_used(tmp_path: Path) -> None:
    """It is no constant that changed nothing, unless each row names one."""
    (tmp_path / "a.csv").write_text(PLAIN)
    (tmp_path / "b.csv").write_text(
        PLAIN.replace("Preis", "Preis;Lieferant").replace("13,45", "13,45;Nord")
    )
    notes = [
        read_price_lists(
            [PriceListRequest(tmp_path / name, (), "EUR", constants=(("", "supplier", "Acme"),))]
        ).notes
        for name in ("a.csv", "b.csv")
    ]
    assert [any("changed nothing" in note for note in item) for item in notes] == [False, True]


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ([["Fibre Direct"], ["12 Station Road, Leeds"], ["Price list 2026"]], "Fibre Direct"),
        ([["Kabelhaus Nord"], ["Tel. 040 123456"]], "Kabelhaus Nord"),
        ([["Network parts"], ["Part", "Price"]], ""),
        ([["Price list"], ["sales@example.com"]], ""),
        ([["Contractor", "Potomac Optical Networks LLC (fictional)"]], "Potomac Optical Networks LLC"),
    ],
)
def test_a_letterhead_without_a_legal_form(head: list[list[str]], name: str) -> None:
    """A name alone in the first row, above an address."""
    assert named_supplier(head) == name


def test_a_currency_in_a_sentence_of_its_own(tmp_path: Path) -> None:
    """Between others of a longer cell."""
    (tmp_path / "l.csv").write_text(f'"Fees are included. US dollars. Agencies are exempt."\n{PLAIN}')
    prices = read_price_list(PriceListRequest(tmp_path / "l.csv", (), ""))
    assert 'currency = "USD"' in prices.text


def test_a_column_of_taxes_is_used(tmp_path: Path) -> None:
    """No note says that it is not."""
    prices = read(tmp_path, f"ArtNr;Bezeichnung;Preis;MwSt;Garantie\nK1;{CORD};13,45;19 %;2 Jahre\n")
    assert made(tmp_path, prices).tax_percent == 19
    assert any(note.startswith("columns not used: 'Garantie';") for note in prices.notes)


def test_a_legend_is_no_status(tmp_path: Path) -> None:
    """It explains a word that no row has."""
    text = f"ArtNr;Bezeichnung;Preis;Status\nK1;{CORD};13,45;\nEOL = end of life, no longer available;;;\n"
    prices = read(tmp_path, text)
    assert [item.part for item in made(tmp_path, prices).cords[0].lengths] == ["K1"]
    assert not any("discontinued" in note for note in prices.notes)
